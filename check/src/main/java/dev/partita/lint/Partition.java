package dev.partita.lint;

import dev.partita.design.Attribute;
import dev.partita.design.Design;
import dev.partita.design.Entity;
import dev.partita.design.Entity.IndexKeys;
import dev.partita.design.Place;
import dev.partita.design.Table;
import dev.partita.design.Table.Index;
import dev.partita.design.Table.KeyAttribute;
import dev.partita.design.Template;
import dev.partita.design.Template.Variable;
import dev.partita.design.Type;
import dev.partita.design.Where;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What one entity puts into the partition key of its table or of one of its indexes.
 *
 * @param index null for the table itself
 * @param keys null for the table itself
 * @param templates one, or as many as the index has partition attributes
 */
record Partition(Entity entity, Table table, Index index, IndexKeys keys, List<Template> templates) {

    /** Of the table and of every global index; a local index shares the table's. */
    static Stream<Partition> of(Design design) {
        return design.entities().values().stream().flatMap(entity -> of(design, entity).stream());
    }

    static List<Partition> of(Design design, Entity entity) {
        List<Partition> partitions = new ArrayList<>();
        Table table = design.tableOf(entity);
        if (table == null) {
            return partitions;
        }
        Template own = entity.key().get(table.partition().name());
        if (own != null) {
            partitions.add(new Partition(entity, table, null, null, List.of(own)));
        }
        for (IndexKeys keys : entity.indexKeys()) {
            Index index = table.indexes().get(keys.index());
            if (index == null || index.local()) {
                continue;
            }
            List<Template> templates = index.partition().stream()
                    .map(key -> templateOf(entity, keys, key))
                    .filter(Objects::nonNull)
                    .toList();
            if (!templates.isEmpty() && templates.size() == index.partition().size()) {
                partitions.add(new Partition(entity, table, index, keys, templates));
            }
        }
        return partitions;
    }

    private static Template templateOf(Entity entity, IndexKeys keys, KeyAttribute key) {
        Template template = keys.keys().get(key.name());
        return template == null ? entity.key().get(key.name()) : template;
    }

    /** What the whole key is made of, sort key included, where it is known. */
    List<Template> whole() {
        if (index == null) {
            return List.copyOf(entity.key().values());
        }
        List<Template> whole = new ArrayList<>(templates);
        index.sort().stream()
                .map(key -> templateOf(entity, keys, key))
                .filter(Objects::nonNull)
                .forEach(whole::add);
        return whole;
    }

    Stream<Variable> variables() {
        return templates.stream().flatMap(Template::variables);
    }

    /** The items that are in it; null for all. */
    Where when() {
        return keys == null ? null : keys.when();
    }

    /** As {@code ignore:} names it. */
    String subject() {
        return index == null ? entity.name() : entity.name() + "." + index.name();
    }

    Place place() {
        return templates.get(0).place();
    }

    /** In a message: {@code `PUBLIC#1`}. */
    String words() {
        return templates.stream().map(Template::text).collect(Collectors.joining(", ", "`", "`"));
    }

    /** The index or the table, in a message. */
    String target() {
        return index == null ? table.id() : index.name();
    }

    /** A shard that would spread it, by an attribute that differs from item to item, of the key where it has one. */
    String spreading() {
        List<String> candidates = new ArrayList<>(entity.attributes().keySet());
        candidates.removeAll(PatternUses.keyAttributes(entity));
        candidates.addAll(PatternUses.keyAttributes(entity));
        candidates.removeAll(PatternUses.variables(templates));
        candidates.removeIf(name -> !hasManyValues(entity.attributes().get(name)));
        return candidates.isEmpty()
                ? "a shard of a new attribute with many values"
                : "a shard such as {" + candidates.get(candidates.size() - 1) + ":shard(16)}";
    }

    private boolean hasManyValues(Attribute attribute) {
        boolean isInKey = attribute != null && PatternUses.keyAttributes(entity).contains(attribute.name());
        return attribute != null
                && attribute.type() instanceof Type.Simple simple
                && (attribute.generate() != null
                        || simple == Type.Simple.ULID
                        || simple == Type.Simple.UUID
                        || isInKey && (simple == Type.Simple.STRING || simple == Type.Simple.INTEGER));
    }
}
