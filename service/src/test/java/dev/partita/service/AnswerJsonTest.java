package dev.partita.service;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.item.Bytes;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.Test;

class AnswerJsonTest {

    @Test
    void valuesAreWrittenExactly() {
        check(null, "null");
        check(Long.MIN_VALUE, "-9223372036854775808");
        check(Long.MAX_VALUE, "9223372036854775807");
        check(0L, "0");
        check(-10L, "-10");
        check(new BigDecimal("12345678901234567890123456789012345678"), "12345678901234567890123456789012345678");
        check(new BigDecimal("1E+125"), "1E+125");
        check(new BigDecimal("100.0"), "100");
        check(new BigDecimal("1E-130"), "1E-130");
        check(new BigDecimal("0.50"), "0.5");
        check(Bytes.of(new byte[] {0, 1, -1}), "\"AAH/\"");
        check(LocalDate.of(2024, 2, 29), "\"2024-02-29\"");
        check(LocalDate.of(-5, 1, 2), "\"-0005-01-02\"");
        check(Arrays.asList(1L, null, "x"), "[1,null,\"x\"]");
        check(Map.of(), "{}");
        check("\"\\\b\f\n\r\t\u0000\u001f\u007f/é€😀", "\"\\\"\\\\\\b\\f\\n\\r\\t\\u0000\\u001f\\u007f/é€😀\"");
        check("half \ud800 one", "\"half \\ud800 one\"");
    }

    @Test
    void timesAreWrittenAsInstantsWriteThemselves() {
        long seed = ThreadLocalRandom.current().nextLong();
        Random random = new Random(seed);
        for (int i = 0; i < 20_000; i++) {
            long second = random.nextInt(4) == 0
                    ? random.nextLong(-70_000_000_000L, 260_000_000_000L)
                    : random.nextLong(0, 4_000_000_000L);
            int nanos =
                    switch (random.nextInt(4)) {
                        case 0 -> 0;
                        case 1 -> random.nextInt(1000) * 1_000_000;
                        case 2 -> random.nextInt(1_000_000) * 1000;
                        default -> random.nextInt(1_000_000_000);
                    };
            Instant time = Instant.ofEpochSecond(second, nanos);
            assertThat(written(time)).as("seed " + seed).isEqualTo("\"" + time + "\"");
        }
    }

    @Test
    void textOfAnyKindIsReadBackAsItWas() {
        long seed = ThreadLocalRandom.current().nextLong();
        Random random = new Random(seed);
        for (int i = 0; i < 2_000; i++) {
            StringBuilder text = new StringBuilder();
            random.ints(random.nextInt(200), 0, 4)
                    .forEach(kind -> text.appendCodePoint(
                            switch (kind) {
                                case 0 -> random.nextInt(0x80);
                                case 1 -> random.nextInt(0x800);
                                case 2 -> 0xe000 + random.nextInt(0x1000);
                                default -> 0x10000 + random.nextInt(0x100000);
                            }));
            Map<String, Object> object = new LinkedHashMap<>();
            object.put("a" + text, List.of(text.toString()));
            assertThat(JsonBody.read(written(object).getBytes(StandardCharsets.UTF_8)))
                    .as("seed " + seed)
                    .isEqualTo(object);
        }
    }

    @Test
    void longAnswersGrowAndTheNextOneStartsAnew() {
        String text = "x".repeat(1_000_000);
        assertThat(written(List.of(text, text))).hasSize(2_000_007);
        check("short", "\"short\"");
    }

    private static void check(Object value, String json) {
        assertThat(written(value)).isEqualTo(json);
    }

    private static String written(Object value) {
        return new String(AnswerJson.start().value(value).toByteArray(), StandardCharsets.UTF_8);
    }
}
