package dev.partita.lint.internal.key;

import dev.partita.design.Design;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Pattern;
import dev.partita.design.model.Pattern.Verb;
import dev.partita.lint.internal.facts.PatternUses;
import dev.partita.lint.internal.write.TransactionTouchesItemTwice;
import dev.partita.lint.rule.Rule;
import dev.partita.plan.internal.compile.Compiled;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** A transaction of two different changes that seem to be meant for one item. */
public final class PartsMeetSideBySide implements Rule.Warning {

    @Override
    public Stream<Finding> check(Compiled compiled) {
        Design design = compiled.design();
        return design.patterns().values().stream()
                .filter(pattern -> pattern.verb() == Verb.TRANSACT)
                .flatMap(whole -> findings(design, whole));
    }

    private Stream<Finding> findings(Design design, Pattern whole) {
        List<Pattern> parts = whole.entities().stream()
                .map(design.patterns()::get)
                .filter(Objects::nonNull)
                .toList();
        return IntStream.range(0, parts.size()).boxed().flatMap(i -> parts.subList(i + 1, parts.size()).stream()
                .filter(other -> seemOne(design, whole, parts.get(i), other))
                .map(other -> finding(whole, parts.get(i), other)));
    }

    private Finding finding(Pattern whole, Pattern one, Pattern other) {
        return found(
                whole.name(),
                whole.node().placeOf("transact"),
                one.name() + " and " + other.name() + " of " + whole.name() + " write the same "
                        + one.entities().get(0)
                        + ", which DynamoDB refuses, unless callers name an item for each",
                "write one pattern that does both changes");
    }

    private static boolean seemOne(Design design, Pattern whole, Pattern one, Pattern other) {
        return TransactionTouchesItemTwice.isByTheSame(one, other)
                && !TransactionTouchesItemTwice.meet(whole, one, other)
                && (one.verb() != other.verb() || isOtherwise(design, one, other));
    }

    private static boolean isOtherwise(Design design, Pattern one, Pattern other) {
        PatternUses uses = new PatternUses(design);
        Set<String> changed = uses.changes(one);
        return one.verb() == Verb.UPDATE && Collections.disjoint(changed, uses.changes(other));
    }
}
