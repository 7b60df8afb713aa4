package dev.partita.meter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.access.MovableClock;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.slf4j.Marker;
import org.slf4j.event.Level;
import org.slf4j.event.LoggingEvent;
import org.slf4j.helpers.LegacyAbstractLogger;
import org.slf4j.spi.LoggingEventAware;

class RequestLogTest {

    private final MovableClock clock = new MovableClock();
    private final Heard heard = new Heard();
    private final RequestLog log = new RequestLog(clock, heard);

    @Test
    void aRequestIsALineWithItsMembers() {
        heard.level = Level.INFO;
        log.answered(entry(200, null));
        assertThat(heard.lines)
                .containsExactly(
                        "INFO request {requestId=r-1, design=shop, pattern=user, method=GET,"
                                + " route=/api/shop/users/{userId}, status=200, millis=1.235, units=0.5, caller=token, bytes=17}");
    }

    @Test
    void theSubjectIsShownForDebuggingOnly() {
        heard.level = Level.DEBUG;
        log.answered(entry(404, "not-found"));
        assertThat(heard.lines.get(0)).startsWith("INFO").contains("subject=u-17", "problem=not-found");
    }

    @Test
    void withoutInfoOnlyFailuresOfOursAreLogged() {
        heard.level = Level.WARN;
        assertThat(log.logs(200)).isFalse();
        assertThat(log.logs(409)).isFalse();
        assertThat(log.logs(503)).isTrue();
        log.answered(entry(409, "not-unique"));
        log.answered(entry(503, "throttled"));
        assertThat(heard.lines).hasSize(1);
        assertThat(heard.lines.get(0)).startsWith("WARN").contains("problem=throttled");
    }

    @Test
    void failuresThatRepeatAreLeftOutAndCounted() {
        heard.level = Level.WARN;
        for (int i = 0; i < 100; i++) {
            log.answered(entry(503, "throttled"));
        }
        assertThat(heard.lines).hasSize(PerMinuteLimit.PER_MINUTE);
        assertThat(log.suppressed()).isEqualTo(95);
        log.answered(entry(503, "overloaded"));
        assertThat(heard.lines).as("another kind").hasSize(PerMinuteLimit.PER_MINUTE + 1);
        clock.advanceSeconds(60);
        log.answered(entry(503, "throttled"));
        assertThat(heard.lines.get(heard.lines.size() - 1)).contains("leftOut=95");
        log.answered(entry(503, "throttled"));
        assertThat(heard.lines.get(heard.lines.size() - 1)).doesNotContain("leftOut");
    }

    @Test
    void withInfoEveryRequestHasItsLine() {
        heard.level = Level.INFO;
        for (int i = 0; i < 100; i++) {
            log.answered(entry(503, "throttled"));
        }
        assertThat(heard.lines).hasSize(100);
    }

    @Test
    void aFaultOfOursComesWithItsStackTraceTheFirstFewTimes() {
        heard.level = Level.ERROR;
        IllegalStateException fault = new IllegalStateException("bug");
        for (int i = 0; i < 100; i++) {
            log.failed("r-" + i, "/api/shop/users/{userId}", fault);
        }
        assertThat(heard.lines).hasSize(PerMinuteLimit.PER_MINUTE);
        assertThat(heard.lines.get(0))
                .isEqualTo("ERROR a request failed by a fault of Partita {requestId=r-0,"
                        + " route=/api/shop/users/{userId}} java.lang.IllegalStateException: bug");
    }

    @Test
    void kindsOfFailuresAreFewWhateverComesIn() {
        PerMinuteLimit repetition = new PerMinuteLimit(clock);
        for (int i = 0; i < PerMinuteLimit.MOST_KINDS; i++) {
            assertThat(repetition.admit("kind " + i)).isZero();
        }
        int passed = 0;
        for (int i = 0; i < 100; i++) {
            passed += repetition.admit("further " + i) >= 0 ? 1 : 0;
        }
        assertThat(passed).isEqualTo(PerMinuteLimit.PER_MINUTE);
    }

    private static RequestLog.Entry entry(int status, String problem) {
        return new RequestLog.Entry(
                "r-1",
                "shop",
                "user",
                "GET",
                "/api/shop/users/{userId}",
                status,
                1_234_567,
                0.5,
                "token",
                "u-17",
                17,
                problem);
    }

    /** A logger that keeps what it hears. */
    private static final class Heard extends LegacyAbstractLogger implements LoggingEventAware {
        private static final long serialVersionUID = 1;

        final transient List<String> lines = new ArrayList<>();
        Level level = Level.ERROR;

        @Override
        public void log(LoggingEvent event) {
            Map<String, Object> values = new LinkedHashMap<>();
            event.getKeyValuePairs().forEach(pair -> values.put(pair.key, pair.value));
            lines.add(event.getLevel() + " " + event.getMessage() + " " + values
                    + (event.getThrowable() == null ? "" : " " + event.getThrowable()));
        }

        @Override
        public boolean isTraceEnabled() {
            return level.toInt() <= Level.TRACE.toInt();
        }

        @Override
        public boolean isDebugEnabled() {
            return level.toInt() <= Level.DEBUG.toInt();
        }

        @Override
        public boolean isInfoEnabled() {
            return level.toInt() <= Level.INFO.toInt();
        }

        @Override
        public boolean isWarnEnabled() {
            return level.toInt() <= Level.WARN.toInt();
        }

        @Override
        public boolean isErrorEnabled() {
            return true;
        }

        @Override
        protected String getFullyQualifiedCallerName() {
            return null;
        }

        @Override
        protected void handleNormalizedLoggingCall(
                Level at, Marker marker, String message, Object[] arguments, Throwable problem) {
            throw new AssertionError("Lines have keys and values: " + message);
        }
    }
}
