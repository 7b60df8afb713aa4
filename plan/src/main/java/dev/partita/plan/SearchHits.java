package dev.partita.plan;

import java.util.List;

/**
 * A page of what a search found.
 *
 * @param found best first; fewer than were asked for when there are no more
 * @param weights how much each of the words counted, for the page behind this one
 */
public record SearchHits(List<SearchHit> found, List<Integer> weights) {
    public SearchHits {
        found = List.copyOf(found);
        weights = List.copyOf(weights);
    }
}
