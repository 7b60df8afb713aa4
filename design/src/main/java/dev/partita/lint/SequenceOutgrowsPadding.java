package dev.partita.lint;

import dev.partita.design.Edit;
import dev.partita.design.Finding;
import dev.partita.design.Help;
import dev.partita.design.Severity;
import dev.partita.design.Template.Format.Kind;
import dev.partita.plan.Compiled;
import java.util.stream.Stream;

/** A sequence that counts beyond the digits of its key. */
final class SequenceOutgrowsPadding implements Rule {

    @Override
    public Severity severity() {
        return Severity.WARNING;
    }

    @Override
    public String explanation() {
        return """
                Padded to five digits, numbers sort as text up to 99,999; 100,000 has six and stands between 10,000 and \
                10,001. The sequence has no max that stops it before. Write max: with the largest number that fits, or \
                more digits, and do it before the first item is written, for keys cannot be changed.""";
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
                      lastQuestion: { type: integer, default: 0, read-only: true }
                  Question:
                    key: { pk: "QUIZ#{quizId}", sk: "Q#{number:03}" }
                    #                               ^^^^^^^^^^^^^^^ sequence-outgrows-padding: number has 3 digits in the key
                    attributes:
                      quizId: { type: string, references: Quiz }
                      number: { type: integer, generate: { sequence: Quiz.lastQuestion } }
                patterns:
                  ask: { create: Question }
                """;
    }

    @Override
    public Stream<Finding> check(Compiled compiled) {
        return Partition.of(compiled.design()).flatMap(p -> p.whole().stream().flatMap(template -> template.variables()
                .filter(v -> p.entity().attributes().get(v.attribute()) != null
                        && p.entity().attributes().get(v.attribute()).sequence() != null)
                .flatMap(v -> v.formats().stream()
                        .filter(f -> f.kind() == Kind.PAD)
                        .filter(f -> outgrows(
                                p.entity()
                                        .attributes()
                                        .get(v.attribute())
                                        .sequence()
                                        .max(),
                                f.number()))
                        .map(f -> found(
                                p.subject(),
                                template.place(),
                                v.attribute() + " has " + f.number() + " digits in the key and is counted "
                                        + (p.entity()
                                                                .attributes()
                                                                .get(v.attribute())
                                                                .sequence()
                                                                .max()
                                                        == null
                                                ? "without end"
                                                : "beyond"),
                                Help.edit(Edit.put(
                                                "9".repeat(f.number()),
                                                "entities",
                                                p.entity().name(),
                                                "attributes",
                                                v.attribute(),
                                                "generate",
                                                "max"))
                                        .or("give it more digits"))))));
    }

    private static boolean outgrows(Long max, int digits) {
        return max == null || max.toString().length() > digits;
    }
}
