package dev.partita.meter;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryUsage;
import java.lang.management.OperatingSystemMXBean;
import java.time.Clock;

/** What the process itself takes. */
final class ProcessMeter {

    private final Clock clock;
    private final long startMillis;
    private volatile String version = "unknown";

    ProcessMeter(Clock clock) {
        this.clock = clock;
        this.startMillis = clock.millis();
    }

    /** What is null is not known, and left out. */
    void write(Exposition out, Boolean ready, Long connections, long suppressedLines) {
        out.family(Family.READY);
        if (ready != null) {
            out.value(ready ? 1 : 0);
        }
        out.family(Family.CONNECTIONS);
        if (connections != null) {
            out.value(connections);
        }
        out.family(Family.LOGS_SUPPRESSED).value(suppressedLines);
        out.family(Family.INFO).value(1, version, Runtime.version().toString());
        out.family(Family.START).value(startMillis / 1e3);
        out.family(Family.UPTIME).value((clock.millis() - startMillis) / 1e3);
        out.family(Family.CPU);
        OperatingSystemMXBean system = ManagementFactory.getOperatingSystemMXBean();
        if (system instanceof com.sun.management.OperatingSystemMXBean known && known.getProcessCpuTime() >= 0) {
            out.value(known.getProcessCpuTime() / 1e9);
        }
        MemoryUsage heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage();
        out.family(Family.HEAP_USED).value(heap.getUsed());
        out.family(Family.HEAP_MOST).value(heap.getMax());
        out.family(Family.THREADS).value(ManagementFactory.getThreadMXBean().getThreadCount());
        long millis = 0;
        for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
            millis += Math.max(0, collector.getCollectionTime());
        }
        out.family(Family.GC_SECONDS).value(millis / 1e3);
    }

    void version(String running) {
        version = running;
    }
}
