package dev.partita.lint;

import dev.partita.design.Finding;
import dev.partita.design.Severity;
import dev.partita.design.Template.Format.Kind;
import dev.partita.plan.Compiled;
import java.util.stream.Stream;

/** A number in a text key without a fixed width. */
final class UnpaddedNumberInKey implements Rule {

    @Override
    public Severity severity() {
        return Severity.WARNING;
    }

    @Override
    public String explanation() {
        return """
                A text key sorts by characters, so `10` comes before `9`: lists are out of order and ranges leave \
                items out. Pad the number with zeros to the width of the largest (`{number:05}`), or make the key \
                attribute a number.""";
    }

    @Override
    public String bad() {
        return """
                design: books
                tables:
                  main: { key: { partition: pk, sort: sk } }
                entities:
                  Chapter:
                    key: { pk: "BOOK#{bookId}", sk: "CHAPTER#{number}" }
                    #                                         ^^^^^^ unpadded-number-in-key: number is compared as text
                    attributes:
                      bookId: { type: string }
                      number: { type: integer }
                patterns:
                  chapters: { list: Chapter, by: bookId }
                """;
    }

    @Override
    public Stream<Finding> check(Compiled compiled) {
        return KeyUse.of(compiled.design())
                .filter(use -> use.isSort() && Numbers.isText(use))
                .flatMap(use -> use.template()
                        .variables()
                        .filter(variable -> Numbers.isInteger(use.attribute(variable)))
                        .filter(variable -> !use.attribute(variable).hasOneWidth())
                        .filter(variable -> variable.formats().stream()
                                .noneMatch(format -> format.kind() == Kind.PAD
                                        || format.kind() == Kind.NEWEST_FIRST
                                        || format.kind() == Kind.HASH
                                        || format.kind() == Kind.SHARD))
                        .map(variable -> found(
                                use.subject(),
                                use.place(variable),
                                variable.attribute() + " is compared as text in " + use.words()
                                        + ": `10` comes before `9`",
                                Repairs.part(
                                        use,
                                        variable,
                                        "{" + variable.attribute() + ":" + Repairs.padding(use.attribute(variable))
                                                + "}"))));
    }
}
