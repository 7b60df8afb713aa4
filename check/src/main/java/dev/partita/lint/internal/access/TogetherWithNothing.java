package dev.partita.lint.internal.access;

import dev.partita.design.Design;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Pattern;
import dev.partita.design.model.Pattern.Verb;
import dev.partita.lint.internal.facts.NamePlaces;
import dev.partita.lint.internal.facts.PatternUses;
import dev.partita.lint.rule.Rule;
import dev.partita.plan.internal.compile.Compiled;
import dev.partita.plan.internal.compile.Through;
import java.util.List;
import java.util.stream.Stream;

/** A pattern that is only for being a part, and is part of nothing. */
public final class TogetherWithNothing implements Rule.Error {

    @Override
    public Stream<Finding> check(Compiled compiled) {
        Design design = compiled.design();
        PatternUses uses = new PatternUses(design);
        return Stream.concat(
                alone(uses),
                design.patterns().values().stream()
                        .filter(pattern -> design.patterns().containsKey(pattern.then()))
                        .filter(pattern -> uses.allowed(design.patterns().get(pattern.then()))
                                .equals(List.of("together")))
                        .map(pattern -> found(
                                pattern.name(),
                                pattern.node().placeOf("then"),
                                "nobody may call " + pattern.name() + ": it goes on with " + pattern.then()
                                        + ", which is for `together` alone",
                                "say who may call " + pattern.then() + " besides")));
    }

    private Stream<Finding> alone(PatternUses uses) {
        Design design = uses.design();
        return design.patterns().values().stream()
                .filter(pattern -> uses.allowed(pattern).equals(List.of("together")))
                .filter(pattern -> !isPart(design, pattern))
                .map(pattern -> found(
                        pattern.name(),
                        NamePlaces.option(design, pattern, "allow"),
                        "nobody may call " + pattern.name() + ": it is for `together` alone, and part of nothing"
                                + followers(design, pattern),
                        "name it in a `transact` or `gather`, or say who may call it"));
    }

    private static boolean isPart(Design design, Pattern pattern) {
        return design.patterns().values().stream()
                .filter(whole -> whole.verb() == Verb.TRANSACT || whole.verb() == Verb.GATHER)
                .anyMatch(whole -> whole.entities().contains(pattern.name()));
    }

    private static String followers(Design design, Pattern gate) {
        List<String> names = design.patterns().values().stream()
                .filter(pattern -> Through.of(design, pattern).stream().anyMatch(through -> through.gate() == gate))
                .map(Pattern::name)
                .toList();
        return names.isEmpty() ? "" : "; so nobody gets through it to " + String.join(", ", names);
    }
}
