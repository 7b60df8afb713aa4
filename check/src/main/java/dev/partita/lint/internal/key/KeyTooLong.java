package dev.partita.lint.internal.key;

import dev.partita.design.model.Edit;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Help;
import dev.partita.design.model.Template;
import dev.partita.design.model.Template.Variable;
import dev.partita.lint.internal.facts.KeyUse;
import dev.partita.lint.internal.facts.Repairs;
import dev.partita.lint.internal.facts.Widths;
import dev.partita.lint.rule.Rule;
import dev.partita.plan.internal.compile.Compiled;
import java.util.Comparator;
import java.util.stream.Stream;

/** A key that can grow past what DynamoDB takes. */
public final class KeyTooLong implements Rule.Warning {

    @Override
    public Stream<Finding> check(Compiled compiled) {
        return KeyUse.of(compiled.design())
                .filter(use -> Widths.mayPass(use, limit(use)))
                .map(use -> found(
                        use.subject(),
                        use.place(),
                        use.words() + " can be longer than " + (use.isPartition() ? "2,048" : "1,024")
                                + " bytes, and DynamoDB refuses such a key",
                        help(use)));
    }

    private static int limit(KeyUse use) {
        return use.isPartition() ? 2048 : 1024;
    }

    private static String widest(KeyUse use) {
        return use.template()
                .variables()
                .max(Comparator.comparingLong(variable -> Widths.bytes(use.attribute(variable), variable)))
                .orElseThrow()
                .attribute();
    }

    private static Help help(KeyUse use) {
        String text = use.template().text();
        for (Variable variable : use.template().variables().toList()) {
            if (Widths.bytes(use.attribute(variable), variable) > 200) {
                text = Repairs.formatted(
                        new Template(
                                text, use.template().parts(), use.template().place()),
                        variable,
                        "shorten");
            }
        }
        Edit edit = Repairs.template(use, text);
        return edit == null
                ? Help.edit(Edit.ofAttribute(use.entity(), widest(use), "length", "1.." + limit(use) / 3))
                : Help.edit(edit).or("bound " + widest(use) + " with length:");
    }
}
