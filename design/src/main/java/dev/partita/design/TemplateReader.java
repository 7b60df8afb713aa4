package dev.partita.design;

import dev.partita.design.internal.text.ReaderRule;
import dev.partita.design.internal.text.ReadingProblems;
import dev.partita.design.internal.text.Spelling;
import dev.partita.design.model.Node;
import dev.partita.design.model.Template;
import java.util.ArrayList;
import java.util.List;

/** Text such as {@code HIST#{createdAt:newest-first}#{historyId}} into literals and attributes. */
final class TemplateReader {

    private static final int MAX_LENGTH = 4096;

    private final ReadingProblems problems;
    private final String subject;

    TemplateReader(ReadingProblems problems, String subject) {
        this.problems = problems;
        this.subject = subject;
    }

    /** A template out of a node; a map in its place is one that lacks its quotes. Null when it cannot be read. */
    Template read(Node node) {
        if (node instanceof Node.Text text && !text.isNull()) {
            return once(read(text));
        }
        boolean braces = node instanceof Node.Mapping map
                && map.entries().size() == 1
                && map.entries().values().iterator().next() instanceof Node.Text value
                && value.isNull();
        String name =
                braces ? ((Node.Mapping) node).entries().keySet().iterator().next() : "attribute";
        problems.error(
                ReaderRule.WRONG_KIND,
                subject,
                node.place(),
                "a template is text, not " + (node instanceof Node.Text ? "nothing" : node.kind()),
                "put it in quotes: \"{" + name + "}\"");
        return null;
    }

    /** One attribute twice in a key adds nothing: most likely the other was meant to be another. */
    private Template once(Template template) {
        if (template == null) {
            return null;
        }
        for (int i = 0; i < template.parts().size(); i++) {
            if (template.parts().get(i) instanceof Template.Variable variable
                    && isAmong(variable, template.parts().subList(0, i))) {
                problems.error(
                        ReaderRule.BAD_TEMPLATE,
                        subject,
                        variable.place(),
                        "`" + variable.attribute() + "` stands here for the second time",
                        "name the attribute that is meant, or take it out: it tells no more items apart");
            }
        }
        return template;
    }

    private static boolean isAmong(Template.Variable variable, List<Template.Part> parts) {
        for (Template.Part part : parts) {
            if (part instanceof Template.Variable other
                    && other.attribute().equals(variable.attribute())
                    && other.formats().equals(variable.formats())) {
                return true;
            }
        }
        return false;
    }

    Template read(Node.Text node) {
        String text = node.value();
        if (text.isEmpty() || text.length() > MAX_LENGTH) {
            error(
                    node,
                    0,
                    text.length(),
                    text.isEmpty() ? "a template cannot be empty" : "this template is too long",
                    "write text and attributes in braces: USER#{userId}");
            return null;
        }
        List<Template.Part> parts = new ArrayList<>();
        boolean sound = true;
        int at = 0;
        while (at < text.length()) {
            int open = text.indexOf('{', at);
            int literalEnd = open < 0 ? text.length() : open;
            int stray = text.indexOf('}', at);
            if (stray >= 0 && stray < literalEnd) {
                error(node, stray, 1, "this brace closes nothing", "attributes stand in braces: {userId}");
                return null;
            }
            if (literalEnd > at) {
                parts.add(new Template.Literal(text.substring(at, literalEnd), node.part(at, literalEnd - at)));
            }
            if (open < 0) {
                break;
            }
            int close = text.indexOf('}', open);
            if (close < 0) {
                error(
                        node,
                        open,
                        text.length() - open,
                        "this brace is not closed",
                        "attributes stand in braces: {userId}");
                return null;
            }
            Template.Variable variable = variable(node, open + 1, close);
            sound &= variable != null;
            if (variable != null) {
                parts.add(variable);
            }
            at = close + 1;
        }
        return sound ? new Template(text, parts, node.place()) : null;
    }

    /** {@code createdAt:date} without braces, as {@code by:} writes it. */
    Template.Variable variable(Node.Text node) {
        String text = node.value();
        if (text.startsWith("{") && text.endsWith("}") && text.length() > 2) {
            return variable(node, 1, text.length() - 1);
        }
        return variable(node, 0, text.length());
    }

    private Template.Variable variable(Node.Text node, int from, int to) {
        String[] words = node.value().substring(from, to).split(":", -1);
        if (!isName(words[0])) {
            error(
                    node,
                    from,
                    to - from,
                    words[0].isEmpty()
                            ? "there is no attribute here"
                            : "`" + words[0] + "` is not the name of an attribute",
                    "write an attribute, and formats after colons: {createdAt:date}");
            return null;
        }
        List<Template.Format> formats = new ArrayList<>();
        boolean sound = true;
        int at = from + words[0].length() + 1;
        for (int i = 1; i < words.length; i++) {
            Template.Format format = format(words[i]);
            if (format == null) {
                sound = false;
                error(
                        node,
                        at,
                        words[i].length(),
                        words[i].isEmpty() ? "a format is missing here" : "`" + words[i] + "` is not a format",
                        Spelling.advice(words[i], offered()));
            } else {
                formats.add(format);
            }
            at += words[i].length() + 1;
        }
        return sound ? new Template.Variable(words[0], formats, node.part(from, to - from)) : null;
    }

    /** A letter or an underscore, then letters, digits, underscores, points and hyphens. */
    private static boolean isName(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean isStart = c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_';
            if (!isStart && (i == 0 || c != '.' && c != '-' && (c < '0' || c > '9'))) {
                return false;
            }
        }
        return !text.isEmpty();
    }

    private static Template.Format format(String word) {
        String digits = word.startsWith("0") ? word.substring(1) : word;
        int width = number(digits, 2);
        if (width >= 0) {
            return digits.startsWith("0") || width > 38 ? null : new Template.Format(Template.Format.Kind.PAD, width);
        }
        if (word.startsWith("shard(") && word.endsWith(")")) {
            int count = number(word.substring("shard(".length(), word.length() - 1), 4);
            return count < 1 ? null : new Template.Format(Template.Format.Kind.SHARD, count);
        }
        if (word.equals("shard") || !Vocabulary.FORMATS.contains(word)) {
            return null;
        }
        return new Template.Format(
                Template.Format.Kind.valueOf(
                        word.toUpperCase(java.util.Locale.ROOT).replace('-', '_')),
                0);
    }

    /** What the digits say; -1 when there are none, more than may be, or something else. */
    private static int number(String digits, int most) {
        int number = digits.isEmpty() || digits.length() > most ? -1 : 0;
        for (int i = 0; i < digits.length() && number >= 0; i++) {
            int digit = digits.charAt(i) - '0';
            number = digit < 0 || digit > 9 ? -1 : number * 10 + digit;
        }
        return number;
    }

    /** As an error message offers them. */
    private static List<String> offered() {
        List<String> formats = new ArrayList<>(List.of("05"));
        for (String format : Vocabulary.FORMATS) {
            formats.add(format.equals("shard") ? "shard(16)" : format);
        }
        return List.copyOf(formats);
    }

    private void error(Node.Text node, int offset, int length, String message, String advice) {
        problems.error(ReaderRule.BAD_TEMPLATE, subject, node.part(offset, Math.max(1, length)), message, advice);
    }
}
