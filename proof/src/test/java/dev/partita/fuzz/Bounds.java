package dev.partita.fuzz;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/** What reading one input may take. It is the thread's own time, so that a busy machine is no finding. */
final class Bounds {

    static final long CPU_NANOS = 1_000_000_000;
    static final long ALLOCATED_BYTES = 64L << 20;

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    /** An input took too long or too much memory, twice: the first time classes may have been loaded. */
    static final class Exceeded extends AssertionError {
        private static final long serialVersionUID = 1;

        Exceeded(String message) {
            super(message);
        }
    }

    private Bounds() {}

    static void read(Target target, byte[] input) throws Exception {
        if (excess(target, input) != null) {
            String excess = excess(target, input);
            if (excess != null) {
                throw new Exceeded(excess);
            }
        }
    }

    private static String excess(Target target, byte[] input) throws Exception {
        long thread = Thread.currentThread().getId();
        long nanos = THREADS.getCurrentThreadCpuTime();
        long bytes = THREADS.getThreadAllocatedBytes(thread);
        target.read(input);
        nanos = THREADS.getCurrentThreadCpuTime() - nanos;
        bytes = THREADS.getThreadAllocatedBytes(thread) - bytes;
        if (nanos > CPU_NANOS) {
            return input.length + " bytes took " + nanos / 1_000_000 + " ms";
        }
        return bytes > ALLOCATED_BYTES ? input.length + " bytes took " + (bytes >> 20) + " MB of memory" : null;
    }
}
