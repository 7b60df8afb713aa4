package dev.partita.lint.internal.access;

import dev.partita.design.Design;
import dev.partita.design.model.Attribute;
import dev.partita.design.model.Edit;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Help;
import dev.partita.design.model.Pattern.Verb;
import dev.partita.lint.internal.facts.NamePlaces;
import dev.partita.lint.internal.facts.PatternUses;
import dev.partita.lint.internal.facts.PersonalName;
import dev.partita.lint.internal.facts.Repairs;
import dev.partita.lint.rule.Rule;
import dev.partita.plan.internal.compile.Compiled;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Personal data that no pattern can remove. */
public final class PersonalDataNeverErased implements Rule.Advice {

    @Override
    public Stream<Finding> check(Compiled compiled) {
        Design design = compiled.design();
        PatternUses uses = new PatternUses(design);
        return design.entities().values().stream()
                .filter(e -> e.expiry() == null && e.from() == null)
                .filter(e -> e.attributes().values().stream().anyMatch(PersonalName::isOf))
                .filter(e -> uses.writesOf(e).findAny().isPresent())
                .filter(e -> uses.writesOf(e)
                        .noneMatch(p -> p.verb() == Verb.DELETE && (e.softDelete() == null || p.hard())))
                .map(e -> found(
                        e.name(),
                        NamePlaces.entity(design, e),
                        "nothing ever removes the "
                                + e.attributes().values().stream()
                                        .filter(PersonalName::isOf)
                                        .map(Attribute::name)
                                        .collect(Collectors.joining(", "))
                                + " of " + e.name(),
                        Help.edit(Edit.put(
                                        "{ delete: " + e.name() + ", by: " + Repairs.names(e.keyAttributes())
                                                + (e.softDelete() == null ? "" : ", hard: true")
                                                + Repairs.allowed(
                                                        uses,
                                                        e,
                                                        e.owner() == null
                                                                ? uses.design().roles().keySet().stream()
                                                                        .findFirst()
                                                                        .orElse("signed-in")
                                                                : "owner")
                                                + " }",
                                        "patterns",
                                        Repairs.freePattern(design, "erase", e)))
                                .or("let it expire")));
    }
}
