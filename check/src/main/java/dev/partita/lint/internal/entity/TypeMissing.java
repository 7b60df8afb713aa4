package dev.partita.lint.internal.entity;

import dev.partita.design.Design;
import dev.partita.design.model.Edit;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Help;
import dev.partita.lint.internal.facts.NamePlaces;
import dev.partita.lint.internal.facts.Repairs;
import dev.partita.lint.rule.Rule;
import dev.partita.plan.internal.compile.Compiled;
import java.util.stream.Stream;

/** An entity without a type in a table that has a type attribute. */
public final class TypeMissing implements Rule.Warning {

    @Override
    public Stream<Finding> check(Compiled compiled) {
        Design design = compiled.design();
        return design.entities().values().stream()
                .filter(e -> e.type() == null
                        && design.tableOf(e) != null
                        && design.tableOf(e).typeAttribute() != null)
                .map(e -> found(
                        e.name(),
                        NamePlaces.entity(design, e),
                        e.name() + " writes nothing into " + design.tableOf(e).typeAttribute()
                                + ", which tells the items of " + e.table() + " apart",
                        Help.edit(Edit.ofEntity(e, "type", Repairs.freeType(design, e)))));
    }
}
