package dev.partita.engine.request;

import dev.partita.expression.Legacy;
import dev.partita.expression.Placeholders;
import dev.partita.item.ApiException;
import dev.partita.item.AttributeValue;
import dev.partita.item.Dialect;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The expression parameters of one request: checks that they may stand together and makes their placeholders. The order
 * of the calls is the order in which the service reports problems.
 */
public final class Expressions {

    private final List<String> legacy = new ArrayList<>(2);
    private final List<String> expressions = new ArrayList<>(4);
    /** Of the expressions that can name values: those that are there, and those that are not. */
    private final List<String> present = new ArrayList<>(4);

    private final List<String> missing = new ArrayList<>(4);

    /** Notes a parameter from before expressions. */
    public Expressions legacy(String name, Object value) {
        if (value != null) {
            legacy.add(name);
        }
        return this;
    }

    /** Notes an expression parameter. */
    public Expressions expression(String name, String value) {
        if (value != null) {
            expressions.add(name);
        }
        // A projection has no use for values.
        if (!name.equals("ProjectionExpression")) {
            (value == null ? missing : present).add(name);
        }
        return this;
    }

    /** Refuses both kinds in one request. */
    public Expressions refuseMixing() {
        if (!legacy.isEmpty() && !expressions.isEmpty()) {
            Legacy.refuseMixing(legacy, expressions);
        }
        return this;
    }

    public Placeholders placeholders(Map<String, String> names, Map<String, AttributeValue> values, Dialect dialect) {
        if (expressions.isEmpty() && names != null) {
            throw ApiException.validation("ExpressionAttributeNames can only be specified when using expressions");
        }
        if (present.isEmpty() && values != null) {
            throw ApiException.validation("ExpressionAttributeValues can only be specified when using expressions"
                    + (dialect == Dialect.OLDER ? olderSuffix() : ""));
        }
        Placeholders placeholders = new Placeholders(names, values);
        placeholders.requireValidValues(dialect);
        return placeholders;
    }

    private String olderSuffix() {
        return ": " + String.join(" and ", missing) + (missing.size() == 1 ? " is null" : " are null");
    }
}
