package dev.partita.lint.internal.read;

import dev.partita.design.Design;
import dev.partita.design.model.Edit;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Help;
import dev.partita.design.model.Pattern;
import dev.partita.design.model.Pattern.Verb;
import dev.partita.design.model.Where;
import dev.partita.lint.internal.facts.NamePlaces;
import dev.partita.lint.internal.facts.Nouns;
import dev.partita.lint.internal.facts.PatternUses;
import dev.partita.lint.rule.Rule;
import dev.partita.plan.internal.compile.Compiled;
import dev.partita.plan.internal.value.Conditions;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Items that strangers get by one pattern, though they do not get them one by one. */
public final class ConditionLeftOut implements Rule.Warning {

    private static final Set<Verb> SHOWING = Set.of(Verb.GET, Verb.READ, Verb.LIST, Verb.SEARCH, Verb.SCAN);

    @Override
    public Stream<Finding> check(Compiled compiled) {
        Design design = compiled.design();
        PatternUses uses = new PatternUses(design);
        return design.entities().values().stream()
                .flatMap(entity -> showing(uses, entity).filter(uses::isOpen).flatMap(pattern -> hidden(
                                uses, entity, pattern)
                        .limit(1)
                        .map(condition -> found(
                                pattern.name(),
                                NamePlaces.option(design, pattern, "where"),
                                pattern.name() + " shows also " + Nouns.a(entity.name()) + " that is not `" + condition
                                        + "`, and "
                                        + gates(uses, entity, pattern).get(0).name() + " does not",
                                help(pattern, condition)))));
    }

    private static Stream<Pattern> showing(PatternUses uses, Entity entity) {
        return uses.reads()
                .filter(pattern -> SHOWING.contains(pattern.verb())
                        && uses.entityOf(pattern) == entity
                        && pattern.pinned() == null
                        && pattern.through().isEmpty());
    }

    /** The other patterns by which strangers get one item: what these hide is hidden from them. */
    private static List<Pattern> gates(PatternUses uses, Entity entity, Pattern pattern) {
        return showing(uses, entity)
                .filter(one -> one != pattern && uses.isOpen(one) && isOfOne(one))
                .toList();
    }

    private static boolean isOfOne(Pattern pattern) {
        return pattern.verb() == Verb.GET || pattern.verb() == Verb.READ;
    }

    /** The conditions that this one lacks, where what they hide is there for fewer. */
    private static Stream<String> hidden(PatternUses uses, Entity entity, Pattern pattern) {
        List<Pattern> gates = gates(uses, entity, pattern);
        Set<String> own = conditions(pattern);
        return gates.stream()
                .flatMap(gate -> conditions(gate).stream())
                .distinct()
                .filter(condition -> !own.contains(condition) && !own.contains("NOT " + condition))
                .filter(condition ->
                        gates.stream().allMatch(gate -> conditions(gate).contains(condition)))
                .filter(condition -> showing(uses, entity)
                        .anyMatch(one -> !uses.isOpen(one)
                                && isOfOne(one)
                                && !conditions(one).contains(condition)));
    }

    /** What is a plain yes or no of the item. */
    private static Set<String> conditions(Pattern pattern) {
        return Conditions.all(pattern.where()).stream()
                .filter(where -> where.flag() != null
                        || where instanceof Where.Not not && not.inner().flag() != null)
                .map(Where::text)
                .collect(Collectors.toCollection(java.util.LinkedHashSet::new));
    }

    private static Help help(Pattern pattern, String condition) {
        String where =
                pattern.where() == null ? condition : "(" + pattern.where().text() + ") AND " + condition;
        return Help.edit(Edit.ofPattern(pattern, "where", Edit.quoted(where)));
    }
}
