package dev.partita.engine.request;

/** What an index keeps of each item besides its keys. */
public enum ProjectionType {
    ALL,
    KEYS_ONLY,
    INCLUDE
}
