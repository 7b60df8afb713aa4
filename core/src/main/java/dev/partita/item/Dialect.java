package dev.partita.item;

/** The service's two validation layers, which word some refusals differently. */
public enum Dialect {
    /** PutItem, UpdateItem, DeleteItem, GetItem, BatchGetItem, Query. */
    CURRENT,
    /** BatchWriteItem, Scan, transactions, control plane. */
    OLDER
}
