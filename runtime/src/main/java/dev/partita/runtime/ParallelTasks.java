package dev.partita.runtime;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Tasks side by side, some at a time. The caller's thread works, too: so they come to an end though all other threads are taken,
 * perhaps by callers who wait likewise.
 */
final class ParallelTasks {

    /** Runs all tasks, which throw nothing, and comes back when they are done. */
    static void run(List<Runnable> tasks, int concurrency, Database database) {
        AtomicInteger next = new AtomicInteger();
        CountDownLatch open = new CountDownLatch(tasks.size());
        Runnable worker = () -> {
            for (int i = next.getAndIncrement(); i < tasks.size(); i = next.getAndIncrement()) {
                try {
                    tasks.get(i).run();
                } finally {
                    open.countDown();
                }
            }
        };
        int helpers = Math.min(concurrency, tasks.size()) - 1;
        try {
            for (int i = 0; i < helpers; i++) {
                database.execute(worker);
            }
        } catch (RejectedExecutionException e) {
            // Those that found a place, and this thread, do it all.
        }
        worker.run();
        try {
            open.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while writes were under way; some may be done", e);
        }
    }

    private ParallelTasks() {}
}
