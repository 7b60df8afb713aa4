package dev.partita.engine.request;

/** Whether a write reports the size of its item collection. */
public enum ReturnItemCollectionMetrics {
    NONE,
    SIZE
}
