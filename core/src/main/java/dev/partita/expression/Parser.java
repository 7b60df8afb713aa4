package dev.partita.expression;

/** Reads expression text; what it answers has its placeholders replaced and its operands checked. */
public final class Parser {

    private Parser() {}

    /** Absent text is a condition that always holds. */
    public static Condition condition(String text, ExpressionKind kind, Placeholders placeholders) {
        throw new UnsupportedOperationException();
    }

    /** Absent text shows the whole item. */
    public static Projection projection(String text, Placeholders placeholders) {
        throw new UnsupportedOperationException();
    }

    /** Absent text changes nothing. */
    public static Update update(String text, Placeholders placeholders) {
        throw new UnsupportedOperationException();
    }

    public static KeyCondition keyCondition(String text, Placeholders placeholders) {
        throw new UnsupportedOperationException();
    }
}
