package dev.partita.lint.internal.write;

import dev.partita.design.Design;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Template;
import dev.partita.lint.internal.facts.NamePlaces;
import dev.partita.lint.internal.facts.PatternUses;
import dev.partita.lint.internal.facts.Volumes;
import dev.partita.lint.rule.Rule;
import dev.partita.plan.internal.compile.Compiled;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/** One item that everybody counts in. */
public final class HotCounter implements Rule.Warning {

    private static final long FEW = 10;
    private static final double BUSY = 100;

    @Override
    public Stream<Finding> check(Compiled compiled) {
        Design design = compiled.design();
        Volumes volumes = new Volumes(design);
        Stream<Finding> quotas = design.quotas().values().stream()
                .filter(quota -> design.entities().containsKey(quota.counts()))
                .filter(quota -> quota.per().stream()
                        .allMatch(v -> volumes.values(design.entities().get(quota.counts()), v, null)
                                        .orElse(FEW + 1)
                                <= FEW))
                .filter(quota -> isBusy(volumes.peakWrites(design.entities().get(quota.counts()))))
                .map(quota -> found(
                        quota.name(),
                        NamePlaces.quota(design, quota),
                        quota.name() + " counts every " + quota.counts()
                                + " in one item, which takes about a hundred a second",
                        "count per owner, or state expect on " + quota.counts() + " if there are fewer"));
        PatternUses uses = new PatternUses(design);
        Stream<Finding> adds = uses.writes()
                .filter(pattern -> !pattern.add().isEmpty() && uses.entityOf(pattern) != null)
                .filter(pattern -> isOneItem(volumes, uses.entityOf(pattern)))
                .filter(pattern -> isBusy(Volumes.peak(pattern)))
                .map(
                        pattern -> found(
                                pattern.name(),
                                NamePlaces.option(design, pattern, "add"),
                                pattern.name()
                                        + " always adds to the same few items, and one takes about a hundred a second",
                                "spread the counter by a shard in its key, or state expect: { per-day: … } if there are fewer"));
        return Stream.concat(quotas, adds);
    }

    private static boolean isBusy(OptionalDouble peak) {
        return peak.isEmpty() || peak.getAsDouble() > BUSY;
    }

    private static boolean isOneItem(Volumes volumes, Entity entity) {
        return entity.key().values().stream()
                .flatMap(Template::variables)
                .allMatch(v -> volumes.values(entity, v, null).orElse(FEW + 1) <= FEW);
    }
}
