package dev.partita.engine;

import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Where work that nobody waits for is done. A task never runs on the thread that hands it in. */
public interface Background {

    /** Runs {@code task} once, soon. */
    void run(Runnable task);

    /** Runs {@code task} every so many seconds until what it answers is run. */
    Runnable repeat(long everySeconds, Runnable task);

    /** Time that only moves forward, at the pace of the tasks' own world. */
    long nanoTime();

    /** One daemon thread for all engines of the process, started when first needed. */
    static Background shared() {
        return SharedThread.INSTANCE;
    }

    /** The shared thread. */
    final class SharedThread implements Background {

        private static final SharedThread INSTANCE = new SharedThread();

        private static final class Holder {
            private static final ScheduledThreadPoolExecutor EXECUTOR = start();

            private static ScheduledThreadPoolExecutor start() {
                ScheduledThreadPoolExecutor executor = new ScheduledThreadPoolExecutor(1, task -> {
                    Thread thread = new Thread(task, "partita-background");
                    thread.setDaemon(true);
                    return thread;
                });
                executor.setRemoveOnCancelPolicy(true);
                return executor;
            }
        }

        private SharedThread() {}

        @Override
        public void run(Runnable task) {
            Holder.EXECUTOR.execute(task);
        }

        @Override
        public Runnable repeat(long everySeconds, Runnable task) {
            ScheduledFuture<?> future =
                    Holder.EXECUTOR.scheduleWithFixedDelay(task, everySeconds, everySeconds, TimeUnit.SECONDS);
            return () -> future.cancel(false);
        }

        @Override
        public long nanoTime() {
            return System.nanoTime();
        }
    }
}
