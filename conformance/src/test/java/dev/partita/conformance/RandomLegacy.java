package dev.partita.conformance;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The parameters that expressions replaced: Expected, AttributeUpdates, KeyConditions, filters. */
final class RandomLegacy {

    private static final List<String> OPERATORS = List.of(
            "EQ",
            "NE",
            "IN",
            "LE",
            "LT",
            "GE",
            "GT",
            "BETWEEN",
            "NOT_NULL",
            "NULL",
            "CONTAINS",
            "NOT_CONTAINS",
            "BEGINS_WITH");
    private static final List<String> NAMES = List.of("a", "b", "c", "d", "e", "f", "n", "m", "l", "ss", "ns");

    private final RandomValues values;

    RandomLegacy(RandomValues values) {
        this.values = values;
    }

    Map<String, Object> expected() {
        Map<String, Object> expected = new LinkedHashMap<>();
        int count = 1 + values.upTo(2);
        for (int i = 0; i < count; i++) {
            expected.put(values.one(NAMES), expectation());
        }
        return expected;
    }

    private Map<String, Object> expectation() {
        switch (values.upTo(10)) {
            case 0, 1:
                return Json.of("Exists", false);
            case 2:
                return Json.of("Exists", true, "Value", values.value(1));
            case 3:
                return Json.of("Value", values.value(1));
            case 4:
                return values.one(
                        Json.of(),
                        Json.of("Exists", true),
                        Json.of("Exists", false, "Value", values.value(0)),
                        Json.of("ComparisonOperator", "EQ"),
                        Json.of("ComparisonOperator", "EQ", "Value", values.value(0)),
                        Json.of("AttributeValueList", List.of(values.value(0))),
                        Json.of("Exists", true, "ComparisonOperator", "NULL"));
            default:
                return condition();
        }
    }

    Map<String, Object> filter(TableShape table) {
        Map<String, Object> filter = new LinkedHashMap<>();
        int count = 1 + values.upTo(2);
        for (int i = 0; i < count; i++) {
            filter.put(
                    values.chance(0.97)
                            ? values.one(NAMES)
                            : values.one(table.keys()).name(),
                    condition());
        }
        return filter;
    }

    private Map<String, Object> condition() {
        String operator = values.one(OPERATORS);
        List<Object> arguments = new ArrayList<>();
        int count = operator.endsWith("NULL")
                ? 0
                : operator.equals("BETWEEN") ? 2 : operator.equals("IN") ? 1 + values.upTo(3) : 1;
        if (values.chance(0.04)) {
            count = values.upTo(3);
        }
        String type = values.one("S", "N", "N", "B");
        for (int i = 0; i < count; i++) {
            arguments.add(values.chance(0.96) ? values.ofType(type) : values.value(1));
        }
        return Json.of("ComparisonOperator", operator, "AttributeValueList", arguments.isEmpty() ? null : arguments);
    }

    Map<String, Object> keyConditions(List<TableShape.KeyAttribute> hashKeys, List<TableShape.KeyAttribute> rangeKeys) {
        Map<String, Object> conditions = new LinkedHashMap<>();
        for (TableShape.KeyAttribute key : hashKeys) {
            conditions.put(key.name(), comparison(values.chance(0.97) ? "EQ" : values.one(OPERATORS), key));
        }
        if (!rangeKeys.isEmpty() && values.chance(0.7)) {
            TableShape.KeyAttribute key = rangeKeys.get(0);
            String operator = values.chance(0.95)
                    ? values.one(
                            "EQ", "LE", "LT", "GE", "GT", "BETWEEN", key.type().equals("N") ? "GT" : "BEGINS_WITH")
                    : values.one(OPERATORS);
            conditions.put(key.name(), comparison(operator, key));
        }
        return conditions;
    }

    private Map<String, Object> comparison(String operator, TableShape.KeyAttribute key) {
        List<Object> arguments = new ArrayList<>();
        arguments.add(values.keyValue(key));
        if (operator.equals("BETWEEN")) {
            arguments.add(values.keyValue(key));
        }
        return Json.of(
                "ComparisonOperator", operator, "AttributeValueList", operator.endsWith("NULL") ? null : arguments);
    }

    Map<String, Object> attributeUpdates(TableShape table) {
        Map<String, Object> updates = new LinkedHashMap<>();
        int count = 1 + values.upTo(3);
        for (int i = 0; i < count; i++) {
            String name = values.chance(0.98)
                    ? values.one(NAMES)
                    : values.one(table.keys()).name();
            updates.put(name, attributeUpdate(table, name));
        }
        return updates;
    }

    private Map<String, Object> attributeUpdate(TableShape table, String name) {
        Map<String, Object> put = values.value(1);
        for (TableShape.KeyAttribute key : table.indexKeys()) {
            if (key.name().equals(name) && values.chance(0.95)) {
                put = values.keyValue(key);
            }
        }
        switch (values.upTo(8)) {
            case 0:
                return Json.of("Action", "DELETE");
            case 1:
                return Json.of(
                        "Action", "DELETE", "Value", values.chance(0.9) ? values.set(values.one("SS", "NS")) : put);
            case 2:
                return Json.of("Action", "ADD", "Value", values.chance(0.9) ? values.number() : put);
            case 3:
                return Json.of("Action", "ADD", "Value", values.set(values.one("SS", "NS")));
            case 4:
                // Not without an Action: DynamoDB Local then forgets the other attributes, too.
                return Json.of(
                        "Action",
                        values.chance(0.2) ? values.one("PUT", "ADD", "SET") : "PUT",
                        "Value",
                        values.chance(0.8) ? put : null);
            default:
                return Json.of("Action", "PUT", "Value", put);
        }
    }
}
