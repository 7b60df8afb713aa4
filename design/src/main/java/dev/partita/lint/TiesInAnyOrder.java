package dev.partita.lint;

import dev.partita.design.Attribute;
import dev.partita.design.Design;
import dev.partita.design.Edit;
import dev.partita.design.Entity;
import dev.partita.design.Finding;
import dev.partita.design.Help;
import dev.partita.design.Severity;
import dev.partita.plan.Compiled;
import dev.partita.plan.ReadPlan;
import dev.partita.plan.WriteOrder;
import java.util.stream.Stream;

/** A list by time in which nothing says what comes first of the items of one second. */
final class TiesInAnyOrder implements Rule {

    @Override
    public Severity severity() {
        return Severity.WARNING;
    }

    @Override
    public String explanation() {
        return """
                Times are kept to the second, and items written within one are sorted by what stands behind the time in \
                the key. A ULID or a number that is counted up keeps them in the order of writing; a UUID, or nothing, \
                shuffles them.""";
    }

    @Override
    public String bad() {
        return """
                design: timeline
                tables:
                  main: { key: { partition: pk, sort: sk } }
                entities:
                  Post:
                    key: { pk: "WALL#{wall}", sk: "{createdAt}#{postId}" }
                    attributes:
                      wall: { type: string }
                      postId: { type: uuid, generate: uuid }
                      createdAt: { type: timestamp, set: on-create }
                patterns:
                  posts: { list: Post, by: wall, order: newest-first }
                #                                       ^^^^^^^^^^^^ ties-in-any-order: posts is sorted by time
                """;
    }

    @Override
    public Stream<Finding> check(Compiled compiled) {
        Design design = compiled.design();
        return compiled.plans().values().stream()
                .filter(ReadPlan.class::isInstance)
                .map(ReadPlan.class::cast)
                .flatMap(plan -> plan.doubts().stream()
                        .map(doubt -> found(
                                plan.pattern().name(),
                                plan.pattern().node().placeOf("order"),
                                plan.pattern().name() + " is sorted by time, but " + doubt,
                                help(
                                        design,
                                        design.entities()
                                                .get(plan.pattern().entities().get(0))))));
    }

    private static Help help(Design design, Entity entity) {
        for (Attribute attribute : entity.attributes().values()) {
            if (WriteOrder.isUlid(design, entity, attribute)) {
                return Help.words("put {" + attribute.name() + "} right behind the time in the key");
            }
        }
        for (Attribute attribute : entity.attributes().values()) {
            if ("uuid".equals(attribute.generate())) {
                return Help.edit(
                        Edit.ofAttribute(entity, attribute.name(), "type", "ulid"),
                        Edit.ofAttribute(entity, attribute.name(), "generate", "ulid"));
            }
        }
        return Help.words("put an attribute with `type: ulid, generate: ulid` right behind the time in the key");
    }
}
