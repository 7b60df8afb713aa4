package dev.partita.runtime;

/**
 * Which page of a list is wanted.
 *
 * @param limit how many items at most; null for what the pattern says
 * @param cursor where the page before ended; null for the first
 */
public record PageRequest(Integer limit, Cursor cursor) {

    private static final PageRequest FIRST = new PageRequest(null, null);

    public PageRequest {
        if (limit != null && limit < 1) {
            throw new IllegalArgumentException("A page has at least one item, not " + limit);
        }
    }

    /** The first page, as long as the pattern says. */
    public static PageRequest first() {
        return FIRST;
    }

    /** The first page, with so many items at most. */
    public static PageRequest of(int limit) {
        return new PageRequest(limit, null);
    }

    /** The page behind a cursor; the first one when it is null. */
    public PageRequest after(Cursor place) {
        return new PageRequest(limit, place);
    }
}
