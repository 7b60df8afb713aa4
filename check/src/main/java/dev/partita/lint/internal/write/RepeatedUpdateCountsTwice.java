package dev.partita.lint.internal.write;

import dev.partita.design.model.Attribute;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Help;
import dev.partita.design.model.Pattern;
import dev.partita.design.model.Type;
import dev.partita.design.model.Where;
import dev.partita.lint.internal.facts.PatternUses;
import dev.partita.lint.internal.facts.Repairs;
import dev.partita.lint.rule.Rule;
import dev.partita.plan.internal.compile.Compiled;
import dev.partita.plan.internal.value.Conditions;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** An update that does more when it is done again. */
public final class RepeatedUpdateCountsTwice implements Rule.Advice {

    @Override
    public Stream<Finding> check(Compiled compiled) {
        PatternUses uses = new PatternUses(compiled.design());
        return uses.writes()
                // A transaction is sent again with its token, and DynamoDB does it once.
                .filter(p -> !uses.allowed(p).equals(List.of("together")))
                .filter(p -> uses.entityOf(p) != null && uses.entityOf(p).version() == null && !holdsOnce(p))
                .flatMap(p -> Stream.concat(p.add().keySet().stream(), p.append().stream())
                        .filter(name -> !isSet(uses.entityOf(p).attributes().get(name)))
                        .limit(1)
                        .map(name -> found(
                                p.name(),
                                p.node().placeOf(p.append().contains(name) ? "append" : "add"),
                                p.name() + " adds to " + name + " again when it is sent again",
                                Help.edits(Repairs.version(uses.entityOf(p)), null)
                                        .or("let a when: hold only once"))));
    }

    /** Whether what the pattern writes ends what its when: asks for; {@code balance >= 5} may well hold again. */
    private static boolean holdsOnce(Pattern p) {
        Set<String> replaced = new HashSet<>(p.set().keySet());
        replaced.addAll(p.change());
        replaced.addAll(p.remove());
        replaced.addAll(p.append());
        return Conditions.all(p.when()).stream()
                .anyMatch(condition -> Conditions.attributes(condition).stream().anyMatch(replaced::contains)
                        || condition instanceof Where.Compare compare
                                && compare.isEquality()
                                && Conditions.attributes(condition).stream()
                                        .anyMatch(p.add().keySet()::contains));
    }

    // What is in a set already is not added again.
    private static boolean isSet(Attribute attribute) {
        return attribute == null || attribute.type() instanceof Type.SetOf || attribute.distinct();
    }
}
