package dev.partita.plan.internal.write;

import dev.partita.design.model.Attribute;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Quota;
import dev.partita.item.AttributeValue;
import dev.partita.item.Item;
import dev.partita.plan.Violation;
import dev.partita.plan.internal.key.Codec;
import dev.partita.plan.internal.key.Inputs;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;

/**
 * A change of an item that is there: the attributes themselves, and all that follows from them: computed attributes, index
 * keys, the expiry, locks, fan-out. What is needed for that and not known is read first, and must not have changed when the
 * write arrives.
 */
final class ItemChange {

    private final WriteModel model;
    private final Codec codec;
    private final Entity entity;
    private final Edits edits;
    private final boolean allIndexes;
    private final Predicate<String> isKnown;

    private final Set<String> touched = new LinkedHashSet<>();
    private final Set<String> computed = new LinkedHashSet<>();
    private final Set<String> indexNames = new LinkedHashSet<>();
    private final List<Entity.Unique> uniques = new ArrayList<>();
    private final List<Quota> quotas = new ArrayList<>();
    private final Set<String> needed = new LinkedHashSet<>();
    private final boolean isFanOut;
    private final boolean isExpiry;

    /**
     * @param allIndexes whether every index key is to be made anew, as when an item is marked as deleted or restored
     * @param isKnown of which attributes the values are known without a read of the item
     */
    ItemChange(WriteModel model, Codec codec, Edits edits, boolean allIndexes, Predicate<String> isKnown) {
        this.model = model;
        this.codec = codec;
        this.entity = codec.entity();
        this.edits = edits;
        this.allIndexes = allIndexes;
        this.isKnown = isKnown;
        touched.addAll(edits.names());
        follow();
        FanOuts fanOuts = new FanOuts(model, entity);
        this.isFanOut = allIndexes && !model.fanOuts(entity).isEmpty()
                || fanOuts.sources().stream().anyMatch(this::isChanging);
        this.isExpiry = entity.expiry() != null
                && codec.table().expiry() != null
                && isChanging(entity.expiry().after());
        need(fanOuts);
    }

    Set<String> touched() {
        return touched;
    }

    /** What must be read before the write, unless the caller happens to give it. */
    Set<String> needed() {
        return needed;
    }

    Set<String> indexNames() {
        return indexNames;
    }

    List<Entity.Unique> uniques() {
        return uniques;
    }

    /** Whether locks that stay where they are get another expiry. */
    boolean isExpiry() {
        return isExpiry;
    }

    /** The quotas in which it may come to be counted elsewhere. */
    List<Quota> quotas() {
        return quotas;
    }

    boolean isFanOut() {
        return isFanOut;
    }

    /**
     * Adds the change to the draft.
     *
     * @param before the item as it was read, or null when nothing had to be read
     * @return the logical values after the change, as far as they are known
     */
    Map<String, Object> apply(WriteDraft draft, WriteRun run, Locator.Located located, Item before) {
        ItemDraft item = draft.item(run.tableName(codec), located.key()).update();
        // What led to the item is known of it, also when nothing had to be read.
        Map<String, Object> old = new LinkedHashMap<>(before == null ? Map.of() : codec.decode(before));
        located.values().forEach(old::putIfAbsent);
        Map<String, Object> after = new LinkedHashMap<>(old);
        Set<String> resolved = before == null ? Set.of() : needed;
        edits.apply(after, resolved);
        if (entity.version() != null && before != null) {
            // Every write counts it up, so whatever is made of it is made of the next one.
            after.put(entity.version(), Versions.next(old.get(entity.version())));
        }
        if (before != null) {
            guardNeeded(item, before);
            new Inputs(codec).check(after, edits.names());
            codec.require(edits.emptied(after).stream()
                    .map(name -> new Violation(
                            entity.name(), name, null, "required", "is required, and nothing of it would be left"))
                    .toList());
        }
        if (!computed.isEmpty()) {
            Map<String, Object> complete = new LinkedHashMap<>(after);
            new Inputs(codec).compute(complete);
            computed.forEach(name -> put(after, name, complete.get(name)));
        }
        for (String name : touched) {
            Attribute attribute = entity.attributes().get(name);
            if (attribute.isStored() && !edits.draft(item, attribute, resolved)) {
                store(item, attribute, after.get(name));
            }
        }
        setIndexKeys(item, after);
        if (isExpiry) {
            Long expiry = codec.expiresAt(after);
            if (expiry == null) {
                item.remove(codec.table().expiry());
            } else {
                item.set(codec.table().expiry(), AttributeValue.N.of(expiry));
            }
        }
        moveLocks(draft, run, located.key(), old, after);
        boolean wasDeleted = codec.isDeleted(old);
        boolean isDeleted = codec.isDeleted(after);
        if (!wasDeleted && !isDeleted) {
            // What is marked is in no count; who takes the mark off, or puts it on, counts.
            quotas.forEach(quota -> new Counting(model, quota).move(draft, run, old, after));
        }
        if (isFanOut) {
            FanOuts fanOuts = new FanOuts(model, entity);
            fanOuts.change(draft, run, wasDeleted ? null : old, isDeleted ? null : after, after);
        }
        return after;
    }

    /** Whether the write gives it another value: also the version, which every write counts up. */
    private boolean isChanging(String name) {
        return touched.contains(name) || name.equals(entity.version());
    }

    private void follow() {
        Map<String, Set<String>> sources = Inputs.computed(entity);
        boolean more = true;
        while (more) {
            more = false;
            for (Map.Entry<String, Set<String>> entry : sources.entrySet()) {
                if (!touched.contains(entry.getKey())
                        && entry.getValue().stream().anyMatch(this::isChanging)) {
                    touched.add(entry.getKey());
                    computed.add(entry.getKey());
                    more = true;
                }
            }
        }
        codec.indexKeyParts().forEach((name, parts) -> {
            if (allIndexes || parts.stream().anyMatch(this::isChanging)) {
                indexNames.add(name);
            }
        });
        for (Entity.Unique unique : entity.uniques()) {
            if (parts(unique).stream().anyMatch(this::isChanging)) {
                uniques.add(unique);
            }
        }
        for (Quota quota : model.quotas(entity)) {
            if (Counting.parts(quota).stream().anyMatch(this::isChanging)) {
                quotas.add(quota);
            }
        }
    }

    private void need(FanOuts fanOuts) {
        Set<String> sources = new LinkedHashSet<>();
        Map<String, Set<String>> computedSources = Inputs.computed(entity);
        computed.forEach(name -> sources.addAll(computedSources.get(name)));
        if (!edits.deletes()) {
            Map<String, Set<String>> parts = codec.indexKeyParts();
            indexNames.forEach(name -> sources.addAll(parts.get(name)));
        }
        if (isExpiry) {
            sources.add(entity.expiry().after());
        }
        // A value that is given whole need not be read; one that is added to must.
        sources.removeIf(edits::isGiven);
        sources.removeAll(computed);
        needed.addAll(sources);
        // Old locks, counts and fan-out items are found by the old values.
        uniques.forEach(unique -> needed.addAll(parts(unique)));
        if (isExpiry && !entity.uniques().isEmpty()) {
            entity.uniques().forEach(unique -> needed.addAll(parts(unique)));
            needed.add(entity.expiry().after());
        }
        quotas.forEach(quota -> needed.addAll(Counting.parts(quota)));
        if (isFanOut) {
            needed.addAll(fanOuts.sources());
        }
        needed.addAll(edits.needed());
        needed.removeIf(isKnown);
    }

    private Set<String> parts(Entity.Unique unique) {
        Set<String> parts = new LinkedHashSet<>(unique.attributes());
        unique.lock().values().forEach(template -> template.variables().forEach(v -> parts.add(v.attribute())));
        return parts;
    }

    private void guardNeeded(ItemDraft item, Item before) {
        for (String name : needed) {
            Attribute attribute = entity.attributes().get(name);
            if (attribute != null && attribute.isStored()) {
                item.guard(Guards.unchanged(attribute.stored(), before));
            }
        }
    }

    private void store(ItemDraft item, Attribute attribute, Object value) {
        AttributeValue stored = codec.stored(attribute, value);
        if (stored == null) {
            item.remove(attribute.stored());
        } else {
            item.set(attribute.stored(), stored);
        }
    }

    private void setIndexKeys(ItemDraft item, Map<String, Object> after) {
        Map<String, AttributeValue> keys = codec.indexKeys(after, indexNames);
        for (String name : indexNames) {
            if (keys.containsKey(name)) {
                item.set(name, keys.get(name));
            } else {
                item.remove(name);
            }
        }
    }

    private void moveLocks(
            WriteDraft draft, WriteRun run, Item holder, Map<String, Object> old, Map<String, Object> after) {
        Locks locks = new Locks(codec);
        // One that is not stored is not guarded, so what was read of it proves nothing.
        boolean isOtherExpiry = isExpiry
                && (!entity.attributes().get(entity.expiry().after()).isStored()
                        || !Objects.equals(codec.expiresAt(old), codec.expiresAt(after)));
        for (Entity.Unique unique : isExpiry ? entity.uniques() : uniques) {
            Item from = locks.key(unique, old);
            Item to = locks.key(unique, after);
            if (unique.attributes().stream().anyMatch(name -> !Objects.equals(old.get(name), after.get(name)))) {
                locks.requireTexts(unique, after);
            }
            if (Objects.equals(from, to)) {
                if (isOtherExpiry) {
                    locks.keep(draft, run, unique, holder, after);
                }
            } else {
                locks.release(draft, run, unique, holder, old);
                locks.take(draft, run, unique, holder, after);
            }
        }
    }

    private static void put(Map<String, Object> values, String name, Object value) {
        if (value == null || value instanceof Collection<?> list && list.isEmpty() && value instanceof Set) {
            values.remove(name);
        } else {
            values.put(name, value);
        }
    }
}
