package dev.partita.runtime;

import java.util.List;
import java.util.function.Function;

/**
 * Some items of a list, in its order.
 *
 * @param next where the next page begins; null at the end of the list
 */
public record Page<T>(List<T> items, Cursor next) {

    public Page {
        items = List.copyOf(items);
    }

    /** Whether there may be more; the page after the last one may turn out empty. */
    public boolean hasNext() {
        return next != null;
    }

    public <R> Page<R> map(Function<? super T, ? extends R> change) {
        return new Page<>(items.stream().<R>map(change).toList(), next);
    }
}
