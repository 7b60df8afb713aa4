package dev.partita.systems;

import dev.partita.design.Design;
import dev.partita.design.model.Attribute;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Quota;
import dev.partita.design.model.Template;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What a design means, without keys, indexes or requests: entities are maps, and every question looks at all of them. It shares
 * nothing with the compiler, so where both agree, both are probably right.
 */
final class Model {

    private final Design design;
    private final Map<String, Map<List<Object>, Map<String, Object>>> items = new LinkedHashMap<>();
    private final Map<List<Object>, Long> counters = new LinkedHashMap<>();
    private Instant now = Instant.EPOCH;
    private String me;

    private boolean keepsOwners;

    Model(Design design) {
        this.design = design;
        design.entities().keySet().forEach(name -> items.put(name, new LinkedHashMap<>()));
    }

    /** As the service has it: a put that does not say whose it is leaves the item to its owner. */
    Model keepingOwners() {
        keepsOwners = true;
        return this;
    }

    boolean keepsOwners() {
        return keepsOwners;
    }

    Design design() {
        return design;
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

    /** Everything of an entity, marked and expired ones too; those made from others as they follow from them. */
    List<Map<String, Object>> all(Entity entity) {
        if (entity.from() == null) {
            return List.copyOf(items.get(entity.name()).values());
        }
        Entity source = design.entities().get(entity.from().entity());
        List<Map<String, Object>> made = new ArrayList<>();
        for (Map<String, Object> from : all(source)) {
            if (!isMarked(source, from)) {
                List<?> elements = entity.from().each() == null
                        ? List.of("")
                        : (List<?>) from.getOrDefault(entity.from().each(), List.of());
                for (Object element : elements) {
                    Map<String, Object> one = new LinkedHashMap<>();
                    entity.attributes()
                            .keySet()
                            .forEach(name ->
                                    one.put(name, name.equals(entity.from().as()) ? element : from.get(name)));
                    made.add(one);
                }
            }
        }
        return made;
    }

    Map<String, Object> find(Entity entity, List<Object> key) {
        return items.get(entity.name()).get(key);
    }

    /** The item that an attribute refers to, if it can be seen. */
    Map<String, Object> parent(Entity entity, Object key) {
        Map<String, Object> found = key == null ? null : find(entity, List.of(key));
        return found != null && isAlive(entity, found) ? found : null;
    }

    void put(Entity entity, Map<String, Object> values) {
        items.get(entity.name()).put(key(entity, values), values);
    }

    void remove(Entity entity, Map<String, Object> values) {
        items.get(entity.name()).remove(key(entity, values));
    }

    List<Object> key(Entity entity, Map<String, Object> values) {
        List<Object> key = new ArrayList<>();
        for (Template.Variable variable : keyParts(entity)) {
            key.add(Naive.formatted(design, variable, values.get(variable.attribute())));
        }
        return key;
    }

    static List<Template.Variable> keyParts(Entity entity) {
        return entity.key().values().stream().flatMap(Template::variables).toList();
    }

    static Set<String> keyNames(Entity entity) {
        Set<String> names = new LinkedHashSet<>();
        keyParts(entity).forEach(variable -> names.add(variable.attribute()));
        return names;
    }

    boolean isAlive(Entity entity, Map<String, Object> values) {
        return !isMarked(entity, values) && !isExpired(entity, values);
    }

    boolean isMarked(Entity entity, Map<String, Object> values) {
        Entity.SoftDelete mark = entity.softDelete();
        return mark != null
                && (mark.flag() != null ? Boolean.TRUE.equals(values.get(mark.flag())) : values.get(mark.at()) != null);
    }

    boolean isExpired(Entity entity, Map<String, Object> values) {
        if (entity.expiry() == null) {
            return false;
        }
        Instant from = (Instant) values.get(entity.expiry().after());
        return from.plusSeconds(entity.expiry().seconds()).getEpochSecond() <= now.getEpochSecond();
    }

    /** What callers see of an item: neither what is hidden nor what is not kept. */
    static Map<String, Object> visible(Entity entity, Map<String, Object> values, List<String> returned) {
        Map<String, Object> visible = new LinkedHashMap<>();
        Set<String> key = keyNames(entity);
        for (Attribute attribute : entity.attributes().values()) {
            boolean isShown = returned.isEmpty()
                    ? !attribute.hidden() && (attribute.isStored() || key.contains(attribute.name()))
                    : returned.contains(attribute.name());
            if (isShown && values.get(attribute.name()) != null) {
                visible.put(attribute.name(), values.get(attribute.name()));
            }
        }
        return visible;
    }

    long counted(List<Object> counter) {
        return counters.getOrDefault(counter, 0L);
    }

    void count(List<Object> counter) {
        counters.merge(counter, 1L, Long::sum);
    }

    /** What a counter item stands for. */
    List<Object> counter(Quota quota, Map<String, Object> values) {
        List<Object> counter = new ArrayList<>(List.of(quota.name()));
        quota.per()
                .forEach(variable -> counter.add(Naive.formatted(design, variable, values.get(variable.attribute()))));
        return counter;
    }

    /** How many items there are in all tables: entities, locks of unique values, counters. */
    int size() {
        int size = counters.size();
        for (Entity entity : design.entities().values()) {
            List<Map<String, Object>> all = all(entity);
            size += all.size();
            for (Entity.Unique unique : entity.uniques()) {
                size += (int) all.stream()
                        .filter(values -> unique.attributes().stream().allMatch(name -> values.get(name) != null))
                        .count();
            }
        }
        return size;
    }
}
