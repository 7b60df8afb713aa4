package dev.partita.engine.request;

/** The role of a key attribute. */
public enum KeyType {
    HASH,
    RANGE
}
