package dev.partita.lint.internal.table;

import dev.partita.design.Design;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Help;
import dev.partita.lint.internal.facts.NamePlaces;
import dev.partita.lint.internal.facts.Repairs;
import dev.partita.lint.rule.Rule;
import dev.partita.plan.internal.compile.Compiled;
import java.util.List;
import java.util.stream.Stream;

/** A shared table whose items do not say what they are. */
public final class TypeAttributeMissing implements Rule.Advice {

    @Override
    public Stream<Finding> check(Compiled compiled) {
        Design design = compiled.design();
        return design.tables().values().stream()
                .filter(t -> t.typeAttribute() == null && design.entitiesOf(t).size() > 1)
                .map(t -> found(
                        t.id(),
                        NamePlaces.table(design, t),
                        "items of " + names(design.entitiesOf(t)) + " in " + t.id() + " do not say what they are",
                        Help.edits(Repairs.types(design, t), null)));
    }

    private static String names(List<Entity> entities) {
        return entities.size() == 2
                ? entities.get(0).name() + " and " + entities.get(1).name()
                : entities.get(0).name() + " and " + (entities.size() - 1) + " other entities";
    }
}
