package dev.partita.whole;

import dev.partita.whole.Sketch.Entity;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What quotas count. */
abstract class ModelCounts extends ModelWrite {

    ModelCounts(Given given) {
        super(given);
    }

    List<Map.Entry<String, Map<String, Object>>> quotas(Entity entity) {
        return sketch.section("quotas").entrySet().stream()
                .map(entry -> Map.entry(entry.getKey(), Tree.map(entry.getValue())))
                .filter(entry -> entry.getValue().get("counts").equals(entity.name()))
                .toList();
    }

    /** What a change takes from one count to another. */
    void countMove(Entity entity, Map<String, Object> before, Map<String, Object> after) {
        List<Map.Entry<String, Map<String, Object>>> moved = quotas(entity).stream()
                .filter(entry -> !counterKey(entry.getKey(), entry.getValue(), before)
                        .equals(counterKey(entry.getKey(), entry.getValue(), after)))
                .toList();
        countUp(entity, moved, after);
        if (refusals.isEmpty()) {
            countDown(entity, moved, before);
        }
    }

    void countUp(Entity entity, Map<String, Object> values) {
        countUp(entity, quotas(entity), values);
    }

    private void countUp(
            Entity entity, List<Map.Entry<String, Map<String, Object>>> quotas, Map<String, Object> values) {
        for (Map.Entry<String, Map<String, Object>> entry : quotas) {
            Map<String, Object> quota = entry.getValue();
            if (quota.get("counter") == null) {
                List<Object> key = counterKey(entry.getKey(), quota, values);
                Model.Counter counter = model.counters().get(key);
                boolean isOver = counter == null
                        || counter.until() != null
                                && counter.until().getEpochSecond()
                                        <= model.now().getEpochSecond();
                long count = isOver ? 0 : counter.count();
                below(entity, quota, values, null, count);
                if (refusals.isEmpty()) {
                    model.counters().put(key, new Model.Counter(count + 1, until(quota, isOver ? null : counter)));
                }
                continue;
            }
            String[] names = ((String) quota.get("counter")).split("\\.");
            Entity parent = sketch.entity(names[0]);
            Map<String, Object> there = countedAt(entity, parent, quota, values);
            if (!model.isAlive(parent, there)) {
                refusals.add("reference-missing");
                continue;
            }
            BigDecimal count = (BigDecimal) there.getOrDefault(names[1], BigDecimal.ZERO);
            below(entity, quota, values, there, count.longValue());
            if (refusals.isEmpty()) {
                Map<String, Object> counted = new LinkedHashMap<>(there);
                counted.put(names[1], count.add(BigDecimal.ONE));
                model.put(parent, counted);
            }
        }
    }

    /** A count by day ends so long after its last use, another one so long after its first. */
    Instant until(Map<String, Object> quota, Model.Counter there) {
        if (quota.get("expiry") == null) {
            return null;
        }
        boolean isByTime = Tree.names(quota.get("per")).stream()
                .anyMatch(name -> Sketch.variable(name).bucket() != null);
        return there != null && !isByTime
                ? there.until()
                : model.now().plusSeconds(Sketch.seconds((String) quota.get("expiry")));
    }

    Map<String, Object> countedAt(Entity entity, Entity parent, Map<String, Object> quota, Map<String, Object> values) {
        List<String> per = Tree.names(quota.get("per"));
        if (per.size() == 1 && parent.keyNames().size() == 1) {
            Object key = values.get(per.get(0));
            return key == null ? null : model.find(parent, List.of(key));
        }
        return model.parent(entity, parent, values);
    }

    List<Object> counterKey(String name, Map<String, Object> quota, Map<String, Object> values) {
        List<Object> key = new ArrayList<>(List.of(name));
        Tree.names(quota.get("per")).stream()
                .map(Sketch::variable)
                .forEach(part -> key.add(Values.formatted(part, values.get(part.attribute()), sketch.zone())));
        return key;
    }

    void below(
            Entity entity,
            Map<String, Object> quota,
            Map<String, Object> values,
            Map<String, Object> parent,
            long count) {
        Object limit = quota.get("limit");
        if (limit instanceof Map<?, ?> choices) {
            Object value = values.get(quota.get("by"));
            limit = value == null ? null : choices.get(String.valueOf(value));
        }
        Long most = limit == null
                ? null
                : limit instanceof Number number
                        ? (Long) number.longValue()
                        : followed(entity, ((String) limit).split("\\."), values, parent);
        Object unlimited = quota.get("unlimited");
        boolean isUnlimited = most == null || unlimited != null && ((Number) unlimited).longValue() == most;
        if (!isUnlimited && count >= most) {
            refusals.add("quota-reached");
        }
    }

    /** The number at the end of a path through references. */
    Long followed(Entity entity, String[] path, Map<String, Object> values, Map<String, Object> counted) {
        Entity at = entity;
        Map<String, Object> current = values;
        for (int i = 0; i < path.length - 1; i++) {
            boolean isEntity = i == 0 && sketch.entities().containsKey(path[0]);
            Entity next = isEntity
                    ? sketch.entity(path[0])
                    : sketch.entity(at.attributes().get(path[i]).text("references"));
            Object reference = isEntity ? null : current.get(path[i]);
            current = isEntity
                    ? counted != null ? counted : model.parent(entity, next, values)
                    : reference == null ? null : model.find(next, List.of(reference));
            if (current == null) {
                refusals.add("reference-missing");
                return null;
            }
            at = next;
        }
        BigDecimal number = (BigDecimal) current.get(path[path.length - 1]);
        if (number == null) {
            // Whether a limit that is absent is none or nothing is allowed is not said.
            tolerated.add("quota-reached");
        }
        return number == null ? null : (Long) number.longValue();
    }

    /** A counter that is gone stays gone, and none falls below nothing. */
    void countDown(Entity entity, Map<String, Object> values) {
        countDown(entity, quotas(entity), values);
    }

    private void countDown(
            Entity entity, List<Map.Entry<String, Map<String, Object>>> quotas, Map<String, Object> values) {
        for (Map.Entry<String, Map<String, Object>> entry : quotas) {
            Map<String, Object> quota = entry.getValue();
            if (quota.get("counter") == null) {
                List<Object> key = counterKey(entry.getKey(), quota, values);
                Model.Counter counter = model.counters().get(key);
                if (counter != null && counter.count() > 0) {
                    model.counters().put(key, new Model.Counter(counter.count() - 1, counter.until()));
                }
                continue;
            }
            String[] names = ((String) quota.get("counter")).split("\\.");
            Entity parent = sketch.entity(names[0]);
            Map<String, Object> there = countedAt(entity, parent, quota, values);
            if (there != null && there.get(names[1]) instanceof BigDecimal count && count.signum() > 0) {
                Map<String, Object> counted = new LinkedHashMap<>(there);
                counted.put(names[1], count.subtract(BigDecimal.ONE));
                model.put(parent, counted);
            }
        }
    }
}
