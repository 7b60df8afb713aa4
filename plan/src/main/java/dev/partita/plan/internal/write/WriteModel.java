package dev.partita.plan.internal.write;

import dev.partita.design.Design;
import dev.partita.design.model.Attribute;
import dev.partita.design.model.Attribute.OnDelete;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Quota;
import dev.partita.design.model.Template;
import dev.partita.plan.internal.key.Codec;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;

/** What writes of a design have to know of it: who depends on whom. */
public final class WriteModel {

    /** A child's attribute that refers to an entity. */
    record Reference(Entity child, Attribute attribute) {}

    private final Design design;
    private final Map<String, Codec> codecs = new ConcurrentHashMap<>();
    private final Unfinished unfinished = new Unfinished(this);

    public WriteModel(Design design) {
        this.design = design;
    }

    public Design design() {
        return design;
    }

    /** Where deletes are noted that take several requests. */
    public Unfinished unfinished() {
        return unfinished;
    }

    /** Null for an entity without a table. */
    public Codec codec(String name) {
        Codec known = codecs.get(name);
        if (known != null) {
            return known;
        }
        Entity entity = design.entities().get(name);
        return entity == null || !isStored(entity)
                ? null
                : codecs.computeIfAbsent(name, missing -> new Codec(design, entity));
    }

    private boolean isStored(Entity entity) {
        return design.tableOf(entity) != null;
    }

    /** The entities whose items are made from this one's. */
    List<Entity> fanOuts(Entity entity) {
        return design.entities().values().stream()
                .filter(other -> other.from() != null
                        && entity.name().equals(other.from().entity()))
                .filter(other -> isStored(other))
                .toList();
    }

    public List<Quota> quotas(Entity entity) {
        return design.quotas().values().stream()
                .filter(quota -> entity.name().equals(quota.counts()))
                .toList();
    }

    /** References to the entity from others with this {@code on-delete}; fan-out items go with their origin anyway. */
    List<Reference> references(Entity entity, OnDelete onDelete) {
        List<Reference> references = new ArrayList<>();
        for (Entity child : design.entities().values()) {
            for (Attribute attribute : child.attributes().values()) {
                boolean isFanOut = child.from() != null
                        && entity.name().equals(child.from().entity());
                if (entity.name().equals(attribute.references())
                        && onDelete == attribute.onDelete()
                        && !isFanOut
                        && isStored(child)
                        && referredKey(child, attribute) != null) {
                    references.add(new Reference(child, attribute));
                }
            }
        }
        return references;
    }

    /** Whether a delete of what the attribute refers to looks at every item of the table for those of {@code child}. */
    public boolean isSearchedByScan(Entity child, Attribute attribute) {
        Entity parent =
                attribute.references() == null ? null : design.entities().get(attribute.references());
        return parent != null
                && attribute.onDelete() != null
                && references(parent, attribute.onDelete()).contains(new Reference(child, attribute))
                && Finder.ofAll(codec(child.name()), parts(child, attribute)).isScan();
    }

    /** The attributes that say together which item it refers to. */
    public Set<String> parts(Entity child, Attribute attribute) {
        return new LinkedHashSet<>(referredKey(child, attribute).values());
    }

    /** The entity's own attributes by which such references find its items. */
    Set<String> referred(Entity entity, OnDelete onDelete) {
        Set<String> names = new LinkedHashSet<>();
        references(entity, onDelete)
                .forEach(reference -> names.addAll(
                        referredKey(reference.child(), reference.attribute()).keySet()));
        return names;
    }

    /** Whether any item can say that it belongs to one of this entity. */
    boolean isReferred(Entity entity) {
        return design.entities().values().stream()
                .flatMap(other -> other.attributes().values().stream())
                .anyMatch(attribute -> entity.name().equals(attribute.references()));
    }

    /** Attributes that quotas and sequences count in: no write of the entity itself touches them. */
    public Set<String> counters(Entity entity) {
        Set<String> counters = new LinkedHashSet<>();
        for (Quota quota : design.quotas().values()) {
            if (entity.name().equals(quota.counterEntity())) {
                counters.add(quota.counterAttribute());
            }
        }
        for (Entity other : design.entities().values()) {
            for (Attribute attribute : other.attributes().values()) {
                if (attribute.sequence() != null
                        && entity.name().equals(attribute.sequence().entity())) {
                    counters.add(attribute.sequence().attribute());
                }
            }
        }
        return counters;
    }

    /**
     * Which attribute of {@code child} has the value of each key attribute of {@code parent}: the one of the same name, or, of a
     * key of one attribute, the one that references it. Null when one is missing. What the child makes up for itself, its own id or
     * the time of its own creation, is not the parent's, whatever it is called.
     */
    public Map<String, String> parentKey(Entity child, Entity parent) {
        Map<String, String> names = new LinkedHashMap<>();
        Set<String> wanted = keyAttributes(parent);
        for (String name : wanted) {
            Attribute same = child.attributes().get(name);
            boolean isSame = same != null && (parent.name().equals(same.references()) || !isOwn(child, same));
            // A name that both have by chance, such as that of a person and of a plan, is no way from one to the other.
            boolean isCertain = isSame
                    && (parent.name().equals(same.references())
                            || keyAttributes(child).contains(name));
            Attribute referring = child.attributes().values().stream()
                    .filter(attribute -> parent.name().equals(attribute.references()))
                    .filter(attribute -> !isCertain || attribute == same)
                    .findFirst()
                    .orElse(null);
            if (wanted.size() == 1 && referring != null) {
                names.put(name, referring.name());
            } else if (isSame) {
                names.put(name, name);
            } else {
                return null;
            }
        }
        return names;
    }

    /** The ways from a child to every parent of this kind that it refers to, the one of {@link #parentKey} first; none when it knows none. */
    List<Map<String, String>> parentKeys(Entity child, Entity parent) {
        Map<String, String> first = parentKey(child, parent);
        Set<Map<String, String>> keys = new LinkedHashSet<>();
        if (first != null) {
            keys.add(first);
            child.attributes().values().stream()
                    .filter(attribute -> parent.name().equals(attribute.references()))
                    .map(attribute -> referredKey(child, attribute))
                    .filter(Objects::nonNull)
                    .forEach(keys::add);
        }
        return List.copyOf(keys);
    }

    /** The attributes of which any may name the parent, when nothing tells which; none when one alone can, or has the name of the key. */
    public List<String> rivals(Entity child, Entity parent) {
        List<Map<String, String>> keys = parentKeys(child, parent);
        boolean isNamed = !keys.isEmpty()
                && keys.get(0).entrySet().stream()
                        .allMatch(name -> name.getKey().equals(name.getValue()));
        return keys.size() < 2 || isNamed
                ? List.of()
                : keys.stream().flatMap(key -> key.values().stream()).toList();
    }

    /** The same for what one attribute refers to: of a key of one attribute it is the value itself. */
    public Map<String, String> referredKey(Entity child, Attribute attribute) {
        Entity parent = design.entities().get(attribute.references());
        Set<String> wanted = keyAttributes(parent);
        if (wanted.size() == 1) {
            return Map.of(wanted.iterator().next(), attribute.name());
        }
        return wanted.contains(attribute.name()) ? parentKey(child, parent) : null;
    }

    /** Whether the entity's own writes make its value, so that no caller says by it which parent is meant. */
    public static boolean isOwn(Entity entity, Attribute attribute) {
        return attribute.generate() != null
                || attribute.sequence() != null
                || attribute.set() != null
                || attribute.name().equals(entity.version());
    }

    private static Set<String> keyAttributes(Entity entity) {
        Set<String> names = new LinkedHashSet<>();
        for (Template template : entity.key().values()) {
            template.variables().forEach(variable -> names.add(variable.attribute()));
        }
        return names;
    }

    /** The key attributes' values of the parent, from a child's values; null when one is absent. */
    Map<String, Object> parentValues(Entity child, Entity parent, Map<String, Object> values) {
        return values(parentKey(child, parent), values);
    }

    /** The same of every parent of this kind that the child refers to. */
    Set<Map<String, Object>> allParentValues(Entity child, Entity parent, Map<String, Object> values) {
        Set<Map<String, Object>> all = new LinkedHashSet<>();
        parentKeys(child, parent).forEach(names -> all.add(values(names, values)));
        all.remove(null);
        return all;
    }

    private static Map<String, Object> values(Map<String, String> names, Map<String, Object> values) {
        if (names == null) {
            return null;
        }
        Map<String, Object> found = new LinkedHashMap<>();
        for (Map.Entry<String, String> entry : names.entrySet()) {
            Object value = values.get(entry.getValue());
            if (value == null) {
                return null;
            }
            found.put(entry.getKey(), value);
        }
        return found;
    }

    /** The key attributes' values of what one attribute refers to; null when one is absent. */
    Map<String, Object> referred(Entity child, Attribute attribute, Map<String, Object> values) {
        return values(referredKey(child, attribute), values);
    }

    /**
     * The attributes whose values decide what else goes when an item goes.
     *
     * @param whole whether it goes for good, and with it its locks and what refers to it
     * @param isKnown of which attributes the values are known without a read of the item
     */
    Set<String> departing(Codec codec, boolean whole, Predicate<String> isKnown) {
        Entity entity = codec.entity();
        Set<String> needed = new LinkedHashSet<>();
        if (whole) {
            entity.uniques().forEach(unique -> {
                needed.addAll(unique.attributes());
                unique.lock().values().forEach(t -> t.variables().forEach(v -> needed.add(v.attribute())));
            });
        }
        needed.addAll(new FanOuts(this, entity).sources());
        quotas(entity).forEach(quota -> needed.addAll(Counting.parts(quota)));
        if (whole && entity.softDelete() != null && !needed.isEmpty()) {
            // A marked one has left its fan-out and its counts already.
            needed.add(
                    entity.softDelete().flag() != null
                            ? entity.softDelete().flag()
                            : entity.softDelete().at());
        }
        needed.remove(null);
        needed.addAll(referred(entity, OnDelete.REFUSE));
        if (whole) {
            needed.addAll(referred(entity, OnDelete.CASCADE));
        }
        needed.removeIf(isKnown);
        return needed;
    }
}
