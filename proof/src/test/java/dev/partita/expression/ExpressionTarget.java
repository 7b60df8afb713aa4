package dev.partita.expression;

import dev.partita.fuzz.Target;
import dev.partita.item.ApiException;
import dev.partita.item.AttributeValue;
import dev.partita.item.Bytes;
import dev.partita.item.Item;
import dev.partita.item.NumberText;
import dev.partita.item.Sets;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** An expression; its first letter says of which kind. It is parsed, and evaluated on an item that has a value of every type. */
public final class ExpressionTarget implements Target {

    private static final Item KEY = Item.of(Map.of("pk", s("a"), "sk", n("1")));
    private static final Item ITEM = Item.of(Map.ofEntries(
            Map.entry("pk", s("a")),
            Map.entry("sk", n("1")),
            Map.entry("s", s("hello")),
            Map.entry("n", n("5")),
            Map.entry("l", new AttributeValue.L(List.of(n("1"), s("x"), new AttributeValue.L(List.of(n("2")))))),
            Map.entry("m", new AttributeValue.M(Map.of("a", n("1"), "b", new AttributeValue.M(Map.of("c", s("z")))))),
            Map.entry("ss", Sets.ofStrings(List.of("a", "b"))),
            Map.entry("ns", Sets.ofNumbers(List.of(n("1"), n("2")))),
            Map.entry("b", new AttributeValue.B(Bytes.of(new byte[] {1, 2, 3}))),
            Map.entry("bs", Sets.ofBinaries(List.of(Bytes.of(new byte[] {1})))),
            Map.entry("bo", AttributeValue.Bool.TRUE),
            Map.entry("nu", AttributeValue.Null.NULL)));

    private static final Map<String, String> NAMES = Map.of("#s", "s", "#l", "l", "#m", "m", "#a", "a", "#dot", "x.y");
    private static final Map<String, AttributeValue> VALUES = new HashMap<>();

    static {
        ITEM.toMap().forEach((name, value) -> VALUES.put(":" + name, value));
        VALUES.put(":tS", s("S"));
        VALUES.put(":big", n("1e125"));
    }

    @Override
    public void read(byte[] input) {
        String text = new String(input, StandardCharsets.UTF_8);
        char kind = text.isEmpty() ? 'c' : text.charAt(0);
        String expression = text.isEmpty() ? "" : text.substring(1);
        Placeholders placeholders = new Placeholders(NAMES, VALUES);
        try {
            switch (kind) {
                case 'u' -> Parser.update(expression, placeholders).apply(ITEM, KEY);
                case 'p' -> Parser.projection(expression, placeholders).of(ITEM);
                case 'k' -> Parser.keyCondition(expression, placeholders);
                case 'f' ->
                    Parser.condition(expression, ExpressionKind.FILTER, placeholders)
                            .holds(ITEM);
                default ->
                    Parser.condition(expression, ExpressionKind.CONDITION, placeholders)
                            .holds(ITEM);
            }
        } catch (ApiException refused) {
            if (refused.code() != ApiException.Code.VALIDATION
                    && refused.code() != ApiException.Code.CONDITIONAL_CHECK_FAILED) {
                throw refused;
            }
        }
    }

    private static AttributeValue s(String text) {
        return new AttributeValue.S(text);
    }

    private static AttributeValue n(String text) {
        return NumberText.parse(text);
    }
}
