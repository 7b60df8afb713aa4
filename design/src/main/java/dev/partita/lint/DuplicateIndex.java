package dev.partita.lint;

import dev.partita.design.Design;
import dev.partita.design.Finding;
import dev.partita.design.Help;
import dev.partita.design.Severity;
import dev.partita.design.Table;
import dev.partita.design.Table.Index;
import dev.partita.design.Table.KeyAttribute;
import dev.partita.design.Table.Projection;
import dev.partita.plan.Compiled;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** An index that another one already is. */
final class DuplicateIndex implements Rule {

    @Override
    public Severity severity() {
        return Severity.WARNING;
    }

    @Override
    public String explanation() {
        return """
                Both are sorted by the same keys, so one serves whatever the other does, and each costs a write for \
                every change and storage for every item. Keep the one with the longer sort key and the wider \
                projection.""";
    }

    @Override
    public String bad() {
        return """
                design: shop
                tables:
                  main:
                    key: { partition: pk }
                    indexes:
                      byUser: { partition: userId, projection: keys }
                #     ^^^^^^ duplicate-index: byUserAndTime serves whatever byUser
                      byUserAndTime: { partition: userId, sort: createdAt, projection: all }
                entities:
                  Order:
                    key: { pk: "ORDER#{orderId}" }
                    attributes:
                      orderId: { type: string }
                      userId: { type: string, required: true }
                      createdAt: { type: timestamp, set: on-create }
                patterns:
                  orders: { list: Order, by: userId }
                """;
    }

    @Override
    public Stream<Finding> check(Compiled compiled) {
        Design design = compiled.design();
        return design.tables().values().stream().flatMap(table -> table.indexes().values().stream()
                .flatMap(index -> server(table, index)
                        .map(other -> found(
                                table.id() + "." + index.name(),
                                Marks.index(table, index),
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
