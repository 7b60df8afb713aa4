package dev.partita.plan.internal.write;

import dev.partita.design.model.Attribute;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Table;
import dev.partita.design.model.Template;
import dev.partita.design.model.Where;
import dev.partita.item.AttributeValue;
import dev.partita.item.Item;
import dev.partita.item.Limits;
import dev.partita.item.Utf8;
import dev.partita.plan.Answer;
import dev.partita.plan.Request;
import dev.partita.plan.internal.key.Codec;
import dev.partita.plan.internal.key.Entries;
import dev.partita.plan.internal.key.Implication;
import dev.partita.plan.internal.key.KeyText;
import dev.partita.plan.internal.key.SoftDeleteFilter;
import dev.partita.plan.internal.key.Target;
import dev.partita.plan.internal.request.Aliases;
import dev.partita.plan.internal.value.Conditions;
import dev.partita.plan.internal.value.Storing;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** Finds an entity's items by attributes that are not their whole key, before they are written. */
public final class Finder {

    /** @param bound how many of the sort key's parts are known: all of them, or a prefix */
    private record SortPart(KeyText text, int bound) {
        boolean isWhole() {
            return bound == text.template().parts().size();
        }
    }

    private final Codec codec;
    private final Table.Index index;
    private final List<KeyText> partition;
    private final List<SortPart> sort;
    private final Set<String> known;
    private final Gap gap;

    private Finder(
            Codec codec, Table.Index index, Gap gap, List<KeyText> partition, List<SortPart> sort, Set<String> known) {
        this.codec = codec;
        this.index = index;
        this.gap = gap;
        this.partition = partition;
        this.sort = sort;
        this.known = known;
    }

    /**
     * What keeps items out of an index.
     *
     * @param conditions of the index that they need not meet
     * @param lacking attributes of its keys that they need not have
     */
    public record Gap(List<Where> conditions, List<String> lacking) {

        static final Gap NONE = new Gap(List.of(), List.of());

        private static Gap of(Entity entity, Entity.IndexKeys keys, Set<String> known, Where where) {
            Map<String, Template> templates = new LinkedHashMap<>(entity.key());
            templates.putAll(keys.keys());
            List<Where> holding = new ArrayList<>(Conditions.all(where));
            // Deleted items are not what a write is about.
            holding.addAll(SoftDeleteFilter.of(entity, where).implied());
            List<Where> open = Conditions.all(keys.when()).stream()
                    .filter(condition -> holding.stream().noneMatch(given -> Implication.follows(given, condition)))
                    .filter(condition -> !(condition instanceof Where.Exists exists
                            && !exists.missing()
                            && known.contains(exists.path().attribute())))
                    .toList();
            holding.addAll(Conditions.all(keys.when()));
            return new Gap(open, new Entries(entity, known, holding).lacking(templates.values()));
        }

        boolean isNone() {
            return conditions.isEmpty() && lacking.isEmpty();
        }
    }

    /**
     * The best way to find items when these attributes are known, or null. A way that finds all of them comes before one through an
     * index that leaves some out.
     *
     * @param where what the items meet, or null
     */
    static Finder of(Codec codec, Set<String> known, Where where) {
        Finder whole = best(codec, known, where, true);
        return whole != null ? whole : best(codec, known, where, false);
    }

    /** What the index leaves out, though it is meant. */
    public Gap gap() {
        return gap;
    }

    private static Finder best(Codec codec, Set<String> known, Where where, boolean complete) {
        List<Finder> ways = new ArrayList<>();
        Entity entity = codec.entity();
        Table table = codec.table();
        add(ways, codec, null, Gap.NONE, List.of(table.partition()), sortOf(table), entity.key(), known);
        for (Entity.IndexKeys keys : entity.indexKeys()) {
            Table.Index index = table.indexes().get(keys.index());
            Map<String, Template> templates = new LinkedHashMap<>(entity.key());
            templates.putAll(keys.keys());
            Gap gap = Gap.of(entity, keys, known, where);
            if (index == null || complete && !gap.isNone()) {
                continue;
            }
            add(
                    ways,
                    codec,
                    index,
                    gap,
                    index.local() ? List.of(table.partition()) : index.partition(),
                    index.sort(),
                    templates,
                    known);
        }
        return ways.stream()
                .max(java.util.Comparator.comparingInt(Finder::boundParts))
                .orElse(null);
    }

    /** The same, complete; when no key serves, every item of the table is looked at. */
    static Finder ofAll(Codec codec, Set<String> known) {
        Finder finder = best(codec, known, null, true);
        return finder == null ? new Finder(codec, null, Gap.NONE, List.of(), List.of(), known) : finder;
    }

    /** Whether no key serves. */
    boolean isScan() {
        return partition.isEmpty();
    }

    String describe() {
        if (isScan()) {
            return "Scan " + codec.table().id() + " for " + String.join(", ", known);
        }
        StringBuilder text = new StringBuilder("Query ").append(target()).append(" where ");
        List<String> terms = new ArrayList<>();
        partition.forEach(key -> terms.add(key.name() + " = " + key.template()));
        for (SortPart part : sort) {
            if (part.isWhole()) {
                terms.add(part.text().name() + " = " + part.text().template());
            } else {
                StringBuilder head = new StringBuilder();
                part.text()
                        .template()
                        .parts()
                        .subList(0, part.bound())
                        .forEach(p -> head.append(
                                p instanceof Template.Literal literal
                                        ? literal.text()
                                        : "{" + ((Template.Variable) p).attribute() + "}"));
                terms.add(part.text().name() + " begins with " + head);
            }
        }
        return text.append(String.join(" and ", terms)).toString();
    }

    /** Hands over every item found, page after page. */
    void each(WriteRun run, Map<String, Object> values, Consumer<Item> found) {
        if (!isPossible(values)) {
            return;
        }
        Item after = null;
        do {
            Answer answer = run.call(request(run, values, after));
            answer.items().stream().filter(item -> matches(run, item, values)).forEach(found);
            after = answer.lastEvaluatedKey();
        } while (after != null);
    }

    /** At most {@code most} items. Those whose time is over count as gone. */
    List<Item> some(WriteRun run, Map<String, Object> values, int most) {
        return some(run, values, most, item -> !codec.isOver(item, run.now()));
    }

    /** The same, of those that are not marked as deleted either, as far as an index shows it. */
    List<Item> alive(WriteRun run, Map<String, Object> values, int most) {
        return some(run, values, most, item -> !codec.isOver(item, run.now()) && !codec.isDeleted(codec.values(item)));
    }

    private List<Item> some(WriteRun run, Map<String, Object> values, int most, Predicate<Item> counts) {
        List<Item> found = new ArrayList<>();
        if (!isPossible(values)) {
            return found;
        }
        Item after = null;
        do {
            Answer answer = run.call(request(run, values, after));
            answer.items().stream()
                    .filter(item -> matches(run, item, values) && counts.test(item))
                    .forEach(found::add);
            after = answer.lastEvaluatedKey();
        } while (after != null && found.size() < most);
        return found.subList(0, Math.min(most, found.size()));
    }

    /** Whether any item can have a key of these values: not one that is empty, or longer than keys may be. */
    private boolean isPossible(Map<String, Object> values) {
        try {
            for (KeyText key : partition) {
                AttributeValue value = key.value(values);
                if (value == null || value.sizeBytes() > key.limitBytes()) {
                    return false;
                }
            }
            int length = 0;
            for (SortPart part : sort) {
                String head = part.text().text(variable -> values.get(variable.attribute()), part.bound());
                length += head == null ? Limits.SORT_KEY_BYTES + 1 : Utf8.length(head);
            }
            return length <= Limits.SORT_KEY_BYTES;
        } catch (KeyText.Unfit e) {
            return false;
        }
    }

    /** Whether it has what is asked for. Where the index does not show it, the item itself is looked at. */
    private boolean matches(WriteRun run, Item found, Map<String, Object> values) {
        if (!codec.holds(found)) {
            return false;
        }
        Map<String, Object> there = codec.decode(found);
        Map<String, Object> whole = null;
        for (String name : known) {
            Attribute attribute = codec.entity().attributes().get(name);
            Object value = there.get(name);
            if (value == null && attribute != null && attribute.isStored() && !target().stores(attribute)) {
                whole = whole == null ? codec.decode(run.read(codec, codec.keyOf(found))) : whole;
                value = whole.get(name);
            }
            if (attribute != null && !Objects.equals(value, values.get(name))) {
                return false;
            }
        }
        return true;
    }

    public Target target() {
        return new Target(codec.table(), index);
    }

    private Request request(WriteRun run, Map<String, Object> values, Item after) {
        return partition.isEmpty() ? scan(run, values, after) : query(run, values, after);
    }

    private Request.Scan scan(WriteRun run, Map<String, Object> values, Item after) {
        Aliases aliases = new Aliases();
        List<String> terms = new ArrayList<>();
        for (String name : known) {
            Attribute attribute = codec.entity().attributes().get(name);
            if (attribute.isStored()) {
                terms.add(aliases.name(attribute.stored()) + " = "
                        + aliases.value(Storing.store(attribute, values.get(name))));
            }
        }
        return new Request.Scan(
                run.tableName(codec),
                null,
                terms.isEmpty() ? null : String.join(" AND ", terms),
                null,
                aliases.names(),
                aliases.values(),
                true,
                false,
                null,
                after);
    }

    private Request.Query query(WriteRun run, Map<String, Object> values, Item after) {
        Aliases aliases = new Aliases();
        List<String> terms = new ArrayList<>();
        for (KeyText key : partition) {
            terms.add(aliases.name(key.name()) + " = " + aliases.value(key.value(values)));
        }
        for (SortPart part : sort) {
            String name = aliases.name(part.text().name());
            if (part.isWhole()) {
                terms.add(name + " = " + aliases.value(part.text().value(values)));
            } else {
                String head = part.text().text(variable -> values.get(variable.attribute()), part.bound());
                terms.add("begins_with(" + name + ", " + aliases.value(new AttributeValue.S(head)) + ")");
            }
        }
        return new Request.Query(
                run.tableName(codec),
                index == null ? null : index.name(),
                String.join(" AND ", terms),
                null,
                null,
                aliases.names(),
                aliases.values(),
                true,
                index == null || index.local(),
                false,
                null,
                after);
    }

    private int boundParts() {
        int bound = index == null ? 1 : 0;
        for (SortPart part : sort) {
            bound += 2 * part.bound() + (part.isWhole() ? 1 : 0);
        }
        return bound;
    }

    private static List<Table.KeyAttribute> sortOf(Table table) {
        return table.sort() == null ? List.of() : List.of(table.sort());
    }

    private static void add(
            List<Finder> ways,
            Codec codec,
            Table.Index index,
            Gap gap,
            List<Table.KeyAttribute> partitionKeys,
            List<Table.KeyAttribute> sortKeys,
            Map<String, Template> templates,
            Set<String> known) {
        List<KeyText> partition = new ArrayList<>();
        for (Table.KeyAttribute key : partitionKeys) {
            Template template = templates.get(key.name());
            if (template == null || !template.variables().allMatch(v -> known.contains(v.attribute()))) {
                return;
            }
            partition.add(KeyText.of(codec.design(), codec.entity(), key.name(), template));
        }
        List<SortPart> sort = new ArrayList<>();
        for (Table.KeyAttribute key : sortKeys) {
            Template template = templates.get(key.name());
            if (template == null) {
                break;
            }
            int bound = 0;
            while (bound < template.parts().size()
                    && (!(template.parts().get(bound) instanceof Template.Variable variable)
                            || known.contains(variable.attribute()))) {
                bound++;
            }
            SortPart part = new SortPart(KeyText.of(codec.design(), codec.entity(), key.name(), template), bound);
            if (bound == 0) {
                break;
            }
            sort.add(part);
            if (!part.isWhole()) {
                break;
            }
        }
        ways.add(new Finder(codec, index, gap, partition, sort, known));
    }
}
