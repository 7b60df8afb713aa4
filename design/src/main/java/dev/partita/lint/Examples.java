package dev.partita.lint;

import dev.partita.design.Template;
import dev.partita.design.Template.Literal;
import dev.partita.design.Template.Part;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Texts that a message shows, so that its reader need not imagine one. */
final class Examples {

    /** The template with {@code value} in the place of every variable: {@code SITE#1}. */
    static String filled(Template template, String value) {
        return template.parts().stream().map(text(value)).collect(Collectors.joining());
    }

    private static Function<Part, String> text(String value) {
        return part -> part instanceof Literal literal ? literal.text() : value;
    }

    /** In the quotes of a message. */
    static String quoted(String text) {
        return "`" + text + "`";
    }

    private Examples() {}
}
