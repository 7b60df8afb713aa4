package dev.partita.lint.internal.entity;

import dev.partita.design.Design;
import dev.partita.design.model.Attribute.OnDelete;
import dev.partita.design.model.Edit;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Help;
import dev.partita.lint.internal.facts.NamePlaces;
import dev.partita.lint.internal.facts.Nouns;
import dev.partita.lint.rule.Rule;
import dev.partita.plan.internal.compile.Compiled;
import java.util.stream.Stream;

/** Copies that are deleted with something else than what they are made from. */
public final class CascadeTearsCopies implements Rule.Error {

    @Override
    public Stream<Finding> check(Compiled compiled) {
        Design design = compiled.design();
        return design.entities().values().stream()
                .filter(copy -> copy.from() != null)
                .flatMap(copy -> copy.attributes().values().stream()
                        .filter(a -> a.onDelete() == OnDelete.CASCADE
                                && design.entities().containsKey(a.references())
                                && !a.references().equals(copy.from().entity()))
                        .map(a -> found(
                                copy.name() + "." + a.name(),
                                NamePlaces.option(copy, a, "on-delete"),
                                Nouns.a(a.references()) + " that goes takes " + copy.name() + " items along, and their "
                                        + copy.from().entity() + " stays as it is",
                                Help.edit(Edit.ofAttribute(copy, a.name(), "on-delete", "refuse")))));
    }
}
