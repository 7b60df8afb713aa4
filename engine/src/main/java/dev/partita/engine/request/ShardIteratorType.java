package dev.partita.engine.request;

/** Where in a shard reading starts. */
public enum ShardIteratorType {
    TRIM_HORIZON,
    LATEST,
    AT_SEQUENCE_NUMBER,
    AFTER_SEQUENCE_NUMBER
}
