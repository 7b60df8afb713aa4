package dev.partita.design.model;

import java.util.List;
import java.util.Map;

/** A piece of YAML that knows where it stands. The model keeps these, so that every finding can point at its cause. */
public sealed interface Node {

    Place place();

    /** What kind of thing it is, in the words of an error message. */
    String kind();

    /** The node below {@code key}, or null. */
    default Node get(String key) {
        return null;
    }

    /** Where the value of {@code key} stands; this node's own place when the key is absent. */
    default Place placeOf(String key) {
        Node child = get(key);
        return child == null ? place() : child.place();
    }

    /** Where the word {@code key} itself stands; this node's own place when it is absent. */
    default Place placeOfKey(String key) {
        return place();
    }

    /** A scalar. {@code quoted} scalars are always text; {@code plain} ones may be numbers, booleans or null. */
    record Text(String value, boolean quoted, Place place) implements Node {
        @Override
        public String kind() {
            return "text";
        }

        /** Whether it was left empty, or written as a plain null. */
        public boolean isNull() {
            return !quoted && value.length() <= 4 && (value.isEmpty() || value.equals("null") || value.equals("~"));
        }

        /** Where a piece of the text stands. Where the file writes it with escapes or line breaks, the whole text. */
        public Place part(int offset, int length) {
            boolean asWritten = place.length() == value.length() + (quoted ? 2 : 0);
            return asWritten ? place.within(offset + (quoted ? 1 : 0), length) : place;
        }
    }

    record Sequence(List<Node> items, Place place) implements Node {
        public Sequence {
            items = List.copyOf(items);
        }

        @Override
        public String kind() {
            return "a list";
        }
    }

    /** Keys keep the order in which they stand. One below a key has the place of that key, its name: that is what to point at. */
    record Mapping(Map<String, Node> entries, Map<String, Place> keys, Place place) implements Node {
        public Mapping {
            entries = Ordered.copyOf(entries);
            keys = Ordered.copyOf(keys);
        }

        @Override
        public String kind() {
            return "a map";
        }

        @Override
        public Node get(String key) {
            return entries.get(key);
        }

        @Override
        public Place placeOfKey(String key) {
            return keys.getOrDefault(key, place);
        }
    }
}
