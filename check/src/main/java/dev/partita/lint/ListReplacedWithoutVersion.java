package dev.partita.lint;

import dev.partita.design.Finding;
import dev.partita.design.Help;
import dev.partita.design.Pattern.Verb;
import dev.partita.design.Severity;
import dev.partita.design.Type;
import dev.partita.plan.Compiled;
import java.util.stream.Stream;

/** A list that is replaced as a whole, so that edits at the same time undo each other. */
final class ListReplacedWithoutVersion implements Rule {

    @Override
    public Severity severity() {
        return Severity.ADVICE;
    }

    @Override
    public String explanation() {
        return """
                To change one element the caller reads the list, edits it and writes it back. Whoever does the same at \
                that moment writes back theirs, and one of the two edits is gone without a trace. With version: the \
                second write is refused and can be done again on what is there; append: and remove: change elements \
                without reading the list at all.""";
    }

    @Override
    public String bad() {
        return """
                design: sites
                tables:
                  main:
                    key: { partition: pk }
                entities:
                  Site:
                    key: { pk: "SITE#{siteId}" }
                    attributes:
                      siteId: { type: ulid, generate: ulid }
                      tags: { type: list of string, max-items: 20 }
                patterns:
                  updateSite: { update: Site, by: siteId, change: [tags] }
                  #                                               ^^^^^^ list-replaced-without-version: updateSite replaces tags as a whole
                """;
    }

    @Override
    public Stream<Finding> check(Compiled compiled) {
        Uses uses = new Uses(compiled.design());
        return uses.writes()
                .filter(p -> p.verb() == Verb.UPDATE
                        && uses.entityOf(p) != null
                        && uses.entityOf(p).version() == null)
                .flatMap(p -> p.change().stream()
                        .map(uses.entityOf(p).attributes()::get)
                        .filter(a -> a != null && (a.type() instanceof Type.ListOf || a.type() instanceof Type.SetOf))
                        .map(a -> found(
                                p.name(),
                                p.node().placeOf("change"),
                                p.name() + " replaces " + a.name()
                                        + " as a whole, so edits at the same time undo each other",
                                Help.edits(Repairs.version(uses.entityOf(p)), null)
                                        .or("use append: and remove:"))));
    }
}
