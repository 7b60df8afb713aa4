package dev.partita.plan.internal.write;

import dev.partita.design.model.Where;
import dev.partita.item.Item;
import dev.partita.plan.internal.key.Codec;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * An item that has to be there, and to be as the caller may see it, for a write of one of its children to happen. It is checked in
 * the same transaction.
 *
 * @param key its key attributes, in logical form
 * @param where what has to be so of it; null when it is enough that it is there
 * @param claims that it is the caller's
 */
public record RequiredParent(String entity, Map<String, Object> key, Where where, List<OwnershipClaim> claims) {
    public RequiredParent {
        key = Collections.unmodifiableMap(new LinkedHashMap<>(key));
        claims = List.copyOf(claims);
    }

    void check(WriteDraft draft, WriteRun run) {
        Codec codec = run.model().codec(entity);
        Guards guards = new Guards(codec, run.now());
        Item stored = codec.key(key);
        ItemDraft item = draft.item(run.tableName(codec), stored);
        guards.alive(item, guards.notFound());
        if (where != null) {
            item.guard(guards.where(where, Map.of(), guards.notFound()));
        }
        if (!claims.isEmpty()) {
            new Ownership(codec, claims).guard(item, run, new Locator.Located(stored, key));
        }
    }
}
