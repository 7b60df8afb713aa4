package dev.partita.history;

import dev.partita.crash.Api;
import dev.partita.history.Operation.State;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * Reads and writes registers, which are items with an attribute {@code val}, by every call that can, and writes down what it did.
 * No value is ever used twice.
 */
final class RegisterClient implements Traffic.Client {

    static final String TABLE = "Registers";
    private static final int KEYS = 200;
    private static final int HOT_KEYS = 8;

    /** One of so many requests is sent by a client that does not wait for the answer. */
    private static final int HANG_UP_ONE_IN = 400;

    /** What is sent, and what an answer to it says. */
    private record Call(String operation, Map<String, Object> request, State writes, Reading reading) {}

    /** What an answer lets us conclude. */
    private interface Reading {
        Seen read(Api.Reply reply);
    }

    private record Seen(String outcome, State requires, State forbids, State becomes) {}

    private final int id;
    private final String prefix;
    private final SplittableRandom random;
    /** What each key was last seen to hold, by anyone: so that conditions have a chance. */
    private final Map<String, State> hints;

    private final List<Operation> done = new ArrayList<>();
    private long values;
    private long hangUps;

    RegisterClient(int id, String prefix, SplittableRandom random, Map<String, State> hints) {
        this.id = id;
        this.prefix = prefix;
        this.random = random;
        this.hints = hints;
    }

    List<Operation> done() {
        return done;
    }

    long hangUps() {
        return hangUps;
    }

    @Override
    public void step(Api api) throws IOException {
        String key = prefix + (random.nextBoolean() ? random.nextInt(HOT_KEYS) : random.nextInt(KEYS));
        Call call = call(key);
        boolean hangUp = random.nextInt(HANG_UP_ONE_IN) == 0;
        long invoked = System.nanoTime();
        Api.Reply reply;
        try {
            if (hangUp) {
                hangUps++;
                api.sendAndHangUp(call.operation(), call.request());
                throw new IOException("hung up");
            }
            reply = api.send(call.operation(), call.request());
        } catch (IOException unknown) {
            if (call.writes() != null) {
                done.add(unknown(key, call, invoked));
            }
            throw unknown;
        }
        long returned = System.nanoTime();
        if (reply.error().equals("ThrottlingException")) {
            return;
        }
        Seen seen = call.reading().read(reply);
        State known = seen.becomes() != null ? seen.becomes() : seen.requires();
        if (known != null) {
            hints.put(key, known);
        }
        done.add(new Operation(
                key,
                "client " + id + " " + call.operation() + " " + call.request() + ": " + seen.outcome(),
                seen.requires(),
                seen.forbids(),
                seen.becomes(),
                invoked,
                returned));
    }

    /** A condition that did not hold changed nothing, so only the state in which it held matters. */
    private static Operation unknown(String key, Call call, long invoked) {
        State expected = expected(call.request());
        return new Operation(
                key,
                call.operation() + " " + call.request() + ": no answer",
                expected,
                null,
                call.writes(),
                invoked,
                Operation.NEVER);
    }

    private Call call(String key) {
        return switch (random.nextInt(16)) {
            case 0, 1, 2 -> get(key);
            case 3 -> batchGet(key);
            case 4 -> query(key);
            case 5 -> transactGet(key);
            case 6, 7 -> write("PutItem", key, newValue(), null);
            case 8 -> write("PutItem", key, newValue(), hint(key));
            case 9, 10 -> write("UpdateItem", key, newValue(), null);
            case 11, 12 -> write("UpdateItem", key, newValue(), hint(key));
            case 13 -> write("DeleteItem", key, State.ABSENT, null);
            case 14 -> write("DeleteItem", key, State.ABSENT, hint(key));
            default -> transactWrite(key, newValue(), hint(key));
        };
    }

    private Call get(String key) {
        return new Call(
                "GetItem",
                Map.of("TableName", TABLE, "Key", keyOf(key), "ConsistentRead", random.nextBoolean()),
                null,
                reply -> sees(success(reply).get("Item")));
    }

    private Call batchGet(String key) {
        return new Call(
                "BatchGetItem",
                Map.of("RequestItems", Map.of(TABLE, Map.of("Keys", List.of(keyOf(key)), "ConsistentRead", true))),
                null,
                reply -> sees(first(map(success(reply).get("Responses")).get(TABLE))));
    }

    private Call query(String key) {
        return new Call(
                "Query",
                Map.of(
                        "TableName",
                        TABLE,
                        "ConsistentRead",
                        true,
                        "KeyConditionExpression",
                        "pk = :pk",
                        "ExpressionAttributeValues",
                        Map.of(":pk", Map.of("S", key))),
                null,
                reply -> sees(first(success(reply).get("Items"))));
    }

    private Call transactGet(String key) {
        return new Call(
                "TransactGetItems",
                Map.of("TransactItems", List.of(Map.of("Get", Map.of("TableName", TABLE, "Key", keyOf(key))))),
                null,
                reply -> sees(map(first(success(reply).get("Responses"))).get("Item")));
    }

    /** {@code expected} is null for a write without a condition. */
    private Call write(String operation, String key, State value, State expected) {
        Map<String, Object> request = request(operation, key, value, expected);
        boolean asksForOld = random.nextBoolean();
        if (asksForOld) {
            request.put("ReturnValues", "ALL_OLD");
        }
        if (expected != null && random.nextBoolean()) {
            request.put("ReturnValuesOnConditionCheckFailure", "ALL_OLD");
        }
        boolean asksForBlocking = request.containsKey("ReturnValuesOnConditionCheckFailure");
        return new Call(operation, request, value, reply -> {
            if (expected != null && reply.error().equals("ConditionalCheckFailedException")) {
                State blocking = asksForBlocking ? stateOf(reply.body().get("Item")) : null;
                return new Seen("refused" + (blocking == null ? "" : ", it is " + blocking), blocking, expected, null);
            }
            State old = asksForOld ? stateOf(success(reply).get("Attributes")) : expected;
            success(reply);
            if (asksForOld && expected != null && !expected.equals(old)) {
                throw new IllegalStateException("a condition held, and the item before was " + old + ": " + request);
            }
            return new Seen("done" + (old == null ? "" : ", it was " + old), old, null, value);
        });
    }

    private Call transactWrite(String key, State value, State expected) {
        Map<String, Object> put = request("PutItem", key, value, expected);
        return new Call("TransactWriteItems", Map.of("TransactItems", List.of(Map.of("Put", put))), value, reply -> {
            if (reply.error().equals("TransactionCanceledException")) {
                return new Seen("cancelled", null, expected, null);
            }
            success(reply);
            return new Seen("done", expected, null, value);
        });
    }

    private static Map<String, Object> request(String operation, String key, State value, State expected) {
        Map<String, Object> request = new HashMap<>();
        Map<String, Object> values = new HashMap<>();
        request.put("TableName", TABLE);
        if (operation.equals("PutItem")) {
            request.put("Item", Map.of("pk", Map.of("S", key), "val", Map.of("S", value.value())));
        } else {
            request.put("Key", keyOf(key));
        }
        if (operation.equals("UpdateItem")) {
            request.put("UpdateExpression", "SET val = :new");
            values.put(":new", Map.of("S", value.value()));
        }
        if (expected != null && expected.value() == null) {
            request.put("ConditionExpression", "attribute_not_exists(pk)");
        } else if (expected != null) {
            request.put("ConditionExpression", "val = :expected");
            values.put(":expected", Map.of("S", expected.value()));
        }
        if (!values.isEmpty()) {
            request.put("ExpressionAttributeValues", values);
        }
        return request;
    }

    /** The state that a request's condition asks for, or null. */
    private static State expected(Map<String, Object> request) {
        Map<String, Object> write = request.containsKey("TransactItems")
                ? map(map(first(request.get("TransactItems"))).get("Put"))
                : request;
        if (!write.containsKey("ConditionExpression")) {
            return null;
        }
        Object values = write.get("ExpressionAttributeValues");
        Object expected = values == null ? null : map(values).get(":expected");
        return expected == null ? State.ABSENT : State.of((String) map(expected).get("S"));
    }

    private static Seen sees(Object item) {
        State state = stateOf(item);
        return new Seen(state.toString(), state, null, null);
    }

    private static State stateOf(Object item) {
        return item == null || map(item).isEmpty()
                ? State.ABSENT
                : State.of((String) map(map(item).get("val")).get("S"));
    }

    private static Map<String, Object> success(Api.Reply reply) {
        if (!reply.succeeded()) {
            throw new IllegalStateException("an answer that nobody can explain: " + reply);
        }
        return reply.body();
    }

    private State hint(String key) {
        return random.nextInt(6) == 0 ? State.ABSENT : hints.getOrDefault(key, State.ABSENT);
    }

    private State newValue() {
        return State.of(prefix + id + "-" + values++);
    }

    private static Map<String, Object> keyOf(String key) {
        return Map.of("pk", Map.of("S", key));
    }

    private static Object first(Object list) {
        List<?> elements = (List<?>) list;
        return elements.isEmpty() ? null : elements.get(0);
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> map(Object value) {
        return (Map<String, Object>) value;
    }
}
