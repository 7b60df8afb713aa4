package dev.partita.lint;

import dev.partita.design.Design;
import dev.partita.design.Finding;
import dev.partita.design.Severity;
import dev.partita.plan.Compiled;
import dev.partita.plan.Look;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Two parts of a key whose border cannot be told. */
final class PartsRunTogether implements Rule {

    @Override
    public Severity severity() {
        return Severity.WARNING;
    }

    @Override
    public String explanation() {
        return """
                Different values make the same key when a part can hold what stands between it and the next: `a#b` + \
                `1` and `a` + `b#1` are both `a#b#1`. Parts divided by the design's separator are escaped and safe; \
                `:raw` parts, other dividers and parts without one between them are not.""";
    }

    @Override
    public String bad() {
        return """
                design: problems
                tables:
                  main: { key: { partition: pk } }
                entities:
                  Problem:
                    key: { pk: "PROB#{platform:raw}#{number}" }
                    #                 ^^^^^^^^^^^^ parts-run-together: platform can hold
                    attributes:
                      platform: { type: string }
                      number: { type: string }
                patterns:
                  problem: { get: Problem, by: [platform, number] }
                """;
    }

    @Override
    public String good() {
        return bad().replace("{platform:raw}", "{platform}");
    }

    @Override
    public Stream<Finding> check(Compiled compiled) {
        Design design = compiled.design();
        return KeyUse.of(design).flatMap(use -> {
            Look look = Look.of(design, use.entity(), use.key(), use.template());
            return IntStream.range(0, look.pieces().size() - 1)
                    .filter(number -> look.pieces().get(number).variable() != null && !look.endsAtBoundary(number))
                    .filter(number -> look
                            .pieces()
                            .subList(number + 1, look.pieces().size())
                            .stream()
                            .anyMatch(piece -> piece.variable() != null))
                    .mapToObj(number -> found(
                            use.subject(),
                            use.place(look.pieces().get(number).variable()),
                            look.pieces().get(number).variable().attribute()
                                    + " can hold the text that divides it from the next" + " part of " + use.words()
                                    + ", so two items can get one key",
                            "put " + Examples.quoted(design.separator()) + " between the parts, without :raw"));
        });
    }
}
