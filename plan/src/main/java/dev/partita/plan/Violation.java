package dev.partita.plan;

/**
 * One value that an entity does not take.
 *
 * @param attribute its logical name, with members below it: {@code lastResult.status}
 * @param value what was given, or null when it was missing
 * @param rule the word of the design that refuses it: {@code type}, {@code range}, {@code required}, …
 * @param message what is wrong, in words: {@code must be at most 5}
 */
public record Violation(String entity, String attribute, Object value, String rule, String message) {

    private static final int SHOWN_CHARACTERS = 60;

    /** The attribute of the entity that it is about, without what is below it: {@code lastResult}. */
    public String topAttribute() {
        return attribute.replaceFirst("[.\\[].*", "");
    }

    /** The same, of a value that stands inside another: {@code testCases[0].} before its name. */
    public Violation at(String place) {
        return new Violation(entity, place + attribute, value, rule, message);
    }

    @Override
    public String toString() {
        return entity + "." + attribute + (value == null ? "" : " = " + shown()) + " " + message;
    }

    private String shown() {
        String text = value instanceof String s ? "'" + s + "'" : String.valueOf(value);
        return text.length() <= SHOWN_CHARACTERS ? text : text.substring(0, SHOWN_CHARACTERS) + "…";
    }
}
