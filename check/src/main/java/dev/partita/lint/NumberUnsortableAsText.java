package dev.partita.lint;

import dev.partita.design.Attribute;
import dev.partita.design.Finding;
import dev.partita.design.Severity;
import dev.partita.design.Template.Format.Kind;
import dev.partita.design.Type;
import dev.partita.plan.Compiled;
import java.util.stream.Stream;

/** A negative or decimal number in a text key. */
final class NumberUnsortableAsText implements Rule {

    @Override
    public Severity severity() {
        return Severity.WARNING;
    }

    @Override
    public String explanation() {
        return """
                As text, `-1` comes before `-2` and `1.5` behind `1.25` only by luck: neither signs nor decimals \
                sort by value, padded or not. Store the number shifted above zero and scaled to an integer, or make \
                the key attribute a number.""";
    }

    @Override
    public String bad() {
        return """
                design: books
                tables:
                  main: { key: { partition: pk, sort: sk } }
                entities:
                  Chapter:
                    key: { pk: "BOOK#{bookId}", sk: "CHAPTER#{number:05}" }
                    #                                         ^^^^^^^^^ number-unsortable-as-text: number can be negative
                    attributes:
                      bookId: { type: string }
                      number: { type: integer, range: -10..10 }
                patterns:
                  chapters: { list: Chapter, by: bookId }
                """;
    }

    @Override
    public String mended() {
        return bad().replace(", range: -10..10", ", range: 0..10");
    }

    @Override
    public Stream<Finding> check(Compiled compiled) {
        return KeyUse.of(compiled.design())
                .filter(use -> use.isSort() && Numbers.isText(use))
                .flatMap(use -> use.template()
                        .variables()
                        .filter(variable -> variable.formats().stream()
                                .noneMatch(format -> format.kind() == Kind.HASH || format.kind() == Kind.SHARD))
                        .filter(variable -> why(use.attribute(variable)) != null)
                        .map(variable -> found(
                                use.subject(),
                                use.place(variable),
                                variable.attribute() + " " + why(use.attribute(variable)) + ", and " + use.words()
                                        + " sorts it as text",
                                "shift and scale it to an integer that is never negative, or declare " + use.key()
                                        + " as a number")));
    }

    private static String why(Attribute attribute) {
        if (attribute == null) {
            return null;
        }
        if (attribute.type() == Type.Simple.DECIMAL) {
            return "is a decimal";
        }
        boolean negative = attribute.min() != null && attribute.min().signum() < 0;
        return negative && attribute.type() == Type.Simple.INTEGER ? "can be negative" : null;
    }
}
