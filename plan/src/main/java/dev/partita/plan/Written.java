package dev.partita.plan;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a write did.
 *
 * @param values the entity's logical values as far as they are known afterwards, without hidden ones
 * @param parts what each pattern of a {@code transact:} did, or the children of {@code with:}; else empty
 * @param requests how many requests it took
 */
public record Written(Outcome outcome, String entity, Map<String, Object> values, List<Written> parts, int requests) {

    /**
     * UNCHANGED: what was given has the hash that is stored already, and nothing was written; the values are those stored.
     * WRITTEN: created or replaced, and nothing tells which: a batch of puts, or an answer that was lost.
     */
    public enum Outcome {
        CREATED,
        REPLACED,
        WRITTEN,
        UPDATED,
        UNCHANGED,
        DELETED,
        RESTORED,
        DONE
    }

    public Written {
        values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
        parts = List.copyOf(parts);
    }

    public Written after(int count) {
        return new Written(outcome, entity, values, parts, count);
    }
}
