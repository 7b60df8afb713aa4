package dev.partita.runtime;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ResourceInUseException;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/**
 * Checkpoints in a table of DynamoDB, and with them the leases by which several followers share the shards: each shard is read by
 * one of them at a time, and goes to another when its reader has not renewed its lease in time.
 *
 * <p>An item a shard: its key is the stream and the shard; {@code position} is how far it was read, {@code holder} reads it until
 * {@code until}. An item a follower, {@code follower ID}, says that it is there, so that the shards are shared out evenly. Times
 * are those of the followers' clocks, which have to agree to a few seconds.
 *
 * <p>It belongs to one follower, which asks from one thread at a time.
 */
public final class LeaseTable implements Checkpoints {

    private static final Duration SPAN = Duration.ofSeconds(30);
    private static final String STREAM = "stream";
    private static final String SHARD = "shard";
    private static final String POSITION = "position";
    private static final String HOLDER = "holder";
    private static final String UNTIL = "until";
    private static final String FOLLOWER = "follower ";

    private final DynamoDbClient client;
    private final String table;
    private final Clock clock;
    private final Duration span;
    private final String me = UUID.randomUUID().toString();
    private final Map<String, Map<String, String>> positions = new ConcurrentHashMap<>();
    private final Map<String, Set<String>> held = new ConcurrentHashMap<>();

    /** One for each follower, on the same table, which {@link #create} makes. */
    public LeaseTable(DynamoDbClient client, String table) {
        this(client, table, Clock.systemUTC(), SPAN);
    }

    /** @param span how long a shard stays with a follower that does not renew its lease, as one that has died */
    public LeaseTable(DynamoDbClient client, String table, Clock clock, Duration span) {
        this.client = client;
        this.table = table;
        this.clock = clock;
        this.span = span;
    }

    /** Makes the table, unless it is there, and waits for it. */
    public LeaseTable create() {
        try {
            client.createTable(request -> request.tableName(table)
                    .billingMode(BillingMode.PAY_PER_REQUEST)
                    .attributeDefinitions(text(STREAM), text(SHARD))
                    .keySchema(key(STREAM, KeyType.HASH), key(SHARD, KeyType.RANGE)));
        } catch (ResourceInUseException e) {
            // It is there, or another follower makes it.
        }
        try (var waiter = client.waiter()) {
            waiter.waitUntilTableExists(request -> request.tableName(table));
        }
        return this;
    }

    @Override
    public String load(String stream, String shard) {
        return known(stream).get(shard);
    }

    @Override
    public boolean knows(String stream) {
        refresh(stream);
        return !known(stream).isEmpty();
    }

    @Override
    public void save(String stream, String shard, String position) {
        if (position.equals(known(stream).get(shard))) {
            return;
        }
        boolean isHeld = held(stream).contains(shard);
        try {
            client.updateItem(request -> request.tableName(table)
                    .key(key(stream, shard))
                    .updateExpression("SET #position = :position")
                    .conditionExpression(isHeld ? "#holder = :me" : "attribute_not_exists(#position)")
                    .expressionAttributeNames(
                            isHeld ? Map.of("#position", POSITION, "#holder", HOLDER) : Map.of("#position", POSITION))
                    .expressionAttributeValues(
                            isHeld
                                    ? Map.of(":position", s(position), ":me", s(me))
                                    : Map.of(":position", s(position))));
            known(stream).put(shard, position);
        } catch (ConditionalCheckFailedException e) {
            if (isHeld) {
                held(stream).remove(shard);
                throw new LeaseLost(shard);
            }
            // Another follower began here before: its place is the place of both.
            refresh(stream);
        }
    }

    @Override
    public Collection<String> keepOnly(String stream, Collection<String> shards) {
        Map<String, String> gone = new HashMap<>(known(stream));
        gone.keySet().removeAll(Set.copyOf(shards));
        gone.keySet().forEach(shard -> {
            client.deleteItem(request -> request.tableName(table).key(key(stream, shard)));
            known(stream).remove(shard);
            held(stream).remove(shard);
        });
        return gone.values();
    }

    @Override
    public Duration claimedFor() {
        return span;
    }

    @Override
    public Collection<String> claim(String stream, Collection<String> shards) {
        Instant now = clock.instant();
        client.updateItem(request -> request.tableName(table)
                .key(key(stream, FOLLOWER + me))
                .updateExpression("SET #until = :until")
                .expressionAttributeNames(Map.of("#until", UNTIL))
                .expressionAttributeValues(Map.of(":until", n(now.plus(span)))));
        Map<String, Map<String, AttributeValue>> rows = refresh(stream);
        int followers = (int) rows.entrySet().stream()
                .filter(row -> row.getKey().startsWith(FOLLOWER) && !isOver(row.getValue(), now))
                .count();
        int share = (shards.size() + followers - 1) / Math.max(1, followers);
        Set<String> mine = held(stream);
        mine.retainAll(shards);
        for (String shard : List.copyOf(mine)) {
            if (mine.size() > share) {
                give(stream, shard);
            } else if (!take(stream, shard, now)) {
                mine.remove(shard);
            }
        }
        for (String shard : shards) {
            boolean isFree =
                    !rows.containsKey(shard) || !rows.get(shard).containsKey(HOLDER) || isOver(rows.get(shard), now);
            if (mine.size() < share && !mine.contains(shard) && isFree && take(stream, shard, now)) {
                mine.add(shard);
            }
        }
        return List.copyOf(mine);
    }

    @Override
    public void release() {
        held.forEach((stream, shards) -> {
            List.copyOf(shards).forEach(shard -> give(stream, shard));
            client.deleteItem(request -> request.tableName(table).key(key(stream, FOLLOWER + me)));
        });
    }

    /** Takes a lease or renews it. */
    private boolean take(String stream, String shard, Instant now) {
        try {
            Map<String, AttributeValue> row = client.updateItem(request -> request.tableName(table)
                            .key(key(stream, shard))
                            .updateExpression("SET #holder = :me, #until = :until")
                            .conditionExpression("attribute_not_exists(#holder) OR #holder = :me OR #until <= :now")
                            .expressionAttributeNames(Map.of("#holder", HOLDER, "#until", UNTIL))
                            .expressionAttributeValues(
                                    Map.of(":me", s(me), ":until", n(now.plus(span)), ":now", n(now)))
                            .returnValues("ALL_NEW"))
                    .attributes();
            if (row.containsKey(POSITION)) {
                known(stream).put(shard, row.get(POSITION).s());
            }
            return true;
        } catch (ConditionalCheckFailedException e) {
            return false;
        }
    }

    private void give(String stream, String shard) {
        held(stream).remove(shard);
        try {
            client.updateItem(request -> request.tableName(table)
                    .key(key(stream, shard))
                    .updateExpression("REMOVE #holder, #until")
                    .conditionExpression("#holder = :me")
                    .expressionAttributeNames(Map.of("#holder", HOLDER, "#until", UNTIL))
                    .expressionAttributeValues(Map.of(":me", s(me))));
        } catch (ConditionalCheckFailedException e) {
            // Another has it already.
        }
    }

    private Map<String, Map<String, AttributeValue>> refresh(String stream) {
        Map<String, Map<String, AttributeValue>> rows = new HashMap<>();
        client.queryPaginator(request -> request.tableName(table)
                        .consistentRead(true)
                        .keyConditionExpression("#stream = :stream")
                        .expressionAttributeNames(Map.of("#stream", STREAM))
                        .expressionAttributeValues(Map.of(":stream", s(stream))))
                .items()
                .forEach(row -> rows.put(row.get(SHARD).s(), row));
        rows.forEach((shard, row) -> {
            if (row.containsKey(POSITION)) {
                known(stream).put(shard, row.get(POSITION).s());
            }
        });
        return rows;
    }

    private static boolean isOver(Map<String, AttributeValue> row, Instant now) {
        return row.containsKey(UNTIL) && Long.parseLong(row.get(UNTIL).n()) <= now.toEpochMilli();
    }

    private Map<String, String> known(String stream) {
        return positions.computeIfAbsent(stream, name -> new ConcurrentHashMap<>());
    }

    private Set<String> held(String stream) {
        return held.computeIfAbsent(stream, name -> new HashSet<>());
    }

    private static Map<String, AttributeValue> key(String stream, String shard) {
        return Map.of(STREAM, s(stream), SHARD, s(shard));
    }

    private static AttributeValue s(String text) {
        return AttributeValue.builder().s(text).build();
    }

    private static AttributeValue n(Instant time) {
        return AttributeValue.builder().n(Long.toString(time.toEpochMilli())).build();
    }

    private static AttributeDefinition text(String name) {
        return AttributeDefinition.builder()
                .attributeName(name)
                .attributeType(ScalarAttributeType.S)
                .build();
    }

    private static KeySchemaElement key(String name, KeyType type) {
        return KeySchemaElement.builder().attributeName(name).keyType(type).build();
    }
}
