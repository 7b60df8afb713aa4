package dev.partita.lint;

import dev.partita.design.Reader;
import dev.partita.design.Reading;
import dev.partita.design.Source;
import dev.partita.design.internal.text.Pasted;
import dev.partita.design.model.Finding;
import dev.partita.lint.rule.Rule;
import dev.partita.lint.rule.RuleText;
import java.util.stream.Collectors;

/** The design of a rule's page without its fault. */
public final class MendedExample {

    /** After the change that the page shows, or else after the rule's help was pasted; to be shown, without the comment at the fault. */
    public static String of(Rule rule) {
        RuleText text = RuleText.of(rule);
        return unmarked(text.change().isEmpty() ? helped(rule) : text.mended());
    }

    /** After the first help that can be pasted. */
    private static String helped(Rule rule) {
        Reading reading = Reader.read(new Source(rule.id(), rule.bad()));
        Finding finding = Linter.lint(reading).stream()
                .filter(one -> one.rule().equals(rule.id()) && one.help() != null)
                .findFirst()
                .orElseThrow(() -> new IllegalStateException(rule.id() + " does not find its own fault"));
        return finding.help().ways().stream()
                .filter(way -> !way.edits().isEmpty())
                .findFirst()
                .map(way -> Pasted.into(rule.bad(), finding, way))
                .orElseThrow(() -> new IllegalStateException("the help of " + rule.id() + " is in words"));
    }

    /** Without the comments that point at a fault. */
    static String unmarked(String design) {
        return design.lines()
                .filter(line -> !line.matches("\\s*#\\s*\\^.*"))
                .collect(Collectors.joining("\n", "", "\n"));
    }

    private MendedExample() {}
}
