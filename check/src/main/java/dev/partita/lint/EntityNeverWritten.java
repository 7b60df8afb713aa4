package dev.partita.lint;

import dev.partita.design.Design;
import dev.partita.design.Finding;
import dev.partita.design.Pattern.Verb;
import dev.partita.design.Severity;
import dev.partita.plan.Compiled;
import java.util.stream.Stream;

/** An entity that no pattern writes. */
final class EntityNeverWritten implements Rule {

    @Override
    public Severity severity() {
        return Severity.ADVICE;
    }

    @Override
    public String explanation() {
        return """
                Nothing in this design creates such items. Either another system does, or the pattern was forgotten, and \
                then reading them finds nothing. Write a create or put pattern, or say in about: who writes them and \
                ignore this.""";
    }

    @Override
    public String bad() {
        return """
                design: shop
                tables:
                  main:
                    key: { partition: pk }
                entities:
                  Plan:
                # ^^^^ entity-never-written: no pattern creates a Plan
                    key: { pk: "PLAN#{name}" }
                    attributes:
                      name: { type: string }
                patterns:
                  plan: { get: Plan, by: name }
                """;
    }

    @Override
    public String mended() {
        return bad() + "  createPlan: { create: Plan }\n";
    }

    @Override
    public Stream<Finding> check(Compiled compiled) {
        Design design = compiled.design();
        Uses uses = new Uses(design);
        boolean readOnlyDesign =
                uses.writes().findAny().isEmpty() && design.patterns().size() > 1;
        return design.entities().values().stream()
                .filter(e -> e.from() == null && !readOnlyDesign)
                .filter(e -> uses.writesOf(e).noneMatch(p -> p.verb() == Verb.CREATE || p.verb() == Verb.PUT))
                .map(e -> found(
                        e.name(),
                        Marks.entity(design, e),
                        "no pattern creates " + Nouns.a(e.name()),
                        "write a create: or put: pattern for it"));
    }
}
