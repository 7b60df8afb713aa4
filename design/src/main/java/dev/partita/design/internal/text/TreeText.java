package dev.partita.design.internal.text;

import dev.partita.design.model.Node;
import dev.partita.design.model.Ordered;
import dev.partita.design.model.Place;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The tree of a design file as short text, and back: {@code {design:orders,tables:{main:{key:{partition:pk}}}}}.
 *
 * <p>A scalar stands bare where it can. In double quotes is what the file has in quotes; in single quotes is what the file has
 * without, but would not be understood here. Escapes are {@code \\}, {@code \"}, {@code \'}, {@code \n} and four digits behind
 * {@code \}{@code u}, so the text is ASCII. Line breaks between tokens mean nothing.
 *
 * <p>A list and a map are at most {@link Yaml#MAX_DEPTH} deep, as in the file.
 */
public final class TreeText {

    private static final int WIDTH = 100;

    private TreeText() {}

    /** In lines, each of which ends where a token ends. */
    public static String print(Node node) {
        Printer printer = new Printer();
        printer.node(node, 0);
        return printer.out.toString();
    }

    /**
     * The tree, each node with its place.
     *
     * @throws Malformed when it is not such text
     */
    public static Node parse(String text, Places places) {
        Parser parser = new Parser(text.getBytes(StandardCharsets.ISO_8859_1), places);
        parser.skipLineBreaks();
        Node node = parser.node(null, 1);
        parser.skipLineBreaks();
        if (parser.at < text.length()) {
            throw new Malformed("something follows at " + parser.at);
        }
        return node;
    }

    /** What stands at these places, in the order in which they are read. */
    interface Places {

        /**
         * @param key the place of the key whose value it is; null for a key, an item of a list and the root
         * @param width how long it is if the file has it as it is
         */
        Place next(Place key, int width);
    }

    /** Not a text that {@link #print} made. */
    public static final class Malformed extends RuntimeException {

        private static final long serialVersionUID = 1L;

        Malformed(String message) {
            super(message, null, false, false);
        }
    }

    private static final class Printer {

        private final StringBuilder out = new StringBuilder();
        private int lineStart;

        void node(Node node, int depth) {
            if (node instanceof Node.Mapping map) {
                out.append('{');
                boolean isFirst = true;
                for (Map.Entry<String, Node> entry : map.entries().entrySet()) {
                    separate(isFirst, depth);
                    isFirst = false;
                    text(entry.getKey(), false);
                    out.append(':');
                    node(entry.getValue(), depth + 1);
                }
                out.append('}');
            } else if (node instanceof Node.Sequence list) {
                out.append('[');
                boolean isFirst = true;
                for (Node item : list.items()) {
                    separate(isFirst, depth + 1);
                    isFirst = false;
                    node(item, depth + 1);
                }
                out.append(']');
            } else {
                Node.Text text = (Node.Text) node;
                text(text.value(), text.quoted());
            }
        }

        /** The words of the design, and each entity and pattern, begin a line. */
        private void separate(boolean isFirst, int depth) {
            if (!isFirst) {
                out.append(',');
            }
            if (depth < 2 || out.length() - lineStart > WIDTH) {
                out.append('\n');
                lineStart = out.length();
            }
        }

        private void text(String text, boolean quoted) {
            if (!quoted && isBare(text)) {
                out.append(text);
                return;
            }
            char quote = quoted ? '"' : '\'';
            out.append(quote);
            for (int i = 0; i < text.length(); i++) {
                char c = text.charAt(i);
                if (c == quote || c == '\\') {
                    out.append('\\').append(c);
                } else if (c == '\n') {
                    out.append("\\n");
                } else if (c < ' ' || c > '~') {
                    out.append(String.format("\\u%04x", (int) c));
                } else {
                    out.append(c);
                }
            }
            out.append(quote);
        }

        private static boolean isBare(String text) {
            if (text.isEmpty() || text.startsWith(" ") || text.endsWith(" ")) {
                return false;
            }
            for (int i = 0; i < text.length(); i++) {
                char c = text.charAt(i);
                if (c < ' ' || c > '~' || ",:{}[]\"'\\".indexOf(c) >= 0) {
                    return false;
                }
            }
            return true;
        }
    }

    private static final class Parser {

        /** What ends a bare text, by its character. */
        private static final boolean[] SIGNS = new boolean[256];

        static {
            for (char sign : ",:{}[]\"'\\\n".toCharArray()) {
                SIGNS[sign] = true;
            }
        }

        // Arrays, not a String: most of this runs once, before anything is compiled, and calls are slow then.
        private final byte[] text;
        private final Places places;
        private int at;

        Parser(byte[] text, Places places) {
            this.text = text;
            this.places = places;
        }

        Node node(Place key, int depth) {
            if (depth > Yaml.MAX_DEPTH) {
                throw new Malformed("it is nested too deep at " + at);
            }
            char c = peek();
            if (c == '{') {
                return mapping(places.next(key, -1), depth);
            }
            if (c == '[') {
                return sequence(places.next(key, -1), depth);
            }
            String value = text(c);
            boolean quoted = c == '"';
            return new Node.Text(value, quoted, places.next(key, value.length() + (quoted ? 2 : 0)));
        }

        private Node mapping(Place place, int depth) {
            LinkedHashMap<String, Node> entries = new LinkedHashMap<>();
            LinkedHashMap<String, Place> keys = new LinkedHashMap<>();
            at++;
            skipLineBreaks();
            boolean isFirst = true;
            while (peek() != '}') {
                if (!isFirst) {
                    expect(',');
                }
                isFirst = false;
                String key = text(peek());
                Place keyPlace = places.next(null, key.length());
                expect(':');
                if (entries.put(key, node(keyPlace, depth + 1)) != null) {
                    throw new Malformed("a word is there twice at " + at);
                }
                keys.put(key, keyPlace);
                skipLineBreaks();
            }
            at++;
            return new Node.Mapping(Ordered.of(entries), Ordered.of(keys), place);
        }

        private Node sequence(Place place, int depth) {
            List<Node> items = new ArrayList<>();
            at++;
            skipLineBreaks();
            while (peek() != ']') {
                if (!items.isEmpty()) {
                    expect(',');
                }
                items.add(node(null, depth + 1));
                skipLineBreaks();
            }
            at++;
            return new Node.Sequence(items, place);
        }

        /** @param c the first character */
        private String text(char c) {
            if (c == '"' || c == '\'') {
                return quoted(c);
            }
            int start = at;
            int end = at;
            while (end < text.length && !SIGNS[text[end] & 0xff]) {
                end++;
            }
            if (end == start) {
                throw new Malformed("there is no text at " + at);
            }
            at = end;
            return string(start, end);
        }

        private String quoted(char quote) {
            int start = ++at;
            while (peek() != quote && peek() != '\\') {
                at++;
            }
            if (peek() == quote) {
                return string(start, at++);
            }
            StringBuilder out = new StringBuilder(string(start, at));
            for (char c = peek(); c != quote; c = peek()) {
                at++;
                out.append(c == '\\' ? escaped() : c);
            }
            at++;
            return out.toString();
        }

        private char escaped() {
            char c = peek();
            at++;
            if (c == 'n') {
                return '\n';
            }
            if (c != 'u') {
                return c;
            }
            try {
                char escaped = (char) Integer.parseInt(string(at, at + 4), 16);
                at += 4;
                return escaped;
            } catch (IndexOutOfBoundsException | NumberFormatException e) {
                throw new Malformed("an escape is broken off at " + at);
            }
        }

        private void expect(char c) {
            if (peek() != c) {
                throw new Malformed("there is no " + c + " at " + at);
            }
            at++;
            skipLineBreaks();
        }

        void skipLineBreaks() {
            while (at < text.length && text[at] == '\n') {
                at++;
            }
        }

        private char peek() {
            if (at >= text.length) {
                throw new Malformed("it ends too early");
            }
            return (char) (text[at] & 0xff);
        }

        private String string(int from, int to) {
            return new String(text, from, to - from, StandardCharsets.ISO_8859_1);
        }
    }
}
