package dev.partita.plan.internal.key;

import dev.partita.design.model.Attribute;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Table;
import dev.partita.design.model.Template;
import dev.partita.design.model.Template.Format;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A table or one of its indexes, as a request sees it. {@code index} is null for the table itself. */
public record Target(Table table, Table.Index index) {

    /** The table first, then its indexes in the file's order. */
    public static List<Target> of(Table table) {
        List<Target> targets = new ArrayList<>();
        targets.add(new Target(table, null));
        table.indexes().values().forEach(index -> targets.add(new Target(table, index)));
        return targets;
    }

    public boolean isTable() {
        return index == null;
    }

    public boolean isLocal() {
        return index != null && index.local();
    }

    public boolean isGlobal() {
        return index != null && !index.local();
    }

    public List<Table.KeyAttribute> partition() {
        return isGlobal() ? index.partition() : List.of(table.partition());
    }

    public List<Table.KeyAttribute> sort() {
        if (index != null) {
            return index.sort();
        }
        return table.sort() == null ? List.of() : List.of(table.sort());
    }

    /** The names of its own key attributes, partition first. */
    public List<String> keyNames() {
        List<String> names = new ArrayList<>();
        partition().forEach(key -> names.add(key.name()));
        sort().forEach(key -> names.add(key.name()));
        return names;
    }

    /** The key attributes that every entry has: its own and the table's. */
    public Set<String> allKeyNames() {
        Set<String> names = new LinkedHashSet<>(keyNames());
        names.addAll(table.keyNames());
        return names;
    }

    /** Whether its entries hold the attribute with this stored name. */
    public boolean holds(String stored) {
        return isTable()
                || allKeyNames().contains(stored)
                || index.projection() == Table.Projection.ALL
                || index.projection() == Table.Projection.UNSTATED
                || index.projection() == Table.Projection.INCLUDE
                        && index.projected().contains(stored);
    }

    /** Whether the attribute stands in its entries under its stored name. */
    public boolean stores(Attribute attribute) {
        return attribute.isStored()
                && (holds(attribute.stored())
                        || index.projection() == Table.Projection.INCLUDE
                                && index.projected().contains(attribute.name()));
    }

    /** Whether an entry tells the value of an attribute: it is projected, or can be read off a key. */
    public boolean tells(Entity entity, Attribute attribute, Map<String, Template> keys) {
        if (stores(attribute)) {
            return true;
        }
        for (String key : allKeyNames()) {
            Template template = keys.getOrDefault(key, entity.key().get(key));
            if (template != null
                    && isOnly(entity, key, template)
                    && template.variables().anyMatch(v -> v.attribute().equals(attribute.name()) && isReadable(v))) {
                return true;
            }
        }
        return false;
    }

    /** Whether all keys are made by one template: of several nobody can tell by the text which of them made it. */
    private boolean isOnly(Entity entity, String key, Template template) {
        return table.keyNames().contains(key)
                || entity.indexKeys().stream()
                        .map(keys -> keys.keys().get(key))
                        .allMatch(other -> other == null || other.text().equals(template.text()));
    }

    /** Whether a value can be read off its text in a key: of a hash, or of a day, it cannot. */
    public static boolean isReadable(Template.Variable variable) {
        return variable.formats().stream()
                .allMatch(f -> f.kind() == Format.Kind.PAD
                        || f.kind() == Format.Kind.RAW
                        || f.kind() == Format.Kind.NEWEST_FIRST);
    }

    /** As a message names it: {@code main}, {@code main.GSI1}. */
    @Override
    public String toString() {
        return index == null ? table.id() : table.id() + "." + index.name();
    }
}
