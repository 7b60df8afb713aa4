package dev.partita.plan.internal.write;

import dev.partita.design.internal.text.Wording;
import dev.partita.design.model.Attribute;
import dev.partita.design.model.Entity;
import dev.partita.item.Item;
import dev.partita.plan.InvalidValues;
import dev.partita.plan.Violation;
import dev.partita.plan.internal.key.Codec;
import dev.partita.plan.internal.key.Inputs;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Items made from an entity's items: what belongs to a set of values, and what a change of them adds and takes away. */
public final class FanOuts {

    private final WriteModel model;
    private final Entity origin;

    public FanOuts(WriteModel model, Entity origin) {
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
            try {
                Map<String, Object> complete = new Inputs(codec).adopt(given, run.surroundings());
                items.put(codec.key(complete), codec.encode(complete));
            } catch (InvalidValues wrong) {
                throw new InvalidValues(wrong.violations().stream()
                        .map(one -> given(made, one, element, values))
                        .toList());
            }
        }
        return items;
    }

    /** What is wrong with a copy, as the caller gave it: by the origin's attribute. */
    private Violation given(Entity made, Violation wrong, Object element, Map<String, Object> values) {
        boolean isElement = made.from().each() != null
                && wrong.topAttribute().equals(made.from().as());
        String from = isElement
                ? made.from().each()
                : originOf(made, made.attributes().get(wrong.topAttribute()));
        if (from == null) {
            return wrong;
        }
        String place = isElement && values.get(from) instanceof List<?> list ? "[" + list.indexOf(element) + "]" : "";
        String why =
                wrong.rule().equals("required") ? (isElement ? "may not be empty" : "is required") : wrong.message();
        return new Violation(
                origin.name(),
                from + place + wrong.attribute().substring(wrong.topAttribute().length()),
                isElement ? element : wrong.value(),
                wrong.rule(),
                why + ", for " + Wording.one(made.name()) + " is made of it");
    }

    /** Puts what new values make. */
    void putAll(WriteDraft draft, WriteRun run, Map<String, Object> values) {
        for (Entity made : model.fanOuts(origin)) {
            items(made, values, run).forEach((key, item) -> put(draft, run, made, key, item));
        }
    }

    /** Deletes what the values have made, except a history. */
    void deleteAll(WriteDraft draft, WriteRun run, Map<String, Object> values) {
        for (Entity made : model.fanOuts(origin)) {
            if (!isHistory(made)) {
                items(made, values, run).keySet().forEach(key -> draft.item(table(run, made), key)
                        .delete());
            }
        }
    }

    /**
     * Puts what the new values make and the old did not, deletes what only the old made. A history gets one more instead.
     *
     * @param before null when nothing was made of the item as it was: it was marked as deleted
     * @param after null when nothing is to be made of it as it will be
     * @param written the values after the write in any case
     */
    void change(
            WriteDraft draft,
            WriteRun run,
            Map<String, Object> before,
            Map<String, Object> after,
            Map<String, Object> written) {
        for (Entity made : model.fanOuts(origin)) {
            if (isHistory(made)) {
                items(made, written, run).forEach((key, item) -> put(draft, run, made, key, item));
                continue;
            }
            Map<Item, Item> old = before == null ? Map.of() : items(made, before, run);
            Map<Item, Item> now = after == null ? Map.of() : items(made, after, run);
            old.keySet().stream().filter(key -> !now.containsKey(key)).forEach(key -> draft.item(table(run, made), key)
                    .delete());
            now.forEach((key, item) -> {
                if (!item.equals(old.get(key))) {
                    put(draft, run, made, key, item);
                }
            });
        }
    }

    /** A copy with the origin's version in its key: each write makes another, and none is ever changed. */
    boolean isHistory(Entity made) {
        return origin.version() != null
                && model.codec(made.name()).keyAttributes().stream().anyMatch(name -> origin.version()
                        .equals(originOf(made, made.attributes().get(name))));
    }

    private void put(WriteDraft draft, WriteRun run, Entity made, Item key, Item item) {
        ItemDraft drafted = draft.item(table(run, made), key).put(item);
        if (isHistory(made)) {
            Codec codec = model.codec(made.name());
            drafted.guard(new Guards(codec, run.now()).absent(CreateWrite.exists(codec, codec.decode(item))));
        }
    }

    private String table(WriteRun run, Entity made) {
        return run.tableName(model.codec(made.name()));
    }

    private static List<Object> elements(Entity made, Map<String, Object> values) {
        if (made.from().each() == null) {
            return List.of(Boolean.TRUE);
        }
        return values.get(made.from().each()) instanceof Collection<?> list
                ? new ArrayList<>(new LinkedHashSet<>(list))
                : List.of();
    }

    /** The name of the origin's attribute whose value this one has, or null. */
    public String originOf(Entity made, Attribute attribute) {
        Attribute copied = attribute == null ? null : copied(origin, attribute);
        return copied == null ? null : copied.name();
    }

    /** The origin's attribute whose value one of a copy has: of the same name, or its id when this one references it; else null. */
    public static Attribute copied(Entity origin, Attribute attribute) {
        Attribute same = origin.attributes().get(attribute.name());
        Set<String> key = origin.keyAttributes();
        boolean isReference = same == null && origin.name().equals(attribute.references()) && key.size() == 1;
        return isReference ? origin.attributes().get(key.iterator().next()) : same;
    }
}
