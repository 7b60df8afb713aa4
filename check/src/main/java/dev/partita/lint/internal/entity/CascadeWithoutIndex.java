package dev.partita.lint.internal.entity;

import dev.partita.design.Design;
import dev.partita.design.model.Attribute.OnDelete;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Pattern.Verb;
import dev.partita.lint.internal.facts.NamePlaces;
import dev.partita.lint.rule.Rule;
import dev.partita.plan.internal.compile.Compiled;
import dev.partita.plan.internal.write.WriteModel;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Stream;

/** A rule for deletes that cannot find what it is about. */
public final class CascadeWithoutIndex implements Rule.Warning {

    @Override
    public Stream<Finding> check(Compiled compiled) {
        WriteModel model = new WriteModel(compiled.design());
        return compiled.design().entities().values().stream().flatMap(entity -> entity.attributes().values().stream()
                .filter(a -> a.onDelete() != null && a.onDelete() != OnDelete.KEEP)
                .filter(a -> model.isSearchedByScan(entity, a))
                .filter(a -> isDeleted(compiled.design(), a.references(), new HashSet<>()))
                .map(a -> found(
                        entity.name() + "." + a.name(),
                        NamePlaces.option(entity, a, "on-delete"),
                        "nothing finds the " + entity.name() + " items of a deleted " + a.references() + " but a scan",
                        "give " + entity.name() + " an index whose partition key is "
                                + String.join(", ", model.parts(entity, a)))));
    }

    /** Whether a pattern deletes such items, or what they go with. */
    private static boolean isDeleted(Design design, String name, Set<String> seen) {
        Entity entity = name == null ? null : design.entities().get(name);
        if (entity == null || !seen.add(name)) {
            return false;
        }
        return design.patterns().values().stream()
                        .anyMatch(p -> p.verb() == Verb.DELETE && p.entities().contains(name))
                || entity.attributes().values().stream()
                        .anyMatch(a -> a.onDelete() == OnDelete.CASCADE && isDeleted(design, a.references(), seen));
    }
}
