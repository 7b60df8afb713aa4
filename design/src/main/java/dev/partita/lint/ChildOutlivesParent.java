package dev.partita.lint;

import dev.partita.design.Attribute;
import dev.partita.design.Design;
import dev.partita.design.Entity;
import dev.partita.design.Finding;
import dev.partita.design.Severity;
import dev.partita.plan.Compiled;
import java.util.stream.Stream;

/** Children that stay when their parent expires. */
final class ChildOutlivesParent implements Rule {

    @Override
    public Severity severity() {
        return Severity.WARNING;
    }

    @Override
    public String explanation() {
        return """
                on-delete: cascade takes children along when a pattern deletes their parent. When the parent expires, DynamoDB removes \
                it in the background, and nothing removes the children. Whoever makes a parent with the same id next finds \
                them, may reach them by through:, and its counters begin at nothing while they are there. Give the \
                children an expiry of their own, by a time that they have from their parent.""";
    }

    @Override
    public String bad() {
        return """
                design: rooms
                tables:
                  main: { key: { partition: pk, sort: sk }, expiry: ttl }
                entities:
                  Room:
                    key: { pk: "ROOM#{roomId}", sk: META }
                    attributes:
                      roomId: { type: string }
                      endsAt: { type: epoch-seconds, stored: ttl, required: true }
                  Chat:
                    key: { pk: "ROOM#{roomId}", sk: "CHAT#{chatId}" }
                    attributes:
                      roomId: { type: string, references: Room, must-exist: true, on-delete: cascade }
                      #                                                                      ^^^^^^^ child-outlives-parent: a Room expires, and its Chat items stay
                      chatId: { type: ulid, generate: ulid }
                patterns:
                  open: { create: Room }
                  say: { create: Chat }
                  chats: { list: Chat, by: roomId }
                """;
    }

    @Override
    public String good() {
        return bad().replaceAll("(?m)^ *#.*\n", "")
                .replace(
                        "      chatId: { type: ulid, generate: ulid }\n",
                        "      chatId: { type: ulid, generate: ulid }\n"
                                + "      endsAt: { type: epoch-seconds, stored: ttl, required: true }\n");
    }

    @Override
    public Stream<Finding> check(Compiled compiled) {
        Design design = compiled.design();
        return design.entities().values().stream()
                .filter(child -> child.from() == null && !expires(design, child))
                .flatMap(child -> child.attributes().values().stream()
                        .filter(a -> "cascade".equals(a.onDelete())
                                && expires(design, design.entities().get(a.references())))
                        .map(a -> found(child, a)));
    }

    private Finding found(Entity child, Attribute attribute) {
        return found(
                child.name() + "." + attribute.name(),
                Marks.option(child, attribute, "on-delete"),
                Nouns.a(attribute.references()) + " expires, and its " + child.name() + " items stay",
                "give " + child.name() + " the time at which its " + attribute.references()
                        + " expires, and an expiry by it");
    }

    private static boolean expires(Design design, Entity entity) {
        return entity != null
                && entity.expiry() != null
                && design.tableOf(entity) != null
                && design.tableOf(entity).expiry() != null;
    }
}
