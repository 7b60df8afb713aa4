package dev.partita.whole;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
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

        String id() {
            return small() + "Id";
        }

        boolean isCopy() {
            return words.containsKey("from");
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
    private final Map<String, Object> quotas = new LinkedHashMap<>();
    private final List<Draft> drafts = new ArrayList<>();
    private String separator = "#";

    DesignMaker(Dice dice, String name) {
        this.dice = dice;
        tree.put("design", name);
    }

    Map<String, Object> make() {
        if (dice.chance(0.3)) {
            tree.put("about", "Made up by chance.");
        }
        if (dice.chance(0.2)) {
            separator = dice.of("|", "~", "/", "#");
            tree.put("separator", separator);
        }
        if (dice.chance(0.3)) {
            tree.put("time-zone", dice.of("Europe/Berlin", "America/New_York", "Asia/Kolkata", "UTC"));
        }
        tree.put("allow", "anyone");
        Map<String, Object> types = new LinkedHashMap<>();
        if (dice.chance(0.4)) {
            types(types);
            tree.put("types", types);
        }
        tree.put("tables", tables);
        tables.put("main", new TableMaker(dice).main((String) tree.get("design")));
        int count = 1 + dice.below(4);
        for (int i = 0; i < count; i++) {
            drafts.add(entity(NAMES.get(i), types.keySet()));
        }
        if (dice.chance(0.2)) {
            aside(drafts.get(drafts.size() - 1));
        }
        new MarkMaker(dice, this).make();
        new IndexMaker(dice, this).make();
        Map<String, Object> entities = new LinkedHashMap<>();
        for (Draft draft : drafts) {
            if (tables.size() > 1) {
                draft.words.put("table", draft.table);
            }
            draft.words.put("attributes", draft.attributes);
            entities.put(draft.name, draft.words);
        }
        tree.put("entities", entities);
        if (!quotas.isEmpty()) {
            tree.put("quotas", quotas);
        }
        new AccessMaker(dice, this).make(tree);
        Map<String, Object> patterns = new PatternMaker(dice, new Sketch(tree)).make();
        tree.put("patterns", patterns);
        new AccessMaker(dice, this).allow(tree);
        extras();
        return tree;
    }

    private void types(Map<String, Object> types) {
        Map<String, Object> level = Tree.of("enum", List.of("low", "mid", "top"));
        if (dice.chance(0.5)) {
            level.put("open", dice.chance(0.7));
        }
        types.put("Level", level);
        Map<String, Object> members = Tree.of(
                "street",
                dice.chance(0.5) ? "string" : Tree.of("type", "string", "default", "Main"),
                "number",
                Tree.of("type", "integer", "stored", "n", "range", "1..99"),
                "level",
                "Level");
        if (dice.chance(0.3)) {
            members.put("since", "timestamp");
        }
        types.put("Spot", Tree.of("record", members, "about", "Where it is."));
        types.put("Spots", "list of Spot");
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

    Map<String, Object> quotas() {
        return quotas;
    }

    private Draft entity(String name, Set<String> types) {
        Draft draft = new Draft(name);
        boolean isChild = !drafts.isEmpty() && dice.chance(0.5);
        if (isChild) {
            Draft parent = dice.pick(drafts);
            draft.parent = parent.keyNames.size() == 1 ? parent : null;
        }
        if (Tree.map(tables.get(draft.table)).containsKey("type-attribute")) {
            draft.words.put("type", name.toUpperCase(Locale.ROOT));
        }
        if (dice.chance(0.05)) {
            draft.words.put("about", "One " + name + ".");
        }
        if (dice.chance(0.02)) {
            draft.words.put("ignore", Tree.of("entity-never-read", "A toy."));
        }
        if (dice.chance(0.15)) {
            draft.words.put(
                    "expect",
                    Tree.of(
                            "items",
                            1_000,
                            "size",
                            dice.of("1 KB", "300 bytes"),
                            "per-day",
                            10,
                            "keep",
                            dice.of("forever", "90 days")));
        }
        new AttributeMaker(dice, draft, List.copyOf(types)).make();
        draft.words.put("key", key(draft));
        return draft;
    }

    private Map<String, Object> key(Draft draft) {
        String prefix = draft.name.toUpperCase(Locale.ROOT);
        String id = draft.id();
        if (draft.parent == null) {
            draft.keyNames.add(id);
            return Tree.of(
                    "pk",
                    prefix + separator + part(draft, id),
                    "sk",
                    dice.of("META", prefix, prefix + separator + part(draft, id)));
        }
        String reference = draft.parent.id();
        draft.keyNames.add(reference);
        draft.keyNames.add(id);
        String parent = draft.parent.name.toUpperCase(Locale.ROOT) + separator + part(draft, reference);
        String between = "";
        if (draft.attributes.containsKey("createdAt") && dice.chance(0.3)) {
            String time = dice.of("{createdAt}", "{createdAt:newest-first}", "{createdAt:date}");
            between = time + separator;
            draft.keyNames.add("createdAt");
        }
        return Tree.of("pk", parent, "sk", prefix + separator + between + part(draft, id));
    }

    /** Moves an entity without children into a table of its own. */
    private void aside(Draft draft) {
        boolean isParent = drafts.stream().anyMatch(other -> other.parent == draft);
        if (draft.parent != null || isParent || drafts.size() < 2) {
            return;
        }
        draft.table = "aside";
        draft.words.remove("type");
        if (dice.chance(0.25)) {
            draft.attributes.put(draft.id(), Tree.of("type", "binary"));
        }
        boolean isBinary = "binary".equals(draft.attribute(draft.id()).get("type"));
        boolean isNumber = "integer".equals(draft.attribute(draft.id()).get("type"));
        Object partition = isNumber || isBinary
                ? Tree.of("name", "no", "type", isNumber ? "number" : "binary")
                : dice.chance(0.5) ? "no" : Tree.of("name", "no", "type", "string");
        tables.put("aside", Tree.of("key", Tree.of("partition", partition)));
        draft.words.put("key", Tree.of("no", "{" + draft.id() + "}"));
    }

    /** An attribute in a key: numbers are padded, so that they sort. */
    static String part(Draft draft, String attribute) {
        boolean isNumber = "integer".equals(draft.attribute(attribute).get("type"));
        return isNumber ? "{" + attribute + ":06}" : "{" + attribute + "}";
    }

    private void extras() {
        if (dice.chance(0.4)) {
            String metric = dice.of(
                    "throttled-requests",
                    "throttled-share",
                    "read-latency-p99",
                    "write-latency-p99",
                    "units-per-day",
                    "item-size",
                    "ttl-deletions",
                    "cache-hit-rate",
                    "hot-key");
            Object much =
                    switch (metric) {
                        case "throttled-share", "cache-hit-rate", "hot-key" -> "5 %";
                        case "read-latency-p99", "write-latency-p99" -> "50 ms";
                        case "item-size" -> "300 KB";
                        default -> 10;
                    };
            Map<String, Object> alarm = Tree.of("metric", metric);
            alarm.put(metric.equals("cache-hit-rate") || dice.chance(0.1) ? "below" : "above", much);
            alarm.put("per", dice.of("1 minute", "1 hour"));
            if (dice.chance(0.3)) {
                alarm.put("about", "Somebody waits.");
            }
            tree.put("alarms", Tree.of("Loud", alarm));
        }
        if (dice.chance(0.1)) {
            Map<String, Object> ignore = Tree.of("rule", "recovery-off", "at", "main", "reason", "A toy.");
            tree.put("ignore", new ArrayList<>(List.of(ignore)));
        }
        if (dice.chance(0.15)) {
            samples();
        }
    }

    private void samples() {
        Sketch sketch = new Sketch(tree);
        Sketch.Entity entity = dice.pick(List.copyOf(sketch.entities().values()));
        ValueMaker values = new ValueMaker(dice);
        Map<String, Object> sample = new LinkedHashMap<>();
        entity.attributes().values().forEach(attribute -> {
            boolean isNeeded = attribute.is("required") || entity.keyNames().contains(attribute.name());
            boolean isComputed = attribute.get("derive") != null || attribute.get("hash-of") != null;
            boolean isPlain = attribute.shape().word().equals("string") || isNeeded;
            if (isPlain && !isComputed) {
                sample.put(attribute.name(), values.of(attribute, java.time.Instant.parse("2024-02-28T00:00:00Z")));
            }
        });
        tree.put("samples", Tree.of(entity.name(), new ArrayList<>(List.of(sample))));
    }
}
