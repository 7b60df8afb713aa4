package dev.partita.lint.internal.write;

import dev.partita.design.Design;
import dev.partita.design.model.Edit;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Help;
import dev.partita.design.model.Pattern.Verb;
import dev.partita.lint.internal.facts.NamePlaces;
import dev.partita.lint.internal.facts.PatternUses;
import dev.partita.lint.internal.facts.Repairs;
import dev.partita.lint.rule.Rule;
import dev.partita.plan.internal.compile.Compiled;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A soft delete after which the unique values stay taken. */
public final class DeletedItemKeepsLock implements Rule.Advice {

    @Override
    public Stream<Finding> check(Compiled compiled) {
        Design design = compiled.design();
        PatternUses uses = new PatternUses(design);
        return uses.writes()
                .filter(p -> p.verb() == Verb.DELETE && !p.hard() && uses.entityOf(p) != null)
                .filter(p -> uses.entityOf(p).softDelete() != null
                        && !uses.entityOf(p).uniques().isEmpty())
                .filter(p -> uses.writesOf(uses.entityOf(p)).noneMatch(w -> w.verb() == Verb.DELETE && w.hard()))
                .map(p -> found(
                        p.name(),
                        NamePlaces.pattern(design, p),
                        "after " + p.name() + " the " + taken(uses.entityOf(p)) + " of the "
                                + uses.entityOf(p).name() + " stays taken",
                        Help.edit(Edit.put(
                                        "{ delete: " + uses.entityOf(p).name() + ", by: "
                                                + Repairs.names(uses.entityOf(p).keyAttributes()) + ", hard: true"
                                                + (p.allow().isEmpty() ? "" : ", allow: " + Repairs.names(p.allow()))
                                                + " }",
                                        "patterns",
                                        Repairs.freePattern(design, "erase", uses.entityOf(p))))
                                .saying("if it is to be free again")));
    }

    private static String taken(Entity entity) {
        return entity.uniques().stream()
                .flatMap(u -> u.attributes().stream())
                .distinct()
                .collect(Collectors.joining(", "));
    }
}
