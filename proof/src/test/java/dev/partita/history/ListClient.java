package dev.partita.history;

import dev.partita.crash.Api;
import dev.partita.history.Transaction.Append;
import dev.partita.history.Transaction.Outcome;
import dev.partita.history.Transaction.Read;
import dev.partita.history.Transaction.Step;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Appends to lists and reads them, several at once, and moves money between accounts whose sum everybody knows. What got no answer is, every
 * second time, sent again under its token, and must count once.
 */
final class ListClient implements Traffic.Client {

    static final String TABLE = "Lists";
    static final int ACCOUNTS = 5;
    static final int ACCOUNT_START = 100;

    private static final int LISTS = 6;
    private static final int LONGEST_LIST = 40;
    private static final int HANG_UP_ONE_IN = 300;

    /** What all clients of a history share. */
    static final class Shared {
        private final String prefix;
        private final AtomicInteger transactions = new AtomicInteger();
        private final AtomicInteger[] appends = new AtomicInteger[LISTS];
        private final Set<String> keys = ConcurrentHashMap.newKeySet();

        Shared(String prefix) {
            this.prefix = prefix;
            for (int i = 0; i < LISTS; i++) {
                appends[i] = new AtomicInteger();
            }
        }

        int nextTransaction() {
            return transactions.getAndIncrement();
        }

        String account(int number) {
            return prefix + "account" + number;
        }
    }

    private record Unanswered(Map<String, Object> request, List<Step> steps, long invoked) {}

    private final int id;
    private final Shared shared;
    private final SplittableRandom random;
    private final List<Transaction> done = new ArrayList<>();
    private final Map<String, List<String>> lastSeen = new HashMap<>();
    private Unanswered unanswered;
    private long values;
    private long hangUps;
    private long bankReads;

    ListClient(int id, Shared shared, SplittableRandom random) {
        this.id = id;
        this.shared = shared;
        this.random = random;
    }

    List<Transaction> done() {
        if (unanswered != null) {
            add(Outcome.UNKNOWN, unanswered.steps(), unanswered.invoked(), Operation.NEVER);
            unanswered = null;
        }
        return done;
    }

    long hangUps() {
        return hangUps;
    }

    long bankReads() {
        return bankReads;
    }

    /** Every list that any client used. */
    List<String> touched() {
        return shared.keys.stream().sorted().toList();
    }

    @Override
    public void step(Api api) throws IOException {
        if (unanswered != null) {
            sendAgain(api);
        }
        switch (random.nextInt(10)) {
            case 0, 1, 2, 3 -> read(api, keys(1 + random.nextInt(4)));
            case 4, 5, 6 -> append(api, keys(1 + random.nextInt(4)), null);
            case 7 -> append(api, keys(1 + random.nextInt(3)), keys(1).get(0));
            case 8 -> update(api, keys(1).get(0));
            default -> {
                if (random.nextBoolean()) {
                    transfer(api);
                } else {
                    readAccounts(api);
                }
            }
        }
    }

    void read(Api api, List<String> keys) throws IOException {
        List<Object> gets = new ArrayList<>();
        keys.forEach(key -> gets.add(Map.of("Get", Map.of("TableName", TABLE, "Key", keyOf(key)))));
        long invoked = System.nanoTime();
        Api.Reply reply = api.send("TransactGetItems", Map.of("TransactItems", gets));
        long returned = System.nanoTime();
        if (isRefused(reply)) {
            return;
        }
        List<?> responses = (List<?>) success(reply).get("Responses");
        List<Step> steps = new ArrayList<>();
        for (int i = 0; i < keys.size(); i++) {
            List<String> list = listOf(map(responses.get(i)).get("Item"));
            lastSeen.put(keys.get(i), list);
            steps.add(new Read(keys.get(i), list));
        }
        add(Outcome.DONE, steps, invoked, returned);
    }

    /** {@code checked} is a list that must still be as this client saw it last, or null. */
    private void append(Api api, List<String> keys, String checked) throws IOException {
        List<Object> actions = new ArrayList<>();
        List<Step> steps = new ArrayList<>();
        if (checked != null && lastSeen.containsKey(checked) && !keys.contains(checked)) {
            steps.add(new Read(checked, lastSeen.get(checked)));
            actions.add(Map.of("ConditionCheck", condition(checked, new HashMap<>(), new HashMap<>())));
        }
        for (String key : keys) {
            List<String> added = random.nextInt(10) == 0 ? List.of(newValue(), newValue()) : List.of(newValue());
            Map<String, Object> update = update(key, added);
            // Where the list itself must be what it was, this is a read before the write.
            if (checked != null && lastSeen.containsKey(key)) {
                steps.add(new Read(key, lastSeen.get(key)));
                condition(key, update, new HashMap<>(map(update.get("ExpressionAttributeValues"))));
            }
            added.forEach(value -> steps.add(new Append(key, value)));
            actions.add(Map.of("Update", update));
        }
        UUID token = new UUID(random.nextLong(), random.nextLong());
        send(api, Map.of("TransactItems", actions, "ClientRequestToken", token.toString()), steps);
    }

    private void send(Api api, Map<String, Object> request, List<Step> steps) throws IOException {
        long invoked = System.nanoTime();
        Api.Reply reply;
        try {
            if (random.nextInt(HANG_UP_ONE_IN) == 0) {
                hangUps++;
                api.sendAndHangUp("TransactWriteItems", request);
                throw new IOException("hung up");
            }
            reply = api.send("TransactWriteItems", request);
        } catch (IOException lost) {
            if (random.nextBoolean()) {
                unanswered = new Unanswered(request, steps, invoked);
            } else {
                add(Outcome.UNKNOWN, steps, invoked, Operation.NEVER);
            }
            throw lost;
        }
        long returned = System.nanoTime();
        if (isRefused(reply)) {
            add(Outcome.REFUSED, steps, invoked, returned);
        } else {
            success(reply);
            add(Outcome.DONE, steps, invoked, returned);
        }
    }

    /** A refusal tells nothing here: what was sent first may still be on its way. */
    private void sendAgain(Api api) throws IOException {
        Api.Reply reply = api.send("TransactWriteItems", unanswered.request());
        long returned = System.nanoTime();
        if (!isRefused(reply)) {
            success(reply);
            add(Outcome.DONE, unanswered.steps(), unanswered.invoked(), returned);
        } else {
            add(Outcome.UNKNOWN, unanswered.steps(), unanswered.invoked(), Operation.NEVER);
        }
        unanswered = null;
    }

    /** A single item's update that answers with what it made is a transaction, too. */
    private void update(Api api, String key) throws IOException {
        String value = newValue();
        Map<String, Object> request = update(key, List.of(value));
        request.put("ReturnValues", "ALL_NEW");
        long invoked = System.nanoTime();
        Api.Reply reply;
        try {
            reply = api.send("UpdateItem", request);
        } catch (IOException lost) {
            add(Outcome.UNKNOWN, List.of(new Append(key, value)), invoked, Operation.NEVER);
            throw lost;
        }
        long returned = System.nanoTime();
        if (isRefused(reply)) {
            add(Outcome.REFUSED, List.of(new Append(key, value)), invoked, returned);
            return;
        }
        List<String> list = listOf(success(reply).get("Attributes"));
        lastSeen.put(key, list);
        add(Outcome.DONE, List.of(new Append(key, value), new Read(key, list)), invoked, returned);
    }

    private void transfer(Api api) throws IOException {
        int from = random.nextInt(ACCOUNTS);
        int to = (from + 1 + random.nextInt(ACCOUNTS - 1)) % ACCOUNTS;
        Map<String, Object> amount = Map.of(":amount", Map.of("N", String.valueOf(1 + random.nextInt(30))));
        Map<String, Object> take = new HashMap<>(Map.of(
                "TableName",
                TABLE,
                "Key",
                keyOf(shared.account(from)),
                "UpdateExpression",
                "SET bal = bal - :amount",
                "ConditionExpression",
                "bal >= :amount",
                "ExpressionAttributeValues",
                amount));
        Map<String, Object> give = new HashMap<>(Map.of(
                "TableName",
                TABLE,
                "Key",
                keyOf(shared.account(to)),
                "UpdateExpression",
                "SET bal = bal + :amount",
                "ExpressionAttributeValues",
                amount));
        Api.Reply reply = api.send(
                "TransactWriteItems", Map.of("TransactItems", List.of(Map.of("Update", take), Map.of("Update", give))));
        if (!isRefused(reply)) {
            success(reply);
        }
    }

    void readAccounts(Api api) throws IOException {
        List<Object> gets = new ArrayList<>();
        for (int i = 0; i < ACCOUNTS; i++) {
            gets.add(Map.of("Get", Map.of("TableName", TABLE, "Key", keyOf(shared.account(i)))));
        }
        Api.Reply reply = api.send("TransactGetItems", Map.of("TransactItems", gets));
        if (isRefused(reply)) {
            return;
        }
        int sum = 0;
        for (Object response : (List<?>) success(reply).get("Responses")) {
            int balance = Integer.parseInt(
                    (String) map(map(map(response).get("Item")).get("bal")).get("N"));
            if (balance < 0) {
                throw new IllegalStateException("an account below zero: " + reply);
            }
            sum += balance;
        }
        if (sum != ACCOUNTS * ACCOUNT_START) {
            throw new IllegalStateException("the accounts' sum is " + sum + ": " + reply);
        }
        bankReads++;
    }

    void openAccounts(Api api) throws IOException {
        for (int i = 0; i < ACCOUNTS; i++) {
            Map<String, Object> item =
                    Map.of("pk", Map.of("S", shared.account(i)), "bal", Map.of("N", String.valueOf(ACCOUNT_START)));
            api.call("PutItem", Map.of("TableName", TABLE, "Item", item));
        }
    }

    private Map<String, Object> condition(String key, Map<String, Object> request, Map<String, Object> values) {
        List<String> list = lastSeen.get(key);
        request.put("TableName", TABLE);
        request.put("Key", keyOf(key));
        if (list.isEmpty()) {
            request.put("ConditionExpression", "attribute_not_exists(l)");
        } else {
            request.put("ConditionExpression", "size(l) = :size");
            values.put(":size", Map.of("N", String.valueOf(list.size())));
        }
        if (!values.isEmpty()) {
            request.put("ExpressionAttributeValues", values);
        }
        return request;
    }

    private Map<String, Object> update(String key, List<String> added) {
        List<Object> list = new ArrayList<>();
        added.forEach(value -> list.add(Map.of("S", value)));
        return new HashMap<>(Map.of(
                "TableName",
                TABLE,
                "Key",
                keyOf(key),
                "UpdateExpression",
                "SET l = list_append(if_not_exists(l, :none), :added)",
                "ExpressionAttributeValues",
                Map.of(":none", Map.of("L", List.of()), ":added", Map.of("L", list))));
    }

    private List<String> keys(int count) {
        Set<String> keys = new LinkedHashSet<>();
        for (int i = 0; i < count; i++) {
            int list = random.nextInt(LISTS);
            int generation = shared.appends[list].getAndIncrement() / LONGEST_LIST;
            keys.add(shared.prefix + list + "." + generation);
        }
        shared.keys.addAll(keys);
        List<String> shuffled = new ArrayList<>(keys);
        Collections.shuffle(shuffled, new Random(random.nextLong()));
        return shuffled;
    }

    private String newValue() {
        return id + "-" + values++;
    }

    private void add(Outcome outcome, List<Step> steps, long invoked, long returned) {
        done.add(new Transaction(shared.nextTransaction(), outcome, steps, invoked, returned));
    }

    /** Nothing happened: a condition did not hold, somebody else was at it, or there was no room. */
    private static boolean isRefused(Api.Reply reply) {
        return switch (reply.error()) {
            case "TransactionCanceledException", "TransactionConflictException", "ThrottlingException" -> true;
            default -> false;
        };
    }

    private static Map<String, Object> success(Api.Reply reply) {
        if (!reply.succeeded()) {
            throw new IllegalStateException("an answer that nobody can explain: " + reply);
        }
        return reply.body();
    }

    private static List<String> listOf(Object item) {
        if (item == null || !map(item).containsKey("l")) {
            return List.of();
        }
        return ((List<?>) map(map(item).get("l")).get("L"))
                .stream().map(element -> (String) map(element).get("S")).toList();
    }

    private static Map<String, Object> keyOf(String key) {
        return Map.of("pk", Map.of("S", key));
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> map(Object value) {
        return (Map<String, Object>) value;
    }
}
