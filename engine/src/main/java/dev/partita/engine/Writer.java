package dev.partita.engine;

import dev.partita.store.Store;
import dev.partita.store.StoreException;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;

/**
 * Performs all writes, one after another, and commits them in groups: whatever was performed when the last commit ends
 * shares the next batch and its one fsync. Readers never wait.
 *
 * <p>Whoever hands in a write performs it, and whatever else waits, at once; or leaves it to the one who is performing at
 * that moment, and goes on. So nobody waits for anybody, and no thread is woken to perform. On disk another thread commits,
 * so that others can perform and share the next commit; but while writes come one at a time, each is committed by the
 * thread that brought it: there is nobody to share with, and waking another thread costs more than a sync where the
 * processors are busy. At most one group is being committed; the next one sees its changes, and fails if it fails. In
 * memory the calling thread always commits.
 *
 * <p>The answers of a group, refusals included, go out after its commit: a refusal may rest on a change of the same group.
 */
final class Writer implements AutoCloseable {

    private static final int GROUP_WRITES = 1024;
    private static final int GROUP_BYTES = 8 * 1024 * 1024;
    /** After so many writes in a row to which nobody came while they were committed, the next one is taken to be alone, too. */
    private static final int LONELY_COMMITS = 16;
    /** A calling thread has others to serve, and does not wait again for a disk that takes so long. */
    private static final long SLOW_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    private record Task<R>(Write<R> write, boolean alone, CompletableFuture<R> answer) {

        Performed<R> perform(Group group) {
            try {
                return new Performed<>(answer, write.perform(group), null);
            } catch (RuntimeException | Error refusal) {
                return new Performed<>(answer, null, refusal);
            }
        }
    }

    /** What a write came to, which is told once its group is durable. */
    private record Performed<R>(CompletableFuture<R> answer, R result, Throwable refusal) {

        void end(RuntimeException failure) {
            Throwable problem = failure == null ? refusal : failure;
            if (problem == null) {
                answer.complete(result);
            } else {
                answer.completeExceptionally(problem);
            }
        }
    }

    /** Writes that were performed, and will be committed together. */
    private static final class Commit {
        private final Group group;
        private final List<Performed<?>> writes = new ArrayList<>();
        private boolean alone;
        /** Whether others came while it was committed. */
        private volatile boolean followed;
        /** Whether it was one write, and nobody came. */
        private boolean lonely;

        Commit(Group group) {
            this.group = group;
        }

        boolean takes(Task<?> task) {
            return !alone && !task.alone() && writes.size() < GROUP_WRITES && group.byteCount() < GROUP_BYTES;
        }

        void perform(Task<?> task) {
            alone = task.alone();
            writes.add(task.perform(group));
        }

        /** Makes it durable and says so to those who wait; answers what went wrong, or null. */
        RuntimeException run() {
            RuntimeException failure = null;
            try {
                group.commit();
            } catch (RuntimeException e) {
                failure = e;
            } catch (Error e) {
                // No memory left, say. Those who wait must hear of it, and the next group may fare better.
                failure = new IllegalStateException("a commit failed", e);
            }
            // Asked before the answer is out, which may bring the next write.
            lonely = failure == null && writes.size() == 1 && !followed;
            end(failure);
            return failure;
        }

        void end(RuntimeException failure) {
            writes.forEach(write -> write.end(failure));
        }
    }

    private final Engine engine;
    private final Store store;
    private final Queue<Task<?>> queue = new ConcurrentLinkedQueue<>();
    /** Null if the calling thread commits. */
    private final Thread committer;
    /** Threads that may commit a write that is alone. */
    private final Predicate<Thread> mayCommit;

    private final ReentrantLock performing = new ReentrantLock();
    private volatile boolean closing;
    /** Whether what waits has to wait for a commit. */
    private volatile boolean blocked;

    // Under the lock "performing".
    private Task<?> held;
    private Commit forming;
    private Commit inFlight;
    /** Whether the thread that brought it commits what is in flight, and not the committer. */
    private boolean byCaller;
    /** How many commits in a row had one write, and nobody came meanwhile. */
    private int lonelyCommits;
    /** Nobody commits any more. */
    private boolean ended;

    private Writer(Engine engine, Store store, boolean ownThread, Predicate<Thread> mayCommit) {
        this.engine = engine;
        this.store = store;
        this.mayCommit = mayCommit;
        this.committer = ownThread ? new Thread(this::commitGroups, "partita-commit") : null;
    }

    /** Each caller performs and commits what waits, or leaves it to one who is doing so. */
    static Writer onCallingThreads(Engine engine, Store store) {
        return new Writer(engine, store, false, caller -> true);
    }

    /**
     * Each caller performs what waits, or leaves it to one who is doing so; a thread of its own commits, or a caller that may
     * and is alone.
     */
    static Writer withCommitter(Engine engine, Store store, Predicate<Thread> mayCommit) {
        Writer writer = new Writer(engine, store, true, mayCommit);
        writer.committer.setDaemon(true);
        writer.committer.start();
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
        if (committer == null) {
            return;
        }
        LockSupport.unpark(committer);
        boolean interrupted = false;
        while (committer.isAlive()) {
            try {
                committer.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        performWaiting();
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private <R> CompletableFuture<R> enqueue(Task<R> task) {
        queue.add(task);
        performWaiting();
        return task.answer();
    }

    /**
     * Performs what waits; unless another thread does so, which looks for more before it leaves, or a commit has to end
     * first, after which its thread looks. An answer that goes out under the lock may hand in another write, hence the
     * question whether this thread has it.
     */
    private void performWaiting() {
        while (!queue.isEmpty() && !blocked && !performing.isHeldByCurrentThread() && performing.tryLock()) {
            Commit own = null;
            boolean committerHasWork;
            try {
                gather();
                if (committer == null) {
                    for (Commit commit = next(); commit != null; commit = next()) {
                        commit.run();
                        inFlight = null;
                        gather();
                    }
                } else if (isAlone()) {
                    own = next();
                    byCaller = true;
                }
                committerHasWork = forming != null && inFlight == null;
            } finally {
                performing.unlock();
            }
            if (own != null) {
                commitHere(own);
            } else if (committerHasWork) {
                LockSupport.unpark(committer);
            }
        }
    }

    /** Whether this thread has performed one write, nobody else is there, and for a while nobody was. */
    private boolean isAlone() {
        return lonelyCommits >= LONELY_COMMITS
                && inFlight == null
                && forming != null
                && forming.writes.size() == 1
                && queue.isEmpty()
                && mayCommit.test(Thread.currentThread());
    }

    private void commitHere(Commit own) {
        long started = System.nanoTime();
        RuntimeException failure = own.run();
        Commit doomed;
        boolean committerHasWork;
        performing.lock();
        try {
            byCaller = false;
            doomed = settle(own, failure);
            if (System.nanoTime() - started > SLOW_NANOS) {
                lonelyCommits = 0;
            }
            committerHasWork = forming != null || closing;
        } finally {
            performing.unlock();
        }
        if (doomed != null) {
            doomed.end(failure);
        }
        if (committerHasWork) {
            LockSupport.unpark(committer);
        }
    }

    /** After a commit. Answers the writes that were performed on changes that never happened, or null. */
    private Commit settle(Commit done, RuntimeException failure) {
        Commit doomed = null;
        if (failure != null) {
            doomed = forming;
            forming = null;
        }
        inFlight = null;
        gather();
        lonelyCommits = done.lonely ? lonelyCommits + 1 : 0;
        return doomed;
    }

    /** Performs what waits and has room in the group that is forming. */
    private void gather() {
        blocked = false;
        for (Task<?> task = nextTask(); task != null; task = nextTask()) {
            if (inFlight != null) {
                inFlight.followed = true;
            }
            if (ended) {
                refuse(task);
            } else if (hasRoomFor(task)) {
                if (forming == null) {
                    forming = new Commit(new Group(engine, store, inFlight == null ? null : inFlight.group));
                }
                forming.perform(task);
            } else {
                held = task;
                blocked = true;
                return;
            }
        }
    }

    /** A write that is alone sees the store only, and what it publishes once it is committed must be seen by the next. */
    private boolean hasRoomFor(Task<?> task) {
        if (forming != null) {
            return forming.takes(task);
        }
        return inFlight == null || !inFlight.alone && !task.alone();
    }

    private Task<?> nextTask() {
        Task<?> next = held == null ? queue.poll() : held;
        held = null;
        return next;
    }

    /** The group that has formed, to be committed now; or null. */
    private Commit next() {
        if (forming != null) {
            forming.group.seal();
        }
        inFlight = forming;
        forming = null;
        return inFlight;
    }

    private void commitGroups() {
        Commit commit = null;
        RuntimeException failure = null;
        while (true) {
            Commit doomed = null;
            performing.lock();
            try {
                if (commit != null) {
                    doomed = settle(commit, failure);
                }
                commit = null;
                // Whoever commits now wakes this thread when that is done and there is more.
                if (!byCaller) {
                    gather();
                    commit = next();
                    if (commit != null) {
                        gather();
                    }
                    ended = commit == null && closing;
                }
            } finally {
                performing.unlock();
            }
            if (doomed != null) {
                doomed.end(failure);
            }
            if (ended) {
                return;
            }
            performWaiting();
            if (commit == null) {
                LockSupport.park(this);
            } else {
                failure = commit.run();
            }
        }
    }

    private static void refuse(Task<?> task) {
        task.answer()
                .completeExceptionally(
                        new StoreException(StoreException.Kind.CANNOT_OPEN, "The store is closed.", null));
    }
}
