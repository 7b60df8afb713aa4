package dev.partita.systems;

import dev.partita.design.model.Attribute;
import dev.partita.design.model.Attribute.OnDelete;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Pattern;
import dev.partita.design.model.Quota;
import java.math.BigDecimal;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What one item's write has to do with others: uniqueness, references, quotas, cascades. */
final class ModelRules {

    private final Model model;
    private final Set<String> refusals;

    ModelRules(Model model, Set<String> refusals) {
        this.model = model;
        this.refusals = refusals;
    }

    void unique(Entity entity, Map<String, Object> values) {
        List<Object> key = model.key(entity, values);
        for (Entity.Unique unique : entity.uniques()) {
            boolean isTaken = unique.attributes().stream().allMatch(name -> values.get(name) != null)
                    && model.all(entity).stream()
                            .filter(other -> !model.key(entity, other).equals(key))
                            .anyMatch(other -> unique.attributes().stream()
                                    .allMatch(name -> values.get(name).equals(other.get(name))));
            if (isTaken) {
                refusals.add("not-unique");
            }
        }
    }

    void references(Entity entity, Map<String, Object> values, Collection<String> touched) {
        for (Attribute attribute : entity.attributes().values()) {
            Object value = values.get(attribute.name());
            if (attribute.mustExist() && value != null && touched.contains(attribute.name())) {
                if (model.parent(model.design().entities().get(attribute.references()), value) == null) {
                    refusals.add("reference-missing");
                }
            }
        }
    }

    void required(Pattern pattern, Entity entity, Map<String, Object> values) {
        pattern.requires().forEach((name, where) -> {
            Attribute reference = entity.attributes().values().stream()
                    .filter(attribute -> name.equals(attribute.references()))
                    .findFirst()
                    .orElseThrow();
            Map<String, Object> parent =
                    model.parent(model.design().entities().get(name), values.get(reference.name()));
            if (parent == null) {
                refusals.add("reference-missing");
            } else if (!Naive.holds(where, parent, model.now())) {
                refusals.add("condition-not-met");
            }
        });
    }

    void quotas(Entity entity, Map<String, Object> values) {
        for (Quota quota : quotasOf(entity)) {
            Quota.Limit limit = quota.limits().get(quota.by() == null ? "" : (String) values.get(quota.by()));
            Map<String, Object> parent = countedAt(quota, values);
            if (quota.counterEntity() != null && parent == null) {
                refusals.add("reference-missing");
                continue;
            }
            Long most = limit(entity, quota, limit.path(), values, parent);
            long count = parent == null
                    ? model.counted(model.counter(quota, values))
                    : ((BigDecimal) parent.get(quota.counterAttribute())).longValue();
            if (most != null && !most.equals(quota.unlimited()) && count >= most) {
                refusals.add("quota-reached");
            }
        }
    }

    /** The number that stands at the end of a path through references. */
    private Long limit(
            Entity entity, Quota quota, List<String> path, Map<String, Object> values, Map<String, Object> parent) {
        if (path.get(0).equals(quota.counterEntity())) {
            return ((BigDecimal) parent.get(path.get(1))).longValue();
        }
        Entity at = entity;
        Map<String, Object> current = values;
        for (String name : path.subList(0, path.size() - 1)) {
            Entity next =
                    model.design().entities().get(at.attributes().get(name).references());
            current = model.parent(next, current.get(name));
            if (current == null) {
                refusals.add("reference-missing");
                return null;
            }
            at = next;
        }
        return ((BigDecimal) current.get(path.get(path.size() - 1))).longValue();
    }

    void countUp(Entity entity, Map<String, Object> values) {
        for (Quota quota : quotasOf(entity)) {
            Map<String, Object> parent = countedAt(quota, values);
            if (parent == null) {
                model.count(model.counter(quota, values));
            } else {
                parent.put(
                        quota.counterAttribute(),
                        Plainly.of(((BigDecimal) parent.get(quota.counterAttribute())).add(BigDecimal.ONE)));
            }
        }
    }

    /** A counter that is gone stays gone, and none falls below nothing. */
    void countDown(Entity entity, Map<String, Object> values) {
        for (Quota quota : quotasOf(entity)) {
            Map<String, Object> parent = countedAt(quota, values);
            if (parent != null && ((BigDecimal) parent.get(quota.counterAttribute())).signum() > 0) {
                parent.put(
                        quota.counterAttribute(),
                        Plainly.of(((BigDecimal) parent.get(quota.counterAttribute())).subtract(BigDecimal.ONE)));
            }
        }
    }

    void cascade(Entity parent, Map<String, Object> values) {
        Object key = values.get(Model.keyNames(parent).iterator().next());
        for (Entity child : model.design().entities().values()) {
            for (Attribute attribute : child.attributes().values()) {
                if (parent.name().equals(attribute.references()) && attribute.onDelete() == OnDelete.CASCADE) {
                    model.all(child).stream()
                            .filter(item -> key.equals(item.get(attribute.name())))
                            .forEach(item -> model.remove(child, item));
                }
            }
        }
    }

    private List<Quota> quotasOf(Entity entity) {
        return model.design().quotas().values().stream()
                .filter(quota -> quota.counts().equals(entity.name()))
                .toList();
    }

    private Map<String, Object> countedAt(Quota quota, Map<String, Object> values) {
        return quota.counterEntity() == null
                ? null
                : model.parent(
                        model.design().entities().get(quota.counterEntity()),
                        values.get(quota.per().get(0).attribute()));
    }
}
