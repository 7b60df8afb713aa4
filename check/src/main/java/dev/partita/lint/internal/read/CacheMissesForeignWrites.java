package dev.partita.lint.internal.read;

import dev.partita.design.Design;
import dev.partita.design.model.Edit;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Help;
import dev.partita.lint.internal.facts.PatternUses;
import dev.partita.lint.rule.Rule;
import dev.partita.plan.internal.compile.Compiled;
import java.util.stream.Stream;

/** A cache that lasts long, of a table whose stream does not tell what others write. */
public final class CacheMissesForeignWrites implements Rule.Advice {

    private static final int SHORT_SECONDS = 300;

    @Override
    public Stream<Finding> check(Compiled compiled) {
        Design design = compiled.design();
        PatternUses uses = new PatternUses(design);
        return design.tables().values().stream()
                .filter(t -> t.stream() == null || t.stream().equals("off"))
                .flatMap(t -> uses.reads()
                        .filter(p -> p.cacheSeconds() != null
                                && p.cacheSeconds() > SHORT_SECONDS
                                && uses.entityOf(p) != null
                                && t.id().equals(uses.entityOf(p).table()))
                        .limit(1)
                        .map(p -> found(
                                p.name(),
                                p.node().placeOf("cache"),
                                p.name() + " is kept for long, and " + t.id()
                                        + " has no stream that tells of writes made elsewhere",
                                Help.edit(Edit.ofTable(t, "stream", "both")))));
    }
}
