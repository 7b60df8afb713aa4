package dev.partita.search;

import dev.partita.item.Item;
import dev.partita.plan.SearchHit;
import dev.partita.plan.SearchHits;
import dev.partita.plan.SearchQuery;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import org.apache.lucene.index.BinaryDocValues;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.Term;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.util.BitSetIterator;
import org.apache.lucene.util.Bits;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.FixedBitSet;

/**
 * One search. It goes through the lists of its words side by side and keeps the best it meets.
 *
 * <p>It ranks by itself: Lucene's own scores count items that are long replaced until their segment is merged, so two indexes
 * of the same items would disagree, and pages would not fit together.
 */
final class WordSearch {

    /** So many counts of words are remembered for one snapshot. */
    private static final int MOST_COUNTS = 10_000;

    /** An item among the best so far, by its number in its segment. */
    private record Candidate(long rank, BytesRef order, int leaf, int document) {}

    private static final Comparator<Candidate> WORST_FIRST =
            Comparator.comparingLong(Candidate::rank).thenComparing(Candidate::order, Comparator.reverseOrder());

    private final WordIndex.Snapshot snapshot;
    private final String attribute;
    private final SearchQuery sought;
    private final BytesRef after;
    private final int limit;
    private final PriorityQueue<Candidate> best;
    private List<Integer> weights;

    WordSearch(WordIndex.Snapshot snapshot, String attribute, SearchQuery sought, byte[] after, int limit) {
        this.snapshot = snapshot;
        this.attribute = attribute;
        this.sought = sought;
        this.after = after == null ? null : new BytesRef(after);
        this.limit = limit;
        this.best = new PriorityQueue<>(WORST_FIRST);
    }

    SearchHits run() throws IOException {
        weights = sought.weights() == null ? weights() : sought.weights();
        for (LeafReaderContext leaf : snapshot.reader().leaves()) {
            search(leaf);
        }
        return new SearchHits(matches(), weights);
    }

    private List<Integer> weights() throws IOException {
        long all = count(WordIndex.ANY);
        List<Integer> found = new ArrayList<>();
        for (String word : sought.words()) {
            found.add(SearchQuery.weight(count(word), all));
        }
        return found;
    }

    /** How many items have a word: those that are there, not those that were. */
    private long count(String word) throws IOException {
        Term term = new Term(attribute, word);
        Long known = snapshot.counts().get(term);
        if (known != null) {
            return known;
        }
        long count = 0;
        for (LeafReaderContext leaf : snapshot.reader().leaves()) {
            Bits live = leaf.reader().getLiveDocs();
            if (live == null) {
                count += leaf.reader().docFreq(term);
            } else {
                PostingsEnum postings = leaf.reader().postings(term, PostingsEnum.NONE);
                for (int d = next(postings); d != DocIdSetIterator.NO_MORE_DOCS; d = postings.nextDoc()) {
                    count += live.get(d) ? 1 : 0;
                }
            }
        }
        if (snapshot.counts().size() < MOST_COUNTS) {
            snapshot.counts().put(term, count);
        }
        return count;
    }

    private void search(LeafReaderContext leaf) throws IOException {
        LeafReader reader = leaf.reader();
        List<DocIdSetIterator> lists = new ArrayList<>();
        List<Integer> bits = new ArrayList<>();
        for (int i = 0; i < sought.words().size(); i++) {
            PostingsEnum postings =
                    reader.postings(new Term(attribute, sought.words().get(i)), PostingsEnum.NONE);
            if (postings != null) {
                lists.add(postings);
                bits.add(1 << i);
            }
        }
        DocIdSetIterator begun = sought.isOpen() ? beginning(reader) : null;
        if (begun != null) {
            lists.add(begun);
            bits.add(0);
        }
        if (!lists.isEmpty()) {
            collect(
                    leaf,
                    lists.toArray(DocIdSetIterator[]::new),
                    bits.stream().mapToInt(bit -> bit).toArray());
        }
    }

    /** The items with any word that begins as the last one does; null when there are none. */
    private DocIdSetIterator beginning(LeafReader reader) throws IOException {
        Terms terms = reader.terms(attribute);
        if (terms == null) {
            return null;
        }
        BytesRef beginning = new BytesRef(sought.beginning());
        TermsEnum words = terms.iterator();
        FixedBitSet having = null;
        if (words.seekCeil(beginning) != TermsEnum.SeekStatus.END) {
            PostingsEnum postings = null;
            for (BytesRef word = words.term(); word != null && startsWith(word, beginning); word = words.next()) {
                having = having == null ? new FixedBitSet(reader.maxDoc()) : having;
                postings = words.postings(postings, PostingsEnum.NONE);
                having.or(postings);
            }
        }
        return having == null ? null : new BitSetIterator(having, having.length());
    }

    /** @param bits the word that each list is of; 0 for the beginning of one */
    private void collect(LeafReaderContext leaf, DocIdSetIterator[] lists, int[] bits) throws IOException {
        LeafReader reader = leaf.reader();
        Bits live = reader.getLiveDocs();
        NumericDocValues lengths = reader.getNumericDocValues(attribute + WordIndex.COUNT);
        BinaryDocValues orders = reader.getBinaryDocValues(WordIndex.ORDER);
        int[] at = new int[lists.length];
        for (int i = 0; i < lists.length; i++) {
            at[i] = lists[i].nextDoc();
        }
        while (true) {
            int document = at[0];
            for (int i = 1; i < at.length; i++) {
                document = Math.min(document, at[i]);
            }
            if (document == DocIdSetIterator.NO_MORE_DOCS) {
                return;
            }
            int mask = 0;
            boolean begins = false;
            for (int i = 0; i < at.length; i++) {
                if (at[i] == document) {
                    mask |= bits[i];
                    begins = begins || bits[i] == 0;
                    at[i] = lists[i].nextDoc();
                }
            }
            if (live == null || live.get(document)) {
                int length = lengths.advanceExact(document) ? (int) lengths.longValue() : 0;
                offer(sought.rank(mask, begins, length, weights), orders, leaf.ord, document);
            }
        }
    }

    /** The order of an item is looked up only where its rank leaves it open. */
    private void offer(long rank, BinaryDocValues orders, int leaf, int document) throws IOException {
        if (after != null && rank > sought.after().rank() || limit == 0) {
            return;
        }
        boolean isFull = best.size() == limit;
        if (isFull && rank < best.peek().rank()) {
            return;
        }
        orders.advanceExact(document);
        BytesRef order = orders.binaryValue();
        if (after != null && rank == sought.after().rank() && order.compareTo(after) <= 0) {
            return;
        }
        if (isFull) {
            if (rank == best.peek().rank() && order.compareTo(best.peek().order()) > 0) {
                return;
            }
            best.remove();
        }
        best.add(new Candidate(rank, BytesRef.deepCopyOf(order), leaf, document));
    }

    private List<SearchHit> matches() throws IOException {
        Candidate[] found = best.toArray(Candidate[]::new);
        Arrays.sort(found, WORST_FIRST.reversed());
        List<SearchHit> matches = new ArrayList<>(found.length);
        for (Candidate one : found) {
            LeafReader reader = snapshot.reader().leaves().get(one.leaf()).reader();
            // These only go forward, so each gets its own.
            BinaryDocValues items = reader.getBinaryDocValues(WordIndex.ITEM);
            items.advanceExact(one.document());
            BytesRef bytes = items.binaryValue();
            matches.add(new SearchHit(
                    Item.ofBytes(Arrays.copyOfRange(bytes.bytes, bytes.offset, bytes.offset + bytes.length)),
                    one.rank()));
        }
        return matches;
    }

    private static int next(PostingsEnum postings) throws IOException {
        return postings == null ? DocIdSetIterator.NO_MORE_DOCS : postings.nextDoc();
    }

    private static boolean startsWith(BytesRef word, BytesRef beginning) {
        return word.length >= beginning.length
                && Arrays.equals(
                        word.bytes,
                        word.offset,
                        word.offset + beginning.length,
                        beginning.bytes,
                        beginning.offset,
                        beginning.offset + beginning.length);
    }
}
