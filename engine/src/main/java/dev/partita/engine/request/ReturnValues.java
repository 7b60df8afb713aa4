package dev.partita.engine.request;

/** What a write shows of the item. */
public enum ReturnValues {
    NONE,
    ALL_OLD,
    UPDATED_OLD,
    ALL_NEW,
    UPDATED_NEW
}
