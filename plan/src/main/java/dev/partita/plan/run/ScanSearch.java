package dev.partita.plan.run;

import dev.partita.design.model.Entity;
import dev.partita.item.Attributes;
import dev.partita.item.Bytes;
import dev.partita.item.Item;
import dev.partita.plan.Answer;
import dev.partita.plan.Request;
import dev.partita.plan.SearchHit;
import dev.partita.plan.SearchHits;
import dev.partita.plan.SearchIndex;
import dev.partita.plan.SearchQuery;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Search without an index: reads every item, and finds what an index would find, in the same order. For tests, for small tables,
 * and while an index is being built.
 */
record ScanSearch(ReadRun run, Reads reads) implements SearchIndex {

    /** An item that has some of the words. */
    private record Candidate(Item key, int mask, boolean begins, int length) {}

    private record Ranked(SearchHit match, Bytes order) {}

    @Override
    public SearchHits find(Entity entity, String attribute, SearchQuery sought, int limit) {
        SearchedAttribute searched = SearchedAttribute.of(reads.plans(), entity, attribute);
        List<Candidate> candidates = new ArrayList<>();
        long all = 0;
        Item start = null;
        do {
            Answer answer = run.call(new Request.Scan(
                    reads.tableName(searched.table()),
                    null,
                    null,
                    null,
                    Map.of(),
                    Map.of(),
                    false,
                    false,
                    null,
                    start));
            for (Attributes item : answer.found()) {
                List<String> words = searched.words(item);
                all += words.isEmpty() ? 0 : 1;
                Candidate candidate = candidate(searched, item, words, sought);
                if (candidate.mask() != 0 || candidate.begins()) {
                    candidates.add(candidate);
                }
            }
            start = answer.lastEvaluatedKey();
        } while (start != null);
        List<Integer> weights = sought.weights() == null ? weights(sought, candidates, all) : sought.weights();
        Comparator<Ranked> best = Comparator.comparingLong(
                        (Ranked one) -> one.match().rank())
                .reversed()
                .thenComparing(Ranked::order);
        Ranked after = sought.after() == null
                ? null
                : new Ranked(sought.after(), searched.order(sought.after().key()));
        List<SearchHit> found = candidates.stream()
                .map(one -> new Ranked(
                        new SearchHit(one.key(), sought.rank(one.mask(), one.begins(), one.length(), weights)),
                        searched.order(one.key())))
                .filter(one -> after == null || best.compare(one, after) > 0)
                .sorted(best)
                .limit(limit)
                .map(Ranked::match)
                .toList();
        return new SearchHits(found, weights);
    }

    private static Candidate candidate(
            SearchedAttribute searched, Attributes item, List<String> words, SearchQuery sought) {
        Set<String> distinct = new HashSet<>(words);
        int mask = 0;
        for (int i = 0; i < sought.words().size(); i++) {
            mask |= distinct.contains(sought.words().get(i)) ? 1 << i : 0;
        }
        String beginning = sought.beginning();
        boolean begins = beginning != null && words.stream().anyMatch(word -> word.startsWith(beginning));
        return new Candidate(mask == 0 && !begins ? null : searched.key(item), mask, begins, words.size());
    }

    private static List<Integer> weights(SearchQuery sought, List<Candidate> candidates, long all) {
        List<Integer> weights = new ArrayList<>();
        for (int i = 0; i < sought.words().size(); i++) {
            int bit = 1 << i;
            long having =
                    candidates.stream().filter(one -> (one.mask() & bit) != 0).count();
            weights.add(SearchQuery.weight(having, all));
        }
        return weights;
    }
}
