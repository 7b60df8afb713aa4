package dev.partita.cache;

import dev.partita.design.model.Attribute;
import dev.partita.design.model.Entity;
import dev.partita.plan.run.Plans;
import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;

/** A question to a pattern as text: the same question has the same text, another one never has. */
final class QuestionText {

    private QuestionText() {}

    static String of(String pattern, String form, Map<String, Object> arguments, Integer limit, String cursor) {
        StringBuilder text = new StringBuilder(pattern).append(' ').append(form);
        text.append(' ').append(limit == null ? "" : limit).append(' ');
        value(cursor, text);
        new TreeMap<>(arguments).forEach((name, value) -> {
            text.append(' ').append(name).append('=');
            value(value, text);
        });
        return text.toString();
    }

    /** What an answer of the pattern looks like and is read by, in short: another version of the design has another. */
    static String form(Plans plans, String pattern) {
        StringBuilder text = new StringBuilder(plans.read(pattern).toString());
        for (Entity entity : plans.design().entities().values()) {
            text.append('\n').append(entity.name());
            for (Attribute attribute : entity.attributes().values()) {
                text.append(' ')
                        .append(attribute.name())
                        .append(':')
                        .append(attribute.type().word());
                text.append(attribute.hidden() ? "-" : "");
            }
        }
        return Integer.toHexString(text.toString().hashCode());
    }

    /** With their kind and length, so that no two values run together. */
    private static void value(Object value, StringBuilder text) {
        if (value instanceof Map<?, ?> map) {
            text.append('{');
            map.forEach((name, member) -> {
                value(name, text);
                value(member, text);
            });
            text.append('}');
        } else if (value instanceof Collection<?> list) {
            text.append('[');
            list.forEach(element -> value(element, text));
            text.append(']');
        } else if (value != null) {
            String plain = value.toString();
            text.append(value.getClass().getSimpleName().charAt(0));
            text.append(plain.length()).append(':').append(plain);
        } else {
            text.append('-');
        }
    }
}
