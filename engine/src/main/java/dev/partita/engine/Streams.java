package dev.partita.engine;

/** Keeps the record of changes that stream readers follow. */
final class Streams {

    private Streams() {}

    static void maintain(Change change, Group group) {}
}
