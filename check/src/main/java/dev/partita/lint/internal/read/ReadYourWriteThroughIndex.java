package dev.partita.lint.internal.read;

import dev.partita.design.Design;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Pattern;
import dev.partita.design.model.Pattern.Verb;
import dev.partita.design.model.Template.Variable;
import dev.partita.lint.internal.facts.AskedPartition;
import dev.partita.lint.internal.facts.NamePlaces;
import dev.partita.lint.internal.facts.PatternUses;
import dev.partita.lint.rule.Rule;
import dev.partita.plan.internal.compile.Compiled;
import java.util.List;
import java.util.stream.Stream;

/** A lookup through a global index of something people look for right after writing it. */
public final class ReadYourWriteThroughIndex implements Rule.Advice {

    @Override
    public Stream<Finding> check(Compiled compiled) {
        Design design = compiled.design();
        PatternUses uses = new PatternUses(design);
        return uses.reads()
                .filter(p -> p.verb() == Verb.GET && uses.entityOf(p) != null)
                // What nothing serves looks nowhere.
                .filter(p -> compiled.plans().containsKey(p.name()))
                .filter(p -> uses.writesOf(uses.entityOf(p)).anyMatch(Pattern::makes))
                .filter(p -> !isUnique(uses.entityOf(p), p))
                .flatMap(p -> new AskedPartition(compiled)
                        .partition(p, uses.entityOf(p)).stream()
                                .filter(partition -> partition.index() != null)
                                .map(partition -> found(
                                        p.name(),
                                        NamePlaces.pattern(design, p),
                                        p.name() + " looks through "
                                                + partition.index().name()
                                                + ", and right after a write that may find nothing yet",
                                        "use what the write returned, or ask by the table's key")));
    }

    private static boolean isUnique(Entity entity, Pattern pattern) {
        List<String> given = pattern.by().stream().map(Variable::attribute).toList();
        return entity.uniques().stream().anyMatch(u -> given.containsAll(u.attributes()))
                || given.stream().map(entity.attributes()::get).anyMatch(a -> a != null && a.unique());
    }
}
