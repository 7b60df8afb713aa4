package dev.partita.whole;

import dev.partita.whole.DesignMaker.Draft;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Makes up indexes, and puts entities into them. */
final class IndexMaker {

    private final Dice dice;
    private final DesignMaker design;

    IndexMaker(Dice dice, DesignMaker design) {
        this.dice = dice;
        this.design = design;
    }

    void make() {
        Map<String, Object> indexes = new LinkedHashMap<>();
        int count = dice.below(4);
        for (int i = 1; i <= count; i++) {
            String name = "GSI" + i;
            String partition = "gsi" + i + "pk";
            String sort = "gsi" + i + "sk";
            boolean isUsed = false;
            for (Draft draft : design.drafts()) {
                if (dice.chance(0.6) && !draft.groups.isEmpty()) {
                    draft.words.put(name, keys(draft, partition, sort));
                    isUsed = true;
                }
            }
            if (isUsed) {
                indexes.put(name, Tree.of("partition", partition, "sort", sort, "projection", "all"));
            }
        }
        if (!indexes.isEmpty()) {
            Tree.map(design.tables().get("main")).put("indexes", indexes);
        }
    }

    private Map<String, Object> keys(Draft draft, String partition, String sort) {
        String separator = design.separator();
        String prefix = draft.name.toUpperCase(Locale.ROOT);
        List<String> parts = new ArrayList<>(List.of(prefix));
        for (String group : dice.some(List.copyOf(draft.groups), 1 + dice.below(2))) {
            parts.add(DesignMaker.part(draft, group));
        }
        List<String> sorted = new ArrayList<>(List.of(prefix));
        String id = draft.small() + "Id";
        for (String one : dice.some(List.copyOf(draft.sorts), 1 + dice.below(2))) {
            boolean isTime = one.equals("createdAt");
            if (!one.equals(id)) {
                sorted.add(isTime && dice.chance(0.4) ? "{" + one + ":newest-first}" : DesignMaker.part(draft, one));
            }
        }
        sorted.add(DesignMaker.part(draft, id));
        if (dice.chance(0.4)) {
            sorted.remove(0);
        }
        return Tree.of(partition, String.join(separator, parts), sort, String.join(separator, sorted));
    }
}
