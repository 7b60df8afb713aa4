package dev.partita.item;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** One of DynamoDB's ten kinds of value, in canonical form: equal values are equal objects. */
public sealed interface AttributeValue {

    /** The type tags as they stand on the wire. */
    enum Type {
        S("STRING"),
        N("NUMBER"),
        B("BINARY"),
        BOOL("BOOLEAN"),
        NULL("NULL"),
        M("MAP"),
        L("LIST"),
        SS("STRING_SET"),
        NS("NUMBER_SET"),
        BS("BINARY_SET");

        private final String longName;

        Type(String longName) {
            this.longName = longName;
        }

        /** The word error messages use for it. */
        public String longName() {
            return longName;
        }
    }

    Type type();

    /**
     * DynamoDB's size of the value, without its name. Text counts its bytes of UTF-8, binary its bytes, a number about a byte for
     * two digits, a boolean or null one; a list or map three, and one for each member beside the member itself.
     */
    int sizeBytes();

    /**
     * Shows the value to {@code sink} as an item shows its own; the names in a map ascend as Java orders text.
     *
     * @throws IllegalArgumentException when the service would refuse it
     */
    void writeTo(ItemSink sink);

    record S(String value) implements AttributeValue {
        @Override
        public Type type() {
            return Type.S;
        }

        @Override
        public int sizeBytes() {
            return Utf8.length(value);
        }

        @Override
        public void writeTo(ItemSink sink) {
            byte[] utf8 = Utf8.bytes(value);
            sink.string(utf8, 0, utf8.length);
        }
    }

    /** A number in canonical plain decimal text; {@link NumberText} makes one of what a client wrote. */
    record N(String text) implements AttributeValue, Comparable<N> {
        public static N of(long value) {
            return new N(Long.toString(value));
        }

        public BigDecimal value() {
            return new BigDecimal(text);
        }

        @Override
        public int compareTo(N other) {
            return NumberText.compare(text, other.text);
        }

        @Override
        public Type type() {
            return Type.N;
        }

        @Override
        public int sizeBytes() {
            return NumberText.sizeBytes(text);
        }

        @Override
        public void writeTo(ItemSink sink) {
            byte[] ascii = Utf8.bytes(text);
            sink.number(ascii, 0, ascii.length);
        }
    }

    record B(Bytes value) implements AttributeValue {
        @Override
        public Type type() {
            return Type.B;
        }

        @Override
        public int sizeBytes() {
            return value.length();
        }

        @Override
        public void writeTo(ItemSink sink) {
            sink.binary(value.array(), 0, value.length());
        }
    }

    record Bool(boolean value) implements AttributeValue {
        public static final Bool TRUE = new Bool(true);
        public static final Bool FALSE = new Bool(false);

        public static Bool of(boolean value) {
            return value ? TRUE : FALSE;
        }

        @Override
        public Type type() {
            return Type.BOOL;
        }

        @Override
        public int sizeBytes() {
            return 1;
        }

        @Override
        public void writeTo(ItemSink sink) {
            sink.bool(value);
        }
    }

    record Null() implements AttributeValue {
        public static final Null NULL = new Null();

        @Override
        public Type type() {
            return Type.NULL;
        }

        @Override
        public int sizeBytes() {
            return 1;
        }

        @Override
        public void writeTo(ItemSink sink) {
            sink.nul();
        }
    }

    record L(List<AttributeValue> values) implements AttributeValue {
        public L {
            values = List.copyOf(values);
        }

        @Override
        public Type type() {
            return Type.L;
        }

        @Override
        public int sizeBytes() {
            int size = 3;
            for (AttributeValue value : values) {
                size += 1 + value.sizeBytes();
            }
            return size;
        }

        @Override
        public void writeTo(ItemSink sink) {
            sink.startList(values.size());
            for (AttributeValue value : values) {
                value.writeTo(sink);
            }
            sink.endList();
        }
    }

    record M(Map<String, AttributeValue> values) implements AttributeValue {
        public M {
            values = Map.copyOf(values);
        }

        @Override
        public Type type() {
            return Type.M;
        }

        @Override
        public int sizeBytes() {
            int size = 3;
            for (Map.Entry<String, AttributeValue> entry : values.entrySet()) {
                size += 1 + Utf8.length(entry.getKey()) + entry.getValue().sizeBytes();
            }
            return size;
        }

        @Override
        public void writeTo(ItemSink sink) {
            sink.startMap(values.size());
            for (Map.Entry<String, AttributeValue> entry : new TreeMap<>(values).entrySet()) {
                byte[] name = Utf8.bytes(entry.getKey());
                sink.name(name, 0, name.length);
                entry.getValue().writeTo(sink);
            }
            sink.endMap();
        }
    }

    /** Members ascending by UTF-8 bytes; {@link Sets} sorts them and refuses what the service refuses. */
    record SS(List<String> values) implements AttributeValue {
        public SS {
            values = List.copyOf(values);
        }

        @Override
        public Type type() {
            return Type.SS;
        }

        @Override
        public int sizeBytes() {
            int size = 0;
            for (String value : values) {
                size += Utf8.length(value);
            }
            return size;
        }

        @Override
        public void writeTo(ItemSink sink) {
            sink.startSet(Type.SS, values.size());
            for (String value : values) {
                byte[] utf8 = Utf8.bytes(value);
                sink.string(utf8, 0, utf8.length);
            }
            sink.endSet();
        }
    }

    /** Members ascending by numeric value. */
    record NS(List<N> values) implements AttributeValue {
        public NS {
            values = List.copyOf(values);
        }

        @Override
        public Type type() {
            return Type.NS;
        }

        @Override
        public int sizeBytes() {
            int size = 0;
            for (N value : values) {
                size += value.sizeBytes();
            }
            return size;
        }

        @Override
        public void writeTo(ItemSink sink) {
            sink.startSet(Type.NS, values.size());
            for (N value : values) {
                value.writeTo(sink);
            }
            sink.endSet();
        }
    }

    /** Members ascending by unsigned bytes. */
    record BS(List<Bytes> values) implements AttributeValue {
        public BS {
            values = List.copyOf(values);
        }

        @Override
        public Type type() {
            return Type.BS;
        }

        @Override
        public int sizeBytes() {
            int size = 0;
            for (Bytes value : values) {
                size += value.length();
            }
            return size;
        }

        @Override
        public void writeTo(ItemSink sink) {
            sink.startSet(Type.BS, values.size());
            for (Bytes value : values) {
                sink.binary(value.array(), 0, value.length());
            }
            sink.endSet();
        }
    }

    /** A value the service refuses, kept until the check that reports it; {@code claimed} is the type it came with, or null. */
    record Invalid(ValueProblem problem, Type claimed) implements AttributeValue {
        @Override
        public Type type() {
            return claimed;
        }

        @Override
        public int sizeBytes() {
            return 0;
        }

        @Override
        public void writeTo(ItemSink sink) {
            throw new IllegalArgumentException("A value the service refuses: " + this);
        }
    }
}
