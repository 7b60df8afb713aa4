package dev.partita.lint;

import dev.partita.design.Entity;
import dev.partita.design.Finding;
import dev.partita.design.Severity;
import dev.partita.design.Where;
import dev.partita.plan.Compiled;
import java.util.stream.Stream;

/** A search for a part of a text by a filter. */
final class SubstringByFilter implements Rule {

    @Override
    public Severity severity() {
        return Severity.WARNING;
    }

    @Override
    public String explanation() {
        return """
                contains() in a filter is looked at after the items have been read and paid for, it is exact about upper \
                and lower case, and it knows no words. With a scan it reads the whole table for each search. Use search: \
                … on:, which keeps an index of the words, or keep a lower-case copy of the text and ask for its \
                beginning.""";
    }

    @Override
    public String bad() {
        return """
                design: books
                tables:
                  main:
                    key: { partition: pk }
                entities:
                  Book:
                    key: { pk: "BOOK#{bookId}" }
                    attributes:
                      bookId: { type: ulid, generate: ulid }
                      title: { type: string }
                patterns:
                  byTitle: { scan: Book, where: "contains(title, :words)" }
                  #                              ^^^^^^^^^^^^^^^^^^^^^^^ substring-by-filter: byTitle looks for a part of title
                """;
    }

    @Override
    public String good() {
        return bad().replace("{ scan: Book, where: \"contains(title, :words)\" }", "{ search: Book, on: title }");
    }

    @Override
    public Stream<Finding> check(Compiled compiled) {
        Uses uses = new Uses(compiled.design());
        return uses.reads().filter(pattern -> uses.entityOf(pattern) != null).flatMap(pattern -> Stream.of(
                        pattern.where(),
                        pattern.pinned() == null ? null : pattern.pinned().filter())
                .flatMap(Conditions::parts)
                .filter(Where.Call.class::isInstance)
                .map(Where.Call.class::cast)
                .filter(call -> call.function().equals("contains") && isText(uses.entityOf(pattern), call))
                .map(call -> found(
                        pattern.name(),
                        call.place(),
                        pattern.name() + " looks for a part of " + ((Where.Operand.Path) call.value()).attribute()
                                + " after reading everything, and only in exactly this case",
                        "use search: " + uses.entityOf(pattern).name() + ", on: "
                                + ((Where.Operand.Path) call.value()).attribute())));
    }

    private static boolean isText(Entity entity, Where.Call call) {
        return call.value() instanceof Where.Operand.Path path
                && entity.attributes().get(path.attribute()) != null
                && "S".equals(entity.attributes().get(path.attribute()).type().tag());
    }
}
