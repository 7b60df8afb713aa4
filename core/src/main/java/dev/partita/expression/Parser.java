package dev.partita.expression;

/** Reads expression text; what it answers has its placeholders replaced and its operands checked. */
public final class Parser {

    private Parser() {}

    /** Absent text is a condition that always holds. */
    public static Condition condition(String text, ExpressionKind kind, Placeholders placeholders) {
        return text == null ? Condition.ALWAYS : ConditionReader.read(text, kind, placeholders);
    }

    /** Absent text shows the whole item. */
    public static Projection projection(String text, Placeholders placeholders) {
        return text == null ? Projection.ALL : ProjectionReader.read(text, placeholders);
    }

    /** Absent text changes nothing. */
    public static Update update(String text, Placeholders placeholders) {
        return text == null ? Update.NOTHING : UpdateReader.read(text, placeholders);
    }

    public static KeyCondition keyCondition(String text, Placeholders placeholders) {
        return KeyConditionReader.read(ConditionReader.read(text, ExpressionKind.KEY_CONDITION, placeholders));
    }
}
