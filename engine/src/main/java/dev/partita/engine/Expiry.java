package dev.partita.engine;

/** Keeps the queue of items by the second they expire. */
final class Expiry {

    private Expiry() {}

    static void maintain(Change change, Group group) {}
}
