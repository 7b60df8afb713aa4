package dev.partita.engine;

/** The role of a key attribute. */
public enum KeyType {
    HASH,
    RANGE
}
