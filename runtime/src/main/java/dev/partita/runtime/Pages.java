package dev.partita.runtime;

import dev.partita.plan.Result;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** Page after page of a list, each read when it is asked for and not before. */
final class Pages extends Spliterators.AbstractSpliterator<Result> {

    private final Function<PageRequest, Result> read;
    private PageRequest next;

    private Pages(Function<PageRequest, Result> read, PageRequest first) {
        super(Long.MAX_VALUE, Spliterator.ORDERED | Spliterator.NONNULL | Spliterator.IMMUTABLE);
        this.read = read;
        this.next = first;
    }

    static Stream<Result> stream(Function<PageRequest, Result> read, PageRequest first) {
        return StreamSupport.stream(new Pages(read, first), false);
    }

    @Override
    public boolean tryAdvance(Consumer<? super Result> action) {
        if (next == null) {
            return false;
        }
        Result page = read.apply(next);
        // A walk back has no end of its own: all pages are those it covers, and the last one says where it stopped.
        boolean isLast = page.cursor() == null || page.stoppedAt() != null;
        next = isLast ? null : next.after(Cursor.of(page.cursor()));
        action.accept(page);
        return true;
    }
}
