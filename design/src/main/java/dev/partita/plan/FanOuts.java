package dev.partita.plan;

import dev.partita.design.Attribute;
import dev.partita.design.Entity;
import dev.partita.item.Item;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Items made from an entity's items: what belongs to a set of values, and what a change of them adds and takes away. */
final class FanOuts {

    private final WriteModel model;
    private final Entity origin;

    FanOuts(WriteModel model, Entity origin) {
        this.model = model;
        this.origin = origin;
    }

    /** The origin's attributes that its fan-out items depend on. */
    Set<String> sources() {
        Set<String> sources = new LinkedHashSet<>();
        for (Entity made : model.fanOuts(origin)) {
            sources.addAll(sources(made));
        }
        return sources;
    }

    Set<String> sources(Entity made) {
        Set<String> sources = new LinkedHashSet<>();
        if (made.from().each() != null) {
            sources.add(made.from().each());
        }
        for (Attribute attribute : made.attributes().values()) {
            if (!attribute.name().equals(made.from().as()) && originOf(made, attribute) != null) {
                sources.add(originOf(made, attribute));
            }
        }
        return sources;
    }

    /** All items made from these values, by their keys. */
    Map<Item, Item> items(Entity made, Map<String, Object> values, WriteRun run) {
        Codec codec = model.codec(made.name());
        Map<Item, Item> items = new LinkedHashMap<>();
        for (Object element : elements(made, values)) {
            Map<String, Object> given = new LinkedHashMap<>();
            for (Attribute attribute : made.attributes().values()) {
                String from = originOf(made, attribute);
                Object value =
                        attribute.name().equals(made.from().as()) && made.from().each() != null
                                ? element
                                : from == null ? null : values.get(from);
                if (value != null) {
                    given.put(attribute.name(), value);
                }
            }
            Map<String, Object> complete = new Inputs(codec).adopt(given, run.surroundings());
            items.put(codec.key(complete), codec.encode(complete));
        }
        return items;
    }

    void putAll(Draft draft, WriteRun run, Map<String, Object> values) {
        for (Entity made : model.fanOuts(origin)) {
            String table = run.tableName(model.codec(made.name()));
            items(made, values, run)
                    .forEach((key, item) -> draft.item(table, key).put(item));
        }
    }

    void deleteAll(Draft draft, WriteRun run, Map<String, Object> values) {
        for (Entity made : model.fanOuts(origin)) {
            String table = run.tableName(model.codec(made.name()));
            items(made, values, run).keySet().forEach(key -> draft.item(table, key)
                    .delete());
        }
    }

    /** Puts what the new values make and the old did not, deletes what only the old made. */
    void change(Draft draft, WriteRun run, Map<String, Object> before, Map<String, Object> after) {
        for (Entity made : model.fanOuts(origin)) {
            String table = run.tableName(model.codec(made.name()));
            Map<Item, Item> old = items(made, before, run);
            Map<Item, Item> now = items(made, after, run);
            old.keySet().stream().filter(key -> !now.containsKey(key)).forEach(key -> draft.item(table, key)
                    .delete());
            now.forEach((key, item) -> {
                if (!item.equals(old.get(key))) {
                    draft.item(table, key).put(item);
                }
            });
        }
    }

    private static List<Object> elements(Entity made, Map<String, Object> values) {
        if (made.from().each() == null) {
            return List.of(Boolean.TRUE);
        }
        return values.get(made.from().each()) instanceof Collection<?> list
                ? new ArrayList<>(new LinkedHashSet<>(list))
                : List.of();
    }

    /** The origin's attribute whose value this one has: of the same name, or its id when this one references it. */
    private String originOf(Entity made, Attribute attribute) {
        if (origin.attributes().containsKey(attribute.name())) {
            return attribute.name();
        }
        if (origin.name().equals(attribute.references())) {
            Set<String> keys = model.codec(origin.name()).keyAttributes();
            return keys.size() == 1 ? keys.iterator().next() : null;
        }
        return null;
    }
}
