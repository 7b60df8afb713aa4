package dev.partita.engine;

/** What an index keeps of each item besides its keys. */
public enum ProjectionType {
    ALL,
    KEYS_ONLY,
    INCLUDE
}
