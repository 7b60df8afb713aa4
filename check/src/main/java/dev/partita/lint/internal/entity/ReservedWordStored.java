package dev.partita.lint.internal.entity;

import dev.partita.design.model.Attribute;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Finding;
import dev.partita.expression.ReservedWords;
import dev.partita.lint.internal.facts.NamePlaces;
import dev.partita.lint.internal.facts.Repairs;
import dev.partita.lint.rule.Rule;
import dev.partita.plan.internal.compile.Compiled;
import java.util.List;
import java.util.stream.Stream;

/** Stored names that are reserved words of DynamoDB. */
public final class ReservedWordStored implements Rule.Advice {

    @Override
    public Stream<Finding> check(Compiled compiled) {
        return compiled.design().entities().values().stream()
                .filter(e -> !reserved(e).isEmpty() && Repairs.isPinned(compiled.design(), e))
                .map(e -> found(
                        e.name(),
                        NamePlaces.entity(compiled.design(), e),
                        e.name() + " stores attributes as " + String.join(", ", reserved(e))
                                + ": reserved in DynamoDB's expressions",
                        "use placeholders in expressions written by hand, or other stored names"));
    }

    private static List<String> reserved(Entity entity) {
        return entity.attributes().values().stream()
                .filter(Attribute::isStored)
                .map(Attribute::stored)
                .filter(ReservedWords::contains)
                .toList();
    }
}
