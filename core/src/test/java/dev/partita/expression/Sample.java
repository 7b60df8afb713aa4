package dev.partita.expression;

import dev.partita.item.AttributeValue;
import dev.partita.item.Bytes;
import dev.partita.item.Item;
import dev.partita.item.NumberText;
import dev.partita.item.Sets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The item, the placeholders and the value notation that the expression tests share. */
final class Sample {

    private static final Pattern PLACEHOLDER = Pattern.compile("[#:]\\w+");

    static final Item KEY = Item.of(Map.of("pk", s("a"), "sk", n("1")));

    static final Item ITEM = Item.of(Map.ofEntries(
            Map.entry("pk", s("a")),
            Map.entry("sk", n("1")),
            Map.entry("s", s("hello")),
            Map.entry("n", n("5")),
            Map.entry("l", l(n("1"), s("x"), l(n("2")))),
            Map.entry("m", m("a", n("1"), "b", m("c", s("z")))),
            Map.entry("ss", ss("a", "b")),
            Map.entry("ns", ns("1", "2")),
            Map.entry("b", b(1, 2, 3)),
            Map.entry("bs", bs(b(1))),
            Map.entry("bo", AttributeValue.Bool.TRUE),
            Map.entry("nu", AttributeValue.Null.NULL)));

    static final Map<String, AttributeValue> VALUES = Map.ofEntries(
            Map.entry(":s", s("hello")),
            Map.entry(":h", s("he")),
            Map.entry(":n", n("5")),
            Map.entry(":one", n("1")),
            Map.entry(":l", l(n("9"))),
            Map.entry(":m", m("q", n("9"))),
            Map.entry(":ss", ss("a", "c")),
            Map.entry(":ns", ns("1", "3")),
            Map.entry(":b", b(1, 2)),
            Map.entry(":bs", bs(b(1))),
            Map.entry(":bo", AttributeValue.Bool.TRUE),
            Map.entry(":nu", AttributeValue.Null.NULL),
            Map.entry(":tS", s("S")),
            Map.entry(":big", n("1e50")));

    static final Map<String, String> NAMES =
            Map.of("#s", "s", "#l", "l", "#m", "m", "#a", "a", "#status", "status", "#dot", "x.y");

    private Sample() {}

    /** The placeholders that {@code texts} use and that are defined. */
    static Placeholders placeholders(String... texts) {
        Map<String, String> names = new LinkedHashMap<>();
        Map<String, AttributeValue> values = new LinkedHashMap<>();
        for (String text : texts) {
            Matcher matcher = PLACEHOLDER.matcher(text);
            while (matcher.find()) {
                String token = matcher.group();
                if (NAMES.containsKey(token)) {
                    names.put(token, NAMES.get(token));
                } else if (VALUES.containsKey(token)) {
                    values.put(token, VALUES.get(token));
                }
            }
        }
        return new Placeholders(names.isEmpty() ? null : names, values.isEmpty() ? null : values);
    }

    static Condition condition(String text) {
        return Parser.condition(text, ExpressionKind.CONDITION, placeholders(text));
    }

    static Update update(String text) {
        return Parser.update(text, placeholders(text));
    }

    static AttributeValue s(String value) {
        return new AttributeValue.S(value);
    }

    static AttributeValue n(String text) {
        return NumberText.parse(text);
    }

    static AttributeValue b(int... bytes) {
        byte[] array = new byte[bytes.length];
        for (int i = 0; i < bytes.length; i++) {
            array[i] = (byte) bytes[i];
        }
        return new AttributeValue.B(Bytes.of(array));
    }

    static AttributeValue l(AttributeValue... values) {
        return new AttributeValue.L(List.of(values));
    }

    static AttributeValue m(Object... namesAndValues) {
        Map<String, AttributeValue> values = new LinkedHashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            values.put((String) namesAndValues[i], (AttributeValue) namesAndValues[i + 1]);
        }
        return new AttributeValue.M(values);
    }

    static AttributeValue ss(String... members) {
        return Sets.ofStrings(List.of(members));
    }

    static AttributeValue ns(String... members) {
        List<AttributeValue> numbers = new ArrayList<>();
        for (String member : members) {
            numbers.add(n(member));
        }
        return Sets.ofNumbers(numbers);
    }

    static AttributeValue bs(AttributeValue... members) {
        List<Bytes> values = new ArrayList<>();
        for (AttributeValue member : members) {
            values.add(((AttributeValue.B) member).value());
        }
        return Sets.ofBinaries(values);
    }

    static Item item(Object... namesAndValues) {
        return Item.of(((AttributeValue.M) m(namesAndValues)).values());
    }
}
