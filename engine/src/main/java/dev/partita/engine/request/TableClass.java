package dev.partita.engine.request;

/** A table's storage class. */
public enum TableClass {
    STANDARD,
    STANDARD_INFREQUENT_ACCESS
}
