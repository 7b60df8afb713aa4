package dev.partita.lint.internal.table;

import dev.partita.design.model.Edit;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Help;
import dev.partita.design.model.Pattern.Verb;
import dev.partita.lint.internal.facts.PatternUses;
import dev.partita.lint.rule.Rule;
import dev.partita.plan.internal.compile.Compiled;
import java.util.stream.Stream;

/** A stream that says that something changed and not what. */
public final class StreamLacksImages implements Rule.Warning {

    @Override
    public Stream<Finding> check(Compiled compiled) {
        PatternUses uses = new PatternUses(compiled.design());
        return compiled.design().tables().values().stream()
                .filter(t -> "keys".equals(t.stream()) || "old".equals(t.stream()))
                .flatMap(t -> uses.reads()
                        .filter(p -> p.verb() == Verb.SEARCH
                                && uses.entityOf(p) != null
                                && t.id().equals(uses.entityOf(p).table()))
                        .limit(1)
                        .map(p -> found(
                                t.id(),
                                t.node().placeOf("stream"),
                                p.name() + " needs the new items, and the stream of " + t.id() + " carries only "
                                        + (t.stream().equals("keys") ? "keys" : "old ones"),
                                Help.edit(Edit.ofTable(t, "stream", "new")))));
    }
}
