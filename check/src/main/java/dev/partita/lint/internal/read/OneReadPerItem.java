package dev.partita.lint.internal.read;

import dev.partita.design.model.Edit;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Help;
import dev.partita.design.model.Pattern;
import dev.partita.design.model.Pattern.Verb;
import dev.partita.lint.rule.Rule;
import dev.partita.plan.internal.compile.Compiled;
import java.util.List;
import java.util.stream.Stream;

/** A list that would make another request for each item. */
public final class OneReadPerItem implements Rule.Error {

    @Override
    public Stream<Finding> check(Compiled compiled) {
        return compiled.design().patterns().values().stream()
                .filter(pattern -> pattern.verb() == Verb.LIST && pattern.then() != null)
                .map(pattern -> found(
                        pattern.name(),
                        pattern.node().placeOf("then"),
                        pattern.name() + " would run " + pattern.then() + " once for every item of its list",
                        help(compiled, pattern)));
    }

    private static Help help(Compiled compiled, Pattern pattern) {
        Pattern then = compiled.design().patterns().get(pattern.then());
        return then == null || then.verb() != Verb.GET || then.entities().isEmpty()
                ? Help.words("fetch the entity to read; that asks for a hundred at a time")
                : Help.edit(new Edit.Put(
                                List.of("patterns", pattern.name(), "fetch"),
                                then.entities().get(0),
                                "then"))
                        .saying("which asks for a hundred at a time");
    }
}
