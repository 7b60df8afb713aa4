package dev.partita.design.internal.text;

import dev.partita.design.model.Node;
import dev.partita.design.model.Place;
import java.util.Arrays;
import java.util.Map;

/**
 * The places of a tree's nodes as short text, and back, much as source maps have them: each place as its distance from the one
 * before, in the order key, value, what is in the value.
 *
 * <p>A node that stands where its key stands is {@code =}. For any other there is a number with how many lines further it is,
 * times two, and one more if a length follows; then its column, on the same line as the distance from the end of the one before.
 * Numbers are in base 32, the lowest digit first; {@code A} to {@code f} end a number, {@code g} to {@code /} go on. What may be
 * negative is doubled, and one more if it is.
 */
public final class PlaceText {

    private static final String DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    private static final int WIDTH = 100;

    private PlaceText() {}

    public static String print(Node root) {
        Printer printer = new Printer();
        printer.node(root, null);
        return printer.out.toString();
    }

    public static TreeText.Places parse(String text) {
        return new Parser(text);
    }

    private static final class Printer {

        private final StringBuilder out = new StringBuilder();
        private int lineStart;
        private Place before = Place.START;

        void node(Node node, Place key) {
            if (node instanceof Node.Text text) {
                place(text.place(), key, text.value().length() + (text.quoted() ? 2 : 0));
                return;
            }
            place(node.place(), key, -1);
            if (node instanceof Node.Sequence list) {
                list.items().forEach(item -> node(item, null));
                return;
            }
            for (Map.Entry<String, Node> entry : ((Node.Mapping) node).entries().entrySet()) {
                Place own = node.placeOfKey(entry.getKey());
                place(own, null, entry.getKey().length());
                node(entry.getValue(), own);
            }
        }

        private void place(Place place, Place key, int width) {
            if (out.length() - lineStart > WIDTH) {
                out.append('\n');
                lineStart = out.length();
            }
            if (place.equals(key)) {
                out.append('=');
                return;
            }
            boolean isSameLine = place.line() == before.line();
            signed((place.line() - before.line()) * 2L + (place.length() == width ? 0 : 1));
            signed(isSameLine ? place.column() - before.column() - before.length() : place.column());
            if (place.length() != width) {
                signed(place.length());
            }
            before = place;
        }

        private void signed(long value) {
            long left = value < 0 ? -value * 2 + 1 : value * 2;
            while (left >= 32) {
                out.append(DIGITS.charAt((int) (left % 32) + 32));
                left /= 32;
            }
            out.append(DIGITS.charAt((int) left));
        }
    }

    private static final class Parser implements TreeText.Places {

        private static final byte[] VALUES = new byte[128];

        static {
            Arrays.fill(VALUES, (byte) -1);
            for (int i = 0; i < DIGITS.length(); i++) {
                VALUES[DIGITS.charAt(i)] = (byte) i;
            }
        }

        private final char[] text;
        private int at;
        private Place before = Place.START;

        Parser(String text) {
            this.text = text.toCharArray();
        }

        @Override
        public Place next(Place key, int width) {
            if (peek() == '=' && key != null) {
                at++;
                return key;
            }
            int move = number();
            int line = before.line() + (move >> 1);
            int column = number();
            before = new Place(
                    line,
                    line == before.line() ? before.column() + before.length() + column : column,
                    (move & 1) == 0 ? width : number());
            return before;
        }

        private int number() {
            int value = 0;
            int shift = 0;
            while (at < text.length) {
                char c = text[at++];
                int digit = c < VALUES.length ? VALUES[c] : -1;
                if (digit >= 0) {
                    value |= (digit & 31) << shift;
                    shift += 5;
                } else if (c != '\n') {
                    throw new TreeText.Malformed("a place is not one");
                }
                if (digit >= 0 && digit < 32) {
                    return (value & 1) == 0 ? value >>> 1 : -(value >>> 1);
                }
            }
            throw new TreeText.Malformed("the places end too early");
        }

        private char peek() {
            while (at < text.length && text[at] == '\n') {
                at++;
            }
            if (at >= text.length) {
                throw new TreeText.Malformed("the places end too early");
            }
            return text[at];
        }
    }
}
