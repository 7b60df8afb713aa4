package dev.partita.conformance;

/** One thing to do on both endpoints, and how their answers are compared. */
record Step(Request request, Mode mode, TableShape table) {

    enum Mode {
        /** One call; lists are compared in order. */
        ORDERED,
        /** One call; items have no defined order. */
        UNORDERED,
        /** Follow LastEvaluatedKey on each side and compare all pages together. */
        PAGES,
        /** Scan every segment to its end on each side and compare all of them together. */
        SEGMENTS
    }
}
