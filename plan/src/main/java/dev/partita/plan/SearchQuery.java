package dev.partita.plan;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * What a search looks for, and from where on.
 *
 * <p>An item is found when it has any of the words. Better is, in this order: to have more of them; to have them whole, not just
 * as the beginning of a word; to have those that are rare; to have few words in all. What is equal in all this comes by its key.
 *
 * @param words each once, in the order in which they were given
 * @param isOpen whether the last word may go on: it then finds words that begin with it, too
 * @param weights how much each word counts, as the first page found it; null for the first page. Later pages keep to it, so that
 *     the order stays while items come and go.
 * @param after the last item of the page before; null for the first page
 */
public record SearchQuery(List<String> words, boolean isOpen, List<Integer> weights, SearchHit after) {

    /** The longest text that is looked for, in characters. */
    public static final int LONGEST_TEXT = 1_000;

    /** So many words are looked for at most; a mask of those found has a bit for each. */
    public static final int MOST_WORDS = 32;

    /** A shorter beginning of a word would find almost everything. */
    private static final int SHORTEST_BEGINNING = 2;

    /** A weight is a logarithm, in thousandths. */
    private static final int WEIGHT_ONE = 1_000;

    public SearchQuery {
        words = List.copyOf(words);
        weights = weights == null ? null : List.copyOf(weights);
    }

    /** What somebody has typed; there may be no word in it. */
    public static SearchQuery of(String text) {
        List<String> all = SearchWords.sought(text);
        Set<String> words = new LinkedHashSet<>();
        // The last word is the one that may go on, wherever else it stands.
        for (int i = 0; i < all.size(); i++) {
            words.remove(i + 1 == all.size() ? all.get(i) : "");
            words.add(all.get(i));
        }
        String last = all.isEmpty() ? null : all.get(all.size() - 1);
        boolean isOpen = last != null
                && SearchWords.endsInWord(text)
                && !SearchWords.isPair(last)
                && last.codePointCount(0, last.length()) >= SHORTEST_BEGINNING;
        return new SearchQuery(new ArrayList<>(words), isOpen, null, null);
    }

    /** The same, behind a page that ended with {@code last}. */
    public SearchQuery behind(List<Integer> known, SearchHit last) {
        return new SearchQuery(words, isOpen, known, last);
    }

    /** The beginning of words that will do for the last word; null when only the word itself will. */
    public String beginning() {
        return isOpen ? words.get(words.size() - 1) : null;
    }

    /** How much a word counts that {@code having} of {@code all} items have: the rarer, the more. */
    public static int weight(long having, long all) {
        return (int) Math.round(WEIGHT_ONE * Math.log1p((all - having + 0.5) / (having + 0.5)));
    }

    /**
     * How good an item is: the greater, the better.
     *
     * @param mask the words it has, a bit for each
     * @param begins whether it has a word that begins with {@link #beginning()}
     * @param length how many words it has in all
     */
    public long rank(int mask, boolean begins, int length, List<Integer> weights) {
        int whole = Integer.bitCount(mask);
        boolean isOnlyBegun = begins && isOpen && (mask & 1 << words.size() - 1) == 0;
        long rarity = 0;
        for (int i = 0; i < words.size(); i++) {
            if ((mask & 1 << i) != 0) {
                rarity += weights.get(i);
            }
        }
        return (((long) whole + (isOnlyBegun ? 1 : 0)) * (MOST_WORDS + 1) + whole)
                        << SearchHit.RARITY_BITS + SearchHit.LENGTH_BITS
                | Math.min(rarity, SearchHit.MOST_RARITY) << SearchHit.LENGTH_BITS
                | SearchHit.MOST_LENGTH - Math.min(length, SearchHit.MOST_LENGTH);
    }
}
