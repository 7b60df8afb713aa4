package dev.partita.bench;

import java.lang.management.ManagementFactory;

/** A thread that is always busy, as the test that is running beside a test's database is. */
final class Neighbour implements AutoCloseable {

    private final Thread thread = new Thread(this::compute, "neighbour");
    private volatile boolean closed;

    Neighbour() {
        thread.setDaemon(true);
        thread.start();
    }

    /** Processor time it has used so far. */
    double cpuSeconds() {
        return Math.max(0, ManagementFactory.getThreadMXBean().getThreadCpuTime(thread.getId())) / 1e9;
    }

    private void compute() {
        while (!closed) {
            Thread.onSpinWait();
        }
    }

    @Override
    public void close() {
        closed = true;
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
