package dev.partita.bench;

/** One kind of request under measurement, with what the project promises for it against DynamoDB Local. */
enum Workload {
    PUT_ITEM("PutItem", 4, 0, "{", (requests, connection) -> requests.puts()),
    GET_ITEM("GetItem", 7, 8, "SKU-20114", Requests::gets),
    QUERY("Query GSI 20", 12, 15, "\"Count\":20", Requests::queries),
    COUNT("COUNT over 50", 20, 0, "\"Count\":50", Requests::counts),
    UPDATE_ITEM("UpdateItem if", 6, 0, "{", Requests::updates),
    TRANSACT_WRITE("TransactWrite 3", 15, 0, "{", Requests::transactions),
    BATCH_WRITE("BatchWrite 25", 4, 0, "\"UnprocessedItems\":{}", (requests, connection) -> requests.batches()),
    MIXED("mixed 80/20", 6, 0, "{", Requests::mixed),
    /** The same item as {@link #HISTORY_REST}, by its key. */
    HISTORY_GET("GetItem history", 0, 0, "\"pnm\":{\"S\":\"Sum of two numbers\"}", Requests::historyGets),
    /** One item over REST; only we have that. */
    HISTORY_REST("REST history", 0, 0, "\"problemTitle\":\"Sum of two numbers\"", Requests::historyRests);

    @FunctionalInterface
    private interface Sources {
        Load.Source of(Requests requests, int connection);
    }

    private final String title;
    private final double speedTarget;
    private final double cpuTarget;
    private final String proof;
    private final Sources sources;

    Workload(String title, double speedTarget, double cpuTarget, String proof, Sources sources) {
        this.title = title;
        this.speedTarget = speedTarget;
        this.cpuTarget = cpuTarget;
        this.proof = proof;
        this.sources = sources;
    }

    /** What one connection sends. */
    Load.Source source(Requests requests, int connection) {
        return sources.of(requests, connection);
    }

    String title() {
        return title;
    }

    /** Whether it is about the service, and not part of the comparison of the API. */
    boolean isOfService() {
        return this == HISTORY_GET || this == HISTORY_REST;
    }

    /** How many times DynamoDB Local's throughput ours must reach at 16 connections. */
    double speedTarget() {
        return speedTarget;
    }

    /** How many times less processor time than DynamoDB Local an operation may take; 0 for no promise. */
    double cpuTarget() {
        return cpuTarget;
    }

    /** What a right answer contains, so that nobody measures how fast nothing is found. */
    String proof() {
        return proof;
    }
}
