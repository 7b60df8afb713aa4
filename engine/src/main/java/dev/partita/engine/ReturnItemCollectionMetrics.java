package dev.partita.engine;

/** Whether a write reports the size of its item collection. */
public enum ReturnItemCollectionMetrics {
    NONE,
    SIZE
}
