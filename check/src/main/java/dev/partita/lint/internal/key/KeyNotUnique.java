package dev.partita.lint.internal.key;

import dev.partita.design.Design;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Help;
import dev.partita.design.model.Table;
import dev.partita.design.model.Template;
import dev.partita.lint.internal.facts.NamePlaces;
import dev.partita.lint.internal.facts.Repairs;
import dev.partita.lint.internal.facts.Uniqueness;
import dev.partita.lint.rule.Rule;
import dev.partita.plan.internal.compile.Compiled;
import java.util.stream.Stream;

/** Items that are told apart by an attribute which is not in their key. */
public final class KeyNotUnique implements Rule.Warning {

    @Override
    public Stream<Finding> check(Compiled compiled) {
        Design design = compiled.design();
        return design.entities().values().stream()
                .filter(entity -> !isToldApart(entity, sortKey(design, entity)))
                .flatMap(entity -> entity.attributes().values().stream()
                        .filter(attribute -> attribute.generate() != null)
                        .filter(attribute -> !entity.keyAttributes().contains(attribute.name()))
                        .limit(1)
                        .map(attribute -> found(
                                entity.name(),
                                NamePlaces.entity(design, entity),
                                entity.name() + " has an id of its own, " + attribute.name()
                                        + ", but its key does without it, so items replace one another",
                                Help.edit(Repairs.template(
                                        Repairs.use(design, entity, sortKey(design, entity)),
                                        sortKey(design, entity).text() + design.separator() + "{" + attribute.name()
                                                + "}")))));
    }

    private static Template sortKey(Design design, Entity entity) {
        Table table = design.tableOf(entity);
        return table == null || table.sort() == null
                ? null
                : entity.key().get(table.sort().name());
    }

    // A constant sort key may well mean one item for each partition; one made of states and times does not.
    private static boolean isToldApart(Entity entity, Template sortKey) {
        return sortKey == null
                || sortKey.isConstant()
                || sortKey.variables()
                        .map(variable -> entity.attributes().get(variable.attribute()))
                        .anyMatch(attribute -> attribute == null || Uniqueness.mayIdentify(attribute));
    }
}
