package dev.partita.design;

import dev.partita.design.internal.text.ReaderRule;
import dev.partita.design.model.Node;
import dev.partita.design.model.Pattern;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** {@code route:} of a pattern: a method and a path, or {@code none}. */
final class RouteReader {

    /** More parts than this a path does not need. */
    static final int MAX_PARTS = 12;

    static final List<String> READING = List.of("GET");
    static final List<String> WRITING = List.of("POST", "PUT", "PATCH", "DELETE");

    private final ConstructReader fields;
    private final Node.Text text;

    private RouteReader(ConstructReader fields, Node.Text text) {
        this.fields = fields;
        this.text = text;
    }

    static Pattern.Route read(ConstructReader fields, Pattern.Verb verb) {
        Node.Text text = fields.textNode("route");
        return text == null ? null : new RouteReader(fields, text).read(verb);
    }

    private Pattern.Route read(Pattern.Verb verb) {
        String written = text.value().strip();
        if (written.equals("none")) {
            return new Pattern.Route(null, null, text);
        }
        List<String> methods = verb.writes() ? WRITING : READING;
        int space = written.indexOf(' ');
        String method = space < 0 ? written : written.substring(0, space);
        if (space < 0 || !written.substring(space).strip().startsWith("/")) {
            return refuse(
                    "`" + written + "` is not a method and a path",
                    "write `route: \"" + methods.get(0) + " /users/{userId}\"`, or `route: none`");
        }
        if (!methods.contains(method)) {
            return refuse(
                    "a pattern that " + (verb.writes() ? "writes" : "reads") + " is not called by `" + method + "`",
                    "it is called by " + String.join(", ", methods));
        }
        String path = written.substring(space).strip();
        String wrong = wrong(path);
        return wrong == null ? new Pattern.Route(method, path, text) : refuse(wrong, advice());
    }

    /** What is wrong with a path; null when nothing is. */
    private static String wrong(String path) {
        List<String> variables = new ArrayList<>();
        String[] parts = path.substring(1).split("/", -1);
        if (parts.length > MAX_PARTS) {
            return "the path has more than " + MAX_PARTS + " parts";
        }
        for (String part : parts) {
            if (part.isEmpty()) {
                return "the path has an empty part";
            }
            if (!isPart(part)) {
                return "`" + part + "` cannot be a part of the path";
            }
            if (part.startsWith("{") && variables.contains(part)) {
                return "`" + part + "` is in the path twice";
            }
            variables.add(part);
        }
        if (parts[0].startsWith("{")) {
            return "the path begins with a value, and would hide every other path";
        }
        Set<String> reserved = Pattern.Route.RESERVED;
        return reserved.contains(parts[0]) ? "`/" + parts[0] + "` is the service's own" : null;
    }

    /** Letters, digits and a few signs, a letter or a digit first; or the name of an argument in braces. */
    private static boolean isPart(String part) {
        boolean isVariable = part.startsWith("{") && part.endsWith("}");
        int from = isVariable ? 1 : 0;
        int to = isVariable ? part.length() - 1 : part.length();
        String signs = isVariable ? "_" : "._~-";
        for (int i = from; i < to; i++) {
            char c = part.charAt(i);
            boolean isLetter = c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z';
            boolean isDigit = c >= '0' && c <= '9';
            boolean isAllowed =
                    i == from ? isLetter || isDigit && !isVariable : isLetter || isDigit || signs.indexOf(c) >= 0;
            if (!isAllowed) {
                return false;
            }
        }
        return from < to;
    }

    private static String advice() {
        return "a path is made of letters, digits, `-`, `.`, `_` and arguments in braces: /users/{userId}/checks";
    }

    private Pattern.Route refuse(String message, String advice) {
        fields.error(ReaderRule.WRONG_VALUE, text.place(), message, advice);
        return null;
    }
}
