package dev.partita.lint.internal.entity;

import dev.partita.design.model.Attribute;
import dev.partita.design.model.Edit;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Help;
import dev.partita.lint.internal.facts.NamePlaces;
import dev.partita.lint.internal.facts.Repairs;
import dev.partita.lint.rule.Rule;
import dev.partita.plan.internal.compile.Compiled;
import java.util.stream.Stream;

/** Two attributes of one entity under one stored name. */
public final class DuplicateStoredName implements Rule.Error {

    @Override
    public Stream<Finding> check(Compiled compiled) {
        return compiled.design().entities().values().stream().flatMap(entity -> entity.attributes().values().stream()
                .filter(Attribute::isStored)
                .filter(attribute -> entity.storedAs(attribute.stored()) != attribute)
                .map(attribute -> found(
                        entity.name() + "." + attribute.name(),
                        NamePlaces.attribute(entity, attribute),
                        attribute.name() + " and "
                                + entity.storedAs(attribute.stored()).name() + " are both stored as "
                                + attribute.stored() + ", so one overwrites the other",
                        Help.edit(Edit.ofAttribute(
                                entity,
                                attribute.name(),
                                "stored",
                                Repairs.freeStored(compiled.design(), entity, attribute))))));
    }
}
