package dev.partita.lint;

import dev.partita.design.Edit;
import dev.partita.design.Finding;
import dev.partita.design.Help;
import dev.partita.design.Pattern;
import dev.partita.design.Severity;
import dev.partita.item.Limits;
import dev.partita.plan.Compiled;
import dev.partita.plan.WritePlan;
import java.util.stream.Stream;

/** A create with children, of which there may be more than a transaction takes. */
final class ChildrenOverHundred implements Rule {

    @Override
    public Severity severity() {
        return Severity.WARNING;
    }

    @Override
    public String explanation() {
        return """
                A create with its children is one transaction, and a transaction has at most 100 actions and 4 MB. \
                Nothing says how many children come, or it says too many. State expect: { items: … } on the pattern, or \
                create the rest by patterns of their own.""";
    }

    @Override
    public String bad() {
        return """
                design: quiz
                tables:
                  main:
                    key: { partition: pk, sort: sk }
                entities:
                  Quiz:
                    key: { pk: "QUIZ#{quizId}", sk: META }
                    attributes:
                      quizId: { type: ulid, generate: ulid }
                  Question:
                    key: { pk: "QUIZ#{quizId}", sk: "Q#{questionId}" }
                    attributes:
                      quizId: { type: string }
                      questionId: { type: ulid, generate: ulid }
                patterns:
                  createQuiz: { create: Quiz, with: Question }
                  #                                 ^^^^^^^^ children-over-hundred: createQuiz may bring more Question items than a transaction takes
                """;
    }

    @Override
    public Stream<Finding> check(Compiled compiled) {
        return compiled.design().patterns().values().stream()
                .filter(p -> p.with() != null)
                .filter(p -> p.max() == null || p.max() > most(compiled, p))
                .filter(p -> p.expect() == null
                        || p.expect().items() == null
                        || p.expect().items() > most(compiled, p))
                .map(p -> found(
                        p.name(),
                        p.node().placeOf("with"),
                        p.name() + " may bring more " + p.with() + " items than a transaction takes, which is "
                                + most(compiled, p),
                        Help.edit(Edit.put(
                                        Integer.toString(most(compiled, p)), "patterns", p.name(), "expect", "items"))
                                .saying("or fewer")));
    }

    /** What is left of a transaction beside what else the write does. */
    private static int most(Compiled compiled, Pattern pattern) {
        Integer most = compiled.plans().get(pattern.name()) instanceof WritePlan plan ? plan.mostChildren() : null;
        return most == null ? Limits.TRANSACT_ACTIONS - 1 : most;
    }
}
