package dev.partita.lint;

import dev.partita.design.Attribute;
import dev.partita.design.Design;
import dev.partita.design.Edit;
import dev.partita.design.Entity;
import dev.partita.design.Finding;
import dev.partita.design.Help;
import dev.partita.design.Severity;
import dev.partita.item.Limits;
import dev.partita.plan.Compiled;
import java.util.stream.Stream;

/** A fan-out that may not fit in one transaction. */
final class FanOutOverHundred implements Rule {

    @Override
    public Severity severity() {
        return Severity.WARNING;
    }

    @Override
    public String explanation() {
        return """
                Items made from a list are written in one transaction with their source: one action for the source, one \
                for each element that goes and one for each that comes. A transaction has at most 100 actions, so a list \
                of fifty can be exchanged as a whole and a longer one cannot. Bound the list with max-items, 49 at most.""";
    }

    @Override
    public String bad() {
        return """
                design: sites
                tables:
                  main:
                    key: { partition: pk, sort: sk }
                entities:
                  Site:
                    key: { pk: "SITE#{siteId}", sk: META }
                    attributes:
                      siteId: { type: ulid, generate: ulid }
                      tags: { type: list of string, distinct: true }
                    # ^^^^ fan-out-over-hundred: a Site with many tags cannot be written in one transaction of 100 actions
                  SiteTag:
                    from: { entity: Site, each: tags, as: tag }
                    key: { pk: "SITE#{siteId}", sk: "TAG#{tag}" }
                    attributes:
                      tag: { type: string }
                      siteId: { type: string }
                patterns:
                  createSite: { create: Site }
                """;
    }

    @Override
    public Stream<Finding> check(Compiled compiled) {
        Design design = compiled.design();
        return design.entities().values().stream()
                .filter(e -> e.from() != null
                        && e.from().each() != null
                        && design.entities().containsKey(e.from().entity()))
                .flatMap(e -> {
                    Entity source = design.entities().get(e.from().entity());
                    Attribute list = source.attributes().get(e.from().each());
                    return Stream.ofNullable(list)
                            .filter(a -> a.maxItems() == null || 2 * a.maxItems() + 1 > Limits.TRANSACT_ACTIONS)
                            .map(a -> found(
                                    source.name() + "." + a.name(),
                                    Marks.attribute(source, a),
                                    Nouns.a(source.name()) + " with " + (a.maxItems() == null ? "many" : a.maxItems())
                                            + " " + a.name()
                                            + " cannot be written in one transaction of 100 actions when all of them change",
                                    Help.edit(Edit.ofAttribute(source, a.name(), "max-items", "49"))
                                            .saying("or fewer")));
                });
    }
}
