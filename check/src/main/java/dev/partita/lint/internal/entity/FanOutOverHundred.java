package dev.partita.lint.internal.entity;

import dev.partita.design.Design;
import dev.partita.design.model.Attribute;
import dev.partita.design.model.Edit;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Help;
import dev.partita.item.Limits;
import dev.partita.lint.internal.facts.NamePlaces;
import dev.partita.lint.internal.facts.Nouns;
import dev.partita.lint.rule.Rule;
import dev.partita.plan.internal.compile.Compiled;
import java.util.stream.Stream;

/** A fan-out that may not fit in one transaction. */
public final class FanOutOverHundred implements Rule.Warning {

    @Override
    public Stream<Finding> check(Compiled compiled) {
        Design design = compiled.design();
        return design.entities().values().stream()
                .filter(e -> e.from() != null
                        && e.from().each() != null
                        && design.entities().containsKey(e.from().entity()))
                .flatMap(e -> {
                    Entity source = design.entities().get(e.from().entity());
                    Attribute list = source.attributes().get(e.from().each());
                    return Stream.ofNullable(list)
                            .filter(a -> a.maxItems() == null || 2 * a.maxItems() + 1 > Limits.TRANSACT_ACTIONS)
                            .map(a -> found(
                                    source.name() + "." + a.name(),
                                    NamePlaces.attribute(source, a),
                                    Nouns.a(source.name()) + " with " + (a.maxItems() == null ? "many" : a.maxItems())
                                            + " " + a.name()
                                            + " cannot be written in one transaction of 100 actions when all of them change",
                                    Help.edit(Edit.ofAttribute(source, a.name(), "max-items", "49"))
                                            .saying("or fewer")));
                });
    }
}
