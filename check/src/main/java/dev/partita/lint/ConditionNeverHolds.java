package dev.partita.lint;

import dev.partita.design.Finding;
import dev.partita.design.Pattern;
import dev.partita.design.Severity;
import dev.partita.design.Where;
import dev.partita.plan.Compiled;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/** A condition whose halves exclude each other. */
final class ConditionNeverHolds implements Rule {

    @Override
    public Severity severity() {
        return Severity.ERROR;
    }

    @Override
    public String explanation() {
        return """
                Both sides of an AND have to hold of one item, and these two never do: an attribute has one value, and one that is \
                missing has none. A read finds nothing then, and a write is always refused. Where one of the two is enough, write OR, \
                or IN for several values of one attribute.""";
    }

    @Override
    public String bad() {
        return """
                design: desk
                tables:
                  main: { key: { partition: pk, sort: sk } }
                entities:
                  Ticket:
                    key: { pk: "DESK#{desk}", sk: "TICKET#{ticketId}" }
                    attributes:
                      desk: { type: string }
                      ticketId: { type: ulid, generate: ulid }
                      state: { enum: [open, waiting, closed], default: open }
                patterns:
                  alive: { list: Ticket, by: desk, where: "state = 'open' AND state = 'waiting'" }
                  #                                        ^^^^^^^^^^^^^^ condition-never-holds: state = 'open' and state = 'waiting' never hold of one item
                """;
    }

    @Override
    public String mended() {
        return bad().replace("state = 'open' AND state = 'waiting'", "state IN ('open', 'waiting')");
    }

    @Override
    public Stream<Finding> check(Compiled compiled) {
        return compiled.design().patterns().values().stream().flatMap(pattern -> conditions(pattern)
                .flatMap(ConditionNeverHolds::impossible)
                .map(and -> finding(pattern, and)));
    }

    private static Stream<Where> conditions(Pattern pattern) {
        return Stream.concat(
                Stream.of(Optional.ofNullable(pattern.where()), Optional.ofNullable(pattern.when()))
                        .flatMap(Optional::stream),
                pattern.requires().values().stream().filter(Objects::nonNull));
    }

    private Finding finding(Pattern pattern, Where.And and) {
        return found(
                pattern.name(),
                and.left().place(),
                text(and.left()) + " and " + text(and.right()) + " never hold of one item",
                "where one of them is enough, write OR");
    }

    private static String text(Where where) {
        return dev.partita.plan.Conditions.text(where);
    }

    /** Every AND of it that holds of nothing. */
    private static Stream<Where.And> impossible(Where where) {
        if (where instanceof Where.Or or) {
            return Stream.concat(impossible(or.left()), impossible(or.right()));
        }
        if (where instanceof Where.And and) {
            Stream<Where.And> below = Stream.concat(impossible(and.left()), impossible(and.right()));
            return Exclusion.excludes(and.left(), and.right()) ? Stream.of(and) : below;
        }
        return Stream.empty();
    }
}
