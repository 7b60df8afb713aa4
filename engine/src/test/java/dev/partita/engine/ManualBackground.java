package dev.partita.engine;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;

/** Background work that runs when the test says so, in a time the test moves. */
final class ManualBackground implements Background {

    private final Queue<Runnable> once = new ArrayDeque<>();
    private final List<Runnable> repeated = new ArrayList<>();
    private long nanos;

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
        return nanos;
    }

    void advanceSeconds(long seconds) {
        nanos += seconds * 1_000_000_000L;
    }

    /** Runs one waiting task; false if there is none. */
    boolean runOne() {
        Runnable task = once.poll();
        if (task == null) {
            return false;
        }
        task.run();
        return true;
    }

    /** Runs what repeats once, and everything that follows from it. */
    void tick() {
        List.copyOf(repeated).forEach(Runnable::run);
        runAll();
    }

    void runAll() {
        for (int i = 0; runOne(); i++) {
            if (i > 100_000) {
                throw new AssertionError("The background work does not come to an end");
            }
        }
    }

    int repeatedCount() {
        return repeated.size();
    }
}
