package dev.partita.lint;

import dev.partita.design.Design;
import dev.partita.design.Entity;
import dev.partita.design.Pattern;
import dev.partita.design.Template.Variable;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;

/** Which partition of the table or of an index a reading pattern asks. */
record Served(Design design) {

    /** The one that the request names, or the one whose parts the caller gives; empty for scans and when nothing fits. */
    Optional<Partition> partition(Pattern pattern, Entity entity) {
        if (pattern.verb() == Pattern.Verb.SCAN || pattern.verb() == Pattern.Verb.SEARCH) {
            return Optional.empty();
        }
        if (pattern.pinned() != null) {
            String index = pattern.pinned().index();
            return Partition.of(design)
                    .filter(p -> p.entity() == entity)
                    .filter(p -> index == null
                            ? p.index() == null
                            : p.index() != null && p.index().name().equals(index))
                    .findFirst();
        }
        Set<String> given = new LinkedHashSet<>();
        pattern.by().stream().map(Variable::attribute).forEach(given::add);
        if (pattern.each() != null) {
            given.add(pattern.each().attribute());
        }
        return Partition.of(design)
                .filter(p -> p.entity() == entity)
                .filter(p -> p.variables().allMatch(v -> given.contains(v.attribute()) || Volumes.isTimeBucket(v)))
                .filter(p -> given.isEmpty()
                        || p.index() != null
                        || p.variables().findAny().isPresent())
                .max(Comparator.<Partition>comparingLong(p -> p.whole().stream()
                                .flatMap(t -> t.variables())
                                .map(Variable::attribute)
                                .distinct()
                                .filter(given::contains)
                                .count())
                        .thenComparing(p -> p.index() == null));
    }
}
