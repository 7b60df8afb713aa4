package dev.partita.whole;

/** What is known to differ and is being mended: made up only once that is done. Each has its date; the list should be empty. */
final class Known {

    /** 2026-11-16: a walk that ends says nothing, and its list has no next page. */
    static final boolean WALK = false;

    private Known() {}
}
