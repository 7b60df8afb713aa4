package dev.partita.lint.internal.access;

import dev.partita.design.Design;
import dev.partita.design.model.Edit;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Help;
import dev.partita.design.model.Pattern;
import dev.partita.design.model.Pattern.Verb;
import dev.partita.lint.internal.facts.NamePlaces;
import dev.partita.lint.internal.facts.Nouns;
import dev.partita.lint.internal.facts.PatternUses;
import dev.partita.lint.rule.Rule;
import dev.partita.plan.internal.compile.Compiled;
import dev.partita.plan.internal.compile.OwnerLink;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;

/** A transaction in which whoever is signed in makes items in the name of somebody else. */
public final class OwnerChosenInTransaction implements Rule.Error {

    @Override
    public Stream<Finding> check(Compiled compiled) {
        Design design = compiled.design();
        PatternUses uses = new PatternUses(design);
        return design.patterns().values().stream()
                .filter(pattern -> pattern.verb() == Verb.TRANSACT && uses.isOpen(pattern))
                .flatMap(pattern -> check(uses, pattern));
    }

    private Stream<Finding> check(PatternUses uses, Pattern transact) {
        Design design = uses.design();
        List<Pattern> parts = transact.entities().stream()
                .map(design.patterns()::get)
                .filter(part -> part != null && uses.entityOf(part) != null)
                .toList();
        if (!parts.stream().allMatch(part -> uses.allowed(part).equals(List.of("together")))) {
            return Stream.empty();
        }
        Set<Pattern> chosen = new LinkedHashSet<>();
        parts.stream()
                .filter(Pattern::makes)
                .filter(part -> Objects.nonNull(OwnerLink.ofOwner(design, part).attribute())
                        && OwnerLink.ofOwner(design, part).isArgument())
                .forEach(chosen::add);
        return chosen.stream()
                .limit(1)
                .map(part -> found(
                        transact.name(),
                        NamePlaces.option(design, transact, "allow"),
                        (uses.allowed(transact).contains("anyone") ? "anyone" : "whoever is signed in") + " may call "
                                + transact.name() + ", and name anybody as "
                                + uses.entityOf(part).owner() + " of "
                                + Nouns.a(uses.entityOf(part).name()),
                        Help.edit(Edit.ofPattern(part, "allow", "owner"))
                                .or("say `allow: signed-in` there, if anybody may name anybody")));
    }
}
