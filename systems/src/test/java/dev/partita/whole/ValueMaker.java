package dev.partita.whole;

import dev.partita.whole.Sketch.Attribute;
import dev.partita.whole.Sketch.Shape;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Makes up values: few ids that look alike, text that keys have to escape, numbers at their limits. As JSON has them. */
final class ValueMaker {

    /** Each is the beginning of another, or looks like another's escape, or sorts by bytes otherwise than by letters. */
    private static final List<String> TEXTS = List.of(
            "a",
            "b",
            "ab",
            "A",
            "b#1",
            "a|b",
            "a~b",
            "a/b",
            "a%23b",
            "it's",
            "x y",
            "ä",
            "日本",
            "\uD83D\uDE00",
            "META",
            "1",
            "10",
            "a.b",
            "a!");

    private final Dice dice;

    ValueMaker(Dice dice) {
        this.dice = dice;
    }

    Object of(Attribute attribute, Instant now) {
        if (attribute.text("pattern") != null) {
            return dice.of("a", "abc", "ab1", "x9");
        }
        if (attribute.shape().isNumber()) {
            return number(attribute);
        }
        String longest = attribute.bound("length", true);
        if (attribute.shape().word().equals("string") && longest != null && dice.chance(0.1)) {
            return "é".repeat(Integer.parseInt(longest));
        }
        List<String> steps = Tree.names(attribute.get("normalise"));
        if (steps.contains("public-url")) {
            return dice.of("HTTPS://A.example.com:443/p", "https://a.example.com/p", "http://b.example.com/?q=1#x");
        }
        if (steps.contains("url")) {
            return dice.of(
                    "HTTPS://A.example:443/p",
                    "https://a.example/p",
                    "http://b.example/?q=1#x",
                    "https://www.a.example/",
                    "no url");
        }
        if (steps.contains("domain") || steps.contains("public-domain")) {
            return dice.of("A.example", "a.example.", "https://a.example/x", "b.example:80", "c.example");
        }
        Object value = of(attribute.shape(), now, 2);
        if (value instanceof List<?> list && attribute.shape().word().equals("list")) {
            List<Object> fitting = new ArrayList<>();
            list.forEach(element -> {
                if (!attribute.is("distinct") || fitting.stream().noneMatch(there -> alike(there, element))) {
                    fitting.add(element);
                }
            });
            return fitting;
        }
        if (!steps.isEmpty() && value instanceof String text && dice.chance(0.4)) {
            return steps.contains("trim") ? " " + text + " " : text.toUpperCase(java.util.Locale.ROOT);
        }
        return value;
    }

    /** A little later than any time that is kept. */
    Object finer(Object moment) {
        return Instant.parse((String) moment)
                .plusNanos(dice.of(1, 400, 900_000))
                .toString();
    }

    private static boolean alike(Object one, Object other) {
        return String.valueOf(one)
                .strip()
                .equalsIgnoreCase(String.valueOf(other).strip());
    }

    private Object number(Attribute attribute) {
        String low = attribute.bound("range", false);
        String high = attribute.bound("range", true);
        boolean isWhole = attribute.shape().word().equals("integer");
        BigDecimal least = low == null ? BigDecimal.ZERO : new BigDecimal(low);
        BigDecimal most = high == null ? least.add(BigDecimal.valueOf(50)) : new BigDecimal(high);
        if (dice.chance(0.15)) {
            return plain(dice.of(least, most));
        }
        BigDecimal value = least.add(BigDecimal.valueOf(dice.below(12)));
        if (!isWhole && dice.chance(0.5)) {
            value = value.add(new BigDecimal("0.5"));
        }
        return plain(value.min(most));
    }

    private static Object plain(BigDecimal number) {
        return number.stripTrailingZeros().scale() <= 0 ? (Object) number.longValueExact() : number;
    }

    Object of(Shape shape, Instant now, int depth) {
        return switch (shape.word()) {
            case "enum" -> shape.open() && dice.chance(0.2) ? "another" : dice.pick(shape.values());
            case "integer" -> (long) dice.below(20);
            case "decimal" -> plain(BigDecimal.valueOf(dice.below(400), 2));
            case "flag", "boolean" -> dice.chance(0.5);
            case "binary" -> Base64.getEncoder().encodeToString(new byte[] {1, (byte) dice.below(3)});
            case "timestamp", "epoch-seconds" ->
                now.minusSeconds(dice.below(900))
                        .truncatedTo(ChronoUnit.SECONDS)
                        .toString();
            case "timestamp-millis", "epoch-millis" ->
                now.minusMillis(dice.below(900_000))
                        .truncatedTo(ChronoUnit.MILLIS)
                        .toString();
            case "iso-time" ->
                now.minusSeconds(dice.below(90)).truncatedTo(ChronoUnit.SECONDS).toString();
            case "date" ->
                LocalDate.ofInstant(now, ZoneOffset.UTC)
                        .minusDays(dice.below(4))
                        .toString();
            case "ulid" -> "01HQ8XA2B3C4D5E6F7G8H9J0K" + dice.below(10);
            case "uuid" -> "0a7b1c2d-0000-4000-8000-00000000000" + dice.below(10);
            case "password" -> "secret " + dice.below(3);
            case "list", "set" -> {
                List<Object> all = new ArrayList<>();
                for (int i = dice.below(4); i > 0; i--) {
                    Object element = of(shape.element(), now, depth - 1);
                    if (shape.word().equals("list") || !all.contains(element)) {
                        all.add(element);
                    }
                }
                yield all;
            }
            case "record" -> {
                Map<String, Object> all = new LinkedHashMap<>();
                shape.members().values().forEach(member -> {
                    if (member.is("required") || dice.chance(0.7)) {
                        all.put(member.name(), of(member, now));
                    }
                });
                yield all;
            }
            case "map" -> {
                Map<String, Object> all = new LinkedHashMap<>();
                for (int i = dice.below(3); i > 0; i--) {
                    all.put(dice.of("k", "k.l", "#n", "größe"), of(shape.element(), now, depth - 1));
                }
                yield all;
            }
            case "any" -> any(depth);
            default -> dice.pick(TEXTS);
        };
    }

    private Object any(int depth) {
        return switch (dice.below(depth > 0 ? 6 : 4)) {
            case 0 -> (long) dice.below(9);
            case 1 -> dice.chance(0.5);
            case 2 -> dice.pick(TEXTS);
            case 3 -> new BigDecimal("12.5");
            case 4 -> new ArrayList<>(List.of(any(depth - 1), any(depth - 1)));
            default -> Tree.of("in", any(depth - 1));
        };
    }
}
