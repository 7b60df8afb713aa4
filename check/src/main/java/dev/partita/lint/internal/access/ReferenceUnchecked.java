package dev.partita.lint.internal.access;

import dev.partita.design.Design;
import dev.partita.design.model.Edit;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Help;
import dev.partita.lint.internal.entity.ContendedParent;
import dev.partita.lint.internal.facts.NamePlaces;
import dev.partita.lint.internal.facts.PatternUses;
import dev.partita.lint.internal.facts.Volumes;
import dev.partita.lint.rule.Rule;
import dev.partita.plan.internal.compile.Compiled;
import dev.partita.plan.internal.compile.Through;
import java.util.stream.Stream;

/** A reference that may point to nothing from the start. */
public final class ReferenceUnchecked implements Rule.Advice {

    @Override
    public Stream<Finding> check(Compiled compiled) {
        Design design = compiled.design();
        PatternUses uses = new PatternUses(design);
        Volumes volumes = new Volumes(design);
        return design.entities().values().stream()
                .filter(e -> e.from() == null)
                .flatMap(e -> e.attributes().values().stream()
                        .filter(a -> a.references() != null
                                && !a.mustExist()
                                && design.entities().containsKey(a.references()))
                        .filter(a -> !a.name().equals(e.owner()) && !ContendedParent.isContended(volumes, e, a))
                        .flatMap(a -> uses.writesOf(e)
                                .filter(p -> uses.entityOf(p) == e
                                        && uses.chosenByCaller(p).contains(a.name()))
                                .filter(p -> !p.requires().containsKey(a.references()))
                                // Whoever follows a pattern of the parent writes nothing where there is none.
                                .filter(p -> Through.of(design, p).stream()
                                        .noneMatch(through -> through.child() == e
                                                && through.parent().name().equals(a.references())
                                                && through.names().containsValue(a.name())))
                                .limit(1)
                                .map(p -> found(
                                        e.name() + "." + a.name(),
                                        NamePlaces.attribute(e, a),
                                        p.name() + " takes any " + a.name() + ", whether or not there is such a "
                                                + a.references(),
                                        design.entities()
                                                                .get(a.references())
                                                                .keyAttributes()
                                                                .size()
                                                        == 1
                                                ? Help.edit(Edit.ofAttribute(e, a.name(), "must-exist", "true"))
                                                : Help.words("ask for it with requires: in " + p.name())))));
    }
}
