package dev.partita.lint.internal.key;

import dev.partita.design.Design;
import dev.partita.design.model.Edit;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Help;
import dev.partita.design.model.Template;
import dev.partita.design.model.Template.Variable;
import dev.partita.lint.internal.facts.Examples;
import dev.partita.lint.internal.facts.KeyUse;
import dev.partita.lint.internal.facts.Repairs;
import dev.partita.lint.rule.Rule;
import dev.partita.plan.internal.compile.Compiled;
import dev.partita.plan.internal.key.KeyShape;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Two parts of a key whose border cannot be told. */
public final class PartsRunTogether implements Rule.Warning {

    @Override
    public Stream<Finding> check(Compiled compiled) {
        Design design = compiled.design();
        return KeyUse.of(design).flatMap(use -> {
            KeyShape look = KeyShape.of(design, use.entity(), use.key(), use.template());
            return IntStream.range(0, look.pieces().size() - 1)
                    .filter(number -> look.pieces().get(number).variable() != null && !look.endsAtBoundary(number))
                    .mapToObj(number -> next(look, number)
                            .map(next -> found(
                                    use.subject(),
                                    use.place(look.pieces().get(number).variable()),
                                    look.pieces().get(number).variable().attribute() + " can run into "
                                            + look.pieces().get(next).variable().attribute() + " in " + use.words()
                                            + ": "
                                            + example(
                                                    use.template(),
                                                    look.pieces().get(number).variable()),
                                    help(design, use))))
                    .flatMap(Optional::stream);
        });
    }

    private static Optional<Integer> next(KeyShape look, int number) {
        return IntStream.range(number + 1, look.pieces().size())
                .filter(later -> look.pieces().get(later).variable() != null)
                .boxed()
                .findFirst();
    }

    private static String example(Template template, Variable variable) {
        int at = template.parts().indexOf(variable);
        String literal = template.parts().get(at + 1).literal();
        String between = literal == null ? "" : literal;
        return Examples.quoted("a" + between + "b") + " with `c` makes the same key as `a` with "
                + Examples.quoted("b" + between + "c");
    }

    private static Help help(Design design, KeyUse use) {
        // What is shortened ends in a hash of any place; a hash alone has one length.
        String text = use.template()
                .text()
                .replace(":raw", "")
                .replace("}{", "}" + design.separator() + "{")
                .replaceAll(":shorten}(?=.*\\{)", ":hash}");
        Edit edit = text.equals(use.template().text()) ? null : Repairs.template(use, text);
        return edit == null
                ? Help.words("put " + Examples.quoted(design.separator()) + " between the parts, without :raw")
                : Help.edit(edit);
    }
}
