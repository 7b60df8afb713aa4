package dev.partita.lint;

import dev.partita.design.Finding;
import dev.partita.design.Pattern.Verb;
import dev.partita.design.Severity;
import dev.partita.plan.Compiled;
import java.util.stream.Stream;

/** A scan that nobody explained. */
final class ScanWithoutReason implements Rule {

    @Override
    public Severity severity() {
        return Severity.WARNING;
    }

    @Override
    public String explanation() {
        return """
                A scan reads the whole table, every item of every kind, and costs accordingly; it grows with the \
                table, not with the answer. Sometimes that is what is wanted: then say why in `about:`. Otherwise an \
                index key, with `when:` to keep it small, serves the pattern.""";
    }

    @Override
    public String bad() {
        return """
                design: shop
                tables:
                  main: { key: { partition: pk, sort: sk } }

                entities:
                  User:
                    key: { pk: "USER#{userId}", sk: META }
                    attributes:
                      userId: { type: string }
                      isActive: { type: flag, default: true }
                patterns:
                  gone: { scan: User, where: NOT isActive }
                  #       ^^^^ scan-without-reason: gone reads
                """;
    }

    @Override
    public String mended() {
        return bad().replace("{ scan: User", "{ about: A yearly audit., scan: User");
    }

    @Override
    public Stream<Finding> check(Compiled compiled) {
        return compiled.design().patterns().values().stream()
                .filter(pattern -> pattern.verb() == Verb.SCAN)
                .filter(pattern -> pattern.about() == null || pattern.about().isBlank())
                .map(pattern -> found(
                        pattern.name(),
                        pattern.node().placeOfKey("scan"),
                        pattern.name() + " reads every item of the table, and nothing says why",
                        "say why in about:, or give " + String.join(", ", pattern.entities())
                                + " an index key and write list:"));
    }
}
