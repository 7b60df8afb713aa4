package dev.partita.lint.internal.entity;

import dev.partita.design.Design;
import dev.partita.design.model.Edit;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Help;
import dev.partita.lint.internal.facts.Figures;
import dev.partita.lint.internal.facts.NamePlaces;
import dev.partita.lint.internal.facts.Volumes;
import dev.partita.lint.rule.Rule;
import dev.partita.plan.internal.compile.Compiled;
import java.util.stream.Stream;

/** Items that come every day and never go. */
public final class GrowsForEver implements Rule.Advice {

    private static final long MANY = 1_000;

    @Override
    public Stream<Finding> check(Compiled compiled) {
        Design design = compiled.design();
        Volumes volumes = new Volumes(design);
        return design.entities().values().stream()
                .filter(e -> e.expect() != null
                        && e.expect().perDay() != null
                        && e.expect().perDay() >= MANY)
                .filter(e -> e.expiry() == null
                        && e.from() == null
                        && !e.expect().forever()
                        && e.expect().keepSeconds() == null)
                .map(e -> found(
                        e.name(),
                        NamePlaces.entity(design, e),
                        e.name() + " grows by " + Figures.number(e.expect().perDay()) + " items a day, "
                                + Figures.size(365.0 * e.expect().perDay() * volumes.itemBytes(e))
                                + " a year, and nothing removes them",
                        Help.edit(Edit.put("forever", "entities", e.name(), "expect", "keep"))
                                .saying("if that is meant")
                                .or("say when it expires")));
    }
}
