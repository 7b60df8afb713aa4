package dev.partita.exchange;

import dev.partita.item.AttributeValue;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** Guesses the type of each attribute of a kind from its values. */
final class TypeGuess {

    private static final String SECONDS = "\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ";
    private static final String MILLIS = "\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z";
    private static final String ISO = "\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d(:\\d\\d(\\.\\d+)?)?(Z|[+-]\\d\\d:?\\d\\d)?";
    private static final BigDecimal YEAR_2001 = new BigDecimal("1000000000");
    private static final BigDecimal YEAR_2100 = new BigDecimal("4102444800");

    /** By stored name: the options of the attribute as a design file writes them, without braces. */
    static Map<String, String> of(List<Map<String, AttributeValue>> items, Set<String> without) {
        Map<String, List<AttributeValue>> values = new LinkedHashMap<>();
        for (Map<String, AttributeValue> item : items) {
            item.forEach((name, value) -> {
                if (!without.contains(name)) {
                    values.computeIfAbsent(name, n -> new ArrayList<>()).add(value);
                }
            });
        }
        Map<String, String> fields = new LinkedHashMap<>();
        values.forEach((name, found) -> fields.put(
                name,
                type(name, found) + (found.size() == items.size() && items.size() > 1 ? ", required: true" : "")));
        return fields;
    }

    private static String type(String name, List<AttributeValue> values) {
        List<AttributeValue> present = values.stream()
                .filter(value -> value.type() != AttributeValue.Type.NULL)
                .toList();
        String nullable = present.size() < values.size() ? ", absent: null" : "";
        if (present.isEmpty()) {
            return "type: string" + nullable;
        }
        AttributeValue.Type tag = present.get(0).type();
        if (present.stream().anyMatch(value -> value.type() != tag)) {
            return "type: any" + nullable;
        }
        return "type: "
                + switch (tag) {
                    case S -> text(present);
                    case N -> number(name, present);
                    case B -> "binary";
                    case BOOL -> "boolean";
                    case NULL -> "any";
                    case M -> "map";
                    case L -> "list of " + element(present);
                    case SS -> "set of string";
                    case NS -> "set of decimal";
                    case BS -> "set of binary";
                }
                + nullable;
    }

    private static String text(List<AttributeValue> values) {
        List<String> texts =
                values.stream().map(value -> ((AttributeValue.S) value).value()).toList();
        if (texts.stream().allMatch(text -> text.matches(SECONDS))) {
            return "timestamp";
        }
        if (texts.stream().allMatch(text -> text.matches(MILLIS))) {
            return "timestamp-millis";
        }
        if (texts.stream().allMatch(text -> text.matches(ISO))) {
            return "iso-time";
        }
        if (texts.stream().allMatch(text -> text.matches("\\d{4}-\\d\\d-\\d\\d"))) {
            return "date";
        }
        if (texts.stream().allMatch(text -> text.matches("[0-7][0-9A-HJKMNP-TV-Z]{25}"))) {
            return "ulid";
        }
        if (texts.stream().allMatch(text -> text.matches("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}"))) {
            return "uuid";
        }
        Set<String> distinct = new LinkedHashSet<>(texts);
        boolean few = texts.size() >= 10 && distinct.size() <= 6 && distinct.size() * 4 <= texts.size();
        if (few && distinct.stream().allMatch(text -> text.matches("[A-Za-z][A-Za-z0-9_-]{0,30}"))) {
            return "string, enum: [" + String.join(", ", distinct) + "], open: true";
        }
        return "string";
    }

    private static String number(String name, List<AttributeValue> values) {
        List<BigDecimal> numbers =
                values.stream().map(value -> ((AttributeValue.N) value).value()).toList();
        if (numbers.stream().anyMatch(number -> number.stripTrailingZeros().scale() > 0)) {
            return "decimal";
        }
        String lower = name.toLowerCase(Locale.ROOT);
        if (numbers.stream().allMatch(number -> number.signum() == 0 || number.compareTo(BigDecimal.ONE) == 0)
                && lower.matches("(is|has|can|was|i|c)[a-z_]*")) {
            return "flag";
        }
        if (numbers.stream().allMatch(n -> n.compareTo(YEAR_2001) > 0 && n.compareTo(YEAR_2100) < 0)) {
            return "epoch-seconds";
        }
        BigDecimal thousand = BigDecimal.valueOf(1000);
        if (numbers.stream()
                .allMatch(n -> n.compareTo(YEAR_2001.multiply(thousand)) > 0
                        && n.compareTo(YEAR_2100.multiply(thousand)) < 0)) {
            return "epoch-millis";
        }
        return "integer";
    }

    private static String element(List<AttributeValue> lists) {
        List<AttributeValue> elements = lists.stream()
                .flatMap(list -> ((AttributeValue.L) list).values().stream())
                .toList();
        if (elements.isEmpty()) {
            return "any";
        }
        AttributeValue.Type tag = elements.get(0).type();
        if (elements.stream().anyMatch(element -> element.type() != tag)) {
            return "any";
        }
        return switch (tag) {
            case S -> "string";
            case N -> "decimal";
            case BOOL -> "boolean";
            case M -> "map";
            default -> "any";
        };
    }

    private TypeGuess() {}
}
