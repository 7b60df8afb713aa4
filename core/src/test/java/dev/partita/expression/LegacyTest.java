package dev.partita.expression;

import static dev.partita.expression.Sample.item;
import static dev.partita.expression.Sample.l;
import static dev.partita.expression.Sample.n;
import static dev.partita.expression.Sample.s;
import static dev.partita.expression.Sample.ss;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partita.expression.Legacy.Action;
import dev.partita.expression.Legacy.AttributeUpdate;
import dev.partita.expression.Legacy.ComparisonOperator;
import dev.partita.expression.Legacy.ConditionalOperator;
import dev.partita.expression.Legacy.Expected;
import dev.partita.item.AttributeValue;
import dev.partita.item.Item;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The parameters from before expressions. */
class LegacyTest {

    private static final String PREFIX = "One or more parameter values were invalid: ";
    private static final AttributeValue TRUE = AttributeValue.Bool.TRUE;

    @Test
    void expectedComparesOrTestsPresence() {
        assertThat(expects("s", new Expected(s("hello"), null, null, null))).isTrue();
        assertThat(expects("s", new Expected(s("hello"), true, null, null))).isTrue();
        assertThat(expects("s", new Expected(s("he"), null, null, null))).isFalse();
        assertThat(expects("zz", new Expected(null, false, null, null))).isTrue();
        assertThat(expects("s", new Expected(null, false, null, null))).isFalse();
        assertThat(expects("n", new Expected(n("4"), null, ComparisonOperator.GT, null)))
                .isTrue();
    }

    @Test
    void operatorsMeanWhatTheirExpressionsMean() {
        assertThat(compares("n", ComparisonOperator.EQ, n("5"))).isTrue();
        assertThat(compares("n", ComparisonOperator.NE, n("5"))).isFalse();
        assertThat(compares("zz", ComparisonOperator.NE, n("5"))).isTrue();
        assertThat(compares("n", ComparisonOperator.LT, n("6"))).isTrue();
        assertThat(compares("n", ComparisonOperator.LE, n("5"))).isTrue();
        assertThat(compares("n", ComparisonOperator.GE, n("6"))).isFalse();
        assertThat(compares("n", ComparisonOperator.IN, n("1"), n("5"))).isTrue();
        assertThat(compares("n", ComparisonOperator.BETWEEN, n("1"), n("5"))).isTrue();
        assertThat(compares("s", ComparisonOperator.BEGINS_WITH, s("he"))).isTrue();
        assertThat(compares("ss", ComparisonOperator.CONTAINS, s("a"))).isTrue();
        assertThat(compares("ss", ComparisonOperator.NOT_CONTAINS, s("c"))).isTrue();
        assertThat(compares("zz", ComparisonOperator.NOT_CONTAINS, s("c"))).isFalse();
        assertThat(compares("zz", ComparisonOperator.NULL)).isTrue();
        assertThat(compares("nu", ComparisonOperator.NOT_NULL)).isTrue();
        assertThat(compares("nu", ComparisonOperator.NULL)).isFalse();
    }

    @Test
    void conditionsAreJoinedByAndUnlessToldOtherwise() {
        Map<String, Legacy.Condition> conditions = new LinkedHashMap<>();
        conditions.put("n", new Legacy.Condition(ComparisonOperator.EQ, List.of(n("5"))));
        conditions.put("s", new Legacy.Condition(ComparisonOperator.EQ, List.of(s("no"))));
        assertThat(Legacy.filter(conditions, null, "ScanFilter").holds(Sample.ITEM))
                .isFalse();
        assertThat(Legacy.filter(conditions, ConditionalOperator.OR, "ScanFilter")
                        .holds(Sample.ITEM))
                .isTrue();
        assertThat(Legacy.filter(null, null, "ScanFilter")).isSameAs(Condition.ALWAYS);
        assertThat(Legacy.filter(conditions, null, "ScanFilter").attributeNames())
                .containsExactly("n", "s");
        conditions.remove("s");
        assertThatThrownBy(() -> Legacy.filter(conditions, ConditionalOperator.OR, "ScanFilter"))
                .hasMessage("ConditionalOperator can only be used when Filter or Expected has two or more elements");
        assertThatThrownBy(() -> Legacy.condition(null, ConditionalOperator.AND))
                .hasMessage("ConditionalOperator cannot be used without Filter or Expected");
    }

    @Test
    void expectedThatCannotMeanAnything() {
        refuses(new Expected(null, null, null, null), "Value must be provided when Exists is null for Attribute: a");
        refuses(new Expected(null, true, null, null), "Value must be provided when Exists is true for Attribute: a");
        refuses(new Expected(s("x"), false, null, null), "Value cannot be used when Exists is false for Attribute: a");
        refuses(
                new Expected(s("x"), null, null, List.of(s("x"))),
                "Value and AttributeValueList cannot be used together for Attribute: a");
        refuses(
                new Expected(s("x"), true, ComparisonOperator.EQ, null),
                "Exists and ComparisonOperator cannot be used together for Attribute: a");
        refuses(
                new Expected(null, null, ComparisonOperator.LT, null),
                "Value or AttributeValueList must be used with ComparisonOperator: LT for Attribute: a");
        refuses(
                new Expected(null, null, null, List.of(s("x"))),
                "AttributeValueList can only be used with a ComparisonOperator for Attribute: a");
        refuses(
                new Expected(s("x"), null, ComparisonOperator.NULL, null),
                "Invalid number of argument(s) for the NULL ComparisonOperator");
    }

    @Test
    void argumentsMustFitTheOperator() {
        refuses(ComparisonOperator.EQ, "Invalid number of argument(s) for the EQ ComparisonOperator");
        refuses(ComparisonOperator.EQ, "Invalid number of argument(s) for the EQ ComparisonOperator", n("1"), n("1"));
        refuses(ComparisonOperator.IN, "Invalid number of argument(s) for the IN ComparisonOperator");
        refuses(ComparisonOperator.BETWEEN, "Invalid number of argument(s) for the BETWEEN ComparisonOperator", n("1"));
        refuses(
                ComparisonOperator.IN,
                "AttributeValues inside AttributeValueList must be of same type",
                n("1"),
                s("1"));
        refuses(ComparisonOperator.LT, "ComparisonOperator LT is not valid for BOOL AttributeValue type", TRUE);
        refuses(
                ComparisonOperator.CONTAINS,
                "ComparisonOperator CONTAINS is not valid for SS AttributeValue type",
                ss("a"));
        refuses(
                ComparisonOperator.BEGINS_WITH,
                "ComparisonOperator BEGINS_WITH is not valid for N AttributeValue type",
                n("1"));
        assertThatThrownBy(() -> compares("a", ComparisonOperator.BETWEEN, n("2"), n("1")))
                .hasMessage("The BETWEEN condition was provided a range where the lower bound is greater than the upper"
                        + " bound");
    }

    @Test
    void keyConditionsBecomeClauses() {
        Map<String, Legacy.Condition> conditions = new LinkedHashMap<>();
        conditions.put("pk", new Legacy.Condition(ComparisonOperator.EQ, List.of(s("a"))));
        conditions.put("sk", new Legacy.Condition(ComparisonOperator.BETWEEN, List.of(n("1"), n("2"))));
        assertThat(Legacy.keyCondition(conditions).clauses())
                .containsExactly(
                        new KeyCondition.Clause("pk", KeyCondition.Operator.EQ, s("a"), null),
                        new KeyCondition.Clause("sk", KeyCondition.Operator.BETWEEN, n("1"), n("2")));
        for (ComparisonOperator operator :
                List.of(ComparisonOperator.NE, ComparisonOperator.IN, ComparisonOperator.CONTAINS)) {
            assertThatThrownBy(() -> Legacy.keyCondition(Map.of("sk", new Legacy.Condition(operator, List.of(n("1"))))))
                    .hasMessage("Attempted conditional constraint is not an indexable operation");
        }
    }

    @Test
    void attributesToGetAreNamesNotPaths() {
        Item item = item("a.b", s("dotted"), "a", s("plain"));
        assertThat(Legacy.projection(List.of("a.b")).of(item)).isEqualTo(item("a.b", s("dotted")));
        assertThat(Legacy.projection(null).isAll()).isTrue();
        assertThatThrownBy(() -> Legacy.projection(List.of("a", "b", "a")))
                .hasMessage(PREFIX + "Duplicate value in attribute name: a");
    }

    @Test
    void attributeUpdatesPutAddAndDelete() {
        assertThat(updated("s", s("x"), null).get("s")).isEqualTo(s("x"));
        assertThat(updated("s", s("x"), Action.PUT).get("s")).isEqualTo(s("x"));
        assertThat(updated("n", n("2"), Action.ADD).get("n")).isEqualTo(n("7"));
        assertThat(updated("zz", n("2"), Action.ADD).get("zz")).isEqualTo(n("2"));
        assertThat(updated("ss", ss("c"), Action.ADD).get("ss")).isEqualTo(ss("a", "b", "c"));
        assertThat(updated("l", l(n("3")), Action.ADD).get("l")).isEqualTo(l(n("1"), s("x"), l(n("2")), n("3")));
        assertThat(updated("ss", ss("a"), Action.DELETE).get("ss")).isEqualTo(ss("b"));
        assertThat(updated("ss", null, Action.DELETE).has("ss")).isFalse();
        assertThat(Legacy.update(null)).isSameAs(Update.NOTHING);
        assertThat(Legacy.update(Map.of()).apply(Item.NONE, Sample.KEY)).isEqualTo(Sample.KEY);
        assertThat(Legacy.update(Map.of("a", new AttributeUpdate(null, Action.DELETE)))
                        .onlyRemoves())
                .isTrue();
    }

    @Test
    void attributeUpdatesThatCannotMeanAnything() {
        assertThatThrownBy(() -> updated("s", null, null))
                .hasMessage(PREFIX + "Only DELETE action is allowed when no attribute value is specified");
        assertThatThrownBy(() -> updated("s", s("x"), Action.DELETE))
                .hasMessage(PREFIX + "DELETE action with value is not supported for the type STRING");
        assertThatThrownBy(() -> updated("s", TRUE, Action.ADD))
                .hasMessage(PREFIX + "ADD action is not supported for the type BOOLEAN");
        assertThatThrownBy(() -> updated("s", n("1"), Action.ADD)).hasMessage("Type mismatch for attribute to update");
        assertThatThrownBy(() -> updated("n", ss("a"), Action.DELETE))
                .hasMessage("Type mismatch for attribute to update");
    }

    @Test
    void aRefusedValueIsReportedBeforeItsUse() {
        AttributeValue one = n("one");
        String message = "The parameter cannot be converted to a numeric value: one";
        assertThatThrownBy(() -> expects("a", new Expected(one, false, null, null)))
                .hasMessage(message);
        assertThatThrownBy(() -> compares("a", ComparisonOperator.EQ, one, one)).hasMessage(message);
        assertThatThrownBy(() -> updated("a", one, Action.DELETE)).hasMessage(message);
        Map<String, Legacy.Condition> empty = Map.of("a", new Legacy.Condition(ComparisonOperator.EQ, List.of(n(""))));
        assertThatThrownBy(() -> Legacy.keyCondition(empty))
                .hasMessage("The parameter cannot be converted to a numeric value: ");
        assertThatThrownBy(() -> Legacy.filter(empty, null, "ScanFilter"))
                .hasMessage("The parameter cannot be converted to a numeric value");
    }

    @Test
    void theTwoKindsOfParameterDoNotMix() {
        assertThatThrownBy(() -> Legacy.refuseMixing(
                        List.of("AttributeUpdates", "Expected"), List.of("UpdateExpression", "ConditionExpression")))
                .hasMessage("Can not use both expression and non-expression parameters in the same request:"
                        + " Non-expression parameters: {AttributeUpdates, Expected} Expression parameters:"
                        + " {UpdateExpression, ConditionExpression}");
        assertThatCode(() -> Legacy.refuseMixing(List.of("Expected"), List.of()))
                .doesNotThrowAnyException();
        assertThatCode(() -> Legacy.refuseMixing(List.of(), List.of("ConditionExpression")))
                .doesNotThrowAnyException();
    }

    private static boolean expects(String attribute, Expected expected) {
        return Legacy.condition(Map.of(attribute, expected), null).holds(Sample.ITEM);
    }

    private static boolean compares(String attribute, ComparisonOperator operator, AttributeValue... arguments) {
        Expected expected = new Expected(null, null, operator, List.of(arguments));
        Legacy.Condition condition = new Legacy.Condition(operator, List.of(arguments));
        boolean holds = expects(attribute, expected);
        assertThat(Legacy.filter(Map.of(attribute, condition), null, "QueryFilter")
                        .holds(Sample.ITEM))
                .isEqualTo(holds);
        return holds;
    }

    private static Item updated(String attribute, AttributeValue value, Action action) {
        return Legacy.update(Map.of(attribute, new AttributeUpdate(value, action)))
                .apply(Sample.ITEM, Sample.KEY);
    }

    private static void refuses(Expected expected, String detail) {
        assertThatThrownBy(() -> expects("a", expected)).hasMessage(PREFIX + detail);
    }

    private static void refuses(ComparisonOperator operator, String detail, AttributeValue... arguments) {
        assertThatThrownBy(() -> compares("a", operator, arguments)).hasMessage(PREFIX + detail);
    }
}
