package dev.partita.runtime;

/**
 * The bounds of a list, both inside it.
 *
 * @param from null when it is open below
 * @param to null when it is open above
 */
public record Range<T>(T from, T to) {

    public static <T> Range<T> between(T from, T to) {
        return new Range<>(from, to);
    }

    public static <T> Range<T> atLeast(T from) {
        return new Range<>(from, null);
    }

    public static <T> Range<T> atMost(T to) {
        return new Range<>(null, to);
    }

    public static <T> Range<T> all() {
        return new Range<>(null, null);
    }
}
