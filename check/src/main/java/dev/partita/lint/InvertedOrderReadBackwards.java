package dev.partita.lint;

import dev.partita.design.Edit;
import dev.partita.design.Finding;
import dev.partita.design.Help;
import dev.partita.design.Pattern.KeyTest.Operator;
import dev.partita.design.Severity;
import dev.partita.design.Template;
import dev.partita.design.Template.Format.Kind;
import dev.partita.plan.Compiled;
import java.util.stream.Stream;

/** A newest-first key read backwards, which gives the oldest first. */
final class InvertedOrderReadBackwards implements Rule {

    @Override
    public Severity severity() {
        return Severity.WARNING;
    }

    @Override
    public String explanation() {
        return """
                A newest-first key already sorts the latest item to the front, so it is read forwards. Turned round \
                twice, the first page shows the oldest items. Either invert the time in the key or read backwards, \
                never both.""";
    }

    @Override
    public String bad() {
        return """
                design: timeline
                tables:
                  main: { key: { partition: pk, sort: sk } }
                entities:
                  Post:
                    key: { pk: "WALL#{wall}", sk: "{createdAt:newest-first}#{postId}" }
                    attributes:
                      wall: { type: string }
                      createdAt: { type: epoch-seconds, set: on-create }
                      postId: { type: ulid, generate: ulid }
                patterns:
                  posts: { list: Post, key: { pk: "WALL#{wall}" }, direction: backward }
                  #                                                           ^^^^^^^^ inverted-order-read-backwards: posts reads
                """;
    }

    @Override
    public Stream<Finding> check(Compiled compiled) {
        return PinnedRead.of(compiled.design())
                .filter(read -> Boolean.FALSE.equals(read.pattern().pinned().forward()))
                .filter(read -> !wantsOldestFirst(read.pattern().order()))
                .flatMap(read -> read.sortNames().stream()
                        .filter(name ->
                                read.test(name) == null || read.test(name).operator() != Operator.EQUALS)
                        .flatMap(name -> read.templates(name).stream())
                        .flatMap(Template::variables)
                        .filter(variable -> variable.has(Kind.NEWEST_FIRST))
                        .limit(1)
                        .map(variable -> found(
                                read.pattern().name(),
                                read.pattern().node().placeOf("direction"),
                                read.pattern().name() + " reads backwards what is stored newest-first, so "
                                        + variable.attribute() + " comes oldest first",
                                Help.edit(Edit.ofPattern(read.pattern(), "direction", "forward")))));
    }

    private static boolean wantsOldestFirst(String order) {
        return order != null && !order.equals("newest-first") && !order.endsWith("descending");
    }
}
