package dev.partita.lint.internal.facts;

import dev.partita.design.Design;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Pattern;
import dev.partita.design.model.Pattern.KeyTest;
import dev.partita.design.model.Table;
import dev.partita.design.model.Table.Index;
import dev.partita.design.model.Template;
import dev.partita.plan.internal.key.KeySpaceMember;
import dev.partita.plan.internal.key.Target;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * A pinned request beside the table and index it goes to.
 *
 * @param entity the first one the pattern names
 * @param index null when the request goes to the table itself
 */
public record PinnedRead(Pattern pattern, Entity entity, Table table, Index index) {

    /** All pinned requests whose entity, table and index exist. */
    public static Stream<PinnedRead> of(Design design) {
        List<PinnedRead> reads = new ArrayList<>();
        for (Pattern pattern : design.patterns().values()) {
            Entity entity = pattern.entities().isEmpty()
                    ? null
                    : design.entities().get(pattern.entities().get(0));
            Table table = entity == null ? null : design.tableOf(entity);
            if (pattern.pinned() == null || table == null) {
                continue;
            }
            String name = pattern.pinned().index();
            Index index = name == null ? null : table.indexes().get(name);
            if (name == null || index != null) {
                reads.add(new PinnedRead(pattern, entity, table, index));
            }
        }
        return reads.stream();
    }

    /** What the request goes to, in the words of a message. */
    public String target() {
        return index == null ? "the table " + table.id() : "the index " + index.name();
    }

    public List<String> partitionNames() {
        return index == null || index.local()
                ? List.of(table.partition().name())
                : index.partition().stream().map(Table.KeyAttribute::name).toList();
    }

    public List<String> sortNames() {
        if (index == null) {
            return table.sort() == null ? List.of() : List.of(table.sort().name());
        }
        return index.sort().stream().map(Table.KeyAttribute::name).toList();
    }

    public List<String> keyNames() {
        return Stream.concat(partitionNames().stream(), sortNames().stream()).toList();
    }

    /** What the entity writes into a key attribute of the target; empty when it is never there. */
    public List<Template> templates(String keyAttribute) {
        return KeySpaceMember.of(new Target(table, index), entity).stream()
                .map(there -> there.keys().get(keyAttribute))
                .filter(Objects::nonNull)
                .toList();
    }

    /** Whether the request asks for the key attribute just as the entity writes it. */
    public boolean asksForAllOf(String keyAttribute) {
        KeyTest test = test(keyAttribute);
        return test != null
                && test.operator() == KeyTest.Operator.EQUALS
                && templates(keyAttribute).stream().anyMatch(written -> written.text()
                        .equals(test.templates().get(0).text()));
    }

    /** The condition on a key attribute, or null. */
    public KeyTest test(String keyAttribute) {
        return pattern.pinned().key().get(keyAttribute);
    }
}
