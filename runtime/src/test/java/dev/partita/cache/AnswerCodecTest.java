package dev.partita.cache;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.item.Bytes;
import dev.partita.plan.Result;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class AnswerCodecTest {

    @Test
    void everyKindOfValueComesBackAsItWas() {
        Map<String, Object> values = new LinkedHashMap<>();
        values.put("text", "größer\u0000 𝄞");
        values.put("empty", "");
        values.put("long", Long.MIN_VALUE);
        values.put("small", -1L);
        values.put("decimal", new BigDecimal("-1.2300E-40"));
        values.put("truth", true);
        values.put("lie", false);
        values.put("bytes", Bytes.of(new byte[] {0, -1, 127}));
        values.put("time", Instant.parse("1960-01-01T00:00:00.123456789Z"));
        values.put("day", LocalDate.of(-5, 1, 1));
        values.put("list", Arrays.asList("a", null, 1L, List.of()));
        values.put("set", new LinkedHashSet<>(List.of(2L, 1L)));
        values.put("map", Map.of("inner", Map.of("text", Set.of("x"))));
        Result part = new Result(List.of(), 7, Map.of("web", 3L, 4L, 4L, true, 0L), null, Map.of(), 0, 0);
        Result answer = new Result(
                List.of(new Result.Found("User", values), new Result.Found("User", values)),
                2,
                Map.of(),
                "next",
                Map.of("counts", part),
                0,
                0);
        assertThat(AnswerCodec.decode(AnswerCodec.encode(answer))).isEqualTo(answer);
    }

    @Test
    void namesAreWrittenOnce() {
        List<Result.Found> items = new ArrayList<>();
        for (long i = 0; i < 100; i++) {
            items.add(new Result.Found("AnEntityWithAName", Map.of("anAttributeWithAName", i)));
        }
        assertThat(AnswerCodec.encode(new Result(items, 100, Map.of(), null, Map.of(), 0, 0)))
                .hasSizeLessThan(700);
    }

    @Test
    void whatIsNoAnswerIsNone() {
        byte[] bytes = AnswerCodec.encode(new Result(
                List.of(new Result.Found("User", Map.of("name", "Ann", "tags", List.of("x", 2L)))),
                1,
                Map.of(),
                "cursor",
                Map.of(),
                0,
                0));
        assertThat(AnswerCodec.decode(new byte[0])).isNull();
        byte[] other = bytes.clone();
        other[0]++;
        assertThat(AnswerCodec.decode(other)).as("another version").isNull();
        for (int length = 0; length < bytes.length; length++) {
            assertThat(AnswerCodec.decode(Arrays.copyOf(bytes, length))).isNull();
        }
        Random random = new Random(1);
        for (int i = 0; i < 20_000; i++) {
            byte[] damaged = bytes.clone();
            damaged[1 + random.nextInt(bytes.length - 1)] = (byte) random.nextInt();
            // It may read as something else, but must come to an end.
            AnswerCodec.decode(damaged);
        }
    }
}
