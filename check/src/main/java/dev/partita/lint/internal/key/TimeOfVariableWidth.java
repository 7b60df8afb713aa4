package dev.partita.lint.internal.key;

import dev.partita.design.model.Edit;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Help;
import dev.partita.design.model.Template.Format.Kind;
import dev.partita.design.model.Type;
import dev.partita.lint.internal.facts.KeyUse;
import dev.partita.lint.rule.Rule;
import dev.partita.plan.internal.compile.Compiled;
import java.util.stream.Stream;

/** A time without a fixed form in a key. */
public final class TimeOfVariableWidth implements Rule.Warning {

    @Override
    public Stream<Finding> check(Compiled compiled) {
        return KeyUse.of(compiled.design()).flatMap(use -> use.template()
                .variables()
                .filter(variable -> use.attribute(variable) != null)
                .filter(variable -> use.attribute(variable).type() == Type.Simple.ISO_TIME)
                .filter(variable -> variable.formats().isEmpty() || variable.has(Kind.RAW))
                .map(variable -> found(
                        use.subject(),
                        use.place(variable),
                        variable.attribute() + " has no fixed width, so " + use.words()
                                + " does not sort by time: `12:00:00.5Z` comes before `12:00:00Z`",
                        Help.edit(Edit.ofAttribute(use.entity(), variable.attribute(), "type", "timestamp"))
                                .saying("which has one width"))));
    }
}
