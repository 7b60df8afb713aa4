package dev.partita.plan;

import dev.partita.design.Attribute;
import dev.partita.item.AttributeValue;
import dev.partita.item.Attributes;
import dev.partita.item.Names;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/** Reads the logical values of one entity's items. What can be known before an item comes is worked out once. */
final class Decoder {

    /** An attribute: where its value stands, and the keys that hold it too, in the order in which they are asked. */
    private record Source(Attribute attribute, int position, int[] keys) {}

    private final Names names;
    private final List<Source> sources = new ArrayList<>();
    private final List<KeyText> keys;
    private final int[] keyPositions;
    private final ItemValues.Layout layout;
    private final ItemValues.Layout visible;

    /** @param keys the key attributes whose templates can be read back, the table's first */
    Decoder(Collection<Attribute> attributes, List<KeyText> keys) {
        this.keys = List.copyOf(keys);
        List<String> stored = new ArrayList<>();
        keys.forEach(key -> stored.add(key.name()));
        attributes.stream().filter(Attribute::isStored).forEach(attribute -> stored.add(attribute.stored()));
        this.names = new Names(stored);
        this.keyPositions =
                keys.stream().mapToInt(key -> names.position(key.name())).toArray();
        List<String> all = new ArrayList<>();
        List<String> shown = new ArrayList<>();
        for (Attribute attribute : attributes) {
            sources.add(new Source(
                    attribute, attribute.isStored() ? names.position(attribute.stored()) : -1, keysWith(attribute)));
            all.add(attribute.name());
            if (!attribute.hidden()) {
                shown.add(attribute.name());
            }
        }
        this.layout = new ItemValues.Layout(all);
        this.visible = shown.size() == all.size() ? layout : new ItemValues.Layout(shown);
    }

    /** Hidden ones too; those that only a key holds are read from there. */
    ItemValues values(Attributes item) {
        AttributeValue[] stored = item.get(names);
        Object[] values = new Object[sources.size()];
        List<Map<String, Object>> parsed = null;
        for (int i = 0; i < values.length; i++) {
            Source source = sources.get(i);
            AttributeValue value = source.position < 0 ? null : stored[source.position];
            values[i] = value == null ? null : Storing.load(source.attribute, value);
            if (values[i] == null && source.keys.length > 0 && !(value instanceof AttributeValue.Null)) {
                parsed = parsed == null ? new ArrayList<>(Collections.nCopies(keys.size(), null)) : parsed;
                values[i] = fromKeys(source, stored, parsed);
            }
        }
        return new ItemValues(layout, values);
    }

    /** The values without those that never leave. */
    ItemValues visible(ItemValues values) {
        return visible == layout ? values : values.only(visible);
    }

    /** @param parsed what was read of each key before; a key is read when first needed */
    private Object fromKeys(Source source, AttributeValue[] stored, List<Map<String, Object>> parsed) {
        for (int key : source.keys) {
            AttributeValue value = stored[keyPositions[key]];
            if (value == null) {
                continue;
            }
            Map<String, Object> found = parsed.get(key);
            if (found == null) {
                found = keys.get(key).parse(value).orElse(Map.of());
                parsed.set(key, found);
            }
            Object part = found.get(source.attribute.name());
            if (part != null) {
                return part;
            }
        }
        return null;
    }

    private int[] keysWith(Attribute attribute) {
        List<Integer> with = new ArrayList<>();
        for (int i = 0; i < keys.size(); i++) {
            if (keys.get(i).template().variables().anyMatch(v -> v.attribute().equals(attribute.name()))) {
                with.add(i);
            }
        }
        return with.stream().mapToInt(Integer::intValue).toArray();
    }
}
