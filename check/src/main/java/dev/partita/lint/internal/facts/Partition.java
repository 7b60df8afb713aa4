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
import dev.partita.design.model.Type;
import dev.partita.design.model.Where;
import dev.partita.plan.internal.key.KeySpaceMember;
import dev.partita.plan.internal.key.Target;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What one entity puts into the partition key of its table or of a global index; a local index shares the table's.
 *
 * @param member with a template for each attribute of the partition key, at least
 */
public record Partition(Target target, KeySpaceMember member) {

    public static Stream<Partition> of(Design design) {
        return design.entities().values().stream().flatMap(entity -> of(design, entity).stream());
    }

    public static List<Partition> of(Design design, Entity entity) {
        Table table = design.tableOf(entity);
        if (table == null) {
            return List.of();
        }
        List<Partition> all = new ArrayList<>();
        Target whole = new Target(table, null);
        KeySpaceMember.of(whole, entity).forEach(member -> all.add(new Partition(whole, member)));
        for (IndexKeys keys : entity.indexKeys()) {
            Target index = new Target(table, table.indexes().get(keys.index()));
            if (index.isGlobal()) {
                all.add(new Partition(index, KeySpaceMember.of(index, entity, keys)));
            }
        }
        all.removeIf(partition -> !partition.isWhole());
        return all;
    }

    private boolean isWhole() {
        int parts = templates().size();
        return parts > 0 && parts == target.partition().size();
    }

    public Entity entity() {
        return member.entity();
    }

    public Table table() {
        return target.table();
    }

    /** Null for the table itself. */
    public Index index() {
        return target.index();
    }

    /** The lines that put its items into the index; null for the table itself. */
    public IndexKeys keys() {
        return member.index();
    }

    /** What the partition key is made of: one, or as many as the index has partition attributes. */
    public List<Template> templates() {
        List<Template> templates = new ArrayList<>();
        for (KeyAttribute key : target.partition()) {
            Template template = member.keys().get(key.name());
            if (template != null) {
                templates.add(template);
            }
        }
        return templates;
    }

    /** What the whole key is made of, sort key included, where it is known. */
    public List<Template> whole() {
        return List.copyOf(member.keys().values());
    }

    public Stream<Variable> variables() {
        return templates().stream().flatMap(Template::variables);
    }

    /** The items that are in it; null for all. */
    public Where when() {
        return keys() == null ? null : keys().when();
    }

    /** As {@code ignore:} names it. */
    public String subject() {
        return target.isTable() ? member.subject() : member.subject() + "." + index().name();
    }

    public Place place() {
        return templates().get(0).place();
    }

    /** In a message: {@code `PUBLIC#1`}. */
    public String words() {
        return templates().stream().map(Template::text).collect(Collectors.joining(", ", "`", "`"));
    }

    /** The index or the table, in a message. */
    public String where() {
        return target.isTable() ? table().id() : index().name();
    }

    /** A shard that would spread it, by an attribute that differs from item to item, of the key where it has one. */
    public String spreading() {
        List<String> candidates = new ArrayList<>(entity().attributes().keySet());
        candidates.removeAll(entity().keyAttributes());
        candidates.addAll(entity().keyAttributes());
        candidates.removeAll(PatternUses.variables(templates()));
        candidates.removeIf(name -> !hasManyValues(entity().attributes().get(name)));
        return candidates.isEmpty()
                ? "a shard of a new attribute with many values"
                : "a shard such as {" + candidates.get(candidates.size() - 1) + ":shard(16)}";
    }

    private boolean hasManyValues(Attribute attribute) {
        boolean isInKey = attribute != null && entity().keyAttributes().contains(attribute.name());
        return attribute != null
                && attribute.type() instanceof Type.Simple simple
                && (attribute.generate() != null
                        || simple == Type.Simple.ULID
                        || simple == Type.Simple.UUID
                        || isInKey && (simple == Type.Simple.STRING || simple == Type.Simple.INTEGER));
    }
}
