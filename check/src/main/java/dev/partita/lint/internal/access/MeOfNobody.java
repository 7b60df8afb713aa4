package dev.partita.lint.internal.access;

import dev.partita.design.Design;
import dev.partita.design.model.Attribute;
import dev.partita.design.model.Edit;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Help;
import dev.partita.design.model.Pattern;
import dev.partita.lint.internal.facts.NamePlaces;
import dev.partita.lint.internal.facts.PatternUses;
import dev.partita.lint.rule.Rule;
import dev.partita.plan.internal.compile.Compiled;
import java.util.stream.Stream;

/** A write for anyone that has to say who calls. */
public final class MeOfNobody implements Rule.Warning {

    @Override
    public Stream<Finding> check(Compiled compiled) {
        Design design = compiled.design();
        PatternUses uses = new PatternUses(design);
        return uses.writes()
                .filter(p -> uses.entityOf(p) != null && uses.allowed(p).contains("anyone"))
                // Who signs up has no account yet, and so cannot be asked to be signed in.
                .filter(p -> design.identity() == null
                        || !uses.entityOf(p).name().equals(design.identity().entity()))
                .flatMap(p -> needed(uses.entityOf(p), p)
                        .limit(1)
                        .map(name -> found(
                                p.name(),
                                NamePlaces.option(design, p, "allow"),
                                "anyone may call " + p.name() + ", and " + name
                                        + " is nothing for who is not signed in",
                                Help.edit(Edit.ofPattern(p, "allow", "signed-in")))));
    }

    private static Stream<String> needed(Entity entity, Pattern pattern) {
        return pattern.set().entrySet().stream()
                .filter(set -> "me".equals(set.getValue()))
                .map(set -> entity.attributes().get(set.getKey()))
                .filter(attribute -> attribute != null
                        && (attribute.required() || entity.keyAttributes().contains(attribute.name())))
                .map(Attribute::name);
    }
}
