package dev.partita.engine;

import dev.partita.store.Store;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Performs all writes, one after another, and commits them in groups: whatever waits when the last commit ends shares the
 * next batch and its one fsync. There are no locks to take, because nobody else writes; readers never wait.
 *
 * <p>The answers of a group, refusals included, go out after its commit: a refusal may rest on a change of the same group.
 */
final class Writer {

    private static final int GROUP_WRITES = 1024;
    private static final int GROUP_BYTES = 8 * 1024 * 1024;

    private record Task<R>(Write<R> write, boolean alone, CompletableFuture<R> answer) {}

    /** How a performed write ends once its group is durable. */
    private interface Ending {
        void commit();

        void fail(RuntimeException cause);
    }

    private final Engine engine;
    private final Store store;
    private final Executor executor;
    private final Queue<Task<?>> queue = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean running = new AtomicBoolean();
    private Task<?> held;

    /** {@code executor} runs the writer whenever there is something to write; it may be the calling thread itself. */
    Writer(Engine engine, Store store, Executor executor) {
        this.engine = engine;
        this.store = store;
        this.executor = executor;
    }

    <R> CompletableFuture<R> submit(Write<R> write) {
        return enqueue(new Task<>(write, false, new CompletableFuture<>()));
    }

    /** Performs {@code write} in a group of its own, so that what it reads from the store is all there is. */
    <R> CompletableFuture<R> submitAlone(Write<R> write) {
        return enqueue(new Task<>(write, true, new CompletableFuture<>()));
    }

    private <R> CompletableFuture<R> enqueue(Task<R> task) {
        queue.add(task);
        if (running.compareAndSet(false, true)) {
            executor.execute(this::drain);
        }
        return task.answer();
    }

    private void drain() {
        do {
            Task<?> task = nextTask();
            while (task != null) {
                commitGroup(task);
                task = nextTask();
            }
            running.set(false);
            // A task that came in between was left to us: take it, unless another caller already started a drain.
        } while (!queue.isEmpty() && running.compareAndSet(false, true));
    }

    private Task<?> nextTask() {
        Task<?> next = held == null ? queue.poll() : held;
        held = null;
        return next;
    }

    private void commitGroup(Task<?> first) {
        Group group = new Group(engine, store);
        List<Ending> endings = new ArrayList<>();
        Task<?> task = first;
        do {
            endings.add(perform(task, group));
            if (task.alone() || endings.size() >= GROUP_WRITES || group.byteCount() >= GROUP_BYTES) {
                break;
            }
            task = queue.poll();
            if (task != null && task.alone()) {
                held = task;
                break;
            }
        } while (task != null);
        try {
            group.commit();
        } catch (RuntimeException e) {
            endings.forEach(ending -> ending.fail(e));
            return;
        }
        endings.forEach(Ending::commit);
    }

    private static <R> Ending perform(Task<R> task, Group group) {
        R result;
        try {
            result = task.write().perform(group);
        } catch (RuntimeException | Error refusal) {
            return new Ending() {
                @Override
                public void commit() {
                    task.answer().completeExceptionally(refusal);
                }

                @Override
                public void fail(RuntimeException cause) {
                    task.answer().completeExceptionally(cause);
                }
            };
        }
        return new Ending() {
            @Override
            public void commit() {
                task.answer().complete(result);
            }

            @Override
            public void fail(RuntimeException cause) {
                task.answer().completeExceptionally(cause);
            }
        };
    }
}
