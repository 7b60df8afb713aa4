package dev.partita.design.model;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A table: its name, keys, indexes and settings.
 *
 * @param id what the design calls it
 * @param name the physical name's template: {@code ${VAR:default}} and {@code {env}} are filled in when it is used
 * @param sort null when the table has no sort key
 * @param typeAttribute the attribute that holds the entity's type, or null
 * @param expiry the TTL attribute, or null
 * @param recoveryDays days of point-in-time recovery, 0 for off, null when not stated
 */
public record Table(
        String id,
        String about,
        String name,
        KeyAttribute partition,
        KeyAttribute sort,
        String typeAttribute,
        Billing billing,
        String expiry,
        Integer recoveryDays,
        Backups backups,
        String stream,
        String encryption,
        String tableClass,
        Boolean deletionProtection,
        Map<String, Index> indexes,
        Node node) {

    public Table {
        indexes = Ordered.copyOf(indexes);
    }

    /** The names of the table's own key attributes: one or two. */
    public List<String> keyNames() {
        List<String> names = new ArrayList<>();
        names.add(partition.name());
        if (sort != null) {
            names.add(sort.name());
        }
        return names;
    }

    /** The physical name, with variables from {@code environment} and {@code env} filled in. */
    public String physicalName(Map<String, String> environment) {
        return TableName.fill(name, environment);
    }

    /** The names of the variables that fill the physical name, without {@code env}. */
    public Set<String> variables() {
        return TableName.variables(name);
    }

    /** @param type S, N or B; null when not stated, then it follows from what the entities put there */
    public record KeyAttribute(String name, String type, Place place) {}

    /** Provisioned capacity with its upper bounds for auto-scaling, or on demand when {@code read} is null. */
    public record Billing(boolean onDemand, Long read, Long write, Long readUpTo, Long writeUpTo) {}

    public record Backups(long everyDays, long keepDays) {}

    /**
     * An index. A local one has the table's partition key.
     *
     * @param projected attribute names as written (logical or stored) when the projection is INCLUDE
     */
    public record Index(
            String name,
            String about,
            boolean local,
            List<KeyAttribute> partition,
            List<KeyAttribute> sort,
            Projection projection,
            List<String> projected,
            Billing billing,
            Node node) {

        public Index {
            partition = List.copyOf(partition);
            sort = List.copyOf(sort);
            projected = List.copyOf(projected);
        }

        /** The names of all its key attributes, partition first. */
        public List<String> keyNames() {
            List<String> names = new ArrayList<>();
            for (KeyAttribute attribute : partition) {
                names.add(attribute.name());
            }
            for (KeyAttribute attribute : sort) {
                names.add(attribute.name());
            }
            return names;
        }
    }

    /** What an index holds. UNSTATED: the file does not say; it is built as ALL and the linter asks. */
    public enum Projection {
        ALL,
        KEYS_ONLY,
        INCLUDE,
        UNSTATED
    }
}
