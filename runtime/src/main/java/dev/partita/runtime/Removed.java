package dev.partita.runtime;

import dev.partita.plan.UnreadableValue;
import dev.partita.plan.Written;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** What was deleted. */
public final class Removed {

    /**
     * The item as it was: empty when it was not as the design says, so that it could not have been read either, or when what is
     * known of it is its key, as when a delete that was cut off is finished.
     *
     * @param item makes an item of its values
     */
    public static <T> Optional<T> item(Written written, Function<Map<String, Object>, T> item) {
        try {
            return Optional.of(item.apply(written.values()));
        } catch (UnreadableValue e) {
            return Optional.empty();
        }
    }

    private Removed() {}
}
