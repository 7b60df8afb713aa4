package dev.partita.lint.internal.table;

import dev.partita.design.Design;
import dev.partita.design.model.Edit;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Help;
import dev.partita.design.model.Pattern.Verb;
import dev.partita.lint.internal.facts.NamePlaces;
import dev.partita.lint.internal.facts.PatternUses;
import dev.partita.lint.rule.Rule;
import dev.partita.plan.internal.compile.Compiled;
import java.util.stream.Stream;

/** A search whose index cannot follow the table. */
public final class StreamOffButNeeded implements Rule.Warning {

    @Override
    public Stream<Finding> check(Compiled compiled) {
        Design design = compiled.design();
        PatternUses uses = new PatternUses(design);
        return design.tables().values().stream()
                .filter(t -> t.stream() == null || t.stream().equals("off"))
                .flatMap(t -> uses.reads()
                        .filter(p -> p.verb() == Verb.SEARCH
                                && uses.entityOf(p) != null
                                && t.id().equals(uses.entityOf(p).table()))
                        .limit(1)
                        .map(p -> found(
                                t.id(),
                                t.node().get("stream") == null
                                        ? NamePlaces.table(design, t)
                                        : t.node().placeOf("stream"),
                                "search of " + p.name() + " follows the stream of " + t.id() + ", which is off",
                                Help.edit(Edit.ofTable(t, "stream", "new")))));
    }
}
