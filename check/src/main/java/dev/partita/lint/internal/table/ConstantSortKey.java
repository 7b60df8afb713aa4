package dev.partita.lint.internal.table;

import dev.partita.design.Design;
import dev.partita.design.model.Edit;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Help;
import dev.partita.design.model.Table;
import dev.partita.design.model.Table.Index;
import dev.partita.lint.internal.facts.NamePlaces;
import dev.partita.lint.internal.facts.Repairs;
import dev.partita.lint.rule.Rule;
import dev.partita.plan.internal.compile.Compiled;
import dev.partita.plan.internal.key.KeyShape;
import dev.partita.plan.internal.key.KeySpaceMember;
import dev.partita.plan.internal.key.Overlap;
import dev.partita.plan.internal.key.Target;
import java.util.List;
import java.util.stream.Stream;

/** A table whose sort key is the same in every item. */
public final class ConstantSortKey implements Rule.Advice {

    @Override
    public Stream<Finding> check(Compiled compiled) {
        Design design = compiled.design();
        return design.tables().values().stream()
                .filter(table -> table.sort() != null && isIdle(design, table))
                .map(table -> found(
                        table.id(),
                        NamePlaces.table(design, table),
                        "every item of " + table.id() + " has a constant "
                                + table.sort().name() + ", which tells nothing apart",
                        help(design, table)));
    }

    private static boolean isIdle(Design design, Table table) {
        List<KeySpaceMember> occupants = KeySpaceMember.of(design, new Target(table, null));
        String partition = table.partition().name();
        boolean constant = occupants.stream()
                .allMatch(o -> o.keys().containsKey(partition)
                        && o.keys().containsKey(table.sort().name())
                        && o.keys().get(table.sort().name()).isConstant());
        if (occupants.isEmpty()
                || !constant
                || table.indexes().values().stream().anyMatch(Index::local)) {
            return false;
        }
        for (int later = 1; later < occupants.size(); later++) {
            KeyShape look = occupants.get(later).look(design, partition);
            if (occupants.subList(0, later).stream()
                    .anyMatch(earlier -> Overlap.mayEqual(earlier.look(design, partition), look))) {
                return false;
            }
        }
        return true;
    }

    private static Help help(Design design, Table table) {
        String sort = table.sort().name();
        boolean isOtherwise = design.entitiesOf(table).stream()
                        .anyMatch(e -> Repairs.isPinned(design, e)
                                || !e.uniques().isEmpty()
                                || e.node().get("key").get(sort) == null)
                || design.quotas().values().stream().anyMatch(q -> !q.item().isEmpty())
                || table.indexes().values().stream().anyMatch(i -> i.keyNames().contains(sort));
        if (isOtherwise) {
            return Help.words("leave the sort key out, unless other items are to share these partitions");
        }
        List<Edit> edits = new java.util.ArrayList<>();
        edits.add(Edit.remove("tables", table.id(), "key", "sort"));
        design.entitiesOf(table).forEach(e -> edits.add(Edit.remove("entities", e.name(), "key", sort)));
        return Help.edits(edits, null).saying("unless other items are to share these partitions");
    }
}
