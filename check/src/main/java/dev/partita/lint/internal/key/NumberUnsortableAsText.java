package dev.partita.lint.internal.key;

import dev.partita.design.model.Attribute;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Template.Format.Kind;
import dev.partita.design.model.Type;
import dev.partita.lint.internal.facts.KeyUse;
import dev.partita.lint.internal.facts.Numbers;
import dev.partita.lint.rule.Rule;
import dev.partita.plan.internal.compile.Compiled;
import java.util.stream.Stream;

/** A negative or decimal number in a text key. */
public final class NumberUnsortableAsText implements Rule.Warning {

    @Override
    public Stream<Finding> check(Compiled compiled) {
        return KeyUse.of(compiled.design())
                .filter(use -> use.isSort() && Numbers.isText(use))
                .flatMap(use -> use.template()
                        .variables()
                        .filter(variable -> variable.formats().stream()
                                .noneMatch(format -> format.kind() == Kind.HASH || format.kind() == Kind.SHARD))
                        .filter(variable -> why(use.attribute(variable)) != null)
                        .map(variable -> found(
                                use.subject(),
                                use.place(variable),
                                variable.attribute() + " " + why(use.attribute(variable)) + ", and " + use.words()
                                        + " sorts it as text",
                                "shift and scale it to an integer that is never negative, or declare " + use.key()
                                        + " as a number")));
    }

    private static String why(Attribute attribute) {
        if (attribute == null) {
            return null;
        }
        if (attribute.type() == Type.Simple.DECIMAL) {
            return "is a decimal";
        }
        boolean negative = attribute.min() != null && attribute.min().signum() < 0;
        return negative && attribute.type() == Type.Simple.INTEGER ? "can be negative" : null;
    }
}
