package dev.partita.lint;

import dev.partita.design.Finding;
import dev.partita.design.Help;
import dev.partita.design.Severity;
import dev.partita.plan.Compiled;
import java.util.stream.Stream;

/** A limit kept by counting first and writing then. */
final class CountThenWrite implements Rule {

    @Override
    public Severity severity() {
        return Severity.ERROR;
    }

    @Override
    public String explanation() {
        return """
                Between the count and the write others count too: ten requests at once all see nine of ten and all \
                write. A count through a global index is behind as well. A quota keeps the number in a counter and \
                increases it in the same transaction as the write, on condition that it is below the limit, so no number \
                of parallel requests passes it.""";
    }

    @Override
    public String bad() {
        return """
                design: usage
                tables:
                  main:
                    key: { partition: pk, sort: sk }
                entities:
                  Use:
                    key: { pk: "USER#{userId}", sk: "USE#{useId}" }
                    attributes:
                      userId: { type: string }
                      useId: { type: ulid, generate: ulid }
                patterns:
                  uses: { count: Use, by: userId }
                  use: { create: Use, guard: { count: uses, below: 50 } }
                  #                   ^^^^^ count-then-write: use counts first and writes then
                """;
    }

    @Override
    public Stream<Finding> check(Compiled compiled) {
        return compiled.design().patterns().values().stream()
                .filter(p -> p.guard() != null)
                .map(p -> found(
                        p.name(),
                        p.node().placeOf("guard"),
                        p.name()
                                + " counts first and writes then, so requests at the same time pass the limit together",
                        Help.edits(Repairs.quota(compiled.design(), p), "count them by a quota instead")));
    }
}
