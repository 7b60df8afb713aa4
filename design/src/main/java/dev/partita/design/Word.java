package dev.partita.design;

import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** One of the words that an option can be, as a constant of an enum. */
public interface Word {

    String name();

    /** As a design file writes it. */
    default String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** All of them, as a design file writes them. */
    static List<String> all(Word... options) {
        return Stream.of(options).map(Word::word).toList();
    }

    /** Some of them as a sentence lists them. */
    static String list(Collection<? extends Word> some) {
        return some.stream().map(Word::word).collect(Collectors.joining(", "));
    }
}
