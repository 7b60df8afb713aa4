package dev.partita.lint.internal.access;

import dev.partita.design.Design;
import dev.partita.design.model.Attribute;
import dev.partita.design.model.Edit;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Help;
import dev.partita.lint.internal.facts.NamePlaces;
import dev.partita.lint.internal.facts.PatternUses;
import dev.partita.lint.internal.facts.Repairs;
import dev.partita.lint.internal.facts.SecretAttributes;
import dev.partita.lint.rule.Rule;
import dev.partita.plan.internal.compile.Compiled;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** A secret that every answer hands out. */
public final class SecretNotHidden implements Rule.Warning {

    @Override
    public Stream<Finding> check(Compiled compiled) {
        return compiled.design().entities().values().stream().flatMap(entity -> entity.attributes().values().stream()
                .filter(a -> SecretAttributes.isSecret(a) && !a.hidden())
                .map(a -> found(
                        entity.name() + "." + a.name(),
                        NamePlaces.attribute(entity, a),
                        a.name() + " of " + entity.name() + " is a secret and goes out with every answer",
                        help(compiled.design(), entity, a))));
    }

    private static Help help(Design design, Entity entity, Attribute attribute) {
        List<Edit> edits = new ArrayList<>();
        edits.add(Edit.ofAttribute(entity, attribute.name(), "hidden", "true"));
        new PatternUses(design)
                .readsOf(entity)
                .filter(p -> p.returned().contains(attribute.name()))
                .forEach(p -> edits.add(Repairs.without(p, "return", p.returned(), attribute.name())));
        return Help.edits(edits, null);
    }
}
