package dev.partita.runtime;

import dev.partita.plan.internal.write.PlainPut;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * Many writes, each for itself: one may fail while others succeed.
 *
 * <p>A write that provably is nothing but an item put without a condition goes with 24 others in one BatchWriteItem; what the
 * endpoint leaves unprocessed is sent again after growing pauses. Every other write is run as it would be alone, some at a time.
 * The order among the writes is not kept, except that of two puts of the same item the later one wins.
 *
 * <p>Threads may share it once its writes have all their values; each run does the writes again.
 */
public final class Batch<T> {

    /** How many requests are under way at a time when the caller does not say. */
    public static final int DEFAULT_CONCURRENCY = 8;

    /**
     * What became of one write.
     *
     * @param value its result; null when it failed
     * @param failure what it threw; null when it did not
     */
    public record Outcome<T>(T value, RuntimeException failure) {
        public boolean isDone() {
            return failure == null;
        }

        /** The result, or its failure thrown. */
        public T orThrow() {
            if (failure != null) {
                throw failure;
            }
            return value;
        }
    }

    private final List<Write<? extends T>> writes;
    private final int concurrency;

    private Batch(List<Write<? extends T>> writes, int concurrency) {
        this.writes = writes;
        this.concurrency = concurrency;
    }

    @CheckReturnValue
    public static <T> Batch<T> of(Collection<? extends Write<? extends T>> writes) {
        return new Batch<>(List.copyOf(writes), DEFAULT_CONCURRENCY);
    }

    /** The same with so many requests under way at a time. */
    @CheckReturnValue
    public Batch<T> concurrency(int requests) {
        if (requests < 1) {
            throw new IllegalArgumentException("At least one request is under way at a time, not " + requests);
        }
        return new Batch<>(writes, requests);
    }

    /** Does them on this thread and those of the first write's database; what became of each, in their order. */
    public List<Outcome<T>> run() {
        if (writes.isEmpty()) {
            return List.of();
        }
        AtomicReferenceArray<Outcome<T>> outcomes = new AtomicReferenceArray<>(writes.size());
        List<BatchPuts.Put> puts = new ArrayList<>();
        List<Runnable> single = new ArrayList<>();
        for (int i = 0; i < writes.size(); i++) {
            int number = i;
            Write<? extends T> write = writes.get(i);
            try {
                PlainPut plain = write.database().plain(write);
                if (plain != null) {
                    puts.add(new BatchPuts.Put(number, write.database(), write.pattern(), plain));
                } else {
                    single.add(() -> outcomes.set(number, attempt(write)));
                }
            } catch (RuntimeException e) {
                outcomes.set(number, new Outcome<>(null, e));
            }
        }
        BatchPuts batches = new BatchPuts(
                (put, failure) -> outcomes.set(put.number(), outcome(writes.get(put.number()), put.plain(), failure)));
        // Puts of one item follow one another; everything else may run side by side with the first of them.
        for (List<Runnable> round : batches.rounds(puts, single)) {
            ParallelTasks.run(round, concurrency, writes.get(0).database());
        }
        List<Outcome<T>> all = new ArrayList<>();
        for (int i = 0; i < outcomes.length(); i++) {
            all.add(outcomes.get(i));
        }
        return all;
    }

    /** Does them on the executor of the first write's database. */
    public CompletableFuture<List<Outcome<T>>> runAsync() {
        return writes.isEmpty()
                ? CompletableFuture.completedFuture(List.of())
                : writes.get(0).database().async(this::run);
    }

    private static <T> Outcome<T> attempt(Write<? extends T> write) {
        try {
            return new Outcome<>(write.run(), null);
        } catch (RuntimeException e) {
            return new Outcome<>(null, e);
        }
    }

    private static <T> Outcome<T> outcome(Write<? extends T> write, PlainPut plain, RuntimeException failure) {
        if (failure != null) {
            return new Outcome<>(null, failure);
        }
        try {
            return new Outcome<>(write.result(plain.written()), null);
        } catch (RuntimeException e) {
            return new Outcome<>(null, e);
        }
    }
}
