package dev.partita.conformance;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Breaks one thing in a valid request, so that its refusal can be compared. */
final class Mutations {

    private static final List<String> EXPRESSIONS = List.of(
            "ConditionExpression",
            "UpdateExpression",
            "FilterExpression",
            "KeyConditionExpression",
            "ProjectionExpression");
    private static final Pattern TOKEN = Pattern.compile("[#:]?\\w+|<>|<=|>=|\\S");
    private static final List<String> NOISE = List.of(
            "AND",
            "OR",
            "NOT",
            "=",
            "<",
            ",",
            "(",
            ")",
            ".",
            "[",
            "]",
            "+",
            "-",
            "BETWEEN",
            "IN",
            "SET",
            "REMOVE",
            "#",
            ":",
            "#undefined",
            ":undefined",
            "name",
            "_x",
            "1",
            "x",
            "size(a)",
            "foo(a)",
            "@",
            "'a'",
            "*",
            "<>",
            "Contains(a, b)");

    private final RandomValues values;

    Mutations(RandomValues values) {
        this.values = values;
    }

    /** Changes {@code body} in one place, if it finds one that the drawn change fits. */
    void breakOneThing(String operation, Map<String, Object> body, TableShape table) {
        List<String> present = EXPRESSIONS.stream().filter(body::containsKey).toList();
        int kind = values.upTo(20);
        if (kind < 9 && !present.isEmpty()) {
            String member = values.one(present);
            body.put(member, brokenExpression((String) body.get(member)));
        } else if (kind < 12) {
            breakPlaceholders(body);
        } else if (kind < 15) {
            breakKey(body, table);
        } else if (kind < 17) {
            breakValue(body);
        } else {
            breakParameter(operation, body);
        }
    }

    private String brokenExpression(String text) {
        List<String> tokens = new ArrayList<>();
        Matcher matcher = TOKEN.matcher(text);
        while (matcher.find()) {
            tokens.add(matcher.group());
        }
        int at = tokens.isEmpty() ? 0 : values.upTo(tokens.size());
        switch (values.upTo(9)) {
            case 0:
                return values.one("", " ", "(" + text + ")", "((" + text + "))", text + " ", "!!!");
            case 1:
                tokens.add(at, values.one(NOISE));
                break;
            case 2, 3:
                if (!tokens.isEmpty()) {
                    tokens.set(at, values.one(NOISE));
                }
                break;
            case 4:
                if (!tokens.isEmpty()) {
                    tokens.remove(at);
                }
                break;
            case 5:
                if (!tokens.isEmpty()) {
                    tokens.add(at, tokens.get(at));
                }
                break;
            case 6:
                return text + values.one(" AND", ",", ")", " x", " = a");
            case 7:
                for (int i = 0; i < tokens.size(); i++) {
                    if (tokens.get(i).matches("[a-z]{1,2}")) {
                        tokens.set(i, values.one("name", "Status", "ttl", "a.count", "a[0].size"));
                        break;
                    }
                }
                break;
            default:
                for (int i = 0; i < tokens.size(); i++) {
                    if (tokens.get(i).matches("[:].*")) {
                        tokens.set(i, values.one("1", "'s'", "true", ":undefined", "a", "size(a)"));
                        break;
                    }
                }
        }
        return String.join(" ", tokens);
    }

    private void breakPlaceholders(Map<String, Object> body) {
        String member = values.one("ExpressionAttributeNames", "ExpressionAttributeValues");
        boolean isNames = member.equals("ExpressionAttributeNames");
        Map<String, Object> map =
                new LinkedHashMap<>(body.containsKey(member) ? Json.object(body.get(member)) : Map.of());
        Object something = isNames ? "a" : Json.of("S", "unused");
        switch (values.upTo(6)) {
            case 0:
                map.clear();
                break;
            case 1:
                map.put(isNames ? "#unused" : ":unused", something);
                break;
            case 2:
                map.put(values.one("bad", "#", ":", "#a-b", ":a b", ""), something);
                break;
            case 3:
                map.put(isNames ? "#unused" : ":unused", isNames ? "" : values.invalid());
                break;
            default:
                if (!map.isEmpty()) {
                    map.remove(values.one(List.copyOf(map.keySet())));
                }
        }
        if (map.isEmpty() && values.chance(0.7)) {
            body.remove(member);
        } else {
            body.put(member, map);
        }
    }

    private void breakKey(Map<String, Object> body, TableShape table) {
        String member = body.containsKey("Key") ? "Key" : body.containsKey("Item") ? "Item" : "ExclusiveStartKey";
        Map<String, Object> key =
                new LinkedHashMap<>(body.containsKey(member) ? Json.object(body.get(member)) : values.key(table));
        TableShape.KeyAttribute attribute = values.one(table.keys());
        switch (values.upTo(8)) {
            case 0:
                key.remove(attribute.name());
                break;
            case 1:
                key.put(attribute.name(), attribute.type().equals("S") ? Json.of("N", "1") : Json.of("S", "s"));
                break;
            case 2:
                key.put("extra", Json.of("S", "x"));
                break;
            case 3:
                key.put(attribute.name(), attribute.type().equals("B") ? Json.of("B", "") : Json.of("S", ""));
                break;
            case 4:
                key.put(attribute.name(), values.value(1));
                break;
            case 5:
                key.put(attribute.name(), values.invalid());
                break;
            case 6:
                int length = (attribute.hash() ? 2048 : 1024) + values.upTo(2);
                key.put(
                        attribute.name(),
                        attribute.type().equals("B")
                                ? Json.of("B", RandomValues.base64(length, 1))
                                : Json.of("S", "k".repeat(length)));
                break;
            default:
                key.clear();
        }
        body.put(member, key);
    }

    private void breakValue(Map<String, Object> body) {
        for (String member : List.of("Item", "ExpressionAttributeValues", "Key")) {
            if (body.containsKey(member) && values.chance(0.6)) {
                Map<String, Object> map = new LinkedHashMap<>(Json.object(body.get(member)));
                if (member.equals("Item")) {
                    boolean unnamed = values.chance(0.2);
                    map.put(unnamed ? "" : "zz", unnamed ? Json.of("S", "x") : values.invalid());
                } else if (!map.isEmpty()) {
                    map.put(values.one(List.copyOf(map.keySet())), values.invalid());
                }
                body.put(member, map);
                return;
            }
        }
    }

    private void breakParameter(String operation, Map<String, Object> body) {
        boolean reads = operation.equals("Query") || operation.equals("Scan");
        switch (values.upTo(reads ? 16 : 9)) {
            case 0:
                body.put("TableName", values.one("no-such-table", "no", "bad name!", ""));
                break;
            case 1:
                body.remove("TableName");
                break;
            case 2:
                body.put("ReturnConsumedCapacity", values.one("total", "ALL", ""));
                break;
            case 3:
                body.put("ReturnValues", values.one("ALL_NEW", "UPDATED_OLD", "SOME", "ALL_OLD"));
                break;
            case 4:
                body.put("ReturnItemCollectionMetrics", values.one("size", "ALL"));
                break;
            case 5:
                body.remove(values.one("Key", "Item", "UpdateExpression", "KeyConditionExpression"));
                break;
            case 6:
                body.put("ReturnValuesOnConditionCheckFailure", values.one("ALL_NEW", "X", "ALL_OLD"));
                break;
            case 7:
                body.put("ConditionalOperator", values.one("AND", "OR", "XOR"));
                break;
            case 8:
                body.put("Expected", Json.of("e", Json.of("Exists", false)));
                break;
            case 9:
                body.put("Limit", values.one(0, -1, 1));
                break;
            case 10:
                body.put("IndexName", values.one("no-such-index", "by-a", "x"));
                break;
            case 11:
                body.put(
                        "Select",
                        values.one(
                                "ALL_ATTRIBUTES", "ALL_PROJECTED_ATTRIBUTES", "SPECIFIC_ATTRIBUTES", "COUNT", "SOME"));
                break;
            case 12:
                body.put("AttributesToGet", values.one(List.of("a"), List.of(), List.of("a", "a")));
                break;
            case 13:
                body.put("ConsistentRead", true);
                break;
            case 14:
                body.put("Segment", values.one(0, 1, 5, -1));
                break;
            default:
                body.put("TotalSegments", values.one(0, 1, 1000001));
        }
    }
}
