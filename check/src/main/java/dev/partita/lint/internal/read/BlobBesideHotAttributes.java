package dev.partita.lint.internal.read;

import dev.partita.design.Design;
import dev.partita.design.model.Edit;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Help;
import dev.partita.design.model.Pattern.Verb;
import dev.partita.lint.internal.facts.Figures;
import dev.partita.lint.internal.facts.NamePlaces;
import dev.partita.lint.internal.facts.PatternUses;
import dev.partita.lint.internal.facts.Volumes;
import dev.partita.lint.rule.Rule;
import dev.partita.plan.internal.compile.Compiled;
import java.util.stream.Stream;

/** A large content in the same item as a small attribute that changes. */
public final class BlobBesideHotAttributes implements Rule.Warning {

    private static final long BLOB_BYTES = 8 * 1024;
    private static final double RARE = 1_000;

    @Override
    public Stream<Finding> check(Compiled compiled) {
        Design design = compiled.design();
        Volumes volumes = new Volumes(design);
        PatternUses uses = new PatternUses(design);
        return uses.writes()
                .filter(p -> p.verb() == Verb.UPDATE
                        && uses.entityOf(p) != null
                        && !uses.changes(p).isEmpty())
                .filter(p -> Volumes.perDay(p).orElse(RARE) >= RARE)
                .flatMap(p -> uses.entityOf(p).attributes().values().stream()
                        .filter(a -> a.isStored() && volumes.valueBytes(a) >= BLOB_BYTES)
                        .filter(a -> uses.changes(p).stream()
                                .map(uses.entityOf(p).attributes()::get)
                                .noneMatch(changed ->
                                        changed == a || changed != null && volumes.valueBytes(changed) >= BLOB_BYTES))
                        .limit(1)
                        .map(a -> found(
                                p.name(),
                                NamePlaces.pattern(design, p),
                                p.name() + " changes " + String.join(", ", uses.changes(p)) + " and writes "
                                        + Figures.size(volumes.valueBytes(a)) + " of " + a.name() + " with it",
                                Help.edit(Edit.put("100", "patterns", p.name(), "expect", "per-day"))
                                        .saying("if it is that rare")
                                        .or("keep " + a.name() + " in an item of its own"))));
    }
}
