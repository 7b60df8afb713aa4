package dev.partita.expression;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partita.item.AttributeValue;
import dev.partita.item.Dialect;
import dev.partita.item.NumberText;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The maps that expressions refer to. */
class PlaceholdersTest {

    private static final AttributeValue X = Sample.s("x");

    @Test
    void mapsMustNotBeEmpty() {
        refuses(Map.of(), null, "ExpressionAttributeNames must not be empty");
        refuses(null, Map.of(), "ExpressionAttributeValues must not be empty");
    }

    @Test
    void keysMustBeTokens() {
        for (String key : new String[] {"a", "#", "#a-b", "#a b", ":a", "#é"}) {
            refuses(
                    Map.of(key, "a"),
                    null,
                    "ExpressionAttributeNames contains invalid key: Syntax error; key: \"" + key + "\"");
        }
        for (String key : new String[] {"a", ":", ":a.b", "#a"}) {
            refuses(
                    null,
                    Map.of(key, X),
                    "ExpressionAttributeValues contains invalid key: Syntax error; key: \"" + key + "\"");
        }
        refuses(
                Map.of("", "a"),
                null,
                "ExpressionAttributeNames contains invalid key: The expression attribute map contains an empty key;");
        assertThatCode(() -> new Placeholders(Map.of("#1", "a", "#_", "b"), Map.of(":0", X, ":_x", X)))
                .doesNotThrowAnyException();
    }

    @Test
    void keysNamesAndMapsHaveALimit() {
        refuses(
                Map.of("#" + "x".repeat(255), "a"),
                null,
                "ExpressionAttributeNames contains invalid key: The expression attribute map contains a key that is too"
                        + " long; size of key: 256");
        refuses(
                null,
                Map.of(":" + "x".repeat(255), X),
                "ExpressionAttributeValues contains invalid key: The expression attribute map contains a key that is too"
                        + " long;");
        refuses(
                Map.of("#a", ""),
                null,
                "ExpressionAttributeNames contains invalid value: Empty attribute name for key #a");
        refuses(
                Map.of("#a", "y".repeat(65_536)),
                null,
                "ExpressionAttributeNames contains invalid value: Attribute name is too large, must be less than 65536"
                        + " bytes for key #a");
        refuses(null, Map.of(":a", Sample.s("x".repeat(2_200_000))), "ExpressionAttributeValues exceeds max size");
        assertThatCode(() -> new Placeholders(Map.of("#" + "x".repeat(254), "y".repeat(65_535)), null))
                .doesNotThrowAnyException();
    }

    @Test
    void everythingDefinedMustBeUsed() {
        Placeholders both = new Placeholders(Map.of("#a", "a", "#b", "b"), Map.of(":a", X, ":b", X));
        assertThatThrownBy(both::requireAllUsed)
                .hasMessage("Value provided in ExpressionAttributeNames unused in expressions: keys: {#a, #b}");
        Parser.projection("#a, #b", both);
        assertThatThrownBy(both::requireAllUsed)
                .hasMessage("Value provided in ExpressionAttributeValues unused in expressions: keys: {:a, :b}");
        Parser.condition("x = :a", ExpressionKind.FILTER, both);
        assertThatThrownBy(both::requireAllUsed)
                .hasMessage("Value provided in ExpressionAttributeValues unused in expressions: keys: {:b}");
        Parser.keyCondition("y = :b", both);
        assertThatCode(both::requireAllUsed).doesNotThrowAnyException();
        assertThatCode(new Placeholders(null, null)::requireAllUsed).doesNotThrowAnyException();
    }

    @Test
    void aRefusedValueIsReportedWhenAsked() {
        Placeholders placeholders = new Placeholders(null, Map.of(":a", NumberText.parse("one")));
        assertThatThrownBy(() -> placeholders.requireValidValues(Dialect.CURRENT))
                .hasMessage("The parameter cannot be converted to a numeric value: one");
        assertThatThrownBy(() -> placeholders.requireValidValues(Dialect.OLDER))
                .hasMessage("ExpressionAttributeValues contains invalid value: The parameter cannot be converted to a"
                        + " numeric value: one for key :a");
        assertThatCode(() -> new Placeholders(null, Map.of(":a", X)).requireValidValues(Dialect.CURRENT))
                .doesNotThrowAnyException();
    }

    private static void refuses(Map<String, String> names, Map<String, AttributeValue> values, String message) {
        assertThatThrownBy(() -> new Placeholders(names, values)).hasMessage(message);
    }
}
