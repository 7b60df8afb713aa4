package dev.partita.meter;

import java.time.Clock;
import java.util.concurrent.atomic.LongAdder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;
import org.slf4j.spi.LoggingEventBuilder;

/**
 * One line for each request, its members as key and value, so that any SLF4J backend can write them as JSON.
 *
 * <p>A line has what a request was and how it went, and nothing of what was in it: the route's template instead of the path,
 * since paths and queries hold personal data; the kind of caller instead of the subject, which only debugging shows.
 *
 * <p>Requests are logged at INFO, those that failed by our fault or the tables' at WARN. Where only WARN is on, failures that
 * repeat are left out after the first few in a minute, and the next line says how many.
 */
public final class RequestLog {

    static final String NAME = "dev.partita.requests";

    /**
     * A request that was answered. Members that do not apply are null.
     *
     * @param route the template: {@code /api/shop/users/{userId}}; never the path
     * @param units that the tables took, reads and writes together
     * @param caller anonymous, token, or local
     * @param subject shown only where DEBUG is on
     * @param bytes of the answer's body, or -1 when it was streamed
     * @param problem the name of the problem it was answered with
     */
    public record Entry(
            String requestId,
            String design,
            String pattern,
            String method,
            String route,
            int status,
            long nanos,
            double units,
            String caller,
            String subject,
            long bytes,
            String problem) {}

    private final Logger logger;
    private final PerMinuteLimit repetition;
    private final LongAdder suppressed = new LongAdder();

    RequestLog(Clock clock) {
        this(clock, LoggerFactory.getLogger(NAME));
    }

    RequestLog(Clock clock, Logger logger) {
        this.logger = logger;
        this.repetition = new PerMinuteLimit(clock);
    }

    /** Whether a request answered so would be logged; if not, there is no need to make an entry. */
    public boolean logs(int status) {
        return status >= 500 ? logger.isWarnEnabled() : logger.isInfoEnabled();
    }

    public void answered(Entry entry) {
        if (!logs(entry.status())) {
            return;
        }
        long leftOut = 0;
        if (!logger.isInfoEnabled()) {
            leftOut = repetition.admit(entry.design() + '\0' + entry.pattern() + '\0' + entry.problem());
            if (leftOut < 0) {
                suppressed.increment();
                return;
            }
        }
        LoggingEventBuilder line = logger.atLevel(entry.status() >= 500 ? Level.WARN : Level.INFO);
        line = with(line, "requestId", entry.requestId());
        line = with(line, "design", entry.design());
        line = with(line, "pattern", entry.pattern());
        line = with(line, "method", entry.method());
        line = with(line, "route", entry.route());
        line = with(line, "status", entry.status());
        line = with(line, "millis", Math.round(entry.nanos() / 1e3) / 1e3);
        line = with(line, "units", entry.units() > 0 ? entry.units() : null);
        line = with(line, "caller", entry.caller());
        line = with(line, "subject", logger.isDebugEnabled() ? entry.subject() : null);
        line = with(line, "bytes", entry.bytes() >= 0 ? entry.bytes() : null);
        line = with(line, "problem", entry.problem());
        line = with(line, "leftOut", leftOut > 0 ? leftOut : null);
        line.log("request");
    }

    /** A request that failed by a fault of ours: with its stack trace, at first. */
    public void failed(String requestId, String route, Throwable fault) {
        long leftOut = repetition.admit(route + '\0' + fault.getClass().getName());
        if (leftOut < 0) {
            suppressed.increment();
            return;
        }
        LoggingEventBuilder line = logger.atError().setCause(fault);
        line = with(line, "requestId", requestId);
        line = with(line, "route", route);
        line = with(line, "leftOut", leftOut > 0 ? leftOut : null);
        line.log("a request failed by a fault of Partita");
    }

    /** How many lines were left out since the start. */
    long suppressed() {
        return suppressed.sum();
    }

    private static LoggingEventBuilder with(LoggingEventBuilder line, String key, Object value) {
        return value == null ? line : line.addKeyValue(key, value);
    }
}
