package dev.partita.lint.internal.facts;

import dev.partita.design.model.Entity;
import dev.partita.design.model.Pattern;
import dev.partita.design.model.Table.Index;
import dev.partita.design.model.Template;
import dev.partita.design.model.Template.Variable;
import dev.partita.plan.internal.compile.Compiled;
import dev.partita.plan.internal.read.ReadPlan;
import dev.partita.plan.internal.read.Step;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Which partition of the table or of an index a reading pattern asks. */
public record AskedPartition(Compiled compiled) {

    /** The one its plan asks; without a plan, the one that fits best. Empty for scans and when nothing fits. */
    public Optional<Partition> partition(Pattern pattern, Entity entity) {
        if (pattern.verb() == Pattern.Verb.SCAN || pattern.verb() == Pattern.Verb.SEARCH) {
            return Optional.empty();
        }
        if (compiled.plans().get(pattern.name()) instanceof ReadPlan plan
                && !plan.steps().isEmpty()) {
            return planned(plan.steps().get(0), entity);
        }
        if (pattern.pinned() != null) {
            return partitions(entity)
                    .filter(p ->
                            Objects.equals(name(p.index()), pattern.pinned().index()))
                    .findFirst();
        }
        return likely(pattern, entity);
    }

    private Optional<Partition> planned(Step first, Entity entity) {
        if (first instanceof Step.Query query) {
            // A local index shares the table's partitions.
            String index = query.target().isGlobal() ? query.target().index().name() : null;
            return partitions(entity)
                    .filter(p -> Objects.equals(name(p.index()), index))
                    .findFirst();
        }
        return first.isByKey() || first instanceof Step.BatchGet
                ? partitions(entity).filter(p -> p.index() == null).findFirst()
                : Optional.empty();
    }

    private Optional<Partition> likely(Pattern pattern, Entity entity) {
        Set<String> given = new LinkedHashSet<>();
        pattern.by().stream().map(Variable::attribute).forEach(given::add);
        if (pattern.each() != null) {
            given.add(pattern.each().attribute());
        }
        return partitions(entity)
                .filter(p -> p.variables().allMatch(v -> given.contains(v.attribute()) || v.period() != null))
                .filter(p -> given.isEmpty()
                        || p.index() != null
                        || p.variables().findAny().isPresent())
                .max(Comparator.<Partition>comparingLong(p -> p.whole().stream()
                                .flatMap(Template::variables)
                                .map(Variable::attribute)
                                .distinct()
                                .filter(given::contains)
                                .count())
                        .thenComparing(p -> p.index() == null));
    }

    private Stream<Partition> partitions(Entity entity) {
        return Partition.of(compiled.design(), entity).stream();
    }

    private static String name(Index index) {
        return index == null ? null : index.name();
    }
}
