package dev.partita.bench;

/**
 * The data every measurement runs on: orders of 1 KB in one table with two global indexes that project everything.
 *
 * <p>Order {@code i} belongs to customer {@code i / 50} and shipment {@code i / 20}, so a customer has 50 orders and a
 * shipment 20. Where a request writes order {@code i}, three slots follow one another: customer, order, shipment.
 */
final class Orders {

    static final String TABLE = "orders";
    static final int PER_CUSTOMER = 50;
    static final int PER_SHIPMENT = 20;
    static final int SLOTS_PER_ORDER = 3;

    /** Any two numbers under {@link #FRESH} with no common factor walk through all of them in a scattered order. */
    private static final long FRESH = 90_000_000;

    private static final long STRIDE = 48_271_387;

    private static final String CREATE_TABLE = """
            {"TableName":"orders","BillingMode":"PAY_PER_REQUEST",\
            "AttributeDefinitions":[\
            {"AttributeName":"pk","AttributeType":"S"},{"AttributeName":"sk","AttributeType":"S"},\
            {"AttributeName":"shipment","AttributeType":"S"},{"AttributeName":"created","AttributeType":"S"},\
            {"AttributeName":"status","AttributeType":"S"}],\
            "KeySchema":[{"AttributeName":"pk","KeyType":"HASH"},{"AttributeName":"sk","KeyType":"RANGE"}],\
            "GlobalSecondaryIndexes":[\
            {"IndexName":"by-shipment","Projection":{"ProjectionType":"ALL"},\
            "KeySchema":[{"AttributeName":"shipment","KeyType":"HASH"},{"AttributeName":"sk","KeyType":"RANGE"}]},\
            {"IndexName":"by-status","Projection":{"ProjectionType":"ALL"},\
            "KeySchema":[{"AttributeName":"status","KeyType":"HASH"},{"AttributeName":"created","KeyType":"RANGE"}]}]}""";

    // The note fills the item up to 1,024 bytes by DynamoDB's count.
    private static final String NOTE =
            "Leave the parcel with the neighbour on the left. ".repeat(16).substring(0, 744);

    private Orders() {}

    static String createTable() {
        return CREATE_TABLE;
    }

    static String key(int slot) {
        return "{\"pk\":{\"S\":\"customer#<" + slot + ">\"},\"sk\":{\"S\":\"order#<" + (slot + 1) + ">\"}}";
    }

    static String item(int slot) {
        String order = "<" + (slot + 1) + ">";
        return "{\"pk\":{\"S\":\"customer#<" + slot + ">\"},\"sk\":{\"S\":\"order#" + order + "\"},"
                + "\"shipment\":{\"S\":\"shipment#<" + (slot + 2) + ">\"},"
                + "\"status\":{\"S\":\"status#<" + (slot + 2) + ">\"},"
                + "\"created\":{\"S\":\"2026-11-15T00:00:00." + order + "Z\"},"
                + "\"total\":{\"N\":\"1249.95\"},\"revision\":{\"N\":\"1\"},\"gift\":{\"BOOL\":false},"
                + "\"tags\":{\"SS\":[\"express\",\"fragile\",\"signed\"]},"
                + "\"address\":{\"M\":{\"street\":{\"S\":\"12 Canal Row\"},\"town\":{\"S\":\"Lower Wick\"},\"zip\":{\"S\":\"44321\"}}},"
                + "\"lines\":{\"L\":[{\"M\":{\"sku\":{\"S\":\"SKU-81723\"},\"count\":{\"N\":\"2\"}}},"
                + "{\"M\":{\"sku\":{\"S\":\"SKU-20114\"},\"count\":{\"N\":\"1\"}}}]},"
                + "\"note\":{\"S\":\"" + NOTE + "\"}}";
    }

    /** Fills the three slots of order {@code id}. */
    static void fill(long[] slots, int slot, long id) {
        slots[slot] = id / PER_CUSTOMER;
        slots[slot + 1] = id;
        slots[slot + 2] = id / PER_SHIPMENT;
    }

    /** The {@code n}th order nobody has written yet, above the {@code loaded} ones and in no particular order. */
    static long fresh(long loaded, long n) {
        return loaded + (n * STRIDE) % (FRESH - loaded);
    }
}
