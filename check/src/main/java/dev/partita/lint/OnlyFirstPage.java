package dev.partita.lint;

import dev.partita.design.Design;
import dev.partita.design.Finding;
import dev.partita.design.Help;
import dev.partita.design.Pattern.Verb;
import dev.partita.design.Severity;
import dev.partita.plan.Compiled;
import java.util.stream.Stream;

/** A pinned request that must see everything, and reads one page. */
final class OnlyFirstPage implements Rule {

    @Override
    public Severity severity() {
        return Severity.WARNING;
    }

    @Override
    public String explanation() {
        return """
                A pinned request is made once, as it stands, and one page ends at a megabyte: a count comes out too \
                low and a collection is cut off, without any error. Leave the request to the compiler with `by:`; it \
                reads page after page.""";
    }

    @Override
    public String bad() {
        return """
                design: usage
                tables:
                  main: { key: { partition: pk, sort: sk } }
                entities:
                  UsageLog:
                    key: { pk: "USER#{userId}", sk: "USAGE#{logId}" }
                    attributes:
                      userId: { type: string }
                      logId: { type: ulid, generate: ulid }
                patterns:
                  uses: { count: UsageLog, key: { pk: "USER#{userId}", sk: { begins-with: "USAGE#" } } }
                # ^^^^ only-first-page: uses
                """;
    }

    @Override
    public Stream<Finding> check(Compiled compiled) {
        Design design = compiled.design();
        return PinnedRead.of(design)
                .filter(read ->
                        read.pattern().verb() == Verb.COUNT || read.pattern().verb() == Verb.READ)
                .map(read -> found(
                        read.pattern().name(),
                        Marks.pattern(design, read.pattern()),
                        read.pattern().name() + " " + (read.pattern().verb() == Verb.COUNT ? "counts" : "reads")
                                + " the first megabyte only",
                        Help.edits(
                                Repairs.unpinned(design, read), "write by: instead of key:; all pages are then read")));
    }
}
