package dev.partita.design.model;

/** A stretch of one line of a design file. Lines and columns count from one, as editors do. */
public record Place(int line, int column, int length) implements Comparable<Place> {

    /** For what stands nowhere: findings about the file as a whole. */
    public static final Place START = new Place(1, 1, 1);

    // Written out, here and in the few other records that are compared before a program's first answer: otherwise
    // java.lang.runtime.ObjectMethods makes it, which takes longer, with what it loads, than reading a design.
    @Override
    public boolean equals(Object other) {
        return other instanceof Place place && line == place.line && column == place.column && length == place.length;
    }

    @Override
    public int hashCode() {
        return 31 * (31 * line + column) + length;
    }

    /** The part of this place that begins {@code offset} characters in. */
    public Place within(int offset, int length) {
        return new Place(line, column + offset, Math.max(1, length));
    }

    @Override
    public int compareTo(Place other) {
        return line != other.line ? Integer.compare(line, other.line) : Integer.compare(column, other.column);
    }
}
