package dev.partita.lint.internal.access;

import dev.partita.design.Design;
import dev.partita.design.model.Edit;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Help;
import dev.partita.design.model.Pattern;
import dev.partita.design.model.Pattern.Verb;
import dev.partita.lint.internal.facts.NamePlaces;
import dev.partita.lint.internal.facts.PatternUses;
import dev.partita.lint.rule.Rule;
import dev.partita.plan.internal.compile.Compiled;
import dev.partita.plan.internal.read.ReadPlan;
import dev.partita.plan.internal.read.Step;
import dev.partita.plan.internal.value.Conditions;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.stream.Stream;

/** A list for owners that is not asked for by owner. */
public final class OwnerListNotByOwner implements Rule.Warning {

    @Override
    public Stream<Finding> check(Compiled compiled) {
        Design design = compiled.design();
        PatternUses uses = new PatternUses(design);
        return uses.reads()
                .filter(p -> p.verb() == Verb.LIST
                        || p.verb() == Verb.COUNT
                        || p.verb() == Verb.SEARCH
                        || p.verb() == Verb.SCAN)
                .filter(p -> uses.entityOf(p) != null && uses.entityOf(p).owner() != null)
                .filter(p -> uses.allowed(p).contains("owner") && !uses.isOpen(p))
                .filter(p -> !given(p).contains(uses.entityOf(p).owner()))
                .filter(p -> p.verb() == Verb.COUNT || !isByKeys(compiled, p))
                .map(p -> found(
                        p.name(),
                        NamePlaces.option(design, p, "allow"),
                        p.verb() == Verb.COUNT
                                ? p.name() + " counts the " + uses.entityOf(p).name()
                                        + " items of others too, so owners are answered 403"
                                : p.name() + " is for owners and finds the "
                                        + uses.entityOf(p).name() + " items of others too",
                        help(p, uses.entityOf(p).owner())));
    }

    /** Whoever names items by their keys finds no others than those, as a get does. */
    private static boolean isByKeys(Compiled compiled, Pattern pattern) {
        return compiled.plans().get(pattern.name()) instanceof ReadPlan plan
                && plan.steps().get(0) instanceof Step.BatchGet;
    }

    /** A search goes by words alone; whose items they are, a condition says. */
    private static Help help(Pattern pattern, String owner) {
        if (pattern.verb() != Verb.SEARCH && pattern.verb() != Verb.SCAN) {
            return Help.words("ask by: " + owner + ", or allow another role");
        }
        String own = owner + " = :" + owner;
        String where = pattern.where() == null ? own : "(" + pattern.where().text() + ") AND " + own;
        return Help.edit(Edit.ofPattern(pattern, "where", Edit.quoted(where))).or("allow another role");
    }

    private static Set<String> given(Pattern pattern) {
        Set<String> given = new LinkedHashSet<>();
        pattern.by().forEach(v -> given.add(v.attribute()));
        if (pattern.each() != null) {
            // One request for each of several, of which one may be the caller.
            given.remove(pattern.each().attribute());
        }
        given.addAll(Conditions.attributes(pattern.where()));
        if (pattern.pinned() != null) {
            pattern.pinned().key().values().forEach(test -> given.addAll(PatternUses.variables(test.templates())));
        }
        return given;
    }
}
