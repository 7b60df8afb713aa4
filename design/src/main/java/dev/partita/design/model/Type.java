package dev.partita.design.model;

import java.util.List;
import java.util.Map;

/** The type of an attribute, and how it is stored. */
public sealed interface Type {

    /** DynamoDB's tag: S, N, B, BOOL, L, M, SS, NS, BS; null for {@code any}. */
    String tag();

    /** As a design file writes it. */
    String word();

    /** What it holds any number of, as a list, a set or a map; null when it is none of these. */
    default Type element() {
        return null;
    }

    /** The members that a record has, by their names; none for other types. */
    default Map<String, Attribute> members() {
        return Map.of();
    }

    default boolean isListOrSet() {
        return false;
    }

    /** Whether its values are moments or days. */
    default boolean isTime() {
        return false;
    }

    /** Whether the design lists all its values. */
    default boolean isClosed() {
        return false;
    }

    /** Whether its values are states: one of a list, or yes and no. */
    default boolean isState() {
        return false;
    }

    /** Whether a value is one text, number, time, truth or run of bytes, and nothing with parts. */
    default boolean isScalar() {
        return false;
    }

    /** The texts that an enumeration lists; none for other types. */
    default List<String> options() {
        return List.of();
    }

    /** The name of its own that an enumeration or a record may have; null for other types. */
    default String declaredName() {
        return null;
    }

    /** What somebody makes of it, who has an answer for each kind of type. */
    <R> R match(Cases<R> cases);

    /** An answer for each kind of type: whoever writes one down has forgotten none. */
    interface Cases<R> {
        R simple(Simple type);

        R enumeration(Enumeration type);

        R list(ListOf type);

        R set(SetOf type);

        R map(MapOf type);

        R record(Record type);
    }

    /** Whether both take the same values, wherever each is written and whatever it is called. */
    default boolean isLike(Type other) {
        return equals(other);
    }

    /** The types without parts. */
    enum Simple implements Type {
        STRING("string", "S"),
        INTEGER("integer", "N"),
        DECIMAL("decimal", "N"),
        BOOLEAN("boolean", "BOOL"),
        FLAG("flag", "N"),
        BINARY("binary", "B"),
        TIMESTAMP("timestamp", "S"),
        TIMESTAMP_MILLIS("timestamp-millis", "S"),
        EPOCH_SECONDS("epoch-seconds", "N"),
        EPOCH_MILLIS("epoch-millis", "N"),
        DATE("date", "S"),
        ISO_TIME("iso-time", "S"),
        ULID("ulid", "S"),
        UUID("uuid", "S"),
        PASSWORD("password", "S"),
        ANY("any", null);

        private final String word;
        private final String tag;

        Simple(String word, String tag) {
            this.word = word;
            this.tag = tag;
        }

        @Override
        public String tag() {
            return tag;
        }

        @Override
        public String word() {
            return word;
        }

        @Override
        public boolean isState() {
            return this == FLAG || this == BOOLEAN;
        }

        @Override
        public boolean isScalar() {
            return this != ANY;
        }

        @Override
        public <R> R match(Cases<R> cases) {
            return cases.simple(this);
        }

        @Override
        public boolean isTime() {
            return this == TIMESTAMP
                    || this == TIMESTAMP_MILLIS
                    || this == EPOCH_SECONDS
                    || this == EPOCH_MILLIS
                    || this == DATE
                    || this == ISO_TIME;
        }
    }

    /** Text out of a list; an open one takes other text too. {@code name} is null when it stands in the attribute itself. */
    record Enumeration(String name, List<String> values, boolean open, Node node) implements Type {
        public Enumeration {
            values = List.copyOf(values);
        }

        @Override
        public String tag() {
            return "S";
        }

        @Override
        public String word() {
            return name == null ? "enum" : name;
        }

        @Override
        public boolean isClosed() {
            return !open;
        }

        @Override
        public boolean isState() {
            return true;
        }

        @Override
        public boolean isScalar() {
            return true;
        }

        @Override
        public List<String> options() {
            return values;
        }

        @Override
        public String declaredName() {
            return name;
        }

        @Override
        public <R> R match(Cases<R> cases) {
            return cases.enumeration(this);
        }

        @Override
        public boolean isLike(Type other) {
            return other instanceof Enumeration others
                    && open == others.open
                    && values.size() == others.values.size()
                    && values.containsAll(others.values);
        }
    }

    record ListOf(Type element) implements Type {
        @Override
        public String tag() {
            return "L";
        }

        @Override
        public String word() {
            return "list of " + element.word();
        }

        @Override
        public <R> R match(Cases<R> cases) {
            return cases.list(this);
        }

        @Override
        public boolean isListOrSet() {
            return true;
        }

        @Override
        public boolean isLike(Type other) {
            return other instanceof ListOf others && element.isLike(others.element);
        }
    }

    record SetOf(Type element) implements Type {
        @Override
        public String tag() {
            return element.tag() + "S";
        }

        @Override
        public String word() {
            return "set of " + element.word();
        }

        @Override
        public <R> R match(Cases<R> cases) {
            return cases.set(this);
        }

        @Override
        public boolean isListOrSet() {
            return true;
        }

        @Override
        public boolean isLike(Type other) {
            return other instanceof SetOf others && element.isLike(others.element);
        }
    }

    /** {@code map of T}; a free {@code map} has elements of type {@code any}. */
    record MapOf(Type element) implements Type {
        @Override
        public String tag() {
            return "M";
        }

        @Override
        public String word() {
            return element == Simple.ANY ? "map" : "map of " + element.word();
        }

        @Override
        public <R> R match(Cases<R> cases) {
            return cases.map(this);
        }

        @Override
        public boolean isLike(Type other) {
            return other instanceof MapOf others && element.isLike(others.element);
        }
    }

    /** A map with known members. {@code name} is null when it stands in the attribute itself. */
    record Record(String name, Map<String, Attribute> attributes, Node node) implements Type {
        public Record {
            attributes = Ordered.copyOf(attributes);
        }

        @Override
        public String tag() {
            return "M";
        }

        @Override
        public String word() {
            return name == null ? "record" : name;
        }

        @Override
        public Map<String, Attribute> members() {
            return attributes;
        }

        @Override
        public String declaredName() {
            return name;
        }

        @Override
        public <R> R match(Cases<R> cases) {
            return cases.record(this);
        }

        @Override
        public boolean isLike(Type other) {
            return other instanceof Record others
                    && attributes.keySet().equals(others.attributes.keySet())
                    && attributes.values().stream().allMatch(one -> one.type()
                            .isLike(others.attributes.get(one.name()).type()));
        }
    }
}
