package dev.partita.lint.internal.read;

import dev.partita.design.Design;
import dev.partita.design.model.Edit;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Help;
import dev.partita.design.model.Pattern;
import dev.partita.design.model.Pattern.Verb;
import dev.partita.item.Limits;
import dev.partita.lint.internal.facts.AskedPartition;
import dev.partita.lint.internal.facts.Figures;
import dev.partita.lint.internal.facts.NamePlaces;
import dev.partita.lint.internal.facts.Partition;
import dev.partita.lint.internal.facts.PatternUses;
import dev.partita.lint.internal.facts.Volumes;
import dev.partita.lint.rule.Rule;
import dev.partita.plan.internal.compile.Compiled;
import dev.partita.plan.internal.key.OwnNames;
import java.util.Set;
import java.util.stream.Stream;

/** A read of a whole collection that has more than a megabyte. */
public final class CollectionReadWhole implements Rule.Warning {

    @Override
    public Stream<Finding> check(Compiled compiled) {
        Design design = compiled.design();
        Volumes volumes = new Volumes(design);
        PatternUses uses = new PatternUses(design);
        return uses.reads()
                .filter(p -> p.verb() == Verb.READ && p.page() == null && p.max() == null && p.range() == null)
                .filter(p -> p.expect() == null || p.expect().items() == null)
                .flatMap(p -> uses.entitiesOf(p)
                        .flatMap(e -> new AskedPartition(compiled).partition(p, e).stream())
                        .filter(partition -> isAllOfPartition(design, p, partition))
                        .filter(partition -> volumes.itemsEach(partition).orElse(0) * volumes.entryBytes(partition)
                                > Limits.PAGE_BYTES)
                        .map(partition -> found(
                                p.name(),
                                NamePlaces.pattern(design, p),
                                p.name() + " gathers about "
                                        + Figures.number(
                                                volumes.itemsEach(partition).getAsLong()) + " "
                                        + partition.entity().name() + " items, "
                                        + Figures.size(
                                                volumes.itemsEach(partition).getAsLong()
                                                        * volumes.entryBytes(partition))
                                        + ", before it answers",
                                Help.edit(Edit.ofPattern(p, "page", "100"))
                                        .or("list " + partition.entity().name() + " by a pattern of its own"))));
    }

    // With more given than the partition's parts, the sort key narrows it by an amount nobody stated.
    private static boolean isAllOfPartition(Design design, Pattern pattern, Partition partition) {
        Set<String> parts = PatternUses.variables(partition.templates());
        return OwnNames.by(design, pattern, partition.entity()).stream().allMatch(v -> parts.contains(v.attribute()));
    }
}
