package dev.partita.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;

class LogsTest {

    private static final Clock CLOCK = Clock.fixed(Instant.parse("2026-03-01T12:00:00.05Z"), ZoneOffset.UTC);

    private final ByteArrayOutputStream written = new ByteArrayOutputStream();
    private final Logger log = LoggerFactory.getLogger("dev.partita.log.Test");

    @AfterEach
    void reset() {
        Logs.configure(null);
    }

    @Test
    void itIsTheBackendThatSlf4jFinds() {
        assertThat(log).isInstanceOf(LineLogger.class);
    }

    @Test
    void textIsForPeople() {
        configure(Logs.Format.TEXT, Level.INFO);
        log.info("{} of {}", 1, 2);
        log.atWarn()
                .addKeyValue("route", "/a/{b}")
                .addKeyValue("status", 503)
                .addKeyValue("why", "a b")
                .log("request");
        assertThat(written()).isEqualTo("""
                        2026-03-01T12:00:00.050Z INFO  Test: 1 of 2
                        2026-03-01T12:00:00.050Z WARN  Test: request route=/a/{b} status=503 why="a b"
                        """);
    }

    @Test
    void jsonIsALineThatAnyParserReads() {
        configure(Logs.Format.JSON, Level.INFO);
        log.atInfo()
                .addKeyValue("status", 200)
                .addKeyValue("millis", 1.25)
                .addKeyValue("ok", true)
                .addKeyValue("none", (Object) null)
                .addKeyValue("nan", Double.NaN)
                .addKeyValue("level", "forged")
                .addKeyValue("status", 500)
                .log("a \"message\"");
        assertThat(object(written()))
                .containsExactly(
                        Map.entry("time", "2026-03-01T12:00:00.050Z"),
                        Map.entry("level", "INFO"),
                        Map.entry("logger", "dev.partita.log.Test"),
                        Map.entry("message", "a \"message\""),
                        Map.entry("status", "200"),
                        Map.entry("millis", "1.25"),
                        Map.entry("ok", "true"),
                        Map.entry("none", "null"),
                        Map.entry("nan", "NaN"));
    }

    @Test
    void noValueCanForgeALine() {
        String evil = "x\n2026 ERROR forged\r\u001b[31m\u2028\u0085\ud800\"\\ \ud83d\ude00";
        for (Logs.Format format : Logs.Format.values()) {
            written.reset();
            configure(format, Level.INFO);
            log.atInfo().addKeyValue("value", evil).addKeyValue(evil, "name").log(evil);
            String line = written();
            assertThat(line).endsWith("\n");
            assertThat(line.substring(0, line.length() - 1))
                    .doesNotContain("\n", "\r", "\u001b", "\u2028", "\u0085")
                    .contains("\ud83d\ude00");
        }
        assertThat(object(written())).containsEntry("value", evil.replace('\ud800', '\ufffd'));
    }

    @Test
    void aStackTraceIsAMemberOrFollowsTheLine() {
        IllegalStateException problem = new IllegalStateException("broken");
        configure(Logs.Format.JSON, Level.WARN);
        log.error("failed", problem);
        Map<String, String> line = object(written());
        assertThat(line).containsEntry("error", "java.lang.IllegalStateException");
        assertThat(line.get("stack")).contains("broken", "at dev.partita.log.LogsTest");
        written.reset();
        configure(Logs.Format.TEXT, Level.WARN);
        log.atError().setCause(problem).log("failed");
        assertThat(written()).contains("ERROR Test: failed\n    java.lang.IllegalStateException: broken\n        at ");
    }

    @Test
    void theLevelIsOursAndOthersAreHeardFromWarnOn() {
        Logger other = LoggerFactory.getLogger("software.amazon.awssdk.request");
        configure(Logs.Format.TEXT, Level.TRACE);
        assertThat(log.isTraceEnabled()).isTrue();
        assertThat(other.isInfoEnabled()).isFalse();
        assertThat(other.isWarnEnabled()).isTrue();
        configure(Logs.Format.TEXT, Level.ERROR);
        assertThat(log.isWarnEnabled()).isFalse();
        assertThat(other.isWarnEnabled()).isFalse();
        log.warn("nothing");
        log.atWarn().log("nothing");
        assertThat(written()).isEmpty();
    }

    @Test
    void withoutSettingsWarningsAreText() {
        Logs.configure(null);
        assertThat(log.isInfoEnabled()).isFalse();
        assertThat(log.isWarnEnabled()).isTrue();
    }

    private void configure(Logs.Format format, Level level) {
        Logs.configure(new Logs.Setup(format, level, new PrintStream(written, true, StandardCharsets.UTF_8), CLOCK));
    }

    private String written() {
        return written.toString(StandardCharsets.UTF_8);
    }

    /** One object, its members each once, and nothing after it. */
    private static Map<String, String> object(String line) {
        Map<String, String> members = new LinkedHashMap<>();
        try (JsonParser parser = JsonFactory.builder()
                .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                .build()
                .createParser(ObjectReadContext.empty(), line)) {
            assertThat(parser.nextToken()).isEqualTo(JsonToken.START_OBJECT);
            while (parser.nextToken() != JsonToken.END_OBJECT) {
                String name = parser.currentName();
                parser.nextToken();
                members.put(name, parser.getString());
            }
            assertThat(parser.nextToken()).isNull();
        }
        return members;
    }
}
