package dev.partita.lint.internal.key;

import dev.partita.design.model.Edit;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Help;
import dev.partita.lint.internal.facts.KeyUse;
import dev.partita.lint.internal.facts.NamePlaces;
import dev.partita.lint.rule.Rule;
import dev.partita.plan.internal.compile.Compiled;
import java.util.stream.Stream;

/** An index key that is stored as NULL when there is no value. */
public final class NullInIndexKey implements Rule.Error {

    @Override
    public Stream<Finding> check(Compiled compiled) {
        return KeyUse.of(compiled.design())
                .filter(use -> use.template().isLone())
                .flatMap(use -> use.template()
                        .variables()
                        .filter(variable -> use.attribute(variable) != null)
                        .filter(variable -> use.attribute(variable).absentIsNull())
                        .filter(variable ->
                                use.key().equals(use.attribute(variable).stored()))
                        .map(variable -> found(
                                use.subject(),
                                NamePlaces.attribute(use.entity(), use.attribute(variable)),
                                variable.attribute()
                                        + " is stored as NULL when there is none, and DynamoDB refuses NULL in the"
                                        + " key " + use.key(),
                                Help.edit(Edit.remove(
                                                "entities",
                                                use.entity().name(),
                                                "attributes",
                                                variable.attribute(),
                                                "absent"))
                                        .saying("so that the item is left out of the index"))));
    }
}
