package dev.partita.lint.internal.facts;

import dev.partita.design.Design;
import dev.partita.design.model.Attribute;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Entity.IndexKeys;
import dev.partita.design.model.Place;
import dev.partita.design.model.Table;
import dev.partita.design.model.Table.Index;
import dev.partita.design.model.Table.KeyAttribute;
import dev.partita.design.model.Template;
import dev.partita.design.model.Template.Variable;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * A template at work: the key attribute that an entity fills with it.
 *
 * @param index null for the table's own key
 * @param implied whether no line of the file says so: the attribute itself is the index key
 */
public record KeyUse(Entity entity, Table table, Index index, String key, Template template, boolean implied) {

    /** All templates of all entities whose table and index exist. */
    public static Stream<KeyUse> of(Design design) {
        return design.entities().values().stream().flatMap(entity -> of(design, entity).stream());
    }

    public static List<KeyUse> of(Design design, Entity entity) {
        List<KeyUse> uses = new ArrayList<>();
        Table table = design.tableOf(entity);
        if (table == null) {
            return uses;
        }
        entity.key().forEach((key, template) -> uses.add(new KeyUse(entity, table, null, key, template, false)));
        for (IndexKeys keys : entity.indexKeys()) {
            Index index = table.indexes().get(keys.index());
            if (index != null) {
                keys.keys()
                        .forEach((key, template) ->
                                uses.add(new KeyUse(entity, table, index, key, template, keys.implied())));
            }
        }
        return uses;
    }

    public boolean isPartition() {
        return index == null || index.local()
                ? table.partition().name().equals(key)
                : index.partition().stream().anyMatch(part -> part.name().equals(key));
    }

    public boolean isSort() {
        return !isPartition();
    }

    /** What the table or the index says about the key attribute; null when it has no such key. */
    public KeyAttribute declared() {
        Stream<KeyAttribute> keys = index == null
                ? Stream.of(table.partition(), table.sort())
                : Stream.concat(index.partition().stream(), index.sort().stream());
        return keys.filter(part -> part != null && part.name().equals(key))
                .findFirst()
                .orElse(null);
    }

    /** As {@code ignore:} names it. */
    public String subject() {
        return index == null ? entity.name() : entity.name() + "." + index.name();
    }

    /** In the words of a message: {@code sk of History}. */
    public String words() {
        return key + " of " + entity.name();
    }

    public Place place() {
        return implied
                ? NamePlaces.attribute(
                        entity, attribute(template.variables().findFirst().orElseThrow()))
                : template.place();
    }

    /** Where a part of the template stands. */
    public Place place(Variable variable) {
        return implied ? place() : variable.place();
    }

    /** The attribute behind a part, or null when the entity has none of that name. */
    public Attribute attribute(Variable variable) {
        return entity.attributes().get(variable.attribute());
    }
}
