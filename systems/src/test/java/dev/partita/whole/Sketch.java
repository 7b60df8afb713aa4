package dev.partita.whole;

import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A design as the model understands it: the tree its text is written from, with names looked up. It has a reader of its own, since a
 * model that read designs as the product does would share its faults.
 */
final class Sketch {

    /** One part of a template: text, or an attribute with its formats. */
    record Part(String literal, String attribute, List<String> formats) {

        boolean isAttribute() {
            return attribute != null;
        }

        boolean has(String format) {
            return formats.stream().anyMatch(one -> one.equals(format) || one.startsWith(format + "("));
        }

        /** {@code date}, {@code month}, {@code year} or {@code hour}, or null. */
        String bucket() {
            return formats.stream().filter(BUCKETS::contains).findFirst().orElse(null);
        }

        /** What callers call it. */
        String argument() {
            return bucket() == null ? attribute : bucket();
        }
    }

    /**
     * A type.
     *
     * @param word a simple type's, or enum, record, list, set, map
     */
    record Shape(String word, Shape element, List<String> values, boolean open, Map<String, Attribute> members) {
        boolean isTime() {
            return TIMES.contains(word);
        }

        /** Whether it is kept to the second, or to the millisecond. */
        boolean isMoment() {
            return isTime() && !word.equals("date") && !word.equals("iso-time");
        }

        boolean isText() {
            return TEXTS.contains(word);
        }

        boolean isNumber() {
            return word.equals("integer") || word.equals("decimal");
        }

        boolean isTruth() {
            return word.equals("flag") || word.equals("boolean");
        }

        boolean isMany() {
            return word.equals("list") || word.equals("set");
        }
    }

    record Attribute(String name, Shape shape, Map<String, Object> words) {
        boolean is(String word) {
            return Boolean.TRUE.equals(words.get(word));
        }

        Object get(String word) {
            return words.get(word);
        }

        String text(String word) {
            return words.get(word) == null ? null : String.valueOf(words.get(word));
        }

        boolean isStored() {
            return !Boolean.FALSE.equals(words.get("store"));
        }

        String stored() {
            return words.containsKey("stored") ? text("stored") : name;
        }

        /** From each state those that may follow; nothing where any may. */
        Map<String, List<String>> moves() {
            Map<String, List<String>> moves = new LinkedHashMap<>();
            Tree.map(words.get("moves")).forEach((state, next) -> moves.put(state, Tree.names(next)));
            return moves;
        }

        /** The states to which some other moves. */
        Set<String> reached() {
            Set<String> reached = new LinkedHashSet<>();
            moves().values().forEach(reached::addAll);
            return reached;
        }

        /** {@code [Parent, counter]} or null. */
        String[] sequence() {
            return words.get("generate") instanceof Map<?, ?> map ? ((String) map.get("sequence")).split("\\.") : null;
        }

        /** The number on one side of {@code 1..5}, or null. */
        String bound(String word, boolean upper) {
            if (!words.containsKey(word)) {
                return null;
            }
            String range = text(word);
            int dots = range.indexOf("..");
            String side = dots < 0 ? range : upper ? range.substring(dots + 2) : range.substring(0, dots);
            return side.isEmpty() ? null : side;
        }
    }

    /** One way to be found: the table's key, or one set of templates of an index. */
    record Way(
            String index, boolean local, List<Part> partition, List<Part> sort, String when, Map<String, Object> at) {
        /** Partition and sort key, as one row of parts. */
        List<Part> parts() {
            List<Part> all = new ArrayList<>(partition);
            all.addAll(sort);
            return all;
        }
    }

    record Entity(String name, Map<String, Object> words, Map<String, Attribute> attributes, List<Way> ways) {
        Way key() {
            return ways.get(0);
        }

        Set<String> keyNames() {
            Set<String> names = new LinkedHashSet<>();
            key().parts().stream().filter(Part::isAttribute).forEach(part -> names.add(part.attribute()));
            return names;
        }

        String text(String word) {
            return (String) words.get(word);
        }

        Map<String, Object> map(String word) {
            return Tree.map(words.get(word));
        }

        /** The attributes of each {@code unique}, by its name. */
        Map<String, List<String>> uniques() {
            Map<String, List<String>> all = new LinkedHashMap<>();
            attributes.values().stream()
                    .filter(attribute -> attribute.is("unique"))
                    .forEach(attribute -> all.put(attribute.name(), List.of(attribute.name())));
            map("unique")
                    .forEach((name, one) ->
                            all.put(name, Tree.names(Tree.map(one).get("on"))));
            return all;
        }

        /** {@code [seconds, attribute]} or null. */
        Map.Entry<Long, String> expiry() {
            if (text("expiry") == null) {
                return null;
            }
            String[] words = text("expiry").split(" after ");
            return Map.entry(seconds(words[0]), words[1].trim());
        }
    }

    record Pattern(String name, String verb, List<String> of, Map<String, Object> words) {
        boolean writes() {
            return WRITES.contains(verb);
        }

        String text(String word) {
            return words.get(word) == null ? null : String.valueOf(words.get(word));
        }

        List<String> names(String word) {
            return Tree.names(words.get(word));
        }

        List<Part> by() {
            return names("by").stream().map(Sketch::variable).toList();
        }

        Integer number(String word) {
            return words.get(word) == null ? null : ((Number) words.get(word)).intValue();
        }
    }

    static final Set<String> BUCKETS = Set.of("date", "month", "year", "hour");
    static final Set<String> TIMES =
            Set.of("timestamp", "timestamp-millis", "epoch-seconds", "epoch-millis", "date", "iso-time");
    static final Set<String> TEXTS = Set.of("string", "ulid", "uuid", "password", "enum", "iso-time");
    static final List<String> READS = List.of("get", "read", "list", "count", "search", "scan", "gather");
    static final List<String> WRITES = List.of("create", "put", "update", "delete", "restore", "transact");

    private final Map<String, Object> tree;
    private final Map<String, Shape> types = new LinkedHashMap<>();
    private final Map<String, Entity> entities = new LinkedHashMap<>();
    private final Map<String, Pattern> patterns = new LinkedHashMap<>();

    Sketch(Map<String, Object> tree) {
        this.tree = tree;
        Tree.map(tree.get("types")).keySet().forEach(this::type);
        Tree.map(tree.get("entities")).forEach((name, words) -> entities.put(name, entity(name, Tree.map(words))));
        entities.values().forEach(this::follow);
        Tree.map(tree.get("patterns")).forEach((name, words) -> patterns.put(name, pattern(name, Tree.map(words))));
    }

    /** What a value is normalised by follows it to copies of it and to references. */
    private void follow(Entity entity) {
        entity.attributes().replaceAll((name, attribute) -> {
            Map<String, Object> from = entity.map("from");
            Entity origin = entities.get(
                    name.equals(from.get("as")) ? (String) from.get("entity") : attribute.text("references"));
            if (origin == null || attribute.words().containsKey("normalise")) {
                return attribute;
            }
            String source = name.equals(from.get("as"))
                    ? (String) from.get("each")
                    : origin.keyNames().iterator().next();
            Object steps = origin.attributes().get(source).get("normalise");
            Map<String, Object> words = new LinkedHashMap<>(attribute.words());
            if (steps != null) {
                words.put("normalise", steps);
            }
            return new Attribute(name, attribute.shape(), words);
        });
    }

    Map<String, Object> tree() {
        return tree;
    }

    String name() {
        return (String) tree.get("design");
    }

    String separator() {
        return (String) tree.getOrDefault("separator", "#");
    }

    ZoneId zone() {
        return tree.containsKey("time-zone") ? ZoneId.of((String) tree.get("time-zone")) : ZoneOffset.UTC;
    }

    Map<String, Entity> entities() {
        return entities;
    }

    Entity entity(String name) {
        return entities.get(name);
    }

    Map<String, Pattern> patterns() {
        return patterns;
    }

    Map<String, Object> section(String word) {
        return Tree.map(tree.get(word));
    }

    /** The id of the table an entity is in. */
    String tableOf(Entity entity) {
        String stated = entity.text("table");
        return stated != null ? stated : section("tables").keySet().iterator().next();
    }

    Map<String, Object> table(Entity entity) {
        return Tree.map(section("tables").get(tableOf(entity)));
    }

    private Shape type(String name) {
        Shape known = types.get(name);
        if (known == null) {
            Object words = section("types").get(name);
            known = words instanceof String word ? shape(word) : shape(Tree.map(words));
            types.put(name, known);
        }
        return known;
    }

    private Shape shape(Map<String, Object> words) {
        if (words.containsKey("enum")) {
            boolean isOpen = Boolean.TRUE.equals(words.get("open"));
            return new Shape("enum", null, Tree.names(words.get("enum")), isOpen, Map.of());
        }
        if (words.containsKey("record")) {
            return new Shape("record", null, List.of(), false, attributes(Tree.map(words.get("record"))));
        }
        return shape((String) words.get("type"));
    }

    private Shape shape(String word) {
        for (String many : List.of("list", "set", "map")) {
            if (word.startsWith(many + " of ")) {
                return new Shape(many, shape(word.substring(many.length() + 4)), List.of(), false, Map.of());
            }
        }
        if (word.equals("map")) {
            return new Shape("map", shape("any"), List.of(), false, Map.of());
        }
        return section("types").containsKey(word) ? type(word) : new Shape(word, null, List.of(), false, Map.of());
    }

    private Map<String, Attribute> attributes(Map<String, Object> all) {
        Map<String, Attribute> attributes = new LinkedHashMap<>();
        all.forEach((name, words) -> {
            Map<String, Object> options = words instanceof String word ? Tree.of("type", word) : Tree.map(words);
            attributes.put(name, new Attribute(name, shape(options), options));
        });
        return attributes;
    }

    private Entity entity(String name, Map<String, Object> words) {
        Map<String, Attribute> attributes = attributes(Tree.map(words.get("attributes")));
        Entity plain = new Entity(name, words, attributes, List.of());
        Map<String, Object> table = table(plain);
        Map<String, Object> key = Tree.map(words.get("key"));
        Map<String, Object> tableKey = Tree.map(table.get("key"));
        List<Way> ways = new ArrayList<>();
        ways.add(way(null, false, keyNames(tableKey.get("partition")), keyNames(tableKey.get("sort")), key, key));
        Tree.map(table.get("indexes")).forEach((index, value) -> {
            Map<String, Object> of = Tree.map(value);
            boolean isLocal = Boolean.TRUE.equals(of.get("local"));
            List<String> partition = keyNames(isLocal ? tableKey.get("partition") : of.get("partition"));
            List<String> sort = keyNames(of.get("sort"));
            if (words.containsKey(index)) {
                Tree.list(words.get(index))
                        .forEach(one -> ways.add(way(index, isLocal, partition, sort, Tree.map(one), key)));
            } else if (isImplied(partition, attributes, key) && isImplied(sort, attributes, key)) {
                Map<String, Object> templates = new LinkedHashMap<>();
                attributes.values().stream()
                        .filter(Attribute::isStored)
                        .forEach(attribute -> templates.put(attribute.stored(), "{" + attribute.name() + "}"));
                templates.putAll(key);
                ways.add(way(index, isLocal, partition, sort, templates, key));
            }
        });
        return new Entity(name, words, attributes, ways);
    }

    private static boolean isImplied(List<String> names, Map<String, Attribute> attributes, Map<String, Object> key) {
        return names.stream()
                .allMatch(name -> key.containsKey(name)
                        || attributes.values().stream()
                                .anyMatch(attribute -> attribute.isStored()
                                        && attribute.stored().equals(name)));
    }

    static List<String> keyNames(Object value) {
        return Tree.list(value).stream()
                .map(one -> one instanceof String name
                        ? name
                        : (String) Tree.map(one).get("name"))
                .toList();
    }

    private static Way way(
            String index,
            boolean isLocal,
            List<String> partition,
            List<String> sort,
            Map<String, Object> templates,
            Map<String, Object> key) {
        List<List<Part>> sides = new ArrayList<>();
        for (List<String> names : List.of(partition, sort)) {
            List<Part> parts = new ArrayList<>();
            for (String name : names) {
                Object template = templates.containsKey(name) ? templates.get(name) : key.get(name);
                parts.addAll(template(String.valueOf(template)));
                parts.add(new Part("\u0000", null, List.of()));
            }
            sides.add(parts);
        }
        return new Way(index, isLocal, sides.get(0), sides.get(1), (String) templates.get("when"), templates);
    }

    private static Pattern pattern(String name, Map<String, Object> words) {
        String verb = words.keySet().stream()
                .filter(word -> READS.contains(word) || WRITES.contains(word))
                .findFirst()
                .orElseThrow();
        return new Pattern(name, verb, Tree.names(words.get(verb)), words);
    }

    /** {@code createdAt:date}. */
    static Part variable(String text) {
        String[] words = text.split(":");
        return new Part(null, words[0], List.of(words).subList(1, words.length));
    }

    static List<Part> template(String text) {
        List<Part> parts = new ArrayList<>();
        int at = 0;
        while (at < text.length()) {
            int open = text.indexOf('{', at);
            if (open < 0) {
                parts.add(new Part(text.substring(at), null, List.of()));
                break;
            }
            if (open > at) {
                parts.add(new Part(text.substring(at, open), null, List.of()));
            }
            int close = text.indexOf('}', open);
            parts.add(variable(text.substring(open + 1, close)));
            at = close + 1;
        }
        return parts;
    }

    static long seconds(String duration) {
        String[] words = duration.trim().split(" ");
        long unit =
                switch (words[1].replaceAll("s$", "")) {
                    case "second" -> 1;
                    case "minute" -> 60;
                    case "hour" -> 3_600;
                    case "day" -> 86_400;
                    case "week" -> 7 * 86_400;
                    default -> 365 * 86_400;
                };
        return Long.parseLong(words[0]) * unit;
    }
}
