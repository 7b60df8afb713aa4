package dev.partita.lint.internal.access;

import dev.partita.design.Design;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Help;
import dev.partita.design.model.Pattern;
import dev.partita.design.model.Pattern.Verb;
import dev.partita.design.model.Place;
import dev.partita.lint.internal.facts.NamePlaces;
import dev.partita.lint.rule.Rule;
import dev.partita.plan.internal.compile.Compiled;
import dev.partita.plan.internal.compile.Through;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** A pattern that is to follow one of the parent's and cannot. */
public final class ThroughNotServed implements Rule.Error {

    @Override
    public Stream<Finding> check(Compiled compiled) {
        Design design = compiled.design();
        List<Finding> findings = new ArrayList<>();
        for (Pattern pattern : design.patterns().values()) {
            boolean isMade = pattern.verb() == Verb.GATHER || pattern.verb() == Verb.TRANSACT;
            if (isMade && !pattern.through().isEmpty()) {
                findings.add(found(
                        pattern.name(),
                        pattern.node().placeOf("through"),
                        "`through` has no effect on a pattern that is made of others",
                        "write it at the patterns that it is made of"));
            }
            for (Through.Named named : Through.named(design, pattern)) {
                Through.Problem problem = Through.problem(design, pattern, named);
                if (problem == null && isCircular(design, pattern, new LinkedHashSet<>())) {
                    problem = new Through.Problem(
                            pattern.name() + " follows itself", Help.words("name a pattern that gets the parent"));
                }
                if (problem != null) {
                    findings.add(found(pattern.name(), place(design, pattern), problem.message(), problem.help()));
                }
            }
        }
        return findings.stream();
    }

    private static Place place(Design design, Pattern pattern) {
        return pattern.through().isEmpty()
                ? NamePlaces.pattern(design, pattern)
                : pattern.node().placeOf("through");
    }

    private static boolean isCircular(Design design, Pattern pattern, Set<String> above) {
        return !above.add(pattern.name())
                || Through.of(design, pattern).stream()
                        .anyMatch(through -> isCircular(design, through.gate(), new LinkedHashSet<>(above)));
    }
}
