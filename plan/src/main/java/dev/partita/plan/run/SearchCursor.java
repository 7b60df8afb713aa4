package dev.partita.plan.run;

import dev.partita.item.AttributeValue;
import dev.partita.item.Item;
import dev.partita.plan.InvalidValues;
import dev.partita.plan.SearchHit;
import dev.partita.plan.SearchQuery;
import dev.partita.plan.internal.read.ListPosition;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Where a search goes on, as a cursor: behind which item, and how much each word counts. */
final class SearchCursor {

    private static final String LABEL = "search ";

    /** @param given how many items earlier pages had */
    static ListPosition of(SearchQuery sought, long given) {
        String weights = sought.weights().stream().map(String::valueOf).collect(Collectors.joining(" "));
        return new ListPosition(
                LABEL + sought.after().rank() + " " + weights,
                Map.of(0, sought.after().key()),
                given);
    }

    /**
     * What is sought, from the cursor on.
     *
     * @param cursor null for the first page
     * @param keyNames of the table
     * @throws InvalidValues when it is none of this search
     */
    static SearchQuery sought(SearchQuery sought, ListPosition cursor, List<String> keyNames) {
        if (cursor == null) {
            return sought;
        }
        Item key = cursor.keys().get(0);
        if (key != null && isKey(key, keyNames) && cursor.leg().startsWith(LABEL)) {
            try {
                String[] parts = cursor.leg().substring(LABEL.length()).split(" ");
                List<Integer> weights = new ArrayList<>();
                for (int i = 1; i < parts.length; i++) {
                    weights.add(Integer.valueOf(parts[i]));
                }
                if (weights.size() == sought.words().size()) {
                    return sought.behind(weights, new SearchHit(key, Long.parseLong(parts[0])));
                }
            } catch (NumberFormatException e) {
                // Below.
            }
        }
        throw ListPosition.refused(cursor.leg());
    }

    private static boolean isKey(Item key, List<String> names) {
        return key.isPresent()
                && key.count() == names.size()
                && names.stream()
                        .map(key::get)
                        .allMatch(value -> value instanceof AttributeValue.S
                                || value instanceof AttributeValue.N
                                || value instanceof AttributeValue.B);
    }

    private SearchCursor() {}
}
