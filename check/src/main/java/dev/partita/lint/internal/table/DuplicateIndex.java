package dev.partita.lint.internal.table;

import dev.partita.design.Design;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Entity.IndexKeys;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Help;
import dev.partita.design.model.Table;
import dev.partita.design.model.Table.Index;
import dev.partita.design.model.Table.KeyAttribute;
import dev.partita.design.model.Table.Projection;
import dev.partita.lint.internal.facts.NamePlaces;
import dev.partita.lint.internal.facts.PatternUses;
import dev.partita.lint.internal.facts.Repairs;
import dev.partita.lint.rule.Rule;
import dev.partita.plan.internal.compile.Compiled;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** An index that another one already is. */
public final class DuplicateIndex implements Rule.Warning {

    @Override
    public Stream<Finding> check(Compiled compiled) {
        Design design = compiled.design();
        return design.tables().values().stream().flatMap(table -> table.indexes().values().stream()
                .flatMap(index -> server(table, index)
                        .or(() -> alike(design, table, index))
                        .map(other -> found(
                                table.id() + "." + index.name(),
                                NamePlaces.index(table, index),
                                other + " serves whatever " + index.name() + " does",
                                Help.edits(
                                        Repairs.withoutIndex(design, table, index),
                                        "ask " + other + " instead, and remove " + index.name())))
                        .stream()));
    }

    private static Optional<String> server(Table table, Index index) {
        List<String> partition = index.local() ? List.of(table.partition().name()) : names(index.partition());
        List<String> sort = names(index.sort());
        List<String> tableSort =
                table.sort() == null ? List.of() : List.of(table.sort().name());
        if (partition.equals(List.of(table.partition().name())) && isBeginning(sort, tableSort)) {
            return Optional.of("the table");
        }
        return table.indexes().values().stream()
                .filter(other -> other != index && other.local() == index.local())
                .filter(other -> names(other.partition()).equals(names(index.partition())))
                .filter(other -> isBeginning(sort, names(other.sort())) && covers(other, index))
                // Of two that are the same, the later one is the one too many.
                .filter(other -> !sort.equals(names(other.sort()))
                        || !covers(index, other)
                        || position(table, other) < position(table, index))
                .map(Index::name)
                .findFirst();
    }

    /** An index under other names that holds the same items in the same partitions, and further sorted. */
    private static Optional<String> alike(Design design, Table table, Index index) {
        if (index.local()) {
            return Optional.empty();
        }
        List<Entity> inside = design.entitiesOf(table).stream()
                .filter(e ->
                        e.indexKeys().stream().anyMatch(keys -> keys.index().equals(index.name())))
                .toList();
        return table.indexes().values().stream()
                .filter(other -> other != index && !other.local() && covers(other, index) && !inside.isEmpty())
                .filter(other -> inside.stream().allMatch(e -> isAlike(e, index, other, inside.size() > 1)))
                .filter(other -> position(table, other) < position(table, index)
                        || !inside.stream().allMatch(e -> isAlike(e, other, index, inside.size() > 1))
                        || !covers(index, other))
                .map(Index::name)
                .findFirst();
    }

    private static boolean isAlike(Entity entity, Index index, Index other, boolean literally) {
        List<IndexKeys> mine = entity.indexKeys().stream()
                .filter(keys -> keys.index().equals(index.name()))
                .toList();
        List<IndexKeys> theirs = entity.indexKeys().stream()
                .filter(keys -> keys.index().equals(other.name()))
                .toList();
        if (mine.size() != 1 || theirs.size() != 1) {
            return false;
        }
        boolean sameItems = theirs.get(0).when() == null
                || mine.get(0).when() != null
                        && mine.get(0).when().text().equals(theirs.get(0).when().text());
        // Other items of the same index may have a wider sort key: whether any is left out decides, too.
        boolean sameWhen = (mine.get(0).when() == null) == (theirs.get(0).when() == null);
        List<String> partition = parts(entity, mine.get(0), index.partition(), literally);
        return sameItems
                && sameWhen
                && !partition.isEmpty()
                && partition.equals(parts(entity, theirs.get(0), other.partition(), literally))
                && isBeginning(
                        parts(entity, mine.get(0), index.sort(), false),
                        parts(entity, theirs.get(0), other.sort(), false))
                && PatternUses.variables(List.copyOf(theirs.get(0).keys().values())).stream()
                        .allMatch(name -> dev.partita.plan.internal.value.Presence.isAlwaysThere(entity, name)
                                || PatternUses.variables(
                                                List.copyOf(mine.get(0).keys().values()))
                                        .contains(name));
    }

    /** The attributes of a key in their order, with their formats; with the texts between them if {@code literally}. */
    private static List<String> parts(Entity entity, IndexKeys keys, List<KeyAttribute> names, boolean literally) {
        List<String> parts = new ArrayList<>();
        for (KeyAttribute name : names) {
            dev.partita.design.model.Template template = entity.template(keys, name.name());
            if (template != null && literally) {
                parts.add(template.text());
            } else if (template != null) {
                template.variables().forEach(v -> parts.add(v.attribute() + v.formats()));
            }
        }
        return parts;
    }

    private static List<String> names(List<KeyAttribute> keys) {
        return keys.stream().map(KeyAttribute::name).toList();
    }

    private static boolean isBeginning(List<String> some, List<String> all) {
        return some.size() <= all.size() && some.equals(all.subList(0, some.size()));
    }

    private static boolean covers(Index one, Index other) {
        return switch (one.projection()) {
            case ALL, UNSTATED -> true;
            case KEYS_ONLY -> other.projection() == Projection.KEYS_ONLY;
            case INCLUDE ->
                other.projection() == Projection.KEYS_ONLY
                        || other.projection() == Projection.INCLUDE
                                && one.projected().containsAll(other.projected());
        };
    }

    private static int position(Table table, Index index) {
        return new ArrayList<>(table.indexes().keySet()).indexOf(index.name());
    }
}
