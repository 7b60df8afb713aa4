package dev.partita.plan.internal.key;

import dev.partita.design.model.Attribute;
import dev.partita.design.model.Template;
import dev.partita.item.AttributeValue;
import dev.partita.item.Attributes;
import dev.partita.item.Names;
import dev.partita.plan.ItemValues;
import dev.partita.plan.internal.value.Storing;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** Reads the logical values of one entity's items. What can be known before an item comes is worked out once. */
final class Decoder {

    private static final Object[] NOTHING = {};

    /** A part of a key that holds an attribute too. */
    private record Part(int key, int number) {}

    /**
     * An attribute, and where its value is found.
     *
     * @param position among the names that are asked for; -1 when it is not stored
     * @param parts in the order in which they are asked when there is no value
     */
    private record Source(Attribute attribute, int position, List<Part> parts) {}

    private final Names names;
    private final Source[] sources;
    private final List<KeyText> keys;
    private final ItemValues.Layout layout;
    private final ItemValues.Layout visible;

    /** @param keys the key attributes whose templates can be read back, the table's first */
    Decoder(Collection<Attribute> attributes, List<KeyText> keys) {
        this.keys = List.copyOf(keys);
        this.names = new Names(attributes.stream()
                .filter(Attribute::isStored)
                .map(Attribute::stored)
                .toList());
        this.sources = attributes.stream().map(this::source).toArray(Source[]::new);
        List<String> shown = new ArrayList<>();
        attributes.stream().filter(attribute -> !attribute.hidden()).forEach(one -> shown.add(one.name()));
        this.layout =
                new ItemValues.Layout(attributes.stream().map(Attribute::name).toList());
        this.visible = shown.size() == sources.length ? layout : new ItemValues.Layout(shown);
    }

    /** Hidden ones too; those that only a key holds are read from there. */
    ItemValues values(Attributes item) {
        AttributeValue[] stored = item.get(names);
        Object[] values = new Object[sources.length];
        Object[][] read = null;
        for (int i = 0; i < values.length; i++) {
            Source source = sources[i];
            AttributeValue value = source.position < 0 ? null : stored[source.position];
            values[i] = value == null ? null : Storing.load(source.attribute, value);
            if (values[i] == null && !source.parts.isEmpty() && !(value instanceof AttributeValue.Null)) {
                read = read == null ? new Object[keys.size()][] : read;
                values[i] = fromKeys(source, item, read);
            }
        }
        return new ItemValues(layout, values);
    }

    /** The values without those that never leave. */
    ItemValues visible(ItemValues values) {
        return visible == layout ? values : values.only(visible);
    }

    /** @param read what was read of each key before; a key is read when first needed */
    private Object fromKeys(Source source, Attributes item, Object[][] read) {
        for (Part part : source.parts) {
            if (read[part.key] == null) {
                KeyText key = keys.get(part.key);
                AttributeValue value = item.get(key.name());
                Object[] values = value == null ? null : key.read(value);
                read[part.key] = values == null ? NOTHING : values;
            }
            if (part.number < read[part.key].length && read[part.key][part.number] != null) {
                return read[part.key][part.number];
            }
        }
        return null;
    }

    private Source source(Attribute attribute) {
        List<Part> parts = new ArrayList<>();
        for (int key = 0; key < keys.size(); key++) {
            List<Template.Part> all = keys.get(key).template().parts();
            for (int i = 0; i < all.size(); i++) {
                if (all.get(i) instanceof Template.Variable variable
                        && variable.attribute().equals(attribute.name())) {
                    parts.add(new Part(key, i));
                }
            }
        }
        return new Source(
                attribute, attribute.isStored() ? names.position(attribute.stored()) : -1, List.copyOf(parts));
    }
}
