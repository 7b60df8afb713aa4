package dev.partita.meter;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;

/** What a histogram counted in the last minutes: what it has now, less what it had then. Used under the meters' lock. */
final class RecentDurations {

    static final Duration SPAN = Duration.ofMinutes(5);
    private static final long STEP_MILLIS = 30_000;

    private record Point(long millis, long[] counts) {}

    private final Histogram histogram;
    private final Deque<Point> points = new ArrayDeque<>();

    RecentDurations(Histogram histogram) {
        this.histogram = histogram;
    }

    /** Remembers what there is, if it is time to. */
    void tick(long nowMillis) {
        Point last = points.peekLast();
        if (last != null && nowMillis < last.millis()) {
            // The clock was set back; nobody can say how long ago any of it was.
            points.clear();
            last = null;
        }
        if (last == null || nowMillis - last.millis() >= STEP_MILLIS) {
            long[] counts = histogram.counts();
            boolean same = last != null && Histogram.total(counts) == Histogram.total(last.counts());
            points.addLast(new Point(nowMillis, same ? last.counts() : counts));
        }
        while (points.size() > 1 && second().millis() <= nowMillis - SPAN.toMillis()) {
            points.removeFirst();
        }
    }

    /** The counts of the last minutes, 5 to 5½; null when there are none. */
    long[] counts(long[] now) {
        Point first = points.peekFirst();
        return Histogram.minus(now, first == null ? null : first.counts());
    }

    private Point second() {
        var points = this.points.iterator();
        points.next();
        return points.next();
    }
}
