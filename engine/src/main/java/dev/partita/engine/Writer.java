package dev.partita.engine;

import dev.partita.store.Store;
import dev.partita.store.StoreException;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;

/**
 * Performs all writes, one after another, and commits them in groups: whatever waits when the last commit ends shares the
 * next batch and its one fsync. There are no locks to take, because nobody else writes; readers never wait.
 *
 * <p>On disk two threads share the work: one performs the writes of the next group while the other commits the last one.
 * At most one group is being committed; the next one sees its changes, and fails if it fails. In memory the calling thread
 * does both.
 *
 * <p>The answers of a group, refusals included, go out after its commit: a refusal may rest on a change of the same group.
 */
final class Writer implements AutoCloseable {

    private static final int GROUP_WRITES = 1024;
    private static final int GROUP_BYTES = 8 * 1024 * 1024;
    /** For a single write, waking another thread costs more than performing the next ones meanwhile saves. */
    private static final int WORTH_HANDING_OVER = 2;

    private record Task<R>(Write<R> write, boolean alone, CompletableFuture<R> answer) {}

    /** How a performed write ends once its group is durable. */
    private interface Ending {
        void commit();

        void fail(RuntimeException cause);
    }

    private final Engine engine;
    private final Store store;
    private final Queue<Task<?>> queue = new ConcurrentLinkedQueue<>();

    // Both null if the calling thread does the work.
    private final Thread planner;
    private final ExecutorService committer;
    private volatile boolean closing;

    // Whether some calling thread is at work, if they are the ones who do it.
    private final AtomicBoolean running = new AtomicBoolean();

    // The planner's own.
    private Task<?> held;
    private Commit inFlight;

    private Writer(Engine engine, Store store, boolean ownThreads) {
        this.engine = engine;
        this.store = store;
        this.planner = ownThreads ? daemon(this::plan, "partita-writer") : null;
        this.committer = ownThreads ? Executors.newSingleThreadExecutor(task -> daemon(task, "partita-commit")) : null;
    }

    /** Each caller performs and commits what waits, or leaves it to one who is doing so. */
    static Writer onCallingThreads(Engine engine, Store store) {
        return new Writer(engine, store, false);
    }

    static Writer onOwnThreads(Engine engine, Store store) {
        Writer writer = new Writer(engine, store, true);
        writer.planner.start();
        return writer;
    }

    <R> CompletableFuture<R> submit(Write<R> write) {
        return enqueue(new Task<>(write, false, new CompletableFuture<>()));
    }

    /** Performs {@code write} in a group of its own, so that what it reads from the store is all there is. */
    <R> CompletableFuture<R> submitAlone(Write<R> write) {
        return enqueue(new Task<>(write, true, new CompletableFuture<>()));
    }

    /** Returns when all that was handed in before is committed; what comes later is refused. */
    @Override
    public void close() {
        closing = true;
        if (planner == null) {
            return;
        }
        LockSupport.unpark(planner);
        boolean interrupted = false;
        while (planner.isAlive() || !committer.isTerminated()) {
            try {
                planner.join();
                committer.shutdown();
                committer.awaitTermination(1, TimeUnit.MINUTES);
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        refuseWaiting();
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private <R> CompletableFuture<R> enqueue(Task<R> task) {
        queue.add(task);
        if (planner == null) {
            if (running.compareAndSet(false, true)) {
                drain();
            }
        } else {
            LockSupport.unpark(planner);
            if (closing && !planner.isAlive()) {
                refuseWaiting();
            }
        }
        return task.answer();
    }

    private void refuseWaiting() {
        for (Task<?> task = queue.poll(); task != null; task = queue.poll()) {
            task.answer()
                    .completeExceptionally(
                            new StoreException(StoreException.Kind.CANNOT_OPEN, "The store is closed.", null));
        }
    }

    // ------------------------------------------------------------------------------------------ on calling threads

    private void drain() {
        do {
            Task<?> task = nextTask();
            while (task != null) {
                commitNext(task);
                task = nextTask();
            }
            running.set(false);
            // A task that came in between was left to us: take it, unless another caller already started a drain.
        } while (!queue.isEmpty() && running.compareAndSet(false, true));
    }

    private void commitNext(Task<?> first) {
        Group group = new Group(engine, store, null);
        List<Ending> endings = new ArrayList<>();
        Task<?> task = first;
        do {
            endings.add(perform(task, group));
            if (task.alone() || !hasRoom(group, endings)) {
                break;
            }
            task = queue.poll();
            if (task != null && task.alone()) {
                held = task;
                break;
            }
        } while (task != null);
        group.seal();
        end(endings, commit(group));
    }

    // ---------------------------------------------------------------------------------------------- on own threads

    /** A group handed to the committing thread. */
    private final class Commit implements Runnable {
        private final Group group;
        private final List<Ending> endings;
        private RuntimeException failure;
        // Written after the failure, read before it.
        private volatile boolean done;

        Commit(Group group, List<Ending> endings) {
            this.group = group;
            this.endings = endings;
        }

        @Override
        public void run() {
            failure = Writer.commit(group);
            done = true;
            LockSupport.unpark(planner);
            end(endings, failure);
        }
    }

    private void plan() {
        Group group = null;
        List<Ending> endings = new ArrayList<>();
        while (true) {
            if (inFlight != null && inFlight.done) {
                if (inFlight.failure != null && group != null) {
                    // Its writes were performed on changes that never happened.
                    end(endings, inFlight.failure);
                    group = null;
                    endings = new ArrayList<>();
                }
                inFlight = null;
            }
            Task<?> task = group == null || hasRoom(group, endings) ? nextTask() : null;
            if (task != null && task.alone() && (group != null || inFlight != null)) {
                held = task;
                task = null;
            }
            if (task != null && task.alone()) {
                commitNext(task);
            } else if (task != null) {
                group = group == null ? new Group(engine, store, inFlight == null ? null : inFlight.group) : group;
                endings.add(perform(task, group));
            } else if (group != null && inFlight == null) {
                group.seal();
                if (endings.size() < WORTH_HANDING_OVER) {
                    end(endings, commit(group));
                } else {
                    inFlight = new Commit(group, endings);
                    committer.execute(inFlight);
                }
                group = null;
                endings = new ArrayList<>();
            } else if (group == null && inFlight == null && closing) {
                return;
            } else {
                LockSupport.park(this);
            }
        }
    }

    private Task<?> nextTask() {
        Task<?> next = held == null ? queue.poll() : held;
        held = null;
        return next;
    }

    private static boolean hasRoom(Group group, List<Ending> endings) {
        return endings.size() < GROUP_WRITES && group.byteCount() < GROUP_BYTES;
    }

    /** Answers what went wrong, or null. */
    private static RuntimeException commit(Group group) {
        try {
            group.commit();
            return null;
        } catch (RuntimeException e) {
            return e;
        }
    }

    private static void end(List<Ending> endings, RuntimeException failure) {
        for (Ending ending : endings) {
            if (failure == null) {
                ending.commit();
            } else {
                ending.fail(failure);
            }
        }
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

    private static Thread daemon(Runnable task, String name) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        return thread;
    }
}
