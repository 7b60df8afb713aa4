package dev.partita.lint.internal.entity;

import dev.partita.design.Design;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Finding;
import dev.partita.lint.internal.facts.NamePlaces;
import dev.partita.lint.internal.facts.Nouns;
import dev.partita.lint.internal.facts.Partition;
import dev.partita.lint.internal.facts.PatternUses;
import dev.partita.lint.rule.Rule;
import dev.partita.plan.internal.compile.Compiled;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Items between two entities that can be found from one of them only. */
public final class OneWayRelation implements Rule.Advice {

    @Override
    public Stream<Finding> check(Compiled compiled) {
        Design design = compiled.design();
        return Partition.of(design)
                .filter(p -> p.index() == null
                        && p.entity().from() == null
                        && refersTo(p.entity(), PatternUses.variables(p.templates()))
                                        .size()
                                == 1)
                .flatMap(p -> {
                    Set<String> rest = p.entity().keyAttributes();
                    rest.removeAll(PatternUses.variables(p.templates()));
                    Set<String> others = refersTo(p.entity(), rest);
                    return others.stream()
                            .limit(others.size() == 1 ? 1 : 0)
                            .filter(name -> Partition.of(design)
                                    .noneMatch(other -> other.entity() == p.entity()
                                            && PatternUses.variables(other.templates())
                                                    .contains(name)))
                            .map(name -> found(
                                    p.entity().name(),
                                    NamePlaces.entity(design, p.entity()),
                                    "nothing lists the " + p.entity().name() + " items of "
                                            + Nouns.a(p.entity()
                                                    .attributes()
                                                    .get(name)
                                                    .references()),
                                    "add an index whose partition key is " + name + ", if somebody will ask"));
                });
    }

    private static Set<String> refersTo(Entity entity, Set<String> names) {
        return names.stream()
                .filter(name -> entity.attributes().get(name) != null
                        && entity.attributes().get(name).references() != null)
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }
}
