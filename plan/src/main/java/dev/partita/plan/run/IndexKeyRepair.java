package dev.partita.plan.run;

import dev.partita.design.model.Attribute;
import dev.partita.design.model.Entity;
import dev.partita.item.AttributeValue;
import dev.partita.item.Item;
import dev.partita.plan.InvalidValues;
import dev.partita.plan.Request;
import dev.partita.plan.internal.key.Codec;
import dev.partita.plan.internal.key.Inputs;
import dev.partita.plan.internal.value.Storing;
import dev.partita.plan.internal.write.Guard;
import dev.partita.plan.internal.write.Guards;
import dev.partita.plan.internal.write.ItemDraft;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * Gives stored items the index keys that the design computes, where they lack them or have others: items older than the index,
 * or than its templates. Besides the keys it writes the computed attributes that keys are made of, and nothing else.
 */
public final class IndexKeyRepair {

    private final Codec codec;
    private final Entity entity;
    /** Logical names: computed attributes that are, or go into, keys of indexes. */
    private final Set<String> computed = new LinkedHashSet<>();
    /** Stored names: all that the keys follow from. */
    private final Set<String> sources = new LinkedHashSet<>();

    public IndexKeyRepair(Codec codec) {
        this.codec = codec;
        this.entity = codec.entity();
        Set<String> parts = new LinkedHashSet<>();
        codec.indexKeyParts().values().forEach(parts::addAll);
        for (Attribute attribute : entity.attributes().values()) {
            if (attribute.isStored() && codec.isIndexKeyInPlace(attribute.stored())) {
                parts.add(attribute.name());
            }
        }
        Map<String, Set<String>> computedFrom = Inputs.computed(entity);
        boolean more = true;
        while (more) {
            more = false;
            for (Map.Entry<String, Set<String>> entry : computedFrom.entrySet()) {
                if (parts.contains(entry.getKey()) && computed.add(entry.getKey())) {
                    parts.addAll(entry.getValue());
                    more = true;
                }
            }
        }
        Entity.SoftDelete mark = entity.softDelete();
        if (mark != null) {
            parts.add(mark.flag() != null ? mark.flag() : mark.at());
        }
        for (String name : parts) {
            Attribute attribute = entity.attributes().get(name);
            if (attribute != null && attribute.isStored()) {
                sources.add(attribute.stored());
            }
        }
        sources.removeAll(codec.table().keyNames());
    }

    /** Whether the design computes any index key of this entity: if not, there is nothing to repair. */
    public boolean concerns() {
        return !codec.indexKeyNames().isEmpty() || !computed.isEmpty();
    }

    /**
     * The update that puts the item's index keys right, on the condition that nothing they follow from has changed since the
     * item was read; null when they are right.
     *
     * @throws InvalidValues when the item has values that cannot be keys
     */
    public Request.UpdateItem repair(String table, Item item) {
        Map<String, Object> values = codec.decode(item);
        Map<String, AttributeValue> right = new LinkedHashMap<>();
        if (!computed.isEmpty()) {
            Map<String, Object> complete = new LinkedHashMap<>(values);
            new Inputs(codec).compute(complete);
            for (String name : computed) {
                Object value = complete.get(name);
                // What the item was not given cannot be computed from; then what is stored stands.
                if (value != null) {
                    values.put(name, value);
                    Attribute attribute = entity.attributes().get(name);
                    if (attribute.isStored() && !codec.table().keyNames().contains(attribute.stored())) {
                        right.put(attribute.stored(), inPlace(attribute, value));
                    }
                }
            }
        }
        Map<String, AttributeValue> keys = codec.indexKeys(values);
        codec.indexKeyNames().forEach(name -> right.put(name, keys.get(name)));
        right.entrySet().removeIf(entry -> Objects.equals(entry.getValue(), item.get(entry.getKey())));
        return right.isEmpty() ? null : update(table, item, right);
    }

    private AttributeValue inPlace(Attribute attribute, Object value) {
        AttributeValue stored = Storing.store(attribute, value);
        if (codec.isIndexKeyInPlace(attribute.stored()) && codec.isTooLongInPlace(attribute.stored(), stored)) {
            throw new InvalidValues(java.util.List.of(codec.tooLongInPlace(attribute.stored())));
        }
        return stored;
    }

    /** @param right null for what is to go */
    private Request.UpdateItem update(String table, Item item, Map<String, AttributeValue> right) {
        Map<String, AttributeValue> key = new LinkedHashMap<>();
        codec.table().keyNames().forEach(name -> key.put(name, item.get(name)));
        ItemDraft draft = new ItemDraft(table, Item.of(key)).update();
        draft.guard(Guards.same(
                codec.table().partition().name(),
                item.get(codec.table().partition().name()),
                Guard.Stale::new));
        Set<String> guarded = new LinkedHashSet<>(sources);
        guarded.addAll(right.keySet());
        guarded.forEach(stored -> draft.guard(Guards.unchanged(stored, item)));
        right.forEach((stored, value) -> {
            if (value == null) {
                draft.remove(stored);
            } else {
                draft.set(stored, value);
            }
        });
        return (Request.UpdateItem) draft.action(true);
    }
}
