package dev.partita.runtime;

import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** The threads that calls made in the background run on when the user has none: few, and none keeps the process alive. */
final class Threads {

    /** As many as an SDK client has connections by default; more would only wait for one. */
    static final int MOST = 50;

    private static final int MOST_WAITING = 10_000;
    private static final long IDLE_SECONDS = 30;
    private static final AtomicInteger NUMBER = new AtomicInteger();

    /** One for all databases of the process, made when first needed. */
    private static final class Shared {
        static final Executor EXECUTOR = make();

        private static Executor make() {
            ThreadPoolExecutor pool = new ThreadPoolExecutor(
                    MOST, MOST, IDLE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(MOST_WAITING), task -> {
                        Thread thread = new Thread(task, "partita-call-" + NUMBER.incrementAndGet());
                        thread.setDaemon(true);
                        return thread;
                    });
            pool.allowCoreThreadTimeOut(true);
            return pool;
        }
    }

    static Executor shared() {
        return Shared.EXECUTOR;
    }

    private Threads() {}
}
