package dev.partita.engine;

/** What one request does to the store: reads and checks first, then changes. Runs on the writer, one at a time. */
@FunctionalInterface
interface Write<R> {

    /** Must change nothing in {@code group} before all that can refuse has been checked. */
    R perform(Group group);
}
