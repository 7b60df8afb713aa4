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
        out.family(MetricFamily.READY);
        if (ready != null) {
            out.value(ready ? 1 : 0);
        }
        out.family(MetricFamily.CONNECTIONS);
        if (connections != null) {
            out.value(connections);
        }
        out.family(MetricFamily.LOGS_SUPPRESSED).value(suppressedLines);
        out.family(MetricFamily.INFO).value(1, version, Runtime.version().toString());
        out.family(MetricFamily.START).value(startMillis / 1e3);
        out.family(MetricFamily.UPTIME).value((clock.millis() - startMillis) / 1e3);
        out.family(MetricFamily.CPU);
        OperatingSystemMXBean system = ManagementFactory.getOperatingSystemMXBean();
        if (system instanceof com.sun.management.OperatingSystemMXBean known && known.getProcessCpuTime() >= 0) {
            out.value(known.getProcessCpuTime() / 1e9);
        }
        MemoryUsage heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage();
        out.family(MetricFamily.HEAP_USED).value(heap.getUsed());
        out.family(MetricFamily.HEAP_MOST).value(heap.getMax());
        out.family(MetricFamily.THREADS)
                .value(ManagementFactory.getThreadMXBean().getThreadCount());
        long millis = 0;
        for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
            millis += Math.max(0, collector.getCollectionTime());
        }
        out.family(MetricFamily.GC_SECONDS).value(millis / 1e3);
    }

    void version(String running) {
        version = running;
    }
}
