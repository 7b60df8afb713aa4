package dev.partita.engine.request;

/** How much of its cost a call reports. */
public enum ReturnConsumedCapacity {
    NONE,
    TOTAL,
    INDEXES
}
