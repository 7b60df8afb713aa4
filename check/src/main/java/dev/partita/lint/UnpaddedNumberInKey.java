package dev.partita.lint;

import dev.partita.design.model.Finding;
import dev.partita.design.model.Template.Format.Kind;
import dev.partita.plan.internal.compile.Compiled;
import java.util.stream.Stream;

/** A number in a text key without a fixed width. */
final class UnpaddedNumberInKey implements Rule.Warning {

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
