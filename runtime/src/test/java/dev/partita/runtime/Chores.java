package dev.partita.runtime;

import dev.partita.engine.Background;
import java.time.Clock;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;

/** The engine's work in the background, done when the test says so. */
public final class Chores implements Background {

    private final Clock clock;
    private final Queue<Runnable> once = new ConcurrentLinkedQueue<>();
    private final List<Runnable> repeated = new CopyOnWriteArrayList<>();

    public Chores(Clock clock) {
        this.clock = clock;
    }

    /** Removes what has expired and begins new shards. */
    public void run() {
        repeated.forEach(Runnable::run);
        for (Runnable task = once.poll(); task != null; task = once.poll()) {
            task.run();
        }
        repeated.forEach(Runnable::run);
    }

    @Override
    public void run(Runnable task) {
        once.add(task);
    }

    @Override
    public Runnable repeat(long everySeconds, Runnable task) {
        repeated.add(task);
        return () -> repeated.remove(task);
    }

    @Override
    public long nanoTime() {
        return TimeUnit.MILLISECONDS.toNanos(clock.millis());
    }
}
