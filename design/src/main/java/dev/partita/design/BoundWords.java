package dev.partita.design;

import dev.partita.design.model.Node;
import java.util.List;
import java.util.Locale;

/** What other tools call the bounds of a value, and how a design file says them: {@code min: 0, max: 10} is {@code range: 0..10}. */
final class BoundWords {

    private static final List<String> LOW = List.of("min", "minimum", "minlength", "minvalue", "minitems", "minsize");
    private static final List<String> HIGH = List.of("max", "maximum", "maxlength", "maxvalue", "maxsize");

    private BoundWords() {}

    /** What to write for a word of an attribute; null when it is no bound. */
    static String advice(Node.Mapping attribute, String word) {
        String plain = plain(word);
        if (!LOW.contains(plain) && !HIGH.contains(plain)) {
            return null;
        }
        String type = attribute.get("type") instanceof Node.Text text ? text.value() : "string";
        boolean isMany = type.startsWith("list") || type.startsWith("set") || type.startsWith("map");
        String low = value(attribute, LOW);
        String high = value(attribute, HIGH);
        if (isMany && !plain.endsWith("length")) {
            return high.isEmpty()
                    ? "leave it out: a list may be empty; `required: true` asks for one"
                    : "write `max-items: " + high + "`";
        }
        boolean isNumber = type.equals("integer") || type.equals("decimal");
        return "write `" + (isNumber && !plain.endsWith("length") ? "range" : "length") + ": " + low + ".." + high
                + "`";
    }

    private static String value(Node.Mapping attribute, List<String> words) {
        return attribute.entries().entrySet().stream()
                .filter(entry -> words.contains(plain(entry.getKey())))
                .map(entry -> entry.getValue() instanceof Node.Text text ? text.value() : "")
                .findFirst()
                .orElse("");
    }

    private static String plain(String word) {
        return word.toLowerCase(Locale.ROOT).replaceAll("[^a-z]", "");
    }
}
