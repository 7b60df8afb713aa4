package dev.partita.whole;

/** What is known to differ: made up only once it is mended. Each has its date; the list should be empty. */
final class Known {

    /** 2026-11-16: a list that walks days ends without a word; the walk is being mended. */
    static final boolean WALK = false;

    /** 2026-11-16: {@code size()} of an attribute with a prefix counts the prefix. */
    static final boolean SIZE_WITH_PREFIX = true;

    private Known() {}
}
