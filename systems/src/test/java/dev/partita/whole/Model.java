package dev.partita.whole;

import dev.partita.whole.Sketch.Attribute;
import dev.partita.whole.Sketch.Entity;
import dev.partita.whole.Sketch.Part;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What is in a design's tables, without tables: every item is a map of its attributes, and every question looks at all of them. Items
 * are never changed in place, so a copy of the lists is a copy of everything.
 */
final class Model {

    /** One count of a quota that has items of its own. */
    record Counter(long count, Instant until) {}

    private final Sketch sketch;
    private Map<String, Map<List<Object>, Map<String, Object>>> items = new LinkedHashMap<>();
    private Map<String, Map<List<Object>, Integer>> made = new LinkedHashMap<>();
    private int writes;
    private Map<List<Object>, Counter> counters = new LinkedHashMap<>();

    /** What was made of items whose time was over when others took their place: nobody removes it but DynamoDB. */
    private Map<String, Map<List<Object>, Map<String, Object>>> leftBehind = new LinkedHashMap<>();

    private Instant now = Instant.EPOCH;
    private String me;

    Model(Sketch sketch) {
        this.sketch = sketch;
        sketch.entities().keySet().forEach(name -> {
            items.put(name, new LinkedHashMap<>());
            made.put(name, new LinkedHashMap<>());
            leftBehind.put(name, new LinkedHashMap<>());
        });
    }

    Model copy() {
        Model copy = new Model(sketch);
        items.forEach((name, all) -> copy.items.put(name, new LinkedHashMap<>(all)));
        made.forEach((name, all) -> copy.made.put(name, new LinkedHashMap<>(all)));
        leftBehind.forEach((name, all) -> copy.leftBehind.put(name, new LinkedHashMap<>(all)));
        copy.writes = writes;
        copy.counters.putAll(counters);
        return copy.at(now, me);
    }

    void become(Model other) {
        items = other.items;
        made = other.made;
        leftBehind = other.leftBehind;
        counters = other.counters;
    }

    Sketch sketch() {
        return sketch;
    }

    Instant now() {
        return now;
    }

    String me() {
        return me;
    }

    Model at(Instant moment, String caller) {
        now = moment;
        me = caller;
        return this;
    }

    Map<List<Object>, Counter> counters() {
        return counters;
    }

    /** Everything of an entity, marked and expired items too; those made from others as they follow from those that are alive. */
    List<Map<String, Object>> all(Entity entity) {
        return all(entity, false);
    }

    /** @param withExpired whether what is made of expired items is there, too, as they are themselves */
    List<Map<String, Object>> all(Entity entity, boolean withExpired) {
        Map<String, Object> from = entity.map("from");
        if (from.isEmpty()) {
            return List.copyOf(items.get(entity.name()).values());
        }
        Entity source = sketch.entity((String) from.get("entity"));
        Map<List<Object>, Map<String, Object>> made =
                new LinkedHashMap<>(withExpired ? leftBehind.get(entity.name()) : Map.of());
        for (Map<String, Object> origin : all(source)) {
            if (!isMarked(source, origin) && (withExpired || !isExpired(source, origin))) {
                made.putAll(madeFrom(entity, source, origin));
            }
        }
        return List.copyOf(made.values());
    }

    private Map<List<Object>, Map<String, Object>> madeFrom(Entity entity, Entity source, Map<String, Object> origin) {
        Map<List<Object>, Map<String, Object>> made = new LinkedHashMap<>();
        Map<String, Object> from = entity.map("from");
        Object each = from.get("each");
        Collection<?> elements = each == null ? List.of("") : (Collection<?>) origin.getOrDefault(each, List.of());
        for (Object element : elements) {
            Map<String, Object> copy = madeFrom(entity, source, origin, from.get("as"), element);
            made.put(key(entity, copy), copy);
        }
        return made;
    }

    /** Another item takes the place of one whose time is over. */
    void replaceExpired(Entity entity, Map<String, Object> values) {
        Map<String, Object> there = find(entity, key(entity, values));
        for (Entity copies : sketch.entities().values()) {
            boolean isMadeOfIt =
                    there != null && entity.name().equals(copies.map("from").get("entity"));
            if (isMadeOfIt && !isMarked(entity, there)) {
                leftBehind.get(copies.name()).putAll(madeFrom(copies, entity, there));
            }
        }
        remove(entity, values);
    }

    private static Map<String, Object> madeFrom(
            Entity entity, Entity source, Map<String, Object> origin, Object as, Object element) {
        Map<String, Object> copy = new LinkedHashMap<>();
        for (Attribute attribute : entity.attributes().values()) {
            Object value = attribute.name().equals(as)
                    ? element
                    : source.attributes().containsKey(attribute.name())
                            ? origin.get(attribute.name())
                            : source.name().equals(attribute.text("references"))
                                    ? origin.get(source.keyNames().iterator().next())
                                    : attribute.get("default");
            if (value != null) {
                copy.put(attribute.name(), value);
            }
        }
        return copy;
    }

    Map<String, Object> find(Entity entity, List<Object> key) {
        return items.get(entity.name()).get(key);
    }

    void put(Entity entity, Map<String, Object> values) {
        Map<String, Object> kept = new LinkedHashMap<>(values);
        kept.keySet()
                .removeIf(name -> !entity.attributes().get(name).isStored()
                        && !entity.keyNames().contains(name));
        List<Object> key = key(entity, values);
        items.get(entity.name()).put(key, kept);
        for (Entity copies : sketch.entities().values()) {
            if (entity.name().equals(copies.map("from").get("entity")) && !isMarked(entity, kept)) {
                leftBehind
                        .get(copies.name())
                        .keySet()
                        .removeAll(madeFrom(copies, entity, kept).keySet());
            }
        }
        if (!made.get(entity.name()).containsKey(key)) {
            made.get(entity.name()).put(key, writes);
        }
    }

    void remove(Entity entity, Map<String, Object> values) {
        List<Object> key = key(entity, values);
        items.get(entity.name()).remove(key);
        made.get(entity.name()).remove(key);
    }

    /** Another write begins. */
    void next() {
        writes++;
    }

    void forgetWrite(Entity entity, Map<String, Object> values) {
        made.get(entity.name()).put(key(entity, values), null);
    }

    /** The number of the write that made an item; null for one that is made from another. */
    Integer madeBy(Entity entity, Map<String, Object> values) {
        return made.get(entity.name()).get(key(entity, values));
    }

    /** What tells an item from others: the attributes of its key, as its key holds them. */
    List<Object> key(Entity entity, Map<String, Object> values) {
        Map<String, Object> key = new LinkedHashMap<>();
        for (Part part : entity.key().parts()) {
            if (part.isAttribute()) {
                Object value = values.get(part.attribute());
                Object held = Values.formatted(part, value, sketch.zone());
                key.merge(part.attribute(), held == null ? "" : held, (one, other) -> value);
            }
        }
        return List.copyOf(key.values());
    }

    boolean isAlive(Entity entity, Map<String, Object> values) {
        return values != null && !isMarked(entity, values) && !isExpired(entity, values);
    }

    boolean isMarked(Entity entity, Map<String, Object> values) {
        Map<String, Object> mark = entity.map("soft-delete");
        return mark.containsKey("flag")
                ? Boolean.TRUE.equals(values.get(mark.get("flag")))
                : mark.containsKey("at") && values.get(mark.get("at")) != null;
    }

    boolean isExpired(Entity entity, Map<String, Object> values) {
        Instant end = end(entity, values);
        return end != null && end.getEpochSecond() <= now.getEpochSecond();
    }

    /** When its time is over; null when it stays. */
    Instant end(Entity entity, Map<String, Object> values) {
        if (entity.expiry() != null && sketch.table(entity).containsKey("expiry")) {
            Instant from = (Instant) values.get(entity.expiry().getValue());
            return from == null ? null : from.plusSeconds(entity.expiry().getKey());
        }
        return entity.attributes().values().stream()
                .filter(attribute -> attribute.isStored()
                        && attribute.stored().equals(sketch.table(entity).get("expiry")))
                .map(attribute -> values.get(attribute.name()))
                .map(value -> value instanceof BigDecimal number ? Instant.ofEpochSecond(number.longValue()) : value)
                .map(Instant.class::cast)
                .findFirst()
                .orElse(null);
    }

    /** The item that a child belongs or refers to, alive or not: by the reference, or by attributes of the same names. */
    Map<String, Object> parent(Entity child, Entity parent, Map<String, Object> values) {
        List<Object> key = new ArrayList<>();
        for (String name : parent.keyNames()) {
            Attribute referring = child.attributes().values().stream()
                    .filter(attribute -> parent.name().equals(attribute.text("references")))
                    .findFirst()
                    .orElse(null);
            key.add(values.get(referring != null && parent.keyNames().size() == 1 ? referring.name() : name));
        }
        return key.contains(null) ? null : find(parent, key);
    }

    /** What callers see of an item: neither what is hidden nor what is not kept. */
    static Map<String, Object> visible(Entity entity, Map<String, Object> values, List<String> returned) {
        Map<String, Object> visible = new LinkedHashMap<>();
        for (Attribute attribute : entity.attributes().values()) {
            boolean isShown = returned.isEmpty()
                    ? !attribute.is("hidden")
                            && (attribute.isStored() || entity.keyNames().contains(attribute.name()))
                    : returned.contains(attribute.name());
            Object value = values.get(attribute.name());
            if (isShown && value != null && !Values.isEmptySet(value)) {
                visible.put(attribute.name(), value);
            }
        }
        return visible;
    }
}
