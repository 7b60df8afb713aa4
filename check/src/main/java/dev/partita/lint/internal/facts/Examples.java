package dev.partita.lint.internal.facts;

import dev.partita.design.model.Template;
import java.util.stream.Collectors;

/** Texts that a message shows, so that its reader need not imagine one. */
public final class Examples {

    /** The template with {@code value} in the place of every variable: {@code SITE#1}. */
    public static String filled(Template template, String value) {
        return template.parts().stream()
                .map(part -> part.literal() == null ? value : part.literal())
                .collect(Collectors.joining());
    }

    /** In the quotes of a message. */
    public static String quoted(String text) {
        return "`" + text + "`";
    }

    private Examples() {}
}
