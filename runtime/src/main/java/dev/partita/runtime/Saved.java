package dev.partita.runtime;

import dev.partita.plan.Written;
import dev.partita.plan.Written.Outcome;
import java.util.Map;
import java.util.function.Function;

/**
 * What became of an item that was put, or updated if it differed.
 *
 * @param outcome created, replaced or updated; or unchanged, when a hash of what was given is stored already
 * @param item the item as it is stored now, also when nothing was written
 */
public record Saved<T>(Outcome outcome, T item) {

    /** @param item makes an item of its values */
    public static <T> Saved<T> of(Written written, Function<Map<String, Object>, T> item) {
        return new Saved<>(written.outcome(), item.apply(written.values()));
    }

    /** Whether anything was written. */
    public boolean isChanged() {
        return outcome != Outcome.UNCHANGED;
    }
}
