package dev.partita.whole;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Makes up whole designs. What belongs together is made together (a pattern goes by the parts of a key that is there), so that
 * most of them pass {@code check}; but nothing is left out only because it might not.
 */
final class DesignMaker {

    static final List<String> NAMES = List.of("Ant", "Bird", "Cat", "Dog", "Elk", "Frog");

    /** An entity in the making. */
    static final class Draft {
        final String name;
        final Map<String, Object> words = new LinkedHashMap<>();
        final Map<String, Object> attributes = new LinkedHashMap<>();
        final Set<String> keyNames = new LinkedHashSet<>();

        /** Attributes that every item has, and that may be in keys: to group by, and to sort by. */
        final Set<String> groups = new LinkedHashSet<>();

        final Set<String> sorts = new LinkedHashSet<>();
        Draft parent;
        String table = "main";

        Draft(String name) {
            this.name = name;
        }

        String small() {
            return Character.toLowerCase(name.charAt(0)) + name.substring(1);
        }

        Map<String, Object> attribute(String attribute) {
            Object words = attributes.get(attribute);
            return words instanceof String type ? Tree.of("type", type) : Tree.map(words);
        }

        /** With one word more. */
        void add(String attribute, String word, Object value) {
            Map<String, Object> words = new LinkedHashMap<>(attribute(attribute));
            words.put(word, value);
            attributes.put(attribute, words);
        }
    }

    private final Dice dice;
    private final Map<String, Object> tree = new LinkedHashMap<>();
    private final Map<String, Object> tables = new LinkedHashMap<>();
    private final List<Draft> drafts = new ArrayList<>();
    private String separator = "#";

    DesignMaker(Dice dice, String name) {
        this.dice = dice;
        tree.put("design", name);
    }

    Map<String, Object> make() {
        if (dice.chance(0.2)) {
            separator = dice.of("|", "~", "/", "#");
            tree.put("separator", separator);
        }
        if (dice.chance(0.3)) {
            tree.put("time-zone", dice.of("Europe/Berlin", "America/New_York", "Asia/Kolkata", "UTC"));
        }
        tree.put("allow", "anyone");
        tree.put("tables", tables);
        tables.put("main", table());
        int count = 1 + dice.below(4);
        for (int i = 0; i < count; i++) {
            drafts.add(entity(NAMES.get(i)));
        }
        new IndexMaker(dice, this).make();
        Map<String, Object> entities = new LinkedHashMap<>();
        for (Draft draft : drafts) {
            draft.words.put("attributes", draft.attributes);
            entities.put(draft.name, draft.words);
        }
        tree.put("entities", entities);
        tree.put("patterns", new PatternMaker(dice, new Sketch(tree)).make());
        return tree;
    }

    String separator() {
        return separator;
    }

    List<Draft> drafts() {
        return drafts;
    }

    Map<String, Object> tables() {
        return tables;
    }

    private Map<String, Object> table() {
        Map<String, Object> table = Tree.of("key", Tree.of("partition", "pk", "sort", "sk"));
        if (dice.chance(0.5)) {
            table.put("type-attribute", "et");
        }
        return table;
    }

    private Draft entity(String name) {
        Draft draft = new Draft(name);
        boolean isChild = !drafts.isEmpty() && dice.chance(0.5);
        if (isChild) {
            Draft parent = dice.pick(drafts);
            draft.parent = parent.keyNames.size() == 1 ? parent : null;
        }
        if (Tree.map(tables.get(draft.table)).containsKey("type-attribute")) {
            draft.words.put("type", name.toUpperCase(java.util.Locale.ROOT));
        }
        AttributeMaker attributes = new AttributeMaker(dice, draft, separator);
        attributes.make();
        draft.words.put("key", key(draft));
        return draft;
    }

    private Map<String, Object> key(Draft draft) {
        String prefix = draft.name.toUpperCase(java.util.Locale.ROOT);
        String id = draft.small() + "Id";
        if (draft.parent == null) {
            draft.keyNames.add(id);
            return Tree.of(
                    "pk",
                    prefix + separator + part(draft, id),
                    "sk",
                    dice.of("META", prefix, prefix + separator + part(draft, id)));
        }
        String reference = draft.parent.small() + "Id";
        draft.keyNames.add(reference);
        draft.keyNames.add(id);
        String parent = draft.parent.name.toUpperCase(java.util.Locale.ROOT) + separator + part(draft, reference);
        String between = "";
        if (draft.attributes.containsKey("createdAt") && dice.chance(0.3)) {
            String time = dice.of("{createdAt}", "{createdAt:newest-first}");
            between = time + separator;
            draft.keyNames.add("createdAt");
        }
        return Tree.of("pk", parent, "sk", prefix + separator + between + part(draft, id));
    }

    /** An attribute in a key: numbers are padded, so that they sort. */
    static String part(Draft draft, String attribute) {
        boolean isNumber = "integer".equals(draft.attribute(attribute).get("type"));
        return isNumber ? "{" + attribute + ":06}" : "{" + attribute + "}";
    }
}
