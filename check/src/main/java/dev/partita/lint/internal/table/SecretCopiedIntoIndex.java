package dev.partita.lint.internal.table;

import dev.partita.design.Design;
import dev.partita.design.model.Attribute;
import dev.partita.design.model.Edit;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Help;
import dev.partita.design.model.Table;
import dev.partita.design.model.Table.Index;
import dev.partita.lint.internal.facts.SecretAttributes;
import dev.partita.lint.rule.Rule;
import dev.partita.plan.internal.compile.Compiled;
import java.util.Objects;
import java.util.stream.Stream;

/** An index that keeps a copy of a secret. */
public final class SecretCopiedIntoIndex implements Rule.Warning {

    @Override
    public Stream<Finding> check(Compiled compiled) {
        return compiled.design().entities().values().stream().flatMap(entity -> {
            Table table = compiled.design().tableOf(entity);
            return table == null
                    ? Stream.empty()
                    : entity.indexKeys().stream()
                            .map(keys -> table.indexes().get(keys.index()))
                            .filter(Objects::nonNull)
                            .distinct()
                            .flatMap(index -> entity.attributes().values().stream()
                                    .filter(a -> a.isStored() && SecretAttributes.isSecret(a) && holds(index, a))
                                    .map(a -> found(
                                            table.id() + "." + index.name(),
                                            index.node().placeOf("projection"),
                                            index.name() + " holds a copy of " + a.name() + " of " + entity.name()
                                                    + ", a secret",
                                            help(compiled.design(), table, index))));
        });
    }

    private static boolean holds(Index index, Attribute attribute) {
        return switch (index.projection()) {
            case ALL, UNSTATED -> true;
            case KEYS_ONLY -> false;
            case INCLUDE ->
                index.projected().contains(attribute.name())
                        || index.projected().contains(attribute.stored());
        };
    }

    private static Help help(Design design, Table table, Index index) {
        java.util.Set<String> open = new java.util.LinkedHashSet<>();
        java.util.Set<String> secret = new java.util.LinkedHashSet<>();
        java.util.Set<String> keys = new java.util.LinkedHashSet<>(table.keyNames());
        keys.addAll(index.keyNames());
        design.entitiesOf(table).stream()
                .filter(e -> e.indexKeys().stream().anyMatch(k -> k.index().equals(index.name())))
                .flatMap(e -> e.attributes().values().stream())
                .filter(a -> a.isStored() && !keys.contains(a.stored()))
                .forEach(a -> (SecretAttributes.isSecret(a) ? secret : open).add(a.name()));
        open.removeAll(secret);
        java.util.List<Edit> edits = new java.util.ArrayList<>();
        edits.add(Edit.ofIndex(table, index, "projection", open.isEmpty() ? "keys" : Edit.list(open)));
        // Whoever asks through the index would miss it.
        design.entitiesOf(table).forEach(e -> e.attributes().values().stream()
                .filter(a -> secret.contains(a.name()) && !a.hidden())
                .forEach(a -> edits.add(Edit.ofAttribute(e, a.name(), "hidden", "true"))));
        return Help.edits(edits, null);
    }
}
