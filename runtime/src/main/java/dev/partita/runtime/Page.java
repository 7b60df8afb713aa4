package dev.partita.runtime;

import java.util.List;
import java.util.function.Function;

/**
 * Some items of a list, in its order.
 *
 * @param next where the next page begins; null at the end of the list
 * @param stoppedAt where a walk back through days has come to, such as {@code 2024-06-01}: what is older was not looked at, and
 *     {@code next} goes on there. Null when the page is full, or nothing is left
 */
public record Page<T>(List<T> items, Cursor next, String stoppedAt) {

    public Page {
        items = List.copyOf(items);
    }

    /** A page of a list that does not walk. */
    public Page(List<T> items, Cursor next) {
        this(items, next, null);
    }

    /** Whether there may be more; the page after the last one may turn out empty. */
    public boolean hasNext() {
        return next != null;
    }

    public <R> Page<R> map(Function<? super T, ? extends R> change) {
        return new Page<>(items.stream().<R>map(change).toList(), next, stoppedAt);
    }
}
