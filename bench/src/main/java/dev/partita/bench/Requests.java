package dev.partita.bench;

import java.nio.ByteBuffer;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntFunction;

/** Makes the requests for one server, and knows how many orders it holds and which are still unwritten. */
final class Requests {

    private static final String QUERY_BODY = """
            {"TableName":"orders","IndexName":"by-shipment","Limit":20,"KeyConditionExpression":"shipment = :s",\
            "ExpressionAttributeValues":{":s":{"S":"shipment#<2>"}}}""";

    private static final String COUNT_BODY = """
            {"TableName":"orders","Select":"COUNT","KeyConditionExpression":"pk = :p",\
            "ExpressionAttributeValues":{":p":{"S":"customer#<0>"}}}""";

    private static final String UPDATE_BODY = "{\"TableName\":\"orders\",\"Key\":" + Orders.key(0) + ","
            + "\"UpdateExpression\":\"SET revision = revision + :one, changed = :by\","
            + "\"ConditionExpression\":\"attribute_exists(pk) AND revision >= :one\","
            + "\"ExpressionAttributeValues\":{\":one\":{\"N\":\"1\"},\":by\":{\"S\":\"clerk#<1>\"}}}";

    private static final int CONNECTIONS_AT_MOST = 64;

    private final int port;
    private final int servicePort;
    private final AtomicLong written = new AtomicLong();
    private volatile long loaded;
    private volatile long histories;

    /** {@code servicePort}: of the REST API, if there is one. */
    Requests(int port, int servicePort) {
        this.port = port;
        this.servicePort = servicePort;
    }

    long loaded() {
        return loaded;
    }

    /** Batches of 25 for all orders from those loaded so far up to {@code count}, shared by all connections. */
    IntFunction<Load.Source> loading(long count) {
        long from = loaded;
        AtomicLong next = new AtomicLong(from);
        loaded = count;
        return connection -> {
            RequestTemplate template = batch();
            long[] slots = template.newSlots();
            ByteBuffer buffer = template.newBuffer();
            return () -> {
                long first = next.getAndAdd(25);
                if (first >= count) {
                    return null;
                }
                for (int i = 0; i < 25; i++) {
                    Orders.fill(slots, i * Orders.SLOTS_PER_ORDER, first + i);
                }
                template.write(slots, buffer);
                return buffer;
            };
        };
    }

    /** Writes {@code count} histories, shared by all connections. */
    IntFunction<Load.Source> loadingHistories(long count) {
        AtomicLong next = new AtomicLong();
        histories = count;
        return connection -> {
            RequestTemplate template = new RequestTemplate("PutItem", port, Histories.put());
            long[] slots = template.newSlots();
            ByteBuffer buffer = template.newBuffer();
            return () -> {
                slots[0] = next.getAndIncrement();
                if (slots[0] >= count) {
                    return null;
                }
                template.write(slots, buffer);
                return buffer;
            };
        };
    }

    Load.Source historyGets(int connection) {
        return overHistories(new RequestTemplate("GetItem", port, Histories.get()), connection);
    }

    Load.Source historyRests(int connection) {
        return overHistories(RequestTemplate.get(servicePort, Histories.path()), connection);
    }

    private Load.Source overHistories(RequestTemplate template, int connection) {
        long[] slots = template.newSlots();
        ByteBuffer buffer = template.newBuffer();
        SplittableRandom random = new SplittableRandom(connection);
        return () -> {
            slots[0] = random.nextLong(histories);
            template.write(slots, buffer);
            return buffer;
        };
    }

    private RequestTemplate batch() {
        StringBuilder body = new StringBuilder("{\"RequestItems\":{\"orders\":[");
        for (int i = 0; i < 25; i++) {
            body.append(i == 0 ? "" : ",")
                    .append("{\"PutRequest\":{\"Item\":")
                    .append(Orders.item(i * Orders.SLOTS_PER_ORDER))
                    .append("}}");
        }
        return new RequestTemplate("BatchWriteItem", port, body.append("]}}").toString());
    }

    Load.Source batches() {
        RequestTemplate template = batch();
        return freshSource(template, 25);
    }

    Load.Source puts() {
        return freshSource(
                new RequestTemplate("PutItem", port, "{\"TableName\":\"orders\",\"Item\":" + Orders.item(0) + "}"), 1);
    }

    private Load.Source freshSource(RequestTemplate template, int orders) {
        long[] slots = template.newSlots();
        ByteBuffer buffer = template.newBuffer();
        return () -> {
            for (int i = 0; i < orders; i++) {
                Orders.fill(slots, i * Orders.SLOTS_PER_ORDER, nextFresh());
            }
            template.write(slots, buffer);
            return buffer;
        };
    }

    Load.Source gets(int connection) {
        return overExisting("GetItem", connection, "{\"TableName\":\"orders\",\"Key\":" + Orders.key(0) + "}");
    }

    Load.Source queries(int connection) {
        return overExisting("Query", connection, QUERY_BODY);
    }

    Load.Source counts(int connection) {
        return overExisting("Query", connection, COUNT_BODY);
    }

    Load.Source updates(int connection) {
        return overExisting("UpdateItem", connection, UPDATE_BODY);
    }

    private Load.Source overExisting(String target, int connection, String body) {
        // Slots 0 to 2 are always filled, whichever of them the body has.
        RequestTemplate template = new RequestTemplate(target, port, body);
        long[] slots = new long[Orders.SLOTS_PER_ORDER];
        ByteBuffer buffer = template.newBuffer();
        SplittableRandom random = new SplittableRandom(connection);
        return () -> {
            Orders.fill(slots, 0, random.nextLong(loaded));
            template.write(slots, buffer);
            return buffer;
        };
    }

    Load.Source transactions(int connection) {
        int second = Orders.SLOTS_PER_ORDER;
        int third = 2 * Orders.SLOTS_PER_ORDER;
        String body = "{\"TransactItems\":["
                + "{\"Put\":{\"TableName\":\"orders\",\"Item\":" + Orders.item(0) + "}},"
                + "{\"Put\":{\"TableName\":\"orders\",\"Item\":" + Orders.item(second)
                + ",\"ConditionExpression\":\"attribute_not_exists(pk)\"}},"
                + "{\"Update\":{\"TableName\":\"orders\",\"Key\":" + Orders.key(third)
                + ",\"UpdateExpression\":\"SET revision = revision + :one\","
                + "\"ExpressionAttributeValues\":{\":one\":{\"N\":\"1\"}}}}]}";
        RequestTemplate template = new RequestTemplate("TransactWriteItems", port, body);
        long[] slots = new long[3 * Orders.SLOTS_PER_ORDER];
        ByteBuffer buffer = template.newBuffer();
        SplittableRandom random = new SplittableRandom(connection);
        return () -> {
            Orders.fill(slots, 0, nextFresh());
            Orders.fill(slots, second, nextFresh());
            Orders.fill(slots, third, existingOf(random, connection));
            template.write(slots, buffer);
            return buffer;
        };
    }

    Load.Source mixed(int connection) {
        Load.Source gets = gets(connection);
        Load.Source puts = puts();
        SplittableRandom random = new SplittableRandom(~connection);
        return () -> random.nextInt(5) == 0 ? puts.next() : gets.next();
    }

    private long nextFresh() {
        return Orders.fresh(loaded, written.getAndIncrement());
    }

    /** Each connection has orders of its own, so that transactions never conflict and none is cancelled. */
    private long existingOf(SplittableRandom random, int connection) {
        long rounds = loaded / CONNECTIONS_AT_MOST;
        return random.nextLong(rounds) * CONNECTIONS_AT_MOST + connection;
    }
}
