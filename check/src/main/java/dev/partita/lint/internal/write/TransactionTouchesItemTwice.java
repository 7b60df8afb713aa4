package dev.partita.lint.internal.write;

import dev.partita.design.Design;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Pattern;
import dev.partita.design.model.Pattern.Verb;
import dev.partita.design.model.Template.Variable;
import dev.partita.lint.rule.Rule;
import dev.partita.plan.internal.compile.Compiled;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/** A transaction that writes one item twice. */
public final class TransactionTouchesItemTwice implements Rule.Error {

    @Override
    public Stream<Finding> check(Compiled compiled) {
        Design design = compiled.design();
        return design.patterns().values().stream()
                .filter(p -> p.verb() == Verb.TRANSACT)
                .flatMap(p -> {
                    List<Finding> findings = new ArrayList<>();
                    List<Pattern> parts = p.entities().stream()
                            .map(design.patterns()::get)
                            .filter(Objects::nonNull)
                            .toList();
                    for (int i = 0; i < parts.size(); i++) {
                        for (int j = i + 1; j < parts.size(); j++) {
                            if (meet(p, parts.get(i), parts.get(j))) {
                                findings.add(found(
                                        p.name(),
                                        p.node().placeOf("transact"),
                                        parts.get(i).name() + " and "
                                                + parts.get(j).name() + " of " + p.name() + " write the same "
                                                + parts.get(i).entities().get(0) + ", which DynamoDB refuses",
                                        "write one pattern that does both changes"));
                            }
                        }
                    }
                    return findings.stream();
                });
    }

    /** Whether what they find by is nothing, or one value for both. */
    public static boolean meet(Pattern whole, Pattern a, Pattern b) {
        return isByTheSame(a, b) && whole.same().containsAll(by(a));
    }

    /** Whether both are about an item that is there, and find it by arguments of the same names. */
    public static boolean isByTheSame(Pattern a, Pattern b) {
        return isOfOneThere(a) && isOfOneThere(b) && a.entities().equals(b.entities()) && by(a).equals(by(b));
    }

    private static boolean isOfOneThere(Pattern pattern) {
        return pattern.verb() == Verb.UPDATE || pattern.verb() == Verb.DELETE || pattern.verb() == Verb.RESTORE;
    }

    private static List<String> by(Pattern pattern) {
        return pattern.by().stream().map(Variable::attribute).toList();
    }
}
