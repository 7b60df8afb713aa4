package dev.partita.plan.internal.write;

import dev.partita.design.model.Attribute;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Type;
import dev.partita.item.AttributeValue;
import dev.partita.plan.internal.value.Storing;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** What an update does to attributes: gives values, adds numbers, appends to lists and takes from them. */
final class Edits {

    private final Map<String, Object> given = new LinkedHashMap<>();
    private final Map<String, BigDecimal> added = new LinkedHashMap<>();
    private final Map<String, Collection<?>> appended = new LinkedHashMap<>();
    private final Map<String, Collection<?>> taken = new LinkedHashMap<>();
    private final Map<String, Attribute> attributes;
    private final Entity entity;
    private final Set<String> asked = new LinkedHashSet<>();
    private boolean deletes;

    Edits(Entity entity) {
        this.entity = entity;
        this.attributes = entity.attributes();
    }

    /** Null removes the value. */
    Edits give(String name, Object value) {
        given.put(name, value);
        return this;
    }

    Edits add(String name, BigDecimal amount) {
        added.merge(name, amount, BigDecimal::add);
        return this;
    }

    Edits append(String name, Collection<?> elements) {
        appended.put(name, elements);
        return this;
    }

    Edits take(String name, Collection<?> elements) {
        taken.put(name, elements);
        return this;
    }

    /** Asks for the value that is there, unless another one is given. */
    void need(String name) {
        asked.add(name);
    }

    /** Marks the item as deleted, so that no index key is left to compute. */
    Edits deleting() {
        deletes = true;
        return this;
    }

    boolean deletes() {
        return deletes;
    }

    Map<String, Object> given() {
        return given;
    }

    Set<String> names() {
        Set<String> names = new LinkedHashSet<>(given.keySet());
        names.addAll(added.keySet());
        names.addAll(appended.keySet());
        names.addAll(taken.keySet());
        return names;
    }

    /** What is required and would have nothing left of it: a set without elements is none at all. */
    Set<String> emptied(Map<String, Object> after) {
        return taken.keySet().stream()
                .filter(name ->
                        attributes.get(name).required() && after.get(name) instanceof Set<?> left && left.isEmpty())
                .collect(Collectors.toSet());
    }

    boolean isGiven(String name) {
        return given.containsKey(name);
    }

    /** Attributes whose old value decides what the new one is, and that no expression can change in place. */
    Set<String> needed() {
        Set<String> needed = new LinkedHashSet<>();
        taken.keySet().stream()
                .filter(name -> !isSet(name)
                        || isNullWhenAbsent(name)
                        || attributes.get(name).required())
                .forEach(needed::add);
        appended.keySet().stream()
                .filter(name -> isSet(name)
                        ? attributes.get(name).maxItems() != null
                        : attributes.get(name).distinct())
                .forEach(needed::add);
        appended.keySet().stream().filter(this::isNullWhenAbsent).forEach(needed::add);
        added.keySet().stream().filter(this::isNullWhenAbsent).forEach(needed::add);
        asked.stream().filter(name -> !isGiven(name)).forEach(needed::add);
        return needed;
    }

    /** Brings the values up to date; what is neither given nor in {@code resolved} is left to the expression. */
    void apply(Map<String, Object> values, Set<String> resolved) {
        given.forEach((name, value) -> {
            if (value == null) {
                values.remove(name);
            } else {
                values.put(name, value);
            }
        });
        added.forEach((name, amount) -> {
            if (resolved.contains(name)) {
                BigDecimal before =
                        values.get(name) instanceof Number number ? Storing.decimal(number) : BigDecimal.ZERO;
                values.put(name, Storing.number(before.add(amount)));
            }
        });
        appended.forEach((name, elements) -> {
            if (resolved.contains(name)) {
                Collection<Object> all = copy(name, values.get(name));
                boolean isDistinct = attributes.get(name).distinct();
                elements.forEach(element -> {
                    if (!isDistinct || !all.contains(element)) {
                        all.add(element);
                    }
                });
                values.put(name, all);
            }
        });
        taken.forEach((name, elements) -> {
            // Where there is nothing, nothing is taken out; an empty list would be something.
            if (resolved.contains(name) && values.get(name) != null) {
                Collection<Object> all = copy(name, values.get(name));
                all.removeAll(elements);
                values.put(name, all);
            }
        });
    }

    /** Adds what can be done in place to the update; false when the whole new value is to be stored. */
    boolean draft(ItemDraft item, Attribute attribute, Set<String> resolved) {
        String name = attribute.name();
        if (given.containsKey(name) || resolved.contains(name)) {
            return false;
        }
        String stored = attribute.stored();
        if (added.containsKey(name)) {
            BigDecimal amount = added.get(name);
            item.add(stored, amount);
            ValueConditions.range(item, entity, attribute, amount);
            return true;
        }
        if (appended.containsKey(name)) {
            AttributeValue elements = Storing.store(attribute.type(), appended.get(name));
            if (isSet(name)) {
                if (elements != null) {
                    item.addMembers(stored, elements);
                }
                return true;
            }
            AttributeValue empty = new AttributeValue.L(List.of());
            item.set(
                    stored,
                    aliases -> "list_append(if_not_exists(" + aliases.name(stored) + ", " + aliases.value(empty) + "), "
                            + aliases.value(elements) + ")");
            ValueConditions.maxItems(item, entity, attribute, appended.get(name).size());
            return true;
        }
        if (taken.containsKey(name) && isSet(name)) {
            AttributeValue members = Storing.store(attribute.type(), taken.get(name));
            if (members != null) {
                item.deleteMembers(stored, members);
            }
            return true;
        }
        return false;
    }

    /** Whether NULL may be stored there, to which nothing can be added in place. */
    private boolean isNullWhenAbsent(String name) {
        return attributes.get(name).absentIsNull();
    }

    private boolean isSet(String name) {
        return attributes.get(name).type() instanceof Type.SetOf;
    }

    private Collection<Object> copy(String name, Object value) {
        Collection<Object> copy = isSet(name) ? new LinkedHashSet<>() : new ArrayList<>();
        if (value instanceof Collection<?> there) {
            copy.addAll(there);
        }
        return copy;
    }
}
