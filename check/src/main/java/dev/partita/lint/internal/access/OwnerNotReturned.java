package dev.partita.lint.internal.access;

import dev.partita.design.model.Attribute;
import dev.partita.design.model.Edit;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Help;
import dev.partita.design.model.Pattern;
import dev.partita.design.model.Pattern.Verb;
import dev.partita.design.model.Template;
import dev.partita.lint.internal.facts.NamePlaces;
import dev.partita.lint.internal.facts.PatternUses;
import dev.partita.lint.rule.Rule;
import dev.partita.plan.internal.compile.Compiled;
import java.util.List;
import java.util.stream.Stream;

/** A read for owners that neither asks by the owner nor returns it. */
public final class OwnerNotReturned implements Rule.Error {

    @Override
    public Stream<Finding> check(Compiled compiled) {
        PatternUses uses = new PatternUses(compiled.design());
        return uses.reads()
                .filter(p -> p.verb() != Verb.COUNT && p.then() == null && uses.entityOf(p) != null)
                .filter(p -> isForOwners(uses, p))
                .flatMap(p -> check(uses, p, shown(uses, p)));
    }

    private Stream<Finding> check(PatternUses uses, Pattern pattern, Entity shown) {
        String own = uses.entityOf(pattern).owner();
        boolean isOthers = shown != null && shown.owner() == null && own != null && shown != uses.entityOf(pattern);
        if (isOthers && !isAskedBy(pattern, own)) {
            return Stream.of(found(
                    pattern.name(),
                    pattern.node().placeOf("fetch"),
                    pattern.name() + " is for owners and returns " + shown.name() + ", which nobody owns",
                    Help.words("ask by: " + own + ", or give " + shown.name() + " an owner")));
        }
        // An owner that is no attribute at all is another rule's matter.
        Attribute owner = shown == null || shown.owner() == null
                ? null
                : shown.attributes().get(shown.owner());
        if (owner == null || uses.returned(pattern, shown).contains(owner.name())) {
            return Stream.empty();
        }
        boolean isHidden = owner.hidden();
        return Stream.of(found(
                pattern.name(),
                pattern.returned().isEmpty()
                        ? NamePlaces.option(uses.design(), pattern, "allow")
                        : pattern.node().placeOf("return"),
                pattern.name() + " is for owners and does not return " + owner.name() + ", which says whose the "
                        + shown.name() + " is" + (isHidden ? ", since it is hidden" : ""),
                isHidden || pattern.returned().isEmpty()
                        ? Help.words("ask by: " + owner.name() + ", or do not hide it")
                        : Help.edit(Edit.ofPattern(
                                pattern,
                                "return",
                                Edit.list(Stream.concat(pattern.returned().stream(), Stream.of(owner.name()))
                                        .toList())))));
    }

    /** Whether the answer has to say whose it is: what is fetched does, though the list is asked for by owner. */
    private static boolean isForOwners(PatternUses uses, Pattern pattern) {
        Entity fetched =
                pattern.fetch() == null ? null : uses.design().entities().get(pattern.fetch());
        boolean isAsked = uses.allowed(pattern).contains("owner") && !uses.isOpen(pattern);
        if (fetched == null) {
            return isAsked && !isAskedBy(pattern, uses.entityOf(pattern).owner());
        }
        List<String> own = fetched.allow();
        return isAsked || own.contains("owner") && !own.contains("anyone") && !own.contains("signed-in");
    }

    private static Entity shown(PatternUses uses, Pattern pattern) {
        boolean isFetched = pattern.fetch() != null && !pattern.fetch().equals("whole");
        return isFetched ? uses.design().entities().get(pattern.fetch()) : uses.entityOf(pattern);
    }

    private static boolean isAskedBy(Pattern pattern, String owner) {
        Stream<Template.Variable> pinned = pattern.pinned() == null
                ? Stream.empty()
                : pattern.pinned().key().values().stream()
                        .filter(test -> test.operator() == Pattern.KeyTest.Operator.EQUALS)
                        .flatMap(test -> test.templates().stream())
                        .flatMap(Template::variables);
        return Stream.concat(pattern.by().stream(), pinned)
                .anyMatch(v -> v.attribute().equals(owner) && v.formats().isEmpty() && !pattern.isEach(owner));
    }
}
