package dev.partita.item;

/** DynamoDB's documented limits, by name. */
public final class Limits {

    public static final int ITEM_SIZE_BYTES = 409_600;
    public static final int PARTITION_KEY_BYTES = 2048;
    public static final int SORT_KEY_BYTES = 1024;
    public static final int KEY_NAME_BYTES = 255;
    public static final int ATTRIBUTE_NAME_BYTES = 65_535;
    public static final int NESTING_LEVELS = 32;
    public static final int NUMBER_DIGITS = 38;
    public static final int NUMBER_MAX_EXPONENT = 125;
    public static final int NUMBER_MIN_EXPONENT = -130;
    public static final int PAGE_BYTES = 1_048_576;
    public static final int BODY_BYTES = 16 * 1024 * 1024;
    public static final int EXPRESSION_BYTES = 4096;
    public static final int EXPRESSION_OPERATORS = 300;
    public static final int EXPRESSION_IN_OPERANDS = 100;
    public static final int PLACEHOLDER_BYTES = 255;
    public static final int PLACEHOLDERS_TOTAL_BYTES = 2 * 1024 * 1024;
    public static final int BATCH_GET_KEYS = 100;
    public static final int BATCH_GET_BYTES = 16 * 1024 * 1024;
    public static final int BATCH_WRITE_REQUESTS = 25;
    public static final int TRANSACT_ACTIONS = 100;
    public static final int TRANSACT_BYTES = 4 * 1024 * 1024;
    public static final int LOCAL_INDEXES = 5;
    public static final int GLOBAL_INDEXES = 20;
    public static final int PROJECTED_NON_KEY_ATTRIBUTES = 100;
    public static final int GLOBAL_INDEX_KEYS_PER_ROLE = 4;
    public static final int SCAN_SEGMENTS = 1_000_000;
    public static final int TAGS = 50;
    public static final int STREAM_RECORDS_PER_CALL = 1000;
    public static final int STREAM_BYTES_PER_CALL = 1_048_576;
    public static final long STREAM_RETENTION_SECONDS = 24 * 3600;
    public static final long ITERATOR_SECONDS = 15 * 60;
    public static final long IDEMPOTENCY_SECONDS = 10 * 60;
    public static final long ITEM_COLLECTION_BYTES = 10L * 1024 * 1024 * 1024;
    public static final int READ_UNIT_BYTES = 4096;
    public static final int WRITE_UNIT_BYTES = 1024;

    private Limits() {}
}
