package dev.partita.bench;

/** One kind of request under measurement, with what the project promises for it against DynamoDB Local. */
enum Workload {
    PUT_ITEM("PutItem", 4, 0) {
        @Override
        Load.Source source(Requests requests, int connection) {
            return requests.puts();
        }
    },
    GET_ITEM("GetItem", 7, 8) {
        @Override
        Load.Source source(Requests requests, int connection) {
            return requests.gets(connection);
        }
    },
    QUERY("Query GSI 20", 12, 15) {
        @Override
        Load.Source source(Requests requests, int connection) {
            return requests.queries(connection);
        }
    },
    COUNT("COUNT over 50", 20, 0) {
        @Override
        Load.Source source(Requests requests, int connection) {
            return requests.counts(connection);
        }
    },
    UPDATE_ITEM("UpdateItem if", 6, 0) {
        @Override
        Load.Source source(Requests requests, int connection) {
            return requests.updates(connection);
        }
    },
    TRANSACT_WRITE("TransactWrite 3", 15, 0) {
        @Override
        Load.Source source(Requests requests, int connection) {
            return requests.transactions(connection);
        }
    },
    BATCH_WRITE("BatchWrite 25", 4, 0) {
        @Override
        Load.Source source(Requests requests, int connection) {
            return requests.batches();
        }
    },
    MIXED("mixed 80/20", 6, 0) {
        @Override
        Load.Source source(Requests requests, int connection) {
            return requests.mixed(connection);
        }
    },
    /** The same item as {@link #HISTORY_REST}, by its key. */
    HISTORY_GET("GetItem history", 0, 0) {
        @Override
        Load.Source source(Requests requests, int connection) {
            return requests.historyGets(connection);
        }
    },
    /** One item over REST; only we have that. */
    HISTORY_REST("REST history", 0, 0) {
        @Override
        Load.Source source(Requests requests, int connection) {
            return requests.historyRests(connection);
        }
    };

    private final String title;
    private final double speedTarget;
    private final double cpuTarget;

    Workload(String title, double speedTarget, double cpuTarget) {
        this.title = title;
        this.speedTarget = speedTarget;
        this.cpuTarget = cpuTarget;
    }

    /** What one connection sends. */
    abstract Load.Source source(Requests requests, int connection);

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
        return switch (this) {
            case GET_ITEM -> "SKU-20114";
            case QUERY -> "\"Count\":20";
            case COUNT -> "\"Count\":50";
            case PUT_ITEM, UPDATE_ITEM, TRANSACT_WRITE, MIXED -> "{";
            case BATCH_WRITE -> "\"UnprocessedItems\":{}";
            case HISTORY_GET -> "\"pnm\":{\"S\":\"Sum of two numbers\"}";
            case HISTORY_REST -> "\"problemTitle\":\"Sum of two numbers\"";
        };
    }
}
