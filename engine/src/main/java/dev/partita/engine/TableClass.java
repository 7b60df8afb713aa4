package dev.partita.engine;

/** A table's storage class. */
public enum TableClass {
    STANDARD,
    STANDARD_INFREQUENT_ACCESS
}
