package dev.partita.conformance;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/** Expressions of every kind, built from the grammar; one instance holds the names and values of one request. */
final class RandomExpressions {

    static final List<String> TYPES = List.of("S", "N", "B", "SS", "NS", "BS", "BOOL", "NULL", "L", "M");
    private static final List<String> TOP_LEVEL =
            List.of("a", "b", "c", "d", "e", "f", "g", "n", "m", "l", "ss", "ns", "bs");
    private static final List<String> RESERVED = List.of("name", "status", "Size", "DATE", "value", "key", "count");

    private final RandomValues values;
    private final TableShape table;
    private final Map<String, Object> names = new LinkedHashMap<>();
    private final Map<String, Object> placeholders = new LinkedHashMap<>();

    RandomExpressions(RandomValues values, TableShape table) {
        this.values = values;
        this.table = table;
    }

    /** Adds ExpressionAttributeNames and ExpressionAttributeValues, where there are any. */
    void addTo(Map<String, Object> body) {
        if (!names.isEmpty()) {
            body.put("ExpressionAttributeNames", new LinkedHashMap<>(names));
        }
        if (!placeholders.isEmpty()) {
            body.put("ExpressionAttributeValues", new LinkedHashMap<>(placeholders));
        }
    }

    String condition(int depth) {
        int kind = values.upTo(depth > 0 ? 10 : 6);
        switch (kind) {
            case 6:
                return condition(depth - 1) + keyword(" AND ") + condition(depth - 1);
            case 7:
                return condition(depth - 1) + keyword(" OR ") + condition(depth - 1);
            case 8:
                return keyword("NOT ") + condition(depth - 1);
            case 9:
                return "(" + condition(depth - 1) + keyword(values.one(" AND ", " OR ")) + condition(depth - 1) + ")";
            default:
                return predicate();
        }
    }

    private String predicate() {
        switch (values.upTo(12)) {
            case 0, 1, 2:
                return operand() + values.one(" = ", "=", " <> ") + anyOperand();
            case 3, 4:
                return operand() + values.one(" < ", " <= ", ">", " >= ") + orderedOperand();
            case 5:
                return between();
            case 6:
                return operand() + keyword(" IN ") + "(" + operands(1 + values.upTo(4)) + ")";
            case 7:
                return "attribute_exists(" + path() + ")";
            case 8:
                return "attribute_not_exists (" + path() + ")";
            case 9:
                return "attribute_type(" + path() + ", " + value(Json.of("S", values.one(TYPES))) + ")";
            case 10:
                return "begins_with(" + path() + ", "
                        + value(values.chance(0.95) ? values.ofType(values.one("S", "B")) : values.value(0)) + ")";
            default:
                return "contains(" + path() + "," + value(values.value(1)) + ")";
        }
    }

    private String between() {
        if (values.chance(0.8)) {
            String low = values.chance(0.5) ? "0" : "1";
            return operand()
                    + keyword(" BETWEEN ")
                    + value(Json.of("N", low))
                    + keyword(" AND ")
                    + value(Json.of("N", values.one("1", "3", "10")));
        }
        return operand() + " BETWEEN " + orderedOperand() + " AND " + orderedOperand();
    }

    private String operand() {
        if (values.chance(0.12)) {
            return "size(" + path() + ")";
        }
        return values.chance(0.05) ? value(values.value(1)) : path();
    }

    private String anyOperand() {
        return values.chance(0.8) ? value(values.value(1)) : operand();
    }

    private String orderedOperand() {
        if (values.chance(0.15)) {
            return operand();
        }
        return value(values.chance(0.96) ? values.ofType(values.one("S", "N", "N", "B")) : values.value(1));
    }

    private String operands(int count) {
        List<String> all = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            all.add(values.chance(0.9) ? value(values.value(0)) : path());
        }
        return String.join(values.one(", ", ","), all);
    }

    /** A document path, sometimes through an alias, sometimes into a document. */
    String path() {
        if (values.chance(0.06)) {
            return name(values.one(RESERVED));
        }
        if (values.chance(0.04)) {
            return name(values.one(table.keys()).name());
        }
        String path = name(values.one(TOP_LEVEL));
        int steps = values.chance(0.65) ? 0 : 1 + values.upTo(2);
        for (int i = 0; i < steps; i++) {
            path += values.chance(0.6) ? "." + name(values.one("x", "y", "z")) : "[" + values.upTo(4) + "]";
        }
        return path;
    }

    String topLevelName() {
        return name(values.one(TOP_LEVEL));
    }

    /** Bare where that is allowed, mostly; otherwise an alias. */
    String name(String attribute) {
        boolean bare = attribute.matches("[a-z]+") && !RESERVED.contains(attribute) && values.chance(0.8);
        return bare ? attribute : alias(attribute);
    }

    String alias(String attribute) {
        String alias = "#" + values.one("n", "N_", "0") + names.size();
        for (Map.Entry<String, Object> entry : names.entrySet()) {
            if (entry.getValue().equals(attribute) && values.chance(0.7)) {
                return entry.getKey();
            }
        }
        names.put(alias, attribute);
        return alias;
    }

    String value(Map<String, Object> value) {
        String name = ":" + values.one("v", "V_", "1") + placeholders.size();
        placeholders.put(name, value);
        return name;
    }

    String update() {
        List<String> sections = new ArrayList<>();
        List<String> targets = new ArrayList<>();
        if (values.chance(0.7)) {
            sections.add(keyword("SET ") + clauses(targets, this::assignment));
        }
        if (values.chance(0.25)) {
            sections.add(keyword("REMOVE ") + clauses(targets, target -> target));
        }
        if (values.chance(0.25)) {
            sections.add(keyword("ADD ") + clauses(targets, target -> target + " " + addend(target)));
        }
        if (values.chance(0.15) || sections.isEmpty()) {
            sections.add(keyword("DELETE ") + clauses(targets, target -> target + " " + removed()));
        }
        Collections.shuffle(sections, new Random(values.upTo(1000)));
        return String.join(values.one(" ", "\n", "  "), sections);
    }

    private String clauses(List<String> targets, UnaryOperator<String> clause) {
        int count = 1 + values.upTo(2);
        List<String> all = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            all.add(clause.apply(target(targets)));
        }
        return String.join(values.one(", ", ","), all);
    }

    /** Mostly a path whose first attribute no other clause uses, because overlapping targets are refused. */
    private String target(List<String> used) {
        for (int attempt = 0; attempt < 10; attempt++) {
            String top = values.one(TOP_LEVEL);
            if (!used.contains(top) || values.chance(0.05)) {
                used.add(top);
                String path = name(top);
                if (top.equals("m") && values.chance(0.7)) {
                    path += "." + name(values.one("x", "y", "z"));
                } else if (top.equals("l") && values.chance(0.7)) {
                    path += "[" + values.upTo(5) + "]";
                } else if (values.chance(0.04)) {
                    path += values.one(".x", "[0]", ".x[1]");
                }
                return path;
            }
        }
        return name(values.one("e", "f", "g"));
    }

    private String assignment(String target) {
        return target + values.one(" = ", "=") + assigned(target);
    }

    private String assigned(String target) {
        switch (values.upTo(12)) {
            case 0:
                return values.one("n", target) + values.one(" + ", " - ", "+") + value(values.number());
            case 1:
                return value(values.number()) + " + " + value(values.number());
            case 2:
                return "if_not_exists(" + path() + ", " + value(valueFor(target)) + ")";
            case 3:
                return "list_append(" + values.one(name("l"), target) + ", " + value(values.list(1)) + ")";
            case 4:
                return "list_append(" + value(values.list(1)) + ", if_not_exists(" + name("l") + ", "
                        + value(values.list(0)) + "))";
            case 5:
                return path();
            case 6:
                return "if_not_exists(" + name("n") + ", " + value(values.number()) + ") + " + value(values.number());
            default:
                return value(valueFor(target));
        }
    }

    /** Of the right type for an index key attribute nearly always, else anything. */
    private Map<String, Object> valueFor(String target) {
        for (TableShape.KeyAttribute key : table.indexKeys()) {
            if (key.name().equals(target) && values.chance(0.95)) {
                return values.keyValue(key);
            }
        }
        return values.value(2);
    }

    private String addend(String target) {
        if (target.equals("ss") || target.equals("ns") || target.equals("bs")) {
            return value(values.set(values.chance(0.9) ? target.toUpperCase(Locale.ROOT) : "SS"));
        }
        return value(values.chance(0.9) ? values.number() : values.value(1));
    }

    private String removed() {
        return value(values.chance(0.95) ? values.set(values.one("SS", "NS", "BS")) : values.value(1));
    }

    String projection() {
        int count = 1 + values.upTo(3);
        List<String> paths = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            paths.add(path());
        }
        return paths.stream().distinct().collect(Collectors.joining(values.one(", ", ",")));
    }

    /** {@code hash = :v} for every hash key, then a condition on some range keys. */
    String keyCondition(List<TableShape.KeyAttribute> hashKeys, List<TableShape.KeyAttribute> rangeKeys) {
        List<String> clauses = new ArrayList<>();
        for (TableShape.KeyAttribute key : hashKeys) {
            clauses.add(
                    values.chance(0.9)
                            ? name(key.name()) + values.one(" = ", "=") + value(values.keyValue(key))
                            : value(values.keyValue(key)) + " = " + name(key.name()));
        }
        int ranges = rangeKeys.isEmpty() ? 0 : values.upTo(rangeKeys.size() + 1);
        for (int i = 0; i < ranges; i++) {
            TableShape.KeyAttribute key = rangeKeys.get(i);
            clauses.add(i < ranges - 1 ? name(key.name()) + " = " + value(values.keyValue(key)) : rangeCondition(key));
        }
        if (values.chance(0.1)) {
            Collections.reverse(clauses);
        }
        String joined = String.join(keyword(" AND "), clauses);
        return values.chance(0.05) ? "(" + joined + ")" : joined;
    }

    private String rangeCondition(TableShape.KeyAttribute key) {
        String name = name(key.name());
        switch (values.upTo(8)) {
            case 0, 1:
                return name + " = " + value(values.keyValue(key));
            case 2, 3, 4:
                return name + values.one(" < ", " <= ", " > ", ">=") + value(values.keyValue(key));
            case 5:
                return key.type().equals("N")
                        ? name + " > " + value(values.keyValue(key))
                        : "begins_with(" + name + ", "
                                + value(Json.of(
                                        key.type(),
                                        key.type().equals("S")
                                                ? values.one("k", "k0", "l")
                                                : values.one("AA==", "AQ==", "YQ==")))
                                + ")";
            case 6:
                return value(values.keyValue(key)) + values.one(" < ", " >= ") + name;
            default:
                return name
                        + keyword(" BETWEEN ")
                        + value(values.keyValue(key))
                        + keyword(" AND ")
                        + value(values.keyValue(key));
        }
    }

    private String keyword(String word) {
        return values.chance(0.9) ? word : word.toLowerCase(Locale.ROOT);
    }
}
