package dev.partita.lint.internal.write;

import dev.partita.design.model.Edit;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Help;
import dev.partita.design.model.Pattern;
import dev.partita.item.Limits;
import dev.partita.lint.rule.Rule;
import dev.partita.plan.internal.compile.Compiled;
import dev.partita.plan.internal.write.WritePlan;
import java.util.stream.Stream;

/** A create with children, of which there may be more than a transaction takes. */
public final class ChildrenOverHundred implements Rule.Warning {

    @Override
    public Stream<Finding> check(Compiled compiled) {
        return compiled.design().patterns().values().stream()
                .filter(p -> p.with() != null)
                .filter(p -> p.max() == null || p.max() > most(compiled, p))
                .filter(p -> p.expect() == null
                        || p.expect().items() == null
                        || p.expect().items() > most(compiled, p))
                .map(p -> found(
                        p.name(),
                        p.node().placeOf("with"),
                        p.name() + " may bring more " + p.with() + " items than a transaction takes, which is "
                                + most(compiled, p),
                        Help.edit(Edit.put(
                                        Integer.toString(most(compiled, p)), "patterns", p.name(), "expect", "items"))
                                .saying("or fewer")));
    }

    /** What is left of a transaction beside what else the write does. */
    private static int most(Compiled compiled, Pattern pattern) {
        Integer most = compiled.plans().get(pattern.name()) instanceof WritePlan plan ? plan.mostChildren() : null;
        return most == null ? Limits.TRANSACT_ACTIONS - 1 : most;
    }
}
