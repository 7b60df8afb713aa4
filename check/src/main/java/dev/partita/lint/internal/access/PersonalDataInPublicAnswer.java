package dev.partita.lint.internal.access;

import dev.partita.design.Design;
import dev.partita.design.model.Edit;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Help;
import dev.partita.design.model.Pattern;
import dev.partita.design.model.Pattern.Verb;
import dev.partita.lint.internal.facts.NamePlaces;
import dev.partita.lint.internal.facts.PatternUses;
import dev.partita.lint.internal.facts.PersonalName;
import dev.partita.lint.rule.Rule;
import dev.partita.plan.internal.compile.Compiled;
import java.util.List;
import java.util.stream.Stream;

/** A pattern open to everybody that returns personal data. */
public final class PersonalDataInPublicAnswer implements Rule.Warning {

    @Override
    public Stream<Finding> check(Compiled compiled) {
        Design design = compiled.design();
        PatternUses uses = new PatternUses(design);
        return uses.reads()
                .filter(p -> p.verb() != Verb.COUNT && uses.isOpen(p))
                .flatMap(p -> Stream.concat(
                                uses.entitiesOf(p),
                                Stream.ofNullable(design.entities().get(p.fetch())))
                        .distinct()
                        .filter(e -> !personal(uses, p, e).isEmpty())
                        .map(e -> found(
                                p.name(),
                                NamePlaces.option(design, p, "return"),
                                p.name() + " gives the " + String.join(", ", personal(uses, p, e)) + " of " + e.name()
                                        + " to "
                                        + (uses.allowed(p).contains("anyone")
                                                ? "anyone"
                                                : "everybody who is signed in"),
                                help(uses, p, e))));
    }

    private static List<String> personal(PatternUses uses, Pattern pattern, Entity entity) {
        return uses.returned(pattern, entity).stream()
                .filter(name -> PersonalName.isOf(entity.attributes().get(name)))
                .toList();
    }

    private static Help help(PatternUses uses, Pattern pattern, Entity entity) {
        List<String> rest = uses.returned(pattern, entity).stream()
                .filter(name -> !PersonalName.isOf(entity.attributes().get(name))
                        && entity.attributes().get(name).isStored())
                .toList();
        boolean isOfOne = uses.entitiesOf(pattern).count() == 1 && pattern.fetch() == null && !rest.isEmpty();
        return isOfOne
                ? Help.edit(Edit.ofPattern(pattern, "return", Edit.list(rest))).or("let fewer people ask")
                : Help.words("list in return what the answer needs, or let fewer people ask");
    }
}
