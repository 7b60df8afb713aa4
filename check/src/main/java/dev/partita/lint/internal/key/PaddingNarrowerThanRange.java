package dev.partita.lint.internal.key;

import dev.partita.design.model.Finding;
import dev.partita.design.model.Template;
import dev.partita.design.model.Template.Format.Kind;
import dev.partita.design.model.Template.Variable;
import dev.partita.lint.internal.facts.KeyUse;
import dev.partita.lint.internal.facts.Numbers;
import dev.partita.lint.internal.facts.Repairs;
import dev.partita.lint.rule.Rule;
import dev.partita.plan.internal.compile.Compiled;
import java.util.stream.Stream;

/** A number that grows wider than the key pads it. */
public final class PaddingNarrowerThanRange implements Rule.Warning {

    @Override
    public Stream<Finding> check(Compiled compiled) {
        return KeyUse.of(compiled.design())
                .filter(use -> use.isSort() && Numbers.isText(use))
                .flatMap(use -> use.template()
                        .variables()
                        .filter(variable -> Numbers.isInteger(use.attribute(variable))
                                && use.attribute(variable).max() != null)
                        .filter(variable -> digits(use, variable) > padded(variable))
                        .map(variable -> found(
                                use.subject(),
                                use.place(variable),
                                variable.attribute() + " has up to " + digits(use, variable) + " digits, and "
                                        + use.words() + " pads it to " + padded(variable) + ": `1"
                                        + "0".repeat(padded(variable)) + "` would come before `"
                                        + "9".repeat(padded(variable)) + "`",
                                Repairs.part(
                                        use,
                                        variable,
                                        "{" + variable.attribute() + ":" + Repairs.padding(use.attribute(variable))
                                                + "}"))));
    }

    private static int padded(Variable variable) {
        return variable.formats().stream()
                .filter(format -> format.kind() == Kind.PAD)
                .mapToInt(Template.Format::number)
                .max()
                .orElse(Integer.MAX_VALUE);
    }

    private static int digits(KeyUse use, Variable variable) {
        return use.attribute(variable).max().toBigInteger().toString().length();
    }
}
