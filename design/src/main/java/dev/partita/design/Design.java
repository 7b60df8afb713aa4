package dev.partita.design;

import dev.partita.design.model.Entity;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Node;
import dev.partita.design.model.Ordered;
import dev.partita.design.model.Pattern;
import dev.partita.design.model.Quota;
import dev.partita.design.model.Table;
import dev.partita.design.model.Type;
import dev.partita.design.model.Where;
import dev.partita.design.model.Word;
import java.time.ZoneId;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A design file as a value: what its author wrote, names resolved, nothing judged. It may be wrong in every way a
 * {@link Finding} can say; {@code plan} compiles it and {@code lint} judges it.
 *
 * <p>All maps keep the file's order.
 */
public record Design(
        String name,
        String about,
        Source source,
        Node node,
        String separator,
        ZoneId zone,
        Map<String, Type> types,
        Map<String, Table> tables,
        Map<String, Entity> entities,
        Map<String, Quota> quotas,
        Map<String, Pattern> patterns,
        Identity identity,
        Map<String, Role> roles,
        List<String> allow,
        Map<String, Alarm> alarms,
        Map<String, List<Sample>> samples,
        List<Ignore> ignores) {

    public Design {
        types = Ordered.copyOf(types);
        tables = Ordered.copyOf(tables);
        entities = Ordered.copyOf(entities);
        quotas = Ordered.copyOf(quotas);
        patterns = Ordered.copyOf(patterns);
        roles = Ordered.copyOf(roles);
        allow = List.copyOf(allow);
        alarms = Ordered.copyOf(alarms);
        samples = Ordered.copyOf(samples);
        ignores = List.copyOf(ignores);
    }

    public Table tableOf(Entity entity) {
        return tables.get(entity.table());
    }

    /** The same design with further patterns, which no file states. */
    public Design withPatterns(Collection<Pattern> more) {
        Map<String, Pattern> all = new LinkedHashMap<>(patterns);
        more.forEach(pattern -> all.put(pattern.name(), pattern));
        return new Design(
                name, about, source, node, separator, zone, types, tables, entities, quotas, all, identity, roles,
                allow, alarms, samples, ignores);
    }

    /** The entities of one table, in the file's order. */
    public List<Entity> entitiesOf(Table table) {
        return entities.values().stream()
                .filter(e -> table.id().equals(e.table()))
                .toList();
    }

    /**
     * Claims of a token that say who calls, and what has to be so of the caller's own item for the call to count.
     *
     * @param entity the entity of the caller's own item, found {@code by} the subject; null when callers need none
     * @param when null when it is enough that the item is there
     */
    public record Identity(String subject, String groups, String entity, String by, Where when, Node node) {}

    /**
     * Who belongs to a role: a group of the token, an attribute of the caller's own entity, or a membership with a permission.
     * Members that do not apply are null.
     *
     * @param everywhere whether a membership counts for items of every group, not only for those of its own
     */
    public record Role(
            String name,
            String group,
            String entity,
            String by,
            Where when,
            String membership,
            String groupAttribute,
            String permission,
            boolean everywhere,
            Node node) {

        /** Whether it counts only for the items of the group that it is a membership in. */
        public boolean isOfGroups() {
            return membership != null && !everywhere;
        }

        /** The entity whose items say who belongs to it; null for a group of the token. */
        public String source() {
            return membership != null ? membership : entity;
        }
    }

    /** One of {@code above} and {@code below} is null. Sizes are in bytes, latencies in milliseconds, shares between 0 and 1. */
    public record Alarm(
            String name,
            String about,
            Metric metric,
            java.math.BigDecimal above,
            java.math.BigDecimal below,
            Long perSeconds,
            Node node) {}

    /** What an alarm watches. */
    public enum Metric implements Word {
        THROTTLED_REQUESTS,
        THROTTLED_SHARE,
        READ_LATENCY_P99,
        WRITE_LATENCY_P99,
        UNITS_PER_DAY,
        ITEM_SIZE,
        TTL_DELETIONS,
        CACHE_HIT_RATE,
        HOT_KEY
    }

    /** One sample item, in logical names, its values as the file has them. */
    public record Sample(String entity, Map<String, Object> values, Node node) {
        public Sample {
            values = Ordered.copyOf(values);
        }
    }

    /** A finding the author has seen and accepts. {@code at} is null when it stands for the whole design. */
    public record Ignore(String rule, String at, String reason, Node node) {}
}
