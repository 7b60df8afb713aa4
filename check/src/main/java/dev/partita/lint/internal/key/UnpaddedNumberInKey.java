package dev.partita.lint.internal.key;

import dev.partita.design.model.Finding;
import dev.partita.design.model.Template.Format.Kind;
import dev.partita.lint.internal.facts.KeyUse;
import dev.partita.lint.internal.facts.Numbers;
import dev.partita.lint.internal.facts.Repairs;
import dev.partita.lint.rule.Rule;
import dev.partita.plan.internal.compile.Compiled;
import java.util.stream.Stream;

/** A number in a text key without a fixed width. */
public final class UnpaddedNumberInKey implements Rule.Warning {

    @Override
    public Stream<Finding> check(Compiled compiled) {
        return KeyUse.of(compiled.design())
                .filter(use -> use.isSort() && Numbers.isText(use))
                .flatMap(use -> use.template()
                        .variables()
                        .filter(variable -> Numbers.isInteger(use.attribute(variable)))
                        .filter(variable -> !use.attribute(variable).hasOneWidth())
                        .filter(variable -> variable.formats().stream()
                                .noneMatch(format -> format.kind() == Kind.PAD
                                        || format.kind() == Kind.NEWEST_FIRST
                                        || format.kind() == Kind.HASH
                                        || format.kind() == Kind.SHARD))
                        .map(variable -> found(
                                use.subject(),
                                use.place(variable),
                                variable.attribute() + " is compared as text in " + use.words()
                                        + ": `10` comes before `9`",
                                Repairs.part(
                                        use,
                                        variable,
                                        "{" + variable.attribute() + ":" + Repairs.padding(use.attribute(variable))
                                                + "}"))));
    }
}
