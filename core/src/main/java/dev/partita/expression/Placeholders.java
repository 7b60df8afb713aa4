package dev.partita.expression;

import dev.partita.item.AttributeValue;
import dev.partita.item.Dialect;
import java.util.Map;

/** What the {@code #name} and {@code :value} tokens of a request stand for, and which of them were used. */
public final class Placeholders {

    /** Takes the request's maps, null when absent; refuses empty maps, malformed keys and maps that are too large. */
    public Placeholders(Map<String, String> names, Map<String, AttributeValue> values) {}

    /** Reports the first refused value, if there is one. */
    public void requireValidValues(Dialect dialect) {}

    /** Reports names that no expression used, then values. */
    public void requireAllUsed() {}
}
