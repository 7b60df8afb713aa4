package dev.partita.wire;

import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Requests that are well-formed and mostly of the right types, with anything as their content. */
final class RandomRequest {

    private static final List<String> TABLES = List.of(
            "\"abc\"", "\"abc\"", "\"abc\"", "\"abc\"", "\"two\"", "\"two\"", "\"two\"", "\"two\"", "\"nope\"", "\"\"");
    private static final List<String> NAMES =
            List.of("a", "b", "g", "l", "m", "a", "b", "c", "d", "e", "f", "p", "q", "a.b", "size", "");
    private static final List<String> NUMBERS = List.of(
            "0",
            "1",
            "2",
            "3",
            "-1",
            "0.1",
            "1e3",
            "10",
            "11",
            "1e125",
            "99999999999999999999999999999999999999",
            "5",
            "6",
            "7",
            "8",
            "9",
            "1e126",
            "x",
            "");

    private final SplittableRandom random;

    /** What each member holds; a member that is not here holds anything. */
    private final Map<String, Supplier<String>> members = Map.ofEntries(
            Map.entry("TableName", () -> of(TABLES)),
            Map.entry("IndexName", () -> of(List.of("\"gsi\"", "\"lsi\"", "\"nope\"", "\"a\""))),
            Map.entry("Key", this::key),
            Map.entry("ExclusiveStartKey", this::key),
            Map.entry("Item", this::item),
            Map.entry("Keys", () -> list(this::key)),
            Map.entry("ConditionExpression", this::condition),
            Map.entry("FilterExpression", this::condition),
            Map.entry(
                    "KeyConditionExpression",
                    () -> of(List.of(
                            "\"p = :v\"",
                            "\"p = :v AND q > :w\"",
                            "\"#a = :v\"",
                            "\"g = :v\"",
                            "\"p = :v AND begins_with(q, :w)\"",
                            "\"p = :v AND q BETWEEN :v AND :w\"",
                            "\"q = :v\""))),
            Map.entry(
                    "UpdateExpression",
                    () -> of(List.of(
                            "\"SET a = :v\"",
                            "\"SET #a = if_not_exists(a, :v) + :w\"",
                            "\"REMOVE a, l[0]\"",
                            "\"ADD a :v\"",
                            "\"DELETE a :v\"",
                            "\"SET p = :v\"",
                            "\"SET g = :v REMOVE b\"",
                            "\"SET l = list_append(l, :v)\"",
                            "\"SET m.x = :v, m.y = a - :w\"",
                            "\"\""))),
            Map.entry("ProjectionExpression", () -> of(List.of("\"a\"", "\"p, #a, m.x, l[1]\"", "\"a, a\"", "\"\""))),
            Map.entry(
                    "ExpressionAttributeNames", () -> map(() -> of(List.of("#a", "#b", "x")), () -> quoted(of(NAMES)))),
            Map.entry("ExpressionAttributeValues", () -> map(() -> of(List.of(":v", ":w", "x")), () -> value(0))),
            Map.entry(
                    "Expected",
                    () -> map(this::name, () -> object("Value", "Exists", "ComparisonOperator", "AttributeValueList"))),
            Map.entry(
                    "KeyConditions",
                    () -> map(
                            () -> of(List.of("p", "q", "g")),
                            () -> object("ComparisonOperator", "AttributeValueList"))),
            Map.entry("QueryFilter", () -> map(this::name, () -> object("ComparisonOperator", "AttributeValueList"))),
            Map.entry("ScanFilter", () -> map(this::name, () -> object("ComparisonOperator", "AttributeValueList"))),
            Map.entry("AttributeUpdates", () -> map(this::name, () -> object("Value", "Action"))),
            Map.entry("Value", () -> value(0)),
            Map.entry("AttributeValueList", () -> list(() -> value(0))),
            Map.entry(
                    "ComparisonOperator",
                    () -> of(List.of(
                            "\"EQ\"",
                            "\"NE\"",
                            "\"IN\"",
                            "\"LE\"",
                            "\"LT\"",
                            "\"GE\"",
                            "\"GT\"",
                            "\"BETWEEN\"",
                            "\"NOT_NULL\"",
                            "\"NULL\"",
                            "\"CONTAINS\"",
                            "\"NOT_CONTAINS\"",
                            "\"BEGINS_WITH\""))),
            Map.entry("Action", () -> of(List.of("\"PUT\"", "\"ADD\"", "\"DELETE\""))),
            Map.entry("ConditionalOperator", () -> of(List.of("\"AND\"", "\"OR\""))),
            Map.entry(
                    "ReturnValues",
                    () -> of(List.of("\"NONE\"", "\"ALL_OLD\"", "\"UPDATED_OLD\"", "\"ALL_NEW\"", "\"UPDATED_NEW\""))),
            Map.entry("ReturnConsumedCapacity", () -> of(List.of("\"TOTAL\"", "\"INDEXES\"", "\"NONE\""))),
            Map.entry("ReturnItemCollectionMetrics", () -> of(List.of("\"SIZE\"", "\"NONE\""))),
            Map.entry("ReturnValuesOnConditionCheckFailure", () -> of(List.of("\"ALL_OLD\"", "\"NONE\""))),
            Map.entry(
                    "Select",
                    () -> of(List.of(
                            "\"COUNT\"",
                            "\"ALL_ATTRIBUTES\"",
                            "\"ALL_PROJECTED_ATTRIBUTES\"",
                            "\"SPECIFIC_ATTRIBUTES\""))),
            Map.entry("AttributesToGet", () -> list(() -> quoted(of(NAMES)))),
            Map.entry("ConsistentRead", this::bool),
            Map.entry("ScanIndexForward", this::bool),
            Map.entry("Exists", this::bool),
            Map.entry("Limit", this::integer),
            Map.entry("Segment", this::integer),
            Map.entry("TotalSegments", this::integer),
            Map.entry("ClientRequestToken", () -> quoted("t" + random().nextInt(20))));

    private static final Map<String, List<String>> OPERATIONS = Map.of(
            "GetItem",
                    List.of(
                            "TableName",
                            "Key",
                            "AttributesToGet",
                            "ConsistentRead",
                            "ProjectionExpression",
                            "ExpressionAttributeNames",
                            "ReturnConsumedCapacity"),
            "PutItem",
                    List.of(
                            "TableName",
                            "Item",
                            "ConditionExpression",
                            "ExpressionAttributeNames",
                            "ExpressionAttributeValues",
                            "Expected",
                            "ConditionalOperator",
                            "ReturnValues",
                            "ReturnConsumedCapacity",
                            "ReturnItemCollectionMetrics",
                            "ReturnValuesOnConditionCheckFailure"),
            "UpdateItem",
                    List.of(
                            "TableName",
                            "Key",
                            "UpdateExpression",
                            "ConditionExpression",
                            "ExpressionAttributeNames",
                            "ExpressionAttributeValues",
                            "AttributeUpdates",
                            "Expected",
                            "ConditionalOperator",
                            "ReturnValues",
                            "ReturnConsumedCapacity",
                            "ReturnItemCollectionMetrics",
                            "ReturnValuesOnConditionCheckFailure"),
            "DeleteItem",
                    List.of(
                            "TableName",
                            "Key",
                            "ConditionExpression",
                            "ExpressionAttributeNames",
                            "ExpressionAttributeValues",
                            "Expected",
                            "ConditionalOperator",
                            "ReturnValues",
                            "ReturnConsumedCapacity",
                            "ReturnItemCollectionMetrics",
                            "ReturnValuesOnConditionCheckFailure"),
            "Query",
                    List.of(
                            "TableName",
                            "KeyConditionExpression",
                            "IndexName",
                            "Select",
                            "AttributesToGet",
                            "Limit",
                            "ConsistentRead",
                            "KeyConditions",
                            "QueryFilter",
                            "ConditionalOperator",
                            "ScanIndexForward",
                            "ExclusiveStartKey",
                            "ReturnConsumedCapacity",
                            "ProjectionExpression",
                            "FilterExpression",
                            "ExpressionAttributeNames",
                            "ExpressionAttributeValues"),
            "Scan",
                    List.of(
                            "TableName",
                            "IndexName",
                            "AttributesToGet",
                            "Limit",
                            "Select",
                            "ScanFilter",
                            "ConditionalOperator",
                            "ExclusiveStartKey",
                            "ReturnConsumedCapacity",
                            "TotalSegments",
                            "Segment",
                            "ProjectionExpression",
                            "FilterExpression",
                            "ExpressionAttributeNames",
                            "ExpressionAttributeValues",
                            "ConsistentRead"));

    RandomRequest(SplittableRandom random) {
        this.random = random;
    }

    private SplittableRandom random() {
        return random;
    }

    /** An operation, a space, and its body. */
    String next() {
        int choice = random.nextInt(10);
        if (choice == 0) {
            return "BatchWriteItem "
                    + one("RequestItems", map(() -> unquoted(of(TABLES)), () -> list(this::writeRequest)));
        }
        if (choice == 1) {
            return "BatchGetItem "
                    + one(
                            "RequestItems",
                            map(
                                    () -> unquoted(of(TABLES)),
                                    () -> object(
                                            "Keys",
                                            "AttributesToGet",
                                            "ConsistentRead",
                                            "ProjectionExpression",
                                            "ExpressionAttributeNames")));
        }
        if (choice == 2) {
            return "TransactGetItems "
                    + one(
                            "TransactItems",
                            list(() -> one(
                                    "Get",
                                    object("TableName", "Key", "ProjectionExpression", "ExpressionAttributeNames"))));
        }
        if (choice == 3) {
            return "TransactWriteItems " + one("TransactItems", list(this::action));
        }
        List<String> operations = OPERATIONS.keySet().stream().sorted().toList();
        String operation = of(operations);
        return operation + " " + object(OPERATIONS.get(operation).toArray(String[]::new));
    }

    private String writeRequest() {
        return random.nextInt(3) == 0 ? one("DeleteRequest", object("Key")) : one("PutRequest", object("Item"));
    }

    private String action() {
        return switch (random.nextInt(4)) {
            case 0 -> one("Put", object("TableName", "Item", "ConditionExpression", "ExpressionAttributeValues"));
            case 1 -> one("Delete", object("TableName", "Key", "ConditionExpression", "ExpressionAttributeValues"));
            case 2 ->
                one("ConditionCheck", object("TableName", "Key", "ConditionExpression", "ExpressionAttributeValues"));
            default ->
                one(
                        "Update",
                        object(
                                "TableName",
                                "Key",
                                "UpdateExpression",
                                "ConditionExpression",
                                "ExpressionAttributeNames",
                                "ExpressionAttributeValues"));
        };
    }

    private String key() {
        return switch (random.nextInt(12)) {
            case 0 -> "{\"p\":" + value(0) + "}";
            case 1 -> map(this::name, () -> value(0));
            case 2, 3, 4, 5, 6 ->
                "{\"p\":{\"S\":\"" + random.nextInt(5) + "\"},\"q\":{\"N\":\"" + random.nextInt(5) + "\"}}";
            default -> "{\"p\":{\"S\":\"" + random.nextInt(5) + "\"}}";
        };
    }

    private String item() {
        String keys = "\"p\":{\"S\":\"" + random.nextInt(5) + "\"},\"q\":{\"N\":\"" + random.nextInt(5) + "\"}";
        String more = map(this::name, () -> value(0));
        return random.nextInt(5) == 0
                ? more
                : more.equals("{}") ? "{" + keys + "}" : "{" + keys + "," + more.substring(1);
    }

    private String condition() {
        return of(List.of(
                "\"attribute_exists(p)\"",
                "\"attribute_not_exists(a)\"",
                "\"a = :v\"",
                "\"#a <> :v AND b < :w\"",
                "\"NOT contains(a, :v)\"",
                "\"size(a) > :v\"",
                "\"a IN (:v, :w)\"",
                "\"a BETWEEN :v AND :w OR begins_with(b, :v)\"",
                "\"attribute_type(a, :v)\"",
                "\"((a = :v))\"",
                "\"a =\"",
                "\"\""));
    }

    private String value(int depth) {
        return switch (random.nextInt(depth > 3 ? 8 : 11)) {
            case 0, 1 -> "{\"S\":\"" + of(List.of("", "a", "b", "SS", "\\u00e9", "0", "1")) + "\"}";
            case 2, 3 -> "{\"N\":\"" + of(NUMBERS) + "\"}";
            case 4 -> "{\"B\":\"" + of(List.of("", "AA==", "AAEC")) + "\"}";
            case 5 ->
                of(List.of(
                        "{\"BOOL\":true}",
                        "{\"BOOL\":false}",
                        "{\"NULL\":true}",
                        "{\"BOOL\":true}",
                        "{\"NULL\":true}",
                        "{\"BOOL\":false}",
                        "{\"NULL\":false}",
                        "{}"));
            case 6 -> "{\"SS\":" + list(() -> quoted(of(List.of("a", "b", "")))) + "}";
            case 7 -> "{\"NS\":" + list(() -> quoted(of(NUMBERS))) + "}";
            case 8 -> "{\"BS\":[\"AA==\"]}";
            case 9 -> "{\"L\":" + list(() -> value(depth + 1)) + "}";
            default -> "{\"M\":" + map(() -> of(List.of("x", "y", "")), () -> value(depth + 1)) + "}";
        };
    }

    private String name() {
        return of(NAMES);
    }

    private String bool() {
        return random.nextBoolean() ? "true" : "false";
    }

    private String integer() {
        return of(List.of("0", "1", "2", "3", "-1", "1000000", "2147483648"));
    }

    /**
     * The first two members are nearly always there, the others now and then. Placeholders mostly fit the expressions
     * before them, and sometimes a member holds what it should not.
     */
    private String object(String... names) {
        StringBuilder object = new StringBuilder();
        for (int i = 0; i < names.length; i++) {
            String value = member(names[i], 12, i < 2, object.toString());
            if (value != null) {
                object.append(object.isEmpty() ? "" : ",")
                        .append(quoted(names[i]))
                        .append(':')
                        .append(value);
            }
        }
        return "{" + object + "}";
    }

    /** Null when it is to be left out. */
    private String member(String name, int odds, boolean likely, String before) {
        boolean placeholders = name.equals("ExpressionAttributeNames") || name.equals("ExpressionAttributeValues");
        if (placeholders && random.nextInt(8) != 0) {
            List<String> used = (name.equals("ExpressionAttributeNames") ? List.of("#a") : List.of(":v", ":w"))
                    .stream().filter(before::contains).toList();
            return used.isEmpty()
                    ? null
                    : used.stream()
                            .map(each -> quoted(each) + ":"
                                    + (each.equals("#a") ? "\"a\"" : random.nextBoolean() ? "{\"S\":\"1\"}" : value(2)))
                            .collect(Collectors.joining(",", "{", "}"));
        }
        if ((random.nextInt(odds) == 0) == likely) {
            return null;
        }
        return random.nextInt(200) == 0
                ? of(List.of("1", "[]", "{}", "\"x\"", "null", "true"))
                : members.get(name).get();
    }

    private String one(String name, String value) {
        return "{" + quoted(name) + ":" + value + "}";
    }

    private String map(Supplier<String> name, Supplier<String> value) {
        return IntStream.range(0, random.nextInt(4))
                .mapToObj(i -> quoted(name.get()) + ":" + value.get())
                .collect(Collectors.joining(",", "{", "}"));
    }

    private String list(Supplier<String> element) {
        return IntStream.range(0, random.nextInt(4))
                .mapToObj(i -> element.get())
                .collect(Collectors.joining(",", "[", "]"));
    }

    private String of(List<String> choices) {
        return choices.get(random.nextInt(choices.size()));
    }

    private static String quoted(String text) {
        return "\"" + text + "\"";
    }

    private static String unquoted(String text) {
        return text.substring(1, text.length() - 1);
    }
}
