package dev.partita.lint;

import dev.partita.design.Reader;
import dev.partita.design.Reading;
import dev.partita.design.Source;
import dev.partita.design.internal.text.Pasted;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Template;
import java.util.stream.Collectors;

/** Texts that a message shows, so that its reader need not imagine one. */
final class Examples {

    /** The template with {@code value} in the place of every variable: {@code SITE#1}. */
    static String filled(Template template, String value) {
        return template.parts().stream()
                .map(part -> part.literal() == null ? value : part.literal())
                .collect(Collectors.joining());
    }

    /** In the quotes of a message. */
    static String quoted(String text) {
        return "`" + text + "`";
    }

    /** The bad design of a rule after the first help of it that can be pasted. */
    static String mended(Rule rule) {
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

    /** A design without the comments that point at a fault. */
    static String unmarked(String design) {
        return design.lines()
                .filter(line -> !line.matches("\\s*#\\s*\\^.*"))
                .collect(Collectors.joining("\n", "", "\n"));
    }

    private Examples() {}
}
