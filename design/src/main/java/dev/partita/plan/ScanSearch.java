package dev.partita.plan;

import dev.partita.design.Entity;
import dev.partita.item.Item;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Search without an index: reads every item and keeps those that have all the words. For tests and small tables. */
record ScanSearch(ReadRun run, Reads reads) implements Searching {

    @Override
    public List<Item> find(Entity entity, String attribute, String words, int limit) {
        List<String> wanted = words(words);
        List<Item> keys = new ArrayList<>();
        var table = run.codec(entity).table();
        Item start = null;
        do {
            Answer answer = run.call(new Request.Scan(
                    table.physicalName(reads.surroundings().environment()),
                    null,
                    null,
                    null,
                    Map.of(),
                    Map.of(),
                    false,
                    false,
                    null,
                    start));
            for (Item item : answer.items()) {
                if (keys.size() < limit
                        && run.codec(entity).holds(item)
                        && words(String.valueOf(run.codec(entity).values(item).get(attribute)))
                                .containsAll(wanted)) {
                    keys.add(item);
                }
            }
            start = answer.lastEvaluatedKey();
        } while (start != null && keys.size() < limit);
        return keys;
    }

    private static List<String> words(String text) {
        return List.of(text.toLowerCase(Locale.ROOT).trim().split("[^\\p{L}\\p{N}]+"));
    }
}
