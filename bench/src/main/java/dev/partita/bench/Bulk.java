package dev.partita.bench;

import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.IntFunction;

/** Fills a table as an import does: several connections, batches of 25, and what is refused is sent again as an SDK would. */
final class Bulk {

    /** @param orders how many the table held at the end of that time */
    record Step(long orders, double seconds, double perSecond) {}

    private static final int CONNECTIONS = 8;
    /** The SDK's, for DynamoDB: after so many tries the caller sees the error. */
    private static final int TRIES = 8;

    private static final long FIRST_PAUSE_NANOS = Duration.ofMillis(25).toNanos();

    private final Contender contender;
    private final AtomicLong refused = new AtomicLong();
    private final AtomicLong givenUp = new AtomicLong();

    Bulk(Contender contender) {
        this.contender = contender;
    }

    /** How many requests were refused, and sent again. */
    long refused() {
        return refused.get();
    }

    /** How many requests an SDK would have given up. */
    long givenUp() {
        return givenUp.get();
    }

    /** Loads up to {@code count} orders; answers one step for each {@code every} of them. */
    List<Step> load(long count, long every, Consumer<Step> shown) {
        List<Step> steps = new ArrayList<>();
        long started = System.nanoTime();
        for (long orders = contender.requests().loaded(); orders < count; orders += every) {
            long upTo = Math.min(count, orders + every);
            long begun = System.nanoTime();
            load(upTo);
            long now = System.nanoTime();
            Step step = new Step(upTo, (now - started) / 1e9, (upTo - orders) / ((now - begun) / 1e9));
            steps.add(step);
            shown.accept(step);
        }
        return steps;
    }

    private void load(long upTo) {
        IntFunction<Load.Source> sources = contender.requests().loading(upTo);
        List<Thread> threads = new ArrayList<>();
        List<RuntimeException> problems = new ArrayList<>();
        for (int i = 0; i < CONNECTIONS; i++) {
            Load.Source source = sources.apply(i);
            Thread thread = new Thread(() -> send(source), "bulk-" + i);
            thread.setUncaughtExceptionHandler((dead, problem) -> {
                synchronized (problems) {
                    problems.add(new IllegalStateException(problem));
                }
            });
            thread.start();
            threads.add(thread);
        }
        for (Thread thread : threads) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException(e);
            }
        }
        if (!problems.isEmpty()) {
            throw problems.get(0);
        }
    }

    private void send(Load.Source source) {
        Load load = contender.connect(1);
        try {
            for (ByteBuffer batch = source.next(); batch != null; batch = source.next()) {
                int start = batch.position();
                boolean done = false;
                for (int attempt = 0; attempt < TRIES && !done; attempt++) {
                    if (attempt > 0) {
                        refused.incrementAndGet();
                        LockSupport.parkNanos(FIRST_PAUSE_NANOS << (attempt - 1));
                        load.close();
                        load = contender.connect(1);
                    }
                    done = isTaken(load, batch.position(start));
                }
                if (!done) {
                    givenUp.incrementAndGet();
                }
            }
        } finally {
            load.close();
        }
    }

    private static boolean isTaken(Load load, ByteBuffer batch) {
        try {
            return load.ask(batch).contains("\"UnprocessedItems\":{}");
        } catch (UncheckedIOException refused) {
            return false;
        }
    }
}
