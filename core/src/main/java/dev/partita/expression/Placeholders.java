package dev.partita.expression;

import dev.partita.item.ApiException;
import dev.partita.item.AttributeValue;
import dev.partita.item.Dialect;
import dev.partita.item.Limits;
import dev.partita.item.Utf8;
import dev.partita.item.ValueChecks;
import dev.partita.item.ValueProblem;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** What the {@code #name} and {@code :value} tokens of a request stand for, and which of them were used. */
public final class Placeholders {

    private static final String NAMES = "ExpressionAttributeNames";
    private static final String VALUES = "ExpressionAttributeValues";

    private final Map<String, String> names;
    private final Map<String, AttributeValue> values;
    private final Set<String> used;

    /** Takes the request's maps, null when absent; refuses empty maps, malformed keys and maps that are too large. */
    public Placeholders(Map<String, String> names, Map<String, AttributeValue> values) {
        this.names = names == null ? Map.of() : names;
        this.values = values == null ? Map.of() : values;
        used = names == null && values == null ? Set.of() : new HashSet<>();
        if (names != null) {
            checkNames();
        }
        if (values != null) {
            checkValues();
        }
    }

    /**
     * Reports the first refused value, if there is one. {@link Dialect#OLDER} says which key has it, as transactions do.
     */
    public void requireValidValues(Dialect dialect) {
        for (Map.Entry<String, AttributeValue> entry : values.entrySet()) {
            ValueProblem problem = ValueChecks.problemIn(entry.getValue(), 1);
            if (problem != null) {
                throw dialect == Dialect.CURRENT
                        ? problem.asException(dialect)
                        : ApiException.validation(
                                VALUES + " contains invalid value: " + problem.older() + " for key " + entry.getKey());
            }
        }
    }

    /** Reports names that no expression used, then values. */
    public void requireAllUsed() {
        requireAllUsed(names.keySet(), NAMES);
        requireAllUsed(values.keySet(), VALUES);
    }

    /** The attribute name that {@code token} stands for, or null. */
    String name(String token) {
        String name = names.get(token);
        if (name != null) {
            used.add(token);
        }
        return name;
    }

    /** The value that {@code token} stands for, or null. */
    AttributeValue value(String token) {
        AttributeValue value = values.get(token);
        if (value != null) {
            used.add(token);
        }
        return value;
    }

    private void requireAllUsed(Set<String> defined, String parameter) {
        if (defined.isEmpty() || used.containsAll(defined)) {
            return;
        }
        Set<String> unused = new HashSet<>(defined);
        unused.removeAll(used);
        throw ApiException.validation(
                "Value provided in " + parameter + " unused in expressions: keys: {" + String.join(", ", unused) + "}");
    }

    private void checkNames() {
        if (names.isEmpty()) {
            throw ApiException.validation(NAMES + " must not be empty");
        }
        long size = 0;
        for (Map.Entry<String, String> entry : names.entrySet()) {
            String key = entry.getKey();
            int keySize = checkKey(key, '#', NAMES);
            if (keySize > Limits.PLACEHOLDER_BYTES) {
                throw invalidKey(
                        NAMES, "The expression attribute map contains a key that is too long; size of key: " + keySize);
            }
            int nameSize = Utf8.length(entry.getValue());
            if (nameSize == 0) {
                throw invalidName("Empty attribute name", key);
            }
            if (nameSize > Limits.ATTRIBUTE_NAME_BYTES) {
                throw invalidName("Attribute name is too large, must be less than 65536 bytes", key);
            }
            size += keySize + nameSize;
        }
        checkTotal(size, NAMES);
    }

    private void checkValues() {
        if (values.isEmpty()) {
            throw ApiException.validation(VALUES + " must not be empty");
        }
        long size = 0;
        for (Map.Entry<String, AttributeValue> entry : values.entrySet()) {
            int keySize = checkKey(entry.getKey(), ':', VALUES);
            if (keySize > Limits.PLACEHOLDER_BYTES) {
                throw invalidKey(VALUES, "The expression attribute map contains a key that is too long;");
            }
            size += keySize + entry.getValue().sizeBytes();
        }
        checkTotal(size, VALUES);
    }

    /** Answers the key's size. */
    private static int checkKey(String key, char sign, String parameter) {
        if (key.isEmpty()) {
            throw invalidKey(parameter, "The expression attribute map contains an empty key;");
        }
        boolean wellFormed = key.length() > 1 && key.charAt(0) == sign;
        for (int i = 1; i < key.length() && wellFormed; i++) {
            wellFormed = Lexer.isWordPart(key.charAt(i));
        }
        if (!wellFormed) {
            throw invalidKey(parameter, "Syntax error; key: \"" + key + "\"");
        }
        return key.length();
    }

    private static void checkTotal(long sizeBytes, String parameter) {
        if (sizeBytes > Limits.PLACEHOLDERS_TOTAL_BYTES) {
            throw ApiException.validation(parameter + " exceeds max size");
        }
    }

    private static ApiException invalidKey(String parameter, String detail) {
        return ApiException.validation(parameter + " contains invalid key: " + detail);
    }

    private static ApiException invalidName(String detail, String key) {
        return ApiException.validation(NAMES + " contains invalid value: " + detail + " for key " + key);
    }
}
