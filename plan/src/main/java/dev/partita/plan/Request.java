package dev.partita.plan;

import dev.partita.item.AttributeValue;
import dev.partita.item.Item;
import dev.partita.json.JsonText;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A DynamoDB request, ready to be sent. Members that do not apply are null, false or empty. */
public sealed interface Request {

    /** What {@code cases} makes of a request of this kind. */
    <R> R match(Cases<R> cases);

    /**
     * What is made of a request of each kind. One of its methods is missing wherever a new kind has been forgotten.
     *
     * @param <R> what is made of it
     */
    interface Cases<R> {
        R get(GetItem get);

        R query(Query query);

        R scan(Scan scan);

        R batchGet(BatchGetItem batch);

        R batchWrite(BatchWriteItem batch);

        R put(PutItem put);

        R update(UpdateItem update);

        R delete(DeleteItem delete);

        R transact(TransactWriteItems transaction);

        R table(TableRequest request);
    }

    /** The request's body as data: maps, lists, items, text, numbers and booleans. */
    Map<String, Object> body();

    /** DynamoDB's name of the operation. */
    default String operation() {
        return getClass().getSimpleName();
    }

    /** The table it is about; null for one that may be about several, or is about a table itself. */
    default String table() {
        return null;
    }

    /** The index that it reads; null for none. */
    default String index() {
        return null;
    }

    /** What of each item it reads; null for all of it. */
    default String projection() {
        return null;
    }

    /** Whether it only reads items. */
    default boolean isRead() {
        return false;
    }

    /** Whether it reads or writes items, and so takes capacity; one about a table itself does not. */
    default boolean isAboutItems() {
        return true;
    }

    /** The tables it is about, each once; none for a request about a table itself. */
    default List<String> tables() {
        return table() == null ? List.of() : List.of(table());
    }

    /** The same read, strongly consistent or not; a request that reads nothing stays as it is. */
    default Request consistent(boolean strong) {
        return this;
    }

    /** The body as DynamoDB's JSON, always in the same order. */
    default String toJson() {
        return JsonText.of(body());
    }

    /** The same, asking for the capacity it used. */
    default String toJsonWithCapacity() {
        Map<String, Object> body = new LinkedHashMap<>(body());
        body.put("ReturnConsumedCapacity", "TOTAL");
        return JsonText.of(body);
    }

    record GetItem(String table, Item key, boolean consistent, String projection, Map<String, String> names)
            implements Request {
        public GetItem {
            names = ordered(names);
        }

        /** The whole item, read strongly consistent. */
        public static GetItem strong(String table, Item key) {
            return new GetItem(table, key, true, null, Map.of());
        }

        @Override
        public boolean isRead() {
            return true;
        }

        @Override
        public GetItem consistent(boolean strong) {
            return new GetItem(table, key, strong, projection, names);
        }

        @Override
        public <R> R match(Cases<R> cases) {
            return cases.get(this);
        }

        @Override
        public Map<String, Object> body() {
            RequestBody body = new RequestBody().add("TableName", table).add("Key", key);
            return body.flag("ConsistentRead", consistent)
                    .add("ProjectionExpression", projection)
                    .aliases(names, Map.of())
                    .map();
        }
    }

    record Query(
            String table,
            String index,
            String keyCondition,
            String filter,
            String projection,
            Map<String, String> names,
            Map<String, AttributeValue> values,
            boolean forward,
            boolean consistent,
            boolean count,
            Integer limit,
            Item startKey)
            implements Request {
        public Query {
            names = ordered(names);
            values = ordered(values);
        }

        /** The same query, going on after {@code key}. */
        public Query after(Item key) {
            return new Query(
                    table,
                    index,
                    keyCondition,
                    filter,
                    projection,
                    names,
                    values,
                    forward,
                    consistent,
                    count,
                    limit,
                    key);
        }

        @Override
        public boolean isRead() {
            return true;
        }

        @Override
        public Query consistent(boolean strong) {
            return new Query(
                    table,
                    index,
                    keyCondition,
                    filter,
                    projection,
                    names,
                    values,
                    forward,
                    strong,
                    count,
                    limit,
                    startKey);
        }

        @Override
        public <R> R match(Cases<R> cases) {
            return cases.query(this);
        }

        @Override
        public Map<String, Object> body() {
            return new RequestBody()
                    .add("TableName", table)
                    .add("IndexName", index)
                    .add("KeyConditionExpression", keyCondition)
                    .add("FilterExpression", filter)
                    .add("ProjectionExpression", projection)
                    .aliases(names, values)
                    .add("ScanIndexForward", forward ? null : Boolean.FALSE)
                    .flag("ConsistentRead", consistent)
                    .add("Select", count ? "COUNT" : null)
                    .add("Limit", limit)
                    .add("ExclusiveStartKey", startKey)
                    .map();
        }
    }

    record Scan(
            String table,
            String index,
            String filter,
            String projection,
            Map<String, String> names,
            Map<String, AttributeValue> values,
            boolean consistent,
            boolean count,
            Integer limit,
            Item startKey)
            implements Request {
        public Scan {
            names = ordered(names);
            values = ordered(values);
        }

        /** The same scan, going on after {@code key}. */
        public Scan after(Item key) {
            return new Scan(table, index, filter, projection, names, values, consistent, count, limit, key);
        }

        @Override
        public boolean isRead() {
            return true;
        }

        @Override
        public Scan consistent(boolean strong) {
            return new Scan(table, index, filter, projection, names, values, strong, count, limit, startKey);
        }

        @Override
        public <R> R match(Cases<R> cases) {
            return cases.scan(this);
        }

        @Override
        public Map<String, Object> body() {
            return new RequestBody()
                    .add("TableName", table)
                    .add("IndexName", index)
                    .add("FilterExpression", filter)
                    .add("ProjectionExpression", projection)
                    .aliases(names, values)
                    .flag("ConsistentRead", consistent)
                    .add("Select", count ? "COUNT" : null)
                    .add("Limit", limit)
                    .add("ExclusiveStartKey", startKey)
                    .map();
        }
    }

    /** Up to 100 items of one table. */
    record BatchGetItem(String table, List<Item> keys, boolean consistent, String projection, Map<String, String> names)
            implements Request {
        public BatchGetItem {
            keys = List.copyOf(keys);
            names = ordered(names);
        }

        @Override
        public boolean isRead() {
            return true;
        }

        @Override
        public BatchGetItem consistent(boolean strong) {
            return new BatchGetItem(table, keys, strong, projection, names);
        }

        @Override
        public <R> R match(Cases<R> cases) {
            return cases.batchGet(this);
        }

        @Override
        public Map<String, Object> body() {
            Map<String, Object> wanted = new RequestBody()
                    .add("Keys", keys)
                    .flag("ConsistentRead", consistent)
                    .add("ProjectionExpression", projection)
                    .aliases(names, Map.of())
                    .map();
            return new RequestBody().add("RequestItems", Map.of(table, wanted)).map();
        }
    }

    /** Up to 25 puts and deletes in one table, each on its own and without conditions. */
    record BatchWriteItem(String table, List<Item> puts, List<Item> deletes) implements Request {
        public BatchWriteItem {
            puts = List.copyOf(puts);
            deletes = List.copyOf(deletes);
        }

        @Override
        public <R> R match(Cases<R> cases) {
            return cases.batchWrite(this);
        }

        @Override
        public Map<String, Object> body() {
            List<Object> writes = new java.util.ArrayList<>();
            puts.forEach(item -> writes.add(Map.of("PutRequest", Map.of("Item", item))));
            deletes.forEach(key -> writes.add(Map.of("DeleteRequest", Map.of("Key", key))));
            return new RequestBody().add("RequestItems", Map.of(table, writes)).map();
        }
    }

    /** A write of one item: on its own a request, and an action of a transaction as well. */
    sealed interface Action {
        String table();

        /** The key, or the whole item for a put. */
        Item item();

        String condition();

        /** As a member of a transaction. */
        Map<String, Object> action();

        /** What {@code cases} makes of an action of this kind. */
        <R> R match(Cases<R> cases);

        /**
         * What is made of an action of each kind.
         *
         * @param <R> what is made of it
         */
        interface Cases<R> {
            R put(PutItem put);

            R update(UpdateItem update);

            R delete(DeleteItem delete);

            R check(ConditionCheck check);
        }
    }

    /** @param returned ALL_OLD, ALL_NEW, UPDATED_OLD, UPDATED_NEW, or null for nothing */
    record PutItem(
            String table,
            Item item,
            String condition,
            Map<String, String> names,
            Map<String, AttributeValue> values,
            String returned)
            implements Request, Action {
        public PutItem {
            names = ordered(names);
            values = ordered(values);
        }

        @Override
        public <R> R match(Request.Cases<R> cases) {
            return cases.put(this);
        }

        @Override
        public <R> R match(Action.Cases<R> cases) {
            return cases.put(this);
        }

        @Override
        public Map<String, Object> body() {
            return shared().add("ReturnValues", returned).blocking(condition).map();
        }

        @Override
        public Map<String, Object> action() {
            return Map.of("Put", shared().blocking(condition).map());
        }

        private RequestBody shared() {
            return new RequestBody()
                    .add("TableName", table)
                    .add("Item", item)
                    .add("ConditionExpression", condition)
                    .aliases(names, values);
        }
    }

    record UpdateItem(
            String table,
            Item item,
            String update,
            String condition,
            Map<String, String> names,
            Map<String, AttributeValue> values,
            String returned)
            implements Request, Action {
        public UpdateItem {
            names = ordered(names);
            values = ordered(values);
        }

        @Override
        public <R> R match(Request.Cases<R> cases) {
            return cases.update(this);
        }

        @Override
        public <R> R match(Action.Cases<R> cases) {
            return cases.update(this);
        }

        @Override
        public Map<String, Object> body() {
            return shared().add("ReturnValues", returned).blocking(condition).map();
        }

        @Override
        public Map<String, Object> action() {
            return Map.of("Update", shared().blocking(condition).map());
        }

        private RequestBody shared() {
            return new RequestBody()
                    .add("TableName", table)
                    .add("Key", item)
                    .add("UpdateExpression", update)
                    .add("ConditionExpression", condition)
                    .aliases(names, values);
        }
    }

    record DeleteItem(
            String table,
            Item item,
            String condition,
            Map<String, String> names,
            Map<String, AttributeValue> values,
            String returned)
            implements Request, Action {
        public DeleteItem {
            names = ordered(names);
            values = ordered(values);
        }

        @Override
        public <R> R match(Request.Cases<R> cases) {
            return cases.delete(this);
        }

        @Override
        public <R> R match(Action.Cases<R> cases) {
            return cases.delete(this);
        }

        @Override
        public Map<String, Object> body() {
            return shared().add("ReturnValues", returned).blocking(condition).map();
        }

        @Override
        public Map<String, Object> action() {
            return Map.of("Delete", shared().blocking(condition).map());
        }

        private RequestBody shared() {
            return new RequestBody()
                    .add("TableName", table)
                    .add("Key", item)
                    .add("ConditionExpression", condition)
                    .aliases(names, values);
        }
    }

    /** A condition on an item that the transaction does not write. */
    record ConditionCheck(
            String table, Item item, String condition, Map<String, String> names, Map<String, AttributeValue> values)
            implements Action {
        public ConditionCheck {
            names = ordered(names);
            values = ordered(values);
        }

        @Override
        public <R> R match(Cases<R> cases) {
            return cases.check(this);
        }

        @Override
        public Map<String, Object> action() {
            return Map.of(
                    "ConditionCheck",
                    new RequestBody()
                            .add("TableName", table)
                            .add("Key", item)
                            .add("ConditionExpression", condition)
                            .aliases(names, values)
                            .blocking(condition)
                            .map());
        }
    }

    /** Up to 100 actions, all or none. {@code token} makes a repeated send harmless; null for none. */
    record TransactWriteItems(List<Action> actions, String token) implements Request {
        public TransactWriteItems {
            actions = List.copyOf(actions);
        }

        @Override
        public List<String> tables() {
            return actions.stream().map(Action::table).distinct().toList();
        }

        @Override
        public <R> R match(Cases<R> cases) {
            return cases.transact(this);
        }

        @Override
        public Map<String, Object> body() {
            return new RequestBody()
                    .add("TransactItems", actions.stream().map(Action::action).toList())
                    .add("ClientRequestToken", token)
                    .map();
        }
    }

    /** A request about a table itself: CreateTable, UpdateTimeToLive. */
    record TableRequest(String operation, Map<String, Object> body) implements Request {
        public TableRequest {
            body = ordered(body);
        }

        @Override
        public <R> R match(Cases<R> cases) {
            return cases.table(this);
        }

        @Override
        public boolean isAboutItems() {
            return false;
        }

        /** It takes none. */
        @Override
        public String toJsonWithCapacity() {
            return toJson();
        }
    }

    private static <K, V> Map<K, V> ordered(Map<K, V> map) {
        return map.isEmpty() ? Map.of() : Collections.unmodifiableMap(new LinkedHashMap<>(map));
    }
}
