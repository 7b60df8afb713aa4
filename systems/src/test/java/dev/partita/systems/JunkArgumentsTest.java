package dev.partita.systems;

import static org.assertj.core.api.Assertions.fail;

import dev.partita.embedded.EngineEndpoint;
import dev.partita.engine.Engine;
import dev.partita.plan.Endpoint;
import dev.partita.plan.InvalidValues;
import dev.partita.plan.WriteRefused;
import dev.partita.plan.internal.compile.Compiled;
import dev.partita.plan.internal.key.Argument;
import dev.partita.plan.internal.read.Plan;
import dev.partita.plan.internal.value.Ids;
import dev.partita.plan.internal.value.RunContext;
import dev.partita.plan.internal.write.WritePlan;
import java.math.BigDecimal;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever callers give to a write is written, refused by a rule, or named as wrong; nothing else happens. */
class JunkArgumentsTest {

    private static final List<Object> JUNK = Arrays.asList(
            null,
            "",
            " ",
            "x",
            "1",
            "-1",
            "1e400",
            "NaN",
            "true",
            "2024-06-29",
            "2024-06-29T12:00:00Z",
            "9999-12-31T23:59:59Z",
            "+1000000-01-01T00:00:00Z",
            "a#b%23%",
            "\u0000\ud800",
            "é😀".repeat(300),
            "https://x:99999999/",
            "://",
            0,
            1,
            -1L,
            Long.MAX_VALUE,
            1.5,
            Double.NaN,
            new BigDecimal("1e200"),
            true,
            false,
            List.of(),
            List.of("a", "a"),
            Arrays.asList("a", null, 3),
            List.of(List.of()),
            Map.of(),
            Map.of("a", 1, "", "x"),
            Map.of("deep", Map.of("deep", List.of(Map.of("x", 1)))),
            new byte[] {1},
            Instant.EPOCH,
            new Object());

    @ParameterizedTest
    @MethodSource("dev.partita.systems.Systems#names")
    void noArgumentsBringAWriteDown(String name) {
        long seed = Long.getLong("seed", 1);
        Random random = new Random(seed);
        Compiled compiled = Systems.compiled(name);
        // Not the shared one, which starts DynamoDB Local beside it.
        Endpoint endpoint = new EngineEndpoint(Engine.inMemory(Engine.Options.defaults()));
        Tables.create(compiled.design(), endpoint);
        RunContext surroundings = new RunContext(
                Clock.fixed(Instant.parse("2024-06-29T12:00:00Z"), ZoneOffset.UTC),
                new Ids(random),
                Tables.ENVIRONMENT,
                "me");
        for (Plan plan : compiled.plans().values()) {
            if (plan instanceof WritePlan write) {
                for (int i = 0; i < 30; i++) {
                    Map<String, Object> arguments = draw(random, write);
                    try {
                        write.run(endpoint, arguments, surroundings);
                    } catch (InvalidValues | WriteRefused e) {
                        // As it should be.
                    } catch (RuntimeException e) {
                        fail("seed " + seed + ": " + plan.pattern().name() + " " + arguments, e);
                    }
                }
            }
        }
    }

    private static Map<String, Object> draw(Random random, WritePlan plan) {
        Map<String, Object> arguments = new HashMap<>();
        for (Argument argument : plan.arguments()) {
            if (random.nextInt(4) > 0) {
                // Mostly something plain, so that junk gets past the first check.
                arguments.put(
                        argument.name(),
                        random.nextInt(3) > 0 ? plain(argument) : JUNK.get(random.nextInt(JUNK.size())));
            }
        }
        if (random.nextInt(10) == 0) {
            arguments.put("nobodyKnowsThis", 1);
        }
        return arguments;
    }

    private static Object plain(Argument argument) {
        return switch (argument.type().tag() == null ? "" : argument.type().tag()) {
            case "N" -> 1;
            case "BOOL" -> true;
            case "L", "SS" -> List.of("a");
            case "M" -> Map.of("a", 1);
            default ->
                argument.type().word().startsWith("timestamp")
                                || argument.type().word().equals("date")
                        ? "2024-06-29T12:00:00Z"
                        : "x";
        };
    }
}
