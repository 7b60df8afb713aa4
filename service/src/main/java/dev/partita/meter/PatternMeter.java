package dev.partita.meter;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.LongAdder;

/** What one pattern was asked, and how that went. Any thread may count here; a call costs some nanoseconds. */
public final class PatternMeter {

    /** How many kinds of errors are told apart; names beyond are counted together. */
    static final int MOST_PROBLEMS = 64;

    private static final String OTHER = "other";

    /** An answer that was an error. */
    record Failure(int status, String problem) implements Comparable<Failure> {
        @Override
        public int compareTo(Failure other) {
            int byStatus = Integer.compare(status, other.status);
            return byStatus != 0 ? byStatus : problem.compareTo(other.problem);
        }
    }

    private final String design;
    private final String pattern;
    final Histogram latency = new Histogram();
    final LongAdder nanos = new LongAdder();
    final UnitCounter readUnits = new UnitCounter();
    final UnitCounter writeUnits = new UnitCounter();
    private final Map<Failure, LongAdder> failures = new ConcurrentHashMap<>();

    PatternMeter(String design, String pattern) {
        this.design = design;
        this.pattern = pattern;
    }

    public String design() {
        return design;
    }

    public String pattern() {
        return pattern;
    }

    /** A request was answered as it asked. */
    public void succeeded(long tookNanos) {
        latency.add(tookNanos);
        nanos.add(tookNanos);
    }

    /**
     * A request was refused or failed. It counts as a request and in the latency, too.
     *
     * @param status the answer's
     * @param problem the problem's name, one of a fixed set: {@code not-unique}
     */
    public void failed(int status, String problem, long tookNanos) {
        succeeded(tookNanos);
        Failure failure = new Failure(status, problem);
        LongAdder count = failures.get(failure);
        if (count == null) {
            Failure kept = failures.size() < MOST_PROBLEMS ? failure : new Failure(status / 100 * 100, OTHER);
            count = failures.computeIfAbsent(kept, one -> new LongAdder());
        }
        count.increment();
    }

    /** What the requests to the tables took, however many there were. */
    public void units(double read, double write) {
        readUnits.add(read);
        writeUnits.add(write);
    }

    Map<Failure, Long> failures() {
        Map<Failure, Long> counts = new ConcurrentSkipListMap<>();
        failures.forEach((failure, count) -> counts.put(failure, count.sum()));
        return counts;
    }
}
