package dev.partita.lint.internal.key;

import dev.partita.design.Design;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Template.Format.Kind;
import dev.partita.design.model.Template.Variable;
import dev.partita.lint.internal.facts.KeyUse;
import dev.partita.lint.rule.Rule;
import dev.partita.plan.internal.compile.Compiled;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** An index sort key that adds nothing to the partition key. */
public final class SortKeyRepeatsPartition implements Rule.Advice {

    @Override
    public Stream<Finding> check(Compiled compiled) {
        Design design = compiled.design();
        return KeyUse.of(design)
                .filter(use -> use.isSort() && !use.template().isConstant() && !use.implied())
                .filter(use -> {
                    Set<String> known = partition(design, use);
                    return use.template().variables().map(Variable::attribute).allMatch(known::contains);
                })
                .map(use -> found(
                        use.subject(),
                        use.place(),
                        use.words() + " says nothing that its partition key does not say",
                        "sort by something that differs within the partition"));
    }

    /** The attributes that stand, whole, in the partition key beside it. */
    private static Set<String> partition(Design design, KeyUse sort) {
        return KeyUse.of(design, sort.entity()).stream()
                .filter(use -> use.isPartition() && use.index() == sort.index())
                .flatMap(use -> use.template().variables())
                .filter(variable -> variable.period() == null && !variable.has(Kind.SHARD))
                .map(Variable::attribute)
                .collect(Collectors.toSet());
    }
}
