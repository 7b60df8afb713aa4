package dev.partita.whole;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/** Chance, from a seed. */
final class Dice {

    private final Random random;

    Dice(long seed) {
        // Of seeds that are neighbours the first numbers would be neighbours, too.
        random = new Random(seed * 0x9E3779B97F4A7C15L);
        random.nextLong();
    }

    boolean chance(double share) {
        return random.nextDouble() < share;
    }

    int below(int bound) {
        return random.nextInt(bound);
    }

    <T> T pick(List<T> options) {
        return options.get(below(options.size()));
    }

    @SafeVarargs
    final <T> T of(T... options) {
        return options[below(options.length)];
    }

    /** Some of them, in any order. */
    <T> List<T> some(List<T> options, int most) {
        List<T> all = new ArrayList<>(options);
        Collections.shuffle(all, random);
        return new ArrayList<>(all.subList(0, Math.min(most, all.size())));
    }
}
