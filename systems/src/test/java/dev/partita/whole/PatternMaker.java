package dev.partita.whole;

import dev.partita.whole.Sketch.Attribute;
import dev.partita.whole.Sketch.Entity;
import dev.partita.whole.Sketch.Part;
import dev.partita.whole.Sketch.Way;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Makes up patterns for the keys that are there. */
final class PatternMaker {

    private final Dice dice;
    private final Sketch sketch;
    private final Map<String, Object> patterns = new LinkedHashMap<>();

    PatternMaker(Dice dice, Sketch sketch) {
        this.dice = dice;
        this.sketch = sketch;
    }

    Map<String, Object> make() {
        for (Entity entity : sketch.entities().values()) {
            if (entity.map("from").isEmpty()) {
                new WriteMaker(dice, sketch, this::add).make(entity);
            }
            get(entity);
            for (Way way : entity.ways()) {
                int count = way.index() == null ? dice.below(2) : 1 + dice.below(2);
                for (int i = 0; i < count; i++) {
                    list(entity, way);
                }
                if (dice.chance(
                        way.at().values().stream()
                                        .anyMatch(one -> String.valueOf(one).startsWith("{rank:06}"))
                                ? 0.8
                                : 0.12)) {
                    pinned(entity, way);
                }
            }
            others(entity);
        }
        together();
        patterns.values().forEach(words -> decorate(Tree.map(words)));
        return patterns;
    }

    private String add(String name, Map<String, Object> words) {
        String free = name;
        for (int i = 2; patterns.containsKey(free); i++) {
            free = name + i;
        }
        patterns.put(free, words);
        return free;
    }

    /** One name or a list of them. */
    static Object names(Set<String> names) {
        return names.size() == 1 ? names.iterator().next() : List.copyOf(names);
    }

    private void get(Entity entity) {
        Map<String, Object> words = Tree.of("get", entity.name(), "by", names(entity.keyNames()));
        if (dice.chance(0.2)) {
            words.put("consistency", dice.of("strong", "eventual"));
        } else if (dice.chance(0.25)) {
            words.put("cache", dice.of("5 minutes", "1 hour", "30 seconds"));
        }
        shown(entity, null, words);
        add("get" + entity.name(), words);
        entity.uniques().values().forEach(unique -> {
            if (dice.chance(0.7)) {
                add("find" + entity.name(), Tree.of("get", entity.name(), "by", names(new LinkedHashSet<>(unique))));
            }
        });
        given(entity, null, entity.keyNames());
        if (dice.chance(0.2)) {
            String where = new ConditionMaker(dice, entity).make(entity.keyNames(), false);
            if (where != null) {
                add(
                        "check" + entity.name(),
                        Tree.of("get", entity.name(), "by", names(entity.keyNames()), "where", where));
            }
        }
    }

    private void list(Entity entity, Way way) {
        Set<String> by = new LinkedHashSet<>();
        boolean isWalked = false;
        for (Part part : way.partition()) {
            if (part.isAttribute() && !part.has("shard")) {
                isWalked |= part.bucket() != null && buckets(entity) == 1 && dice.chance(0.6);
                if (part.bucket() == null || !isWalked) {
                    by.add(by(part));
                }
            }
        }
        List<Part> sorted =
                new ArrayList<>(way.sort().stream().filter(Part::isAttribute).toList());
        while (sorted.size() > 1 && dice.chance(0.25)) {
            by.add(by(sorted.remove(0)));
        }
        Part next = sorted.isEmpty() ? null : sorted.get(0);
        String verb = isWalked && dice.chance(0.1) ? "get" : dice.of("list", "list", "list", "count");
        Map<String, Object> words = Tree.of(verb, entity.name());
        String where = way.when();
        if (where != null && where.startsWith("status = ") && by.contains("status")) {
            by.remove("status");
        }
        if (where != null && where.equals("isHot") && by.contains("isHot")) {
            by.remove("isHot");
        }
        if (by.isEmpty() && !isWalked && where == null) {
            return;
        }
        if (!by.isEmpty()) {
            words.put("by", names(by));
        }
        if (isWalked) {
            words.put("walk", dice.of("1 day", "2 days", "3 days", "10 days", "30 days"));
            if (dice.chance(0.3)) {
                words.put("range", "createdAt");
            }
        }
        if (next != null && !by.contains(next.attribute())) {
            order(entity, next, words, verb, isWalked);
        }
        if (dice.chance(0.3)) {
            String more = isWalked && dice.chance(0.3)
                    ? "createdAt " + dice.of("> '2024-03-01T12:00:00Z'", "<= '2024-03-01T12:00:00Z'", "<= now")
                    : new ConditionMaker(dice, entity).make(isWalked ? with(by, "createdAt") : by, false);
            where = more == null ? where : where == null ? more : where + " AND (" + more + ")";
        }
        if (where != null) {
            words.put("where", where);
        }
        if (verb.equals("list")) {
            pages(entity, way, words);
        }
        if ((way.index() == null || way.local()) && dice.chance(0.3)) {
            words.put("consistency", dice.of("strong", "eventual"));
        } else if (dice.chance(0.15) && !(verb.equals("count") && entity.expiry() != null)) {
            words.put("cache", dice.of("5 minutes", "1 hour"));
        }
        add(verb + entity.name(), words);
        each(entity, way, by);
        if (way.when() == null) {
            given(entity, way, by);
        }
    }

    /** How many keys go by days or the like: where several do, nobody could say which is walked. */
    private static long buckets(Entity entity) {
        return entity.ways().stream()
                .flatMap(way -> way.partition().stream())
                .filter(part -> part.isAttribute() && part.bucket() != null)
                .count();
    }

    private static Set<String> with(Set<String> names, String more) {
        Set<String> all = new LinkedHashSet<>(names);
        all.add(more);
        return all;
    }

    private void pages(Entity entity, Way way, Map<String, Object> words) {
        if (dice.chance(0.5)) {
            words.put("page", 1 + dice.below(4));
        }
        if (dice.chance(0.15)) {
            words.put("max", 1 + dice.below(5));
        }
        shown(entity, way, words);
    }

    /** What an index does not hold has to be fetched, or not to be asked for. */
    private void shown(Entity entity, Way way, Map<String, Object> words) {
        Object projection = way == null || way.index() == null
                ? "all"
                : Tree.map(Tree.map(sketch.table(entity).get("indexes")).get(way.index()))
                        .getOrDefault("projection", "all");
        if (!projection.equals("all") && !way.local() && dice.chance(0.7)) {
            words.put("fetch", "whole");
            return;
        }
        List<String> shown = entity.attributes().values().stream()
                .filter(attribute -> !attribute.is("hidden") && attribute.isStored())
                .map(Attribute::name)
                .filter(name -> projection.equals("all")
                        || entity.keyNames().contains(name)
                        || projection instanceof List<?> list && list.contains(name))
                .toList();
        boolean isNeeded = !projection.equals("all") && !way.local();
        if (!shown.isEmpty() && (isNeeded || dice.chance(0.15))) {
            words.put("return", dice.some(shown, 1 + dice.below(3)));
        }
    }

    private static String by(Part part) {
        return part.bucket() == null ? part.attribute() : part.attribute() + ":" + part.bucket();
    }

    private void order(Entity entity, Part next, Map<String, Object> words, String verb, boolean isWalked) {
        Attribute attribute = entity.attributes().get(next.attribute());
        boolean isTime = attribute.shape().isTime()
                || attribute.shape().word().equals("ulid")
                || String.valueOf(attribute.get("generate")).contains("ulid");
        boolean isRanged = attribute.shape().isTime() || attribute.shape().isNumber();
        if ((verb.equals("list") || verb.equals("get")) && dice.chance(0.6)) {
            words.put(
                    "order",
                    isTime && dice.chance(0.7)
                            ? dice.of("newest-first", "oldest-first")
                            : dice.of("ascending", "descending", attribute.name(), attribute.name() + " descending"));
        }
        if (isRanged && next.bucket() == null && !isWalked && dice.chance(0.4)) {
            words.put("range", attribute.name());
        }
    }

    /** The same for every value of one of the attributes it goes by. */
    private void each(Entity entity, Way way, Set<String> by) {
        for (String name : List.of("status", "isHot")) {
            Attribute attribute = entity.attributes().get(name);
            if (way.when() == null && by.contains(name) && !attribute.shape().open() && dice.chance(0.3)) {
                String verb = dice.of("count", "list");
                Map<String, Object> words = Tree.of(verb, entity.name(), "by", names(by), "each", name);
                if (verb.equals("list")) {
                    pages(entity, way, words);
                }
                add("each" + entity.name(), words);
            }
        }
        Entity parent = entity.attributes().values().stream()
                .filter(attribute -> by.contains(attribute.name()) && attribute.text("references") != null)
                .map(attribute -> sketch.entity(attribute.text("references")))
                .findFirst()
                .orElse(null);
        if (parent != null && way.when() == null && dice.chance(0.15)) {
            String all = add(
                    "all" + parent.name(),
                    Tree.of("scan", parent.name(), "allow", "anyone", "about", "To go through them."));
            String reference = entity.attributes().values().stream()
                    .filter(attribute -> parent.name().equals(attribute.text("references")))
                    .map(Attribute::name)
                    .findFirst()
                    .orElseThrow();
            String key = parent.keyNames().iterator().next();
            add(
                    "each" + entity.name(),
                    Tree.of("count", entity.name(), "by", names(by), "each", Tree.of(reference, all + "." + key)));
        }
    }

    /** The same for values that callers give, of an attribute it goes by as it is. */
    private void given(Entity entity, Way way, Set<String> by) {
        List<String> whole = by.stream()
                .filter(name -> entity.attributes().containsKey(name))
                .filter(name -> !entity.attributes().get(name).is("hidden"))
                .toList();
        if (whole.isEmpty() || !dice.chance(0.25)) {
            return;
        }
        String verb = dice.of("list", "list", "count");
        Map<String, Object> words =
                Tree.of(verb, entity.name(), "by", names(by), "each", Tree.of(dice.pick(whole), "given"));
        if (dice.chance(0.3)) {
            String where = new ConditionMaker(dice, entity).make(by, false);
            if (where != null) {
                words.put("where", where);
            }
        }
        if (verb.equals("list")) {
            pages(entity, way, words);
        }
        if (way == null && dice.chance(0.2)) {
            words.put("consistency", "strong");
        } else if (dice.chance(0.15) && !(verb.equals("count") && entity.expiry() != null)) {
            words.put("cache", dice.of("5 minutes", "1 hour"));
        }
        add("given" + entity.name(), words);
    }

    private void others(Entity entity) {
        if (dice.chance(0.15)) {
            Map<String, Object> words = Tree.of("scan", entity.name(), "about", "By hand.");
            if (dice.chance(0.5)) {
                String where = new ConditionMaker(dice, entity).make(List.of(), false);
                if (where != null) {
                    words.put("where", where);
                }
            }
            if (dice.chance(0.4)) {
                words.put("page", 1 + dice.below(4));
            }
            add("scan" + entity.name(), words);
        }
        if (dice.chance(0.2)
                && !entity.map("soft-delete").isEmpty()
                && entity.map("soft-delete").containsKey("flag")) {
            add("gone" + entity.name(), Tree.of("scan", entity.name(), "where", "isGone", "about", "Who is gone."));
        }
        List<String> texts = entity.attributes().values().stream()
                .filter(attribute -> List.of("label", "note", "tags").contains(attribute.name()))
                .filter(attribute -> attribute.text("prefix") == null)
                .map(Attribute::name)
                .toList();
        if (!texts.isEmpty() && dice.chance(0.2)) {
            Map<String, Object> words = Tree.of("search", entity.name(), "on", dice.pick(texts));
            if (dice.chance(0.5)) {
                words.put("page", 1 + dice.below(3));
            }
            add("search" + entity.name(), words);
        }
        Entity parent = entity.attributes().values().stream()
                .filter(attribute -> attribute.text("references") != null)
                .map(attribute -> sketch.entity(attribute.text("references")))
                .findFirst()
                .orElse(null);
        if (parent != null && entity.map("from").isEmpty() && dice.chance(0.5)) {
            collection(parent, entity);
        }
        if (parent != null && dice.chance(0.4)) {
            fetch(parent, entity);
        }
    }

    /** A parent with what hangs under it. */
    private void collection(Entity parent, Entity child) {
        List<String> all = new ArrayList<>(List.of(parent.name()));
        sketch.entities().values().stream()
                .filter(one -> one.map("from").isEmpty())
                .filter(one -> one == child
                        || one.key().at().get("pk") != null
                                && one.key()
                                        .at()
                                        .get("pk")
                                        .equals(parent.key().at().get("pk"))
                                && one != parent
                                && dice.chance(0.5))
                .forEach(one -> all.add(one.name()));
        Map<String, Object> words = Tree.of("read", all, "by", names(parent.keyNames()));
        if (dice.chance(0.2)) {
            words.put("page", 1 + dice.below(4));
        }
        if (dice.chance(0.2)) {
            words.put(dice.of("cache", "consistency"), "1 hour");
            words.computeIfPresent("consistency", (word, value) -> "strong");
        }
        String read = add("whole" + parent.name(), words);
        String unique = parent.uniques().keySet().stream().findFirst().orElse(null);
        if (unique != null) {
            Set<String> by = new LinkedHashSet<>(parent.uniques().get(unique));
            add("lead" + parent.name(), Tree.of("get", parent.name(), "by", names(by), "then", read));
        }
    }

    private void fetch(Entity parent, Entity child) {
        Way way = dice.pick(child.ways());
        Set<String> by = new LinkedHashSet<>();
        way.partition().stream()
                .filter(Part::isAttribute)
                .filter(part -> !part.has("shard"))
                .forEach(part -> by.add(by(part)));
        if (by.isEmpty() || way.when() != null) {
            return;
        }
        Map<String, Object> words = Tree.of("list", child.name(), "by", names(by), "fetch", parent.name());
        List<String> shown = parent.attributes().values().stream()
                .filter(attribute -> !attribute.is("hidden") && attribute.isStored())
                .map(Attribute::name)
                .toList();
        if (!shown.isEmpty() && dice.chance(0.4)) {
            words.put("return", dice.some(shown, 1 + dice.below(3)));
        }
        add("parents" + child.name(), words);
    }

    /** Requests stated word by word. */
    private void pinned(Entity entity, Way way) {
        Object projection = way.index() == null
                ? "all"
                : Tree.map(Tree.map(sketch.table(entity).get("indexes")).get(way.index()))
                        .get("projection");
        if (!"all".equals(projection)) {
            return;
        }
        boolean isNamed = way.partition().get(0).literal() != null
                && way.partition().get(0).literal().length() > 1;
        boolean isShared = !isNamed && sketch.entities().size() > 1
                || sketch.entities().values().stream()
                        .anyMatch(other -> other != entity
                                && (way.index() == null || way.local())
                                && other.ways().stream()
                                        .anyMatch(one -> one.index() == null
                                                && one.partition()
                                                        .get(0)
                                                        .equals(way.partition().get(0))));
        if (way.when() != null || isShared || way.parts().stream().anyMatch(part -> part.has("shard"))) {
            return;
        }
        Map<String, Object> key = new LinkedHashMap<>();
        Map<String, Object> table = sketch.table(entity);
        Map<String, Object> keys = way.index() == null || way.local()
                ? Tree.map(table.get("key"))
                : Tree.map(Tree.map(table.get("indexes")).get(way.index()));
        for (String name : Sketch.keyNames(keys.get("partition"))) {
            key.put(name, way.at().get(name));
        }
        Map<String, Object> words = Tree.of("list", entity.name());
        if (way.index() != null) {
            words.put("index", way.index());
        }
        List<String> sorts = Sketch.keyNames(keys.get("sort"));
        if (sorts.size() == 1 && !way.local()) {
            String template = String.valueOf(way.at().get(sorts.get(0)));
            int brace = template.indexOf('{');
            String head = brace < 0 ? template : template.substring(0, brace);
            String attribute = template.contains("rank:06") ? "rank:06" : null;
            if (!head.isEmpty() && brace > 0 && dice.chance(0.7)) {
                key.put(sorts.get(0), Tree.of("begins-with", head));
            } else if (attribute != null && template.startsWith("{rank:06}")) {
                Object test = dice.chance(0.2)
                        ? Tree.of("between", List.of("{rankFrom:06}", "{rankTo:06}~"))
                        : Tree.of(dice.of("at-least", "at-most", "above", "below"), "{rank:06}");
                key.put(sorts.get(0), test);
            }
        }
        if (key.containsValue(null)) {
            return;
        }
        words.put("key", key);
        if (dice.chance(0.5)) {
            words.put("direction", dice.of("forward", "backward"));
        }
        if (dice.chance(0.4)) {
            words.put("limit", 1 + dice.below(4));
        }
        if (dice.chance(0.3)) {
            String filter = new ConditionMaker(dice, entity).make(held(way), true);
            if (filter != null) {
                words.put("filter", filter);
            }
        }
        add("pinned" + entity.name(), words);
    }

    /** What the keys hold: a filter may not speak of keys. */
    private static List<String> held(Way way) {
        return way.parts().stream()
                .filter(Part::isAttribute)
                .map(Part::attribute)
                .toList();
    }

    /** Whether arguments of one name are of one type, and given once: else each would be called after its part. */
    private boolean areAlike(List<String> names) {
        Map<String, Object> types = new LinkedHashMap<>();
        for (String name : names) {
            Object of = Tree.map(patterns.get(name)).values().iterator().next();
            // A stated key may hold a part of a value, such as its year; then that is what is given.
            boolean isOfParts = Tree.map(Tree.map(patterns.get(name)).get("key")).values().stream()
                    .filter(String.class::isInstance)
                    .flatMap(template -> Sketch.template((String) template).stream())
                    .anyMatch(part -> part.isAttribute() && !part.formats().isEmpty());
            if (isOfParts) {
                return false;
            }
            for (Attribute attribute :
                    sketch.entity(Tree.names(of).get(0)).attributes().values()) {
                String type = attribute.get("type") + " " + attribute.get("enum");
                Object known = types.putIfAbsent(attribute.name(), type);
                if (known != null && !known.equals(type)) {
                    return false;
                }
            }
        }
        return true;
    }

    /** Patterns made of patterns. */
    private void together() {
        List<String> reads = patterns.entrySet().stream()
                .filter(entry -> Sketch.READS.contains(
                        Tree.map(entry.getValue()).keySet().iterator().next()))
                .map(Map.Entry::getKey)
                .toList();
        if (reads.size() > 1 && dice.chance(0.3)) {
            List<String> gathered = dice.some(reads, 2 + dice.below(2));
            Map<String, Object> words = Tree.of("gather", areAlike(gathered) ? gathered : gathered.subList(0, 1));
            if (dice.chance(0.3)) {
                words.put("cache", "1 hour");
            }
            add("overview", words);
        }
        List<String> writes = patterns.entrySet().stream()
                .filter(entry -> {
                    Map<String, Object> words = Tree.map(entry.getValue());
                    return List.of("create", "update", "delete", "put")
                                    .contains(words.keySet().iterator().next())
                            && !words.containsKey("with")
                            && !words.containsKey("detect");
                })
                .map(Map.Entry::getKey)
                .toList();
        if (writes.size() > 1 && dice.chance(0.7)) {
            List<String> some = dice.some(writes, 2);
            Object first =
                    Tree.map(patterns.get(some.get(0))).values().iterator().next();
            Object second =
                    Tree.map(patterns.get(some.get(1))).values().iterator().next();
            if (!first.equals(second)
                    && !takesParent(some.get(0), some.get(1))
                    && !takesParent(some.get(1), some.get(0))) {
                Map<String, Object> words = Tree.of("transact", some);
                Set<String> shared = ids(some.get(0));
                shared.retainAll(ids(some.get(1)));
                if (!shared.isEmpty()) {
                    words.put("same", names(shared));
                }
                add("together", words);
            }
        }
    }

    /** Whether one deletes what the other refers to: which of the two comes first is not said. */
    private boolean takesParent(String one, String other) {
        Object deleted = Tree.map(patterns.get(one)).get("delete");
        String child =
                (String) Tree.map(patterns.get(other)).values().iterator().next();
        return deleted != null
                && sketch.entity(child).attributes().values().stream()
                        .anyMatch(attribute -> deleted.equals(attribute.text("references")));
    }

    /** The ids that a write takes from its callers. */
    private Set<String> ids(String pattern) {
        Map<String, Object> words = Tree.map(patterns.get(pattern));
        Set<String> ids = new LinkedHashSet<>(Tree.names(words.get("by")));
        if (words.containsKey("create") || words.containsKey("put")) {
            sketch.entity(String.valueOf(words.values().iterator().next())).attributes().values().stream()
                    .filter(attribute -> attribute.get("generate") == null
                            && attribute.get("set") == null
                            && attribute.get("derive") == null
                            && !attribute.is("read-only")
                            && !Tree.map(words.get("set")).containsKey(attribute.name()))
                    .forEach(attribute -> ids.add(attribute.name()));
        }
        ids.removeIf(name -> !name.endsWith("Id"));
        return ids;
    }

    /** Words that say nothing about the answer. */
    private void decorate(Map<String, Object> words) {
        if (dice.chance(0.05)) {
            words.put("id", dice.of("R-1", List.of("R-1", "R-2")));
        }
        if (dice.chance(0.05)) {
            words.putIfAbsent("about", "As somebody asked.");
        }
        if (dice.chance(0.08)) {
            Map<String, Object> expect = Tree.of("per-day", 1_000, "peak", 5);
            if (words.containsKey("cache")) {
                expect.put("hit-rate", "90 %");
            }
            if (words.containsKey("list")) {
                expect.put("items", 20);
                expect.put("size", "1 KB");
            }
            words.put("expect", expect);
        }
        if (dice.chance(0.05)) {
            String verb = words.keySet().iterator().next();
            String method = Sketch.READS.contains(verb) ? "GET" : dice.of("POST", "PUT", "PATCH");
            words.put("route", dice.of("none", method + " /special/" + verb + dice.below(1_000)));
        }
        if (dice.chance(0.02)) {
            words.put("ignore", Tree.of("allow-missing", "A toy."));
        }
    }
}
