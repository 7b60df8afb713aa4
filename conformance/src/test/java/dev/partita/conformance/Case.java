package dev.partita.conformance;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/**
 * One behaviour, written as YAML: a table, the items it starts with, calls, and the answer each must give.
 *
 * <p>{@code table} names a shape in {@code cases/tables.yaml}; each run of a case makes its own table, and calls that take
 * a TableName get it unless they say otherwise. In any text {@code $table} is the table's name, {@code $unique} differs
 * from run to run, and {@code $repeat(x,3)} is {@code xxx}. {@code answer} is the whole answer; {@code answer-contains}
 * says what must be in it. {@code $any} stands for anything, {@code body: empty} for a body of no bytes, and
 * {@code message-member} says how the message is called. {@code local-differs} says why DynamoDB Local answers
 * otherwise; that it does is checked too.
 */
record Case(Path file, Map<String, Object> yaml, Map<String, Object> tables) {

    private static final String ENVELOPE = "1 validation error detected: ";
    private static final Pattern REPEAT = Pattern.compile("\\$repeat\\((.+?),(\\d+)\\)");
    private static final List<String> WITHOUT_TABLE = List.of(
            "ListTables",
            "BatchGetItem",
            "BatchWriteItem",
            "TransactWriteItems",
            "TransactGetItems",
            "DescribeLimits",
            "DescribeEndpoints",
            "CreateTable",
            "TagResource",
            "UntagResource",
            "ListTagsOfResource",
            "DescribeStream",
            "GetShardIterator",
            "GetRecords");

    static Case read(Path file, Map<String, Object> tables) {
        return new Case(file, yaml(file), tables);
    }

    static Map<String, Object> yaml(Path file) {
        try {
            LoadSettings settings =
                    LoadSettings.builder().setLabel(file.toString()).build();
            return Json.object(new Load(settings).loadFromString(Files.readString(file)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    boolean localDiffers() {
        return yaml.containsKey("local-differs");
    }

    /**
     * What the endpoint got wrong, or null. DynamoDB Local never puts bespoke messages into the envelope that the service
     * now uses for some operations, so it is let off that ({@code envelopes} false).
     */
    String problem(Endpoint endpoint, String unique, boolean envelopes) {
        Map<String, Object> words = new LinkedHashMap<>();
        words.put("$unique", unique);
        if (!envelopes) {
            words.put(ENVELOPE, "");
        }
        words.put("$table", "case." + unique);
        String table = (String) words.get("$table");
        try {
            return run(endpoint, table, words);
        } finally {
            if (yaml.containsKey("table")) {
                endpoint.call("UpdateTable", Json.of("TableName", table, "DeletionProtectionEnabled", false));
                endpoint.call("DeleteTable", Json.of("TableName", table));
            }
        }
    }

    private String run(Endpoint endpoint, String table, Map<String, Object> words) {
        if (yaml.containsKey("table")) {
            Map<String, Object> create = new LinkedHashMap<>();
            create.put("TableName", table);
            create.putAll(Json.object(tables.get(yaml.get("table"))));
            Answer created = endpoint.call("CreateTable", create);
            if (!created.succeeded()) {
                return "CreateTable: " + created;
            }
            words.put(
                    "$arn", Json.object(created.body().get("TableDescription")).get("TableArn"));
            words.put(
                    "$stream",
                    Json.object(created.body().get("TableDescription")).get("LatestStreamArn"));
        }
        for (Object item : Json.list(yaml.getOrDefault("given", List.of()))) {
            Map<String, Object> put = Json.of("TableName", table, "Item", replace(item, words));
            Answer answer = endpoint.call("PutItem", put);
            if (!answer.succeeded()) {
                return "given " + Json.print(item) + ": " + answer;
            }
        }
        for (Object call : Json.list(yaml.getOrDefault("calls", List.of(yaml)))) {
            String problem = check(endpoint, table, words, Json.object(call));
            if (problem != null) {
                return problem;
            }
        }
        return null;
    }

    private String check(Endpoint endpoint, String table, Map<String, Object> words, Map<String, Object> call) {
        Map<String, Object> request = Json.object(call.get("call"));
        String operation = request.keySet().iterator().next();
        Object given = replace(request.get(operation), words);
        Answer answer;
        if (given instanceof String text) {
            answer = endpoint.call(operation, text);
        } else {
            Map<String, Object> body = new LinkedHashMap<>();
            if (yaml.containsKey("table") && !WITHOUT_TABLE.contains(operation)) {
                body.put("TableName", table);
            }
            body.putAll(Json.object(given));
            body.values().removeIf("$absent"::equals);
            answer = endpoint.call(operation, body);
        }
        remember(words, answer);
        boolean whole = call.containsKey("answer");
        Map<String, Object> expected = new LinkedHashMap<>(Json.object(
                replace(whole ? call.get("answer") : call.getOrDefault("answer-contains", Map.of()), words)));
        Object status = expected.containsKey("status") ? expected.remove("status") : 200;
        Object type = expected.remove("type");
        Object message = expected.remove("message");
        Object messageMember = expected.remove("message-member");
        Object body = expected.remove("body");
        String problem = null;
        if (!same(status, answer.status(), true) || !same(type, answer.type(), true)) {
            problem = "status or type";
        } else if (message != null && !same(message, answer.message(), true)) {
            problem = "message";
        } else if (messageMember != null && !messageMember.equals(answer.messageMember())) {
            problem = "name of the message (" + answer.messageMember() + ")";
        } else if ("empty".equals(body) && !answer.empty() || !same(expected, answer.body(), whole)) {
            problem = "body";
        }
        return problem == null
                ? null
                : problem + " of " + operation + " " + shorten(Json.print(given)) + "\n  expected: "
                        + (type == null ? "" : type + ": " + message + " ") + shorten(Json.print(expected))
                        + "\n  answered: " + shorten(answer.toString());
    }

    /** Later calls may refer to what an earlier one handed out. */
    private static void remember(Map<String, Object> words, Answer answer) {
        answer.body().forEach((name, value) -> {
            if (value instanceof String || name.equals("LastEvaluatedKey")) {
                words.put("$" + name, value);
            }
        });
        if (answer.body().get("StreamDescription") instanceof Map<?, ?> stream) {
            Map<String, Object> shard =
                    Json.object(Json.list(stream.get("Shards")).get(0));
            words.put("$ShardId", shard.get("ShardId"));
        }
    }

    private static boolean same(Object expected, Object actual, boolean whole) {
        if ("$any".equals(expected)) {
            return actual != null;
        }
        if (expected instanceof Map<?, ?> expectedMap && actual instanceof Map<?, ?> actualMap) {
            return expectedMap.entrySet().stream()
                            .allMatch(entry -> "$absent".equals(entry.getValue())
                                    ? !actualMap.containsKey(entry.getKey())
                                    : same(entry.getValue(), actualMap.get(entry.getKey()), whole))
                    && (!whole || expectedMap.keySet().containsAll(actualMap.keySet()));
        }
        if (expected instanceof List<?> expectedList && actual instanceof List<?> actualList) {
            if (expectedList.size() != actualList.size()) {
                return false;
            }
            for (int i = 0; i < expectedList.size(); i++) {
                if (!same(expectedList.get(i), actualList.get(i), whole)) {
                    return false;
                }
            }
            return true;
        }
        if (expected instanceof Number && actual instanceof Number) {
            return new BigDecimal(expected.toString()).compareTo(new BigDecimal(actual.toString())) == 0;
        }
        return expected == null ? actual == null : expected.equals(actual);
    }

    private static Object replace(Object value, Map<String, Object> words) {
        if (value instanceof Map<?, ?> map) {
            Map<String, Object> copy = new LinkedHashMap<>();
            map.forEach((name, member) -> copy.put((String) replace(name, words), replace(member, words)));
            return copy;
        }
        if (value instanceof List<?> list) {
            List<Object> copy = new ArrayList<>();
            list.forEach(member -> copy.add(replace(member, words)));
            return copy;
        }
        if (!(value instanceof String text) || text.indexOf('$') < 0 && !text.startsWith(ENVELOPE)) {
            return value;
        }
        if (words.get(text) != null) {
            return words.get(text);
        }
        String replaced = REPEAT.matcher(text)
                .replaceAll(match -> Matcher.quoteReplacement(match.group(1).repeat(Integer.parseInt(match.group(2)))));
        for (Map.Entry<String, Object> word : words.entrySet()) {
            if (word.getValue() instanceof String string) {
                replaced = replaced.replace(word.getKey(), string);
            }
        }
        return replaced;
    }

    private static String shorten(String text) {
        return text.length() > 1500 ? text.substring(0, 1500) + "…" : text;
    }
}
