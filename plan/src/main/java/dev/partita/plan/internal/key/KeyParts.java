package dev.partita.plan.internal.key;

import dev.partita.design.model.Template;
import dev.partita.design.model.Template.Format;
import dev.partita.design.model.Template.Variable;
import dev.partita.design.model.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Takes the text of a key apart again, into the texts of its template's variables.
 *
 * <p>Where each of them ends is plain in most templates: it has so many digits, or what follows begins with a character that it
 * cannot hold, or it is the last. Then the text is walked through once; otherwise a regular expression finds the way.
 */
final class KeyParts {

    private enum Ending {
        LITERAL,
        DIGITS,
        SEPARATOR,
        REST
    }

    /** @param number of digits */
    private record Part(Ending ending, String text, int number) {}

    private final List<Part> parts;
    private final int tail;
    private final String separator;
    private final int variables;
    private final Pattern pattern;

    private KeyParts(List<Part> parts, int tail, String separator, int variables, Pattern pattern) {
        this.parts = parts;
        this.tail = tail;
        this.separator = separator;
        this.variables = variables;
        this.pattern = pattern;
    }

    /**
     * @param types one for each part of the template, null for a literal
     * @param escaped whether a part is escaped, so that it holds no separator
     */
    static KeyParts of(Template template, List<Type> types, List<Boolean> escaped, String separator) {
        List<Part> parts = new ArrayList<>();
        List<Template.Part> all = template.parts();
        int tail = 0;
        int variables = 0;
        boolean isPlain = true;
        for (int i = 0; i < all.size(); i++) {
            if (all.get(i) instanceof Template.Literal literal) {
                parts.add(new Part(Ending.LITERAL, literal.text(), 0));
                continue;
            }
            Variable variable = (Variable) all.get(i);
            variables++;
            String form = KeyFormat.regex(variable, types.get(i));
            Template.Part next = i + 1 < all.size() ? all.get(i + 1) : null;
            if (form.startsWith("[0-9]{") && form.indexOf('}') == form.length() - 1) {
                parts.add(new Part(Ending.DIGITS, null, Integer.parseInt(form.substring(6, form.length() - 1))));
            } else if (isClosed(variable, form, escaped.get(i), separator)
                    && (next == null || begins(next, separator))) {
                parts.add(new Part(Ending.SEPARATOR, null, 0));
            } else if (form.equals(".*?")
                    && (next == null || i + 2 == all.size() && next instanceof Template.Literal)
                    && !isClosed(variable, form, escaped.get(i), separator)) {
                parts.add(new Part(Ending.REST, null, 0));
                tail = next == null ? 0 : ((Template.Literal) next).text().length();
            } else {
                isPlain = false;
            }
        }
        return new KeyParts(
                parts, tail, separator, variables, isPlain ? null : compiled(all, types, escaped, separator));
    }

    /** One text for each variable; null when the key has another template. */
    String[] of(String key) {
        return pattern == null ? walked(key) : matched(key);
    }

    private String[] walked(String key) {
        String[] found = new String[variables];
        int number = 0;
        int at = 0;
        for (Part part : parts) {
            if (part.ending == Ending.LITERAL) {
                if (!key.startsWith(part.text, at)) {
                    return null;
                }
                at += part.text.length();
                continue;
            }
            int end = end(part, key, at);
            if (end < at) {
                return null;
            }
            found[number++] = key.substring(at, end);
            at = end;
        }
        return at == key.length() ? found : null;
    }

    private int end(Part part, String key, int from) {
        if (part.ending == Ending.REST) {
            return key.length() - tail;
        }
        int at = from;
        if (part.ending == Ending.SEPARATOR) {
            while (at < key.length() && separator.indexOf(key.charAt(at)) < 0) {
                at++;
            }
            return at;
        }
        int end = from + part.number;
        if (end > key.length()) {
            return -1;
        }
        while (at < end && key.charAt(at) >= '0' && key.charAt(at) <= '9') {
            at++;
        }
        return at == end ? end : -1;
    }

    private String[] matched(String key) {
        Matcher matcher = pattern.matcher(key);
        if (!matcher.matches()) {
            return null;
        }
        String[] found = new String[variables];
        for (int i = 0; i < variables; i++) {
            found[i] = matcher.group(i + 1);
        }
        return found;
    }

    private static boolean begins(Template.Part next, String separator) {
        return next instanceof Template.Literal literal
                && separator.indexOf(literal.text().charAt(0)) >= 0;
    }

    // What is escaped holds no separator, unless it was shortened; so the match cannot slide.
    private static boolean isClosed(Variable variable, String form, boolean isEscaped, String separator) {
        return form.equals(".*?") && isEscaped && !variable.has(Format.Kind.SHORTEN) && !separator.isEmpty();
    }

    private static Pattern compiled(
            List<Template.Part> parts, List<Type> types, List<Boolean> escaped, String separator) {
        StringBuilder regex = new StringBuilder();
        for (int i = 0; i < parts.size(); i++) {
            if (parts.get(i) instanceof Variable variable) {
                String form = KeyFormat.regex(variable, types.get(i));
                boolean isClosed = isClosed(variable, form, escaped.get(i), separator);
                regex.append('(')
                        .append(isClosed ? "[^" + escapedClass(separator) + "]*?" : form)
                        .append(')');
            } else {
                regex.append(Pattern.quote(((Template.Literal) parts.get(i)).text()));
            }
        }
        return Pattern.compile(regex.toString(), Pattern.DOTALL);
    }

    private static String escapedClass(String separator) {
        StringBuilder out = new StringBuilder();
        separator.chars().forEach(c -> out.append(String.format("\\u%04x", c)));
        return out.toString();
    }
}
