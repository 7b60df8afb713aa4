package dev.partita.design.model;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** One of the words that an option can be, as a constant of an enum. */
public interface Word {

    String name();

    /** As a design file writes it. */
    default String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** All of them, as a design file writes them. */
    static List<String> all(Word... options) {
        List<String> words = new ArrayList<>(options.length);
        for (Word option : options) {
            words.add(option.word());
        }
        return List.copyOf(words);
    }

    /** The one with this word; null when there is none. */
    static <E extends Word> E of(String word, E[] options) {
        for (E option : options) {
            if (option.word().equals(word)) {
                return option;
            }
        }
        return null;
    }

    /** Some of them as a sentence lists them. */
    static String list(Collection<? extends Word> some) {
        return some.stream().map(Word::word).collect(Collectors.joining(", "));
    }
}
