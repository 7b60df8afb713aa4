package dev.partita.lint.internal.entity;

import dev.partita.design.Design;
import dev.partita.design.model.Attribute;
import dev.partita.design.model.Edit;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Help;
import dev.partita.lint.internal.facts.Figures;
import dev.partita.lint.internal.facts.NamePlaces;
import dev.partita.lint.internal.facts.Nouns;
import dev.partita.lint.internal.facts.Volumes;
import dev.partita.lint.rule.Rule;
import dev.partita.plan.internal.compile.Compiled;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.stream.Stream;

/** A few items that many transactions look at or count in at the same time. */
public final class ContendedParent implements Rule.Warning {

    private static final double BUSY = 100;

    @Override
    public Stream<Finding> check(Compiled compiled) {
        Design design = compiled.design();
        Volumes volumes = new Volumes(design);
        return design.entities().values().stream().flatMap(entity -> entity.attributes().values().stream()
                .filter(a -> a.mustExist() && design.entities().containsKey(a.references()))
                .filter(a -> isContended(volumes, entity, a))
                .map(a -> found(
                        entity.name() + "." + a.name(),
                        NamePlaces.attribute(entity, a),
                        Figures.number(Math.round(volumes.peakWrites(entity).getAsDouble()))
                                + " writes a second check the same "
                                + volumes.items(design.entities().get(a.references()))
                                        .getAsLong() + " " + a.references()
                                + " items, and transactions that meet are cancelled",
                        Help.edit(Edit.remove("entities", entity.name(), "attributes", a.name(), "must-exist"))
                                .saying("where " + Nouns.a(a.references()) + " never goes away"))));
    }

    /** Whether so many items refer to so few that checking them would make transactions meet. */
    public static boolean isContended(Volumes volumes, Entity entity, Attribute reference) {
        OptionalLong parents = volumes.items(volumes.design().entities().get(reference.references()));
        OptionalDouble peak = volumes.peakWrites(entity);
        return parents.isPresent() && peak.isPresent() && peak.getAsDouble() / Math.max(1, parents.getAsLong()) > BUSY;
    }
}
