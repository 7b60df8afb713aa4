package dev.partita.plan.internal.key;

import dev.partita.design.Design;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Quota;
import dev.partita.design.model.Template;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Items that can be in a table or index: those of an entity, its lock items, or the counters of a quota.
 *
 * @param subject as {@code ignore:} names them: the entity, its unique attribute, the quota
 * @param kind {@code lock} or {@code counter}; null for the entity's own items
 * @param entity whose attributes stand in the templates
 * @param keys a template for each key attribute of the table or index
 * @param index the lines of the entity that put them into the index; null in a table
 */
public record KeySpaceMember(
        String subject, String kind, Entity entity, Map<String, Template> keys, Entity.IndexKeys index) {

    /** All that can be in {@code target}, each way to be there on its own, in the file's order. */
    public static List<KeySpaceMember> of(Design design, Target target) {
        List<KeySpaceMember> all = new ArrayList<>();
        for (Entity entity : design.entitiesOf(target.table())) {
            all.addAll(of(target, entity));
            for (Entity.Unique unique : entity.uniques()) {
                if (isKeyOf(target, unique.lock())) {
                    all.add(new KeySpaceMember(
                            entity.name() + "." + unique.name(), "lock", entity, unique.lock(), null));
                }
            }
        }
        for (Quota quota : design.quotas().values()) {
            Entity counted = design.entities().get(quota.counts());
            if (counted != null && target.table().id().equals(counted.table()) && isKeyOf(target, quota.item())) {
                all.add(new KeySpaceMember(quota.name(), "counter", counted, quota.item(), null));
            }
        }
        return all;
    }

    /** The ways in which an entity's items appear there; none when they never do. */
    public static List<KeySpaceMember> of(Target target, Entity entity) {
        List<KeySpaceMember> all = new ArrayList<>();
        if (target.isTable()) {
            all.add(new KeySpaceMember(entity.name(), null, entity, entity.key(), null));
            return all;
        }
        for (Entity.IndexKeys keys : entity.indexKeys()) {
            if (keys.index().equals(target.index().name())) {
                all.add(of(target, entity, keys));
            }
        }
        return all;
    }

    /** As these lines of the entity put its items into the index. */
    public static KeySpaceMember of(Target target, Entity entity, Entity.IndexKeys keys) {
        Map<String, Template> templates = new LinkedHashMap<>();
        for (String name : target.keyNames()) {
            Template template = entity.template(keys, name);
            if (template != null) {
                templates.put(name, template);
            }
        }
        return new KeySpaceMember(entity.name(), null, entity, templates, keys);
    }

    /** Whether these are the entity's own items. */
    public boolean isEntity() {
        return kind == null;
    }

    /** As a message names all of them. */
    public String name() {
        return isEntity() ? subject : "the " + kind + "s of " + subject;
    }

    /** As a message names one. */
    public String words() {
        return isEntity() ? subject : "the " + kind + " of " + subject;
    }

    /** What their key attribute {@code key} can look like. */
    public KeyShape look(Design design, String key) {
        return KeyShape.of(design, entity, key, keys.get(key));
    }

    /** Whether a templated key of the index is taken off when an item is marked as deleted: then marked ones are not here. */
    public boolean losesDeleted(Target target) {
        return index != null
                && index.keys().entrySet().stream()
                        .anyMatch(key -> !target.table().keyNames().contains(key.getKey())
                                && !isStoredAsIs(key.getKey(), key.getValue()));
    }

    public boolean isStoredAsIs(String key, Template template) {
        return template.isLone()
                && template.variables()
                        .allMatch(v -> v.formats().isEmpty()
                                && entity.attributes().containsKey(v.attribute())
                                && entity.attributes().get(v.attribute()).isStored()
                                && entity.attributes()
                                        .get(v.attribute())
                                        .stored()
                                        .equals(key));
    }

    private static boolean isKeyOf(Target target, Map<String, Template> templates) {
        return !templates.isEmpty() && templates.keySet().containsAll(target.keyNames());
    }
}
