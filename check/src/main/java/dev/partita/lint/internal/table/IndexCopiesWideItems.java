package dev.partita.lint.internal.table;

import dev.partita.design.Design;
import dev.partita.design.model.Edit;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Help;
import dev.partita.design.model.Pattern;
import dev.partita.design.model.Table.Projection;
import dev.partita.lint.internal.facts.AskedPartition;
import dev.partita.lint.internal.facts.Figures;
import dev.partita.lint.internal.facts.Partition;
import dev.partita.lint.internal.facts.PatternUses;
import dev.partita.lint.internal.facts.Volumes;
import dev.partita.lint.rule.Rule;
import dev.partita.plan.internal.compile.Compiled;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** An index that holds whole items of which its patterns return little. */
public final class IndexCopiesWideItems implements Rule.Warning {

    private static final long WIDE_BYTES = 1024;

    @Override
    public Stream<Finding> check(Compiled compiled) {
        Design design = compiled.design();
        Volumes volumes = new Volumes(design);
        PatternUses uses = new PatternUses(design);
        return Partition.of(design)
                .filter(p -> p.index() != null && p.index().projection() == Projection.ALL)
                .filter(p -> volumes.itemBytes(p.entity()) > WIDE_BYTES)
                .flatMap(p -> check(volumes, uses, p, users(compiled, uses, p)));
    }

    private Stream<Finding> check(Volumes volumes, PatternUses uses, Partition p, List<Pattern> users) {
        if (users.isEmpty() || users.stream().anyMatch(user -> user.returned().isEmpty())) {
            return Stream.empty();
        }
        long all = volumes.itemBytes(p.entity());
        long used = usedBytes(volumes, uses, users, p.entity());
        return used * 3 >= all
                ? Stream.empty()
                : Stream.of(found(
                        p.table().id() + "." + p.index().name(),
                        p.index().node().placeOf("projection"),
                        p.index().name() + " copies all of " + p.entity().name() + ", " + Figures.size(all)
                                + ", and its patterns return " + Figures.size(used),
                        Help.edit(Edit.ofIndex(
                                p.table(), p.index(), "projection", Edit.list(wanted(uses, users, p.entity()))))));
    }

    private static List<Pattern> users(Compiled compiled, PatternUses uses, Partition partition) {
        return uses.readsOf(partition.entity())
                .filter(pattern -> new AskedPartition(compiled)
                        .partition(pattern, partition.entity())
                        .filter(served -> served.index() == partition.index())
                        .isPresent())
                .toList();
    }

    private static Set<String> wanted(PatternUses uses, List<Pattern> users, Entity entity) {
        Set<String> wanted = users.stream()
                .flatMap(pattern -> uses.returned(pattern, entity).stream())
                .collect(Collectors.toCollection(LinkedHashSet::new));
        wanted.removeAll(entity.keyAttributes());
        return wanted;
    }

    private static long usedBytes(Volumes volumes, PatternUses uses, List<Pattern> users, Entity entity) {
        return wanted(uses, users, entity).stream()
                .map(entity.attributes()::get)
                .mapToLong(volumes::valueBytes)
                .sum();
    }
}
