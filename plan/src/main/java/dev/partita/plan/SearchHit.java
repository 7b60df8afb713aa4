package dev.partita.plan;

import dev.partita.item.Item;

/**
 * An item that a search found.
 *
 * @param key its table key
 * @param rank how good it is, as {@link SearchQuery#rank} says
 */
public record SearchHit(Item key, long rank) {

    // A rank is one number: how many of the words, how many of them whole, how rare they are, how few there are in all.
    static final int RARITY_BITS = 24;
    static final int LENGTH_BITS = 24;
    static final long MOST_RARITY = (1L << RARITY_BITS) - 1;
    static final long MOST_LENGTH = (1L << LENGTH_BITS) - 1;
}
