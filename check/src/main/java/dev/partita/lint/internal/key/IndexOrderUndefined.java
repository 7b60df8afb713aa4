package dev.partita.lint.internal.key;

import dev.partita.design.Design;
import dev.partita.design.model.Edit;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Help;
import dev.partita.design.model.Pattern.Verb;
import dev.partita.design.model.Template;
import dev.partita.design.model.Template.Format.Kind;
import dev.partita.design.model.Template.Variable;
import dev.partita.lint.internal.facts.KeyUse;
import dev.partita.lint.internal.facts.PatternUses;
import dev.partita.lint.internal.facts.Repairs;
import dev.partita.lint.internal.facts.TimeParts;
import dev.partita.lint.rule.Rule;
import dev.partita.plan.internal.compile.Compiled;
import dev.partita.plan.internal.compile.WriteOrder;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** An index sorted by time alone, so that equal times come in any order. */
public final class IndexOrderUndefined implements Rule.Warning {

    @Override
    public Stream<Finding> check(Compiled compiled) {
        Design design = compiled.design();
        return KeyUse.of(design)
                .filter(use -> use.index() != null && use.isSort() && !use.implied())
                .filter(use -> !use.template().isLone() || synthetic(use))
                .filter(use -> !isAlone(design, use))
                .flatMap(use -> use
                        .template()
                        .variables()
                        .reduce((earlier, later) -> later)
                        .filter(last -> TimeParts.isWhole(use.entity(), last))
                        .filter(last -> isListed(design, use.entity()))
                        .map(last -> found(
                                use.subject(),
                                use.place(last),
                                use.entity().name() + " items of one second come in no certain order in "
                                        + use.index().name() + ": its " + use.key() + " ends in the time",
                                help(design, use, last)))
                        .stream());
    }

    /** Whether each partition of the index has one item at most: all that tells items apart is in its key. */
    private static boolean isAlone(Design design, KeyUse sort) {
        Set<String> partition = KeyUse.of(design, sort.entity()).stream()
                .filter(use -> use.index() == sort.index() && use.isPartition())
                .flatMap(use -> use.template().variables())
                .filter(v -> v.formats().isEmpty())
                .map(Variable::attribute)
                .collect(Collectors.toSet());
        return partition.containsAll(PatternUses.variables(sort.entity().key().values()));
    }

    // A time that is itself the index key has no place for an id; who wants one makes a key of its own.
    private static boolean synthetic(KeyUse use) {
        return use.entity().storedAs(use.key()) == null;
    }

    private static boolean isListed(Design design, Entity entity) {
        return design.patterns().values().stream()
                .anyMatch(pattern ->
                        pattern.verb() == Verb.LIST && pattern.entities().contains(entity.name()));
    }

    private static Help help(Design design, KeyUse use, Variable time) {
        Variable id = Repairs.identity(design, use);
        Template from = id == null
                ? null
                : use.entity().key().values().stream()
                        .filter(template -> template.variables().anyMatch(v -> v == id))
                        .findFirst()
                        .orElseThrow();
        boolean isTurned = id != null
                && time.has(Kind.NEWEST_FIRST)
                && WriteOrder.isUlid(
                        design, use.entity(), use.entity().attributes().get(id.attribute()));
        String part = id == null ? null : isTurned ? "{" + id.attribute() + ":newest-first}" : Repairs.shown(from, id);
        Edit edit = id == null ? null : Repairs.template(use, use.template().text() + design.separator() + part);
        return edit == null ? Help.words("append an id of the item") : Help.edit(edit);
    }
}
