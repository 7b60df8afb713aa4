package dev.partita.crash;

import static dev.partita.crash.Tables.MIXED;
import static dev.partita.crash.Tables.PLAIN;

import dev.partita.crash.StreamFollower.Change;
import dev.partita.crash.Write.Effect;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** Compares what a server holds after a crash with what its clients were promised. */
final class Checker {

    private final List<Client> clients;
    private final StreamFollower follower = new StreamFollower();
    private final Map<Key, Map<String, Object>> images = new HashMap<>();
    private final List<String> violations = new ArrayList<>();
    private String streamArn;
    private long counter;
    private long checkedWrites;
    private long lostItems;

    Checker(List<Client> clients) {
        this.clients = clients;
    }

    /** Call once, before any client works. */
    void begin(Api api) throws IOException {
        streamArn = Tables.streamArn(api);
        checkStream(api, read(api));
    }

    /**
     * Checks everything; afterwards the clients go on from what was found. Once an item is wrong the rest is not looked at,
     * because it would only say so again.
     */
    void check(Api api) throws IOException {
        Map<Key, Map<String, Object>> found = read(api);
        for (Client client : clients) {
            checkedWrites += client.acknowledgedWrites() + client.increments();
            checkItems(client, found);
        }
        checkNothingUnknown(found);
        checkShared(found);
        if (!violations.isEmpty()) {
            return;
        }
        checkIndexes(api, found);
        found = read(api);
        checkStream(api, found);
        for (Client client : clients) {
            client.settle(ownedBy(client, found), api);
        }
    }

    long checkedWrites() {
        return checkedWrites;
    }

    /** Items that hold neither what was acknowledged last nor what was under way. */
    long lostItems() {
        return lostItems;
    }

    List<String> violations() {
        return violations;
    }

    private void checkItems(Client client, Map<Key, Map<String, Object>> found) {
        Write pending = client.pending();
        Set<Key> keys = new HashSet<>(client.items().keySet());
        keys.addAll(client.changes().keySet());
        if (pending != null) {
            pending.effects().forEach(effect -> keys.add(effect.key()));
        }
        Set<Boolean> outcomes = new HashSet<>();
        for (Key key : keys) {
            Map<String, Object> actual = found.get(key);
            Map<String, Object> before = client.items().get(key);
            Effect effect = pending == null ? null : pending.on(key);
            Map<String, Object> after = effect == null ? before : effect.after();
            boolean expired = Client.mayExpire(key) && actual == null;
            if (Objects.equals(actual, before) || Objects.equals(actual, after)) {
                if (effect != null && !Objects.equals(before, after)) {
                    outcomes.add(Objects.equals(actual, after));
                }
            } else if (!expired) {
                lostItems++;
                violations.add(key + " holds " + shorten(actual) + ", acknowledged was " + shorten(before)
                        + (effect == null ? "" : ", under way " + shorten(after)));
            }
        }
        if (pending != null && pending.atomic() && outcomes.size() > 1) {
            violations.add("half of a transaction: " + shorten(pending));
        }
    }

    private void checkNothingUnknown(Map<Key, Map<String, Object>> found) {
        for (Key key : found.keySet()) {
            boolean known = key.pk().equals(Tables.SHARED) || clients.stream().anyMatch(client -> mayHold(client, key));
            if (!known) {
                violations.add(key + " came back from the dead: " + shorten(found.get(key)));
            }
        }
    }

    private static boolean mayHold(Client client, Key key) {
        boolean pending = client.pending() != null && client.pending().on(key) != null;
        // A deletion that was lost is reported as such, by its own name.
        return pending || client.items().containsKey(key) || client.changes().containsKey(key);
    }

    private void checkShared(Map<Key, Map<String, Object>> found) {
        long sum = 0;
        for (int account = 0; account < Tables.ACCOUNTS; account++) {
            sum += amount(found, String.valueOf(account));
        }
        if (sum != (long) Tables.ACCOUNTS * Tables.ACCOUNT_START) {
            violations.add("half of a transfer: the accounts hold " + sum);
        }
        long low = counter + clients.stream().mapToLong(Client::increments).sum();
        long high = low + clients.stream().filter(Client::incrementPending).count();
        counter = amount(found, Tables.COUNTER);
        if (counter < low || counter > high) {
            violations.add("the counter is " + counter + ", acknowledged were " + low + " to " + high);
        }
    }

    private static long amount(Map<Key, Map<String, Object>> found, String sk) {
        Map<String, Object> item = found.get(new Key(MIXED, Tables.SHARED, sk));
        return item == null
                ? -1
                : Long.parseLong((String) Tables.map(item.get("cnt")).get("N"));
    }

    private void checkIndexes(Api api, Map<Key, Map<String, Object>> before) throws IOException {
        Map<String, Map<Key, Map<String, Object>>> entries = new HashMap<>();
        for (Tables.Index index : Tables.INDEXES) {
            Map<Key, Map<String, Object>> byKey = new HashMap<>();
            for (Map<String, Object> entry : Tables.scan(api, MIXED, index.name())) {
                if (byKey.put(Key.of(MIXED, entry), entry) != null) {
                    violations.add(index.name() + " has an item twice: " + shorten(entry));
                }
            }
            entries.put(index.name(), byKey);
        }
        Map<Key, Map<String, Object>> after = read(api);
        for (Tables.Index index : Tables.INDEXES) {
            Map<Key, Map<String, Object>> byKey = entries.get(index.name());
            Set<Key> keys = new HashSet<>(byKey.keySet());
            keys.addAll(before.keySet());
            for (Key key : keys) {
                Map<String, Object> item = before.get(key);
                boolean steady = Objects.equals(item, after.get(key));
                Map<String, Object> expected = item == null ? null : index.entry(item);
                if (steady && key.table().equals(MIXED) && !Objects.equals(byKey.get(key), expected)) {
                    violations.add(
                            "index " + index.name() + " holds " + shorten(byKey.get(key)) + " for " + shorten(item));
                }
            }
        }
    }

    /** Each key's records form a chain, tell every acknowledged change once and in order, and end at the item. */
    private void checkStream(Api api, Map<Key, Map<String, Object>> found) throws IOException {
        Map<Key, List<Change>> told = new HashMap<>();
        for (Change change : follower.next(api, streamArn)) {
            told.computeIfAbsent(change.key(), key -> new ArrayList<>()).add(change);
        }
        for (Map.Entry<Key, List<Change>> entry : told.entrySet()) {
            Key key = entry.getKey();
            for (Change change : entry.getValue()) {
                if (!Objects.equals(change.before(), images.get(key))) {
                    violations.add("stream: " + key + " changes from " + shorten(change.before()) + ", but was "
                            + shorten(images.get(key)));
                }
                images.put(key, change.after());
            }
            // The sweep may have been there between the look at the items and the look at the stream.
            boolean justExpired = images.get(key) == null
                    && entry.getValue().get(entry.getValue().size() - 1).byService();
            if (!justExpired && !Objects.equals(images.get(key), found.get(key))) {
                violations.add("stream: " + key + " ends at " + shorten(images.get(key)) + ", the item is "
                        + shorten(found.get(key)));
            }
        }
        for (Client client : clients) {
            client.changes().forEach((key, changes) -> checkTold(client, key, changes, told.get(key)));
        }
    }

    private void checkTold(Client client, Key key, List<Map<String, Object>> changes, List<Change> told) {
        if (!key.table().equals(MIXED)) {
            return;
        }
        int next = 0;
        for (Change change : told == null ? List.<Change>of() : told) {
            if (change.byService()) {
                continue;
            }
            // An item that expired first leaves nothing to delete, and no record of the deletion.
            while (Client.mayExpire(key)
                    && next < changes.size()
                    && changes.get(next) == null
                    && change.after() != null) {
                next++;
            }
            if (next < changes.size()) {
                if (!Objects.equals(changes.get(next), change.after())) {
                    violations.add("stream: " + key + " tells " + shorten(change.after()) + " where "
                            + shorten(changes.get(next)) + " was acknowledged");
                }
                next++;
            } else if (client.pending() == null
                    || client.pending().on(key) == null
                    || !Objects.equals(client.pending().on(key).after(), change.after())) {
                violations.add("stream: " + key + " tells " + shorten(change.after()) + ", which nobody wrote");
            }
        }
        for (; next < changes.size(); next++) {
            if (!Client.mayExpire(key) || changes.get(next) != null) {
                violations.add("stream: " + key + " does not tell " + shorten(changes.get(next)));
            }
        }
    }

    private Map<Key, Map<String, Object>> ownedBy(Client client, Map<Key, Map<String, Object>> found) {
        Map<Key, Map<String, Object>> owned = new HashMap<>();
        found.forEach((key, item) -> {
            if (mayHold(client, key)) {
                owned.put(key, item);
            }
        });
        return owned;
    }

    private static Map<Key, Map<String, Object>> read(Api api) throws IOException {
        Map<Key, Map<String, Object>> items = new HashMap<>();
        for (String table : List.of(MIXED, PLAIN)) {
            for (Map<String, Object> item : Tables.scan(api, table, null)) {
                items.put(Key.of(table, item), item);
            }
        }
        return items;
    }

    private static String shorten(Object value) {
        String text = String.valueOf(value).replaceAll("x{20,}", "x…");
        return text.length() > 300 ? text.substring(0, 300) + "…" : text;
    }
}
