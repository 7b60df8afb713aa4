package dev.partita.expression;

import dev.partita.item.ApiException;
import dev.partita.item.AttributeValue;
import dev.partita.item.Item;
import dev.partita.item.NumberText;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** What stands on either side of an operator: something that has a value in an item, or none. */
sealed interface Operand extends Term
        permits Path, Operand.Value, Operand.Size, Operand.IfNotExists, Operand.ListAppend, Operand.Arithmetic {

    /** Its value in {@code item}, or null. */
    AttributeValue in(Item item);

    /** Its type if that does not depend on the item, or null. */
    AttributeValue.Type type();

    void collectPaths(Consumer<Path> paths);

    /** Its value in {@code item}, for an update, which refuses to read what is not there. */
    default AttributeValue required(Item item) {
        return present(in(item));
    }

    static AttributeValue present(AttributeValue value) {
        if (value == null) {
            throw ApiException.validation(
                    "The provided expression refers to an attribute that does not exist in the item");
        }
        return value;
    }

    static ApiException wrongType() {
        return ApiException.validation("An operand in the update expression has an incorrect data type");
    }

    /** A value from the request; {@code token} is how the expression names it. */
    record Value(String token, AttributeValue value) implements Operand {
        @Override
        public AttributeValue in(Item item) {
            return value;
        }

        @Override
        public AttributeValue.Type type() {
            return value.type();
        }

        @Override
        public void collectPaths(Consumer<Path> paths) {}

        @Override
        public boolean equals(Object other) {
            return other instanceof Value that && value.equals(that.value);
        }

        @Override
        public int hashCode() {
            return value.hashCode();
        }

        @Override
        public String toString() {
            return token;
        }
    }

    record Size(Operand of) implements Operand {
        @Override
        public AttributeValue in(Item item) {
            AttributeValue value = of.in(item);
            if (value == null) {
                return null;
            }
            int size = sizeOf(value);
            return size < 0 ? null : AttributeValue.N.of(size);
        }

        private static int sizeOf(AttributeValue value) {
            if (value instanceof AttributeValue.S s) {
                return s.value().length();
            } else if (value instanceof AttributeValue.B b) {
                return b.value().length();
            } else if (value instanceof AttributeValue.L l) {
                return l.values().size();
            } else if (value instanceof AttributeValue.M m) {
                return m.values().size();
            } else if (value instanceof AttributeValue.SS ss) {
                return ss.values().size();
            } else if (value instanceof AttributeValue.NS ns) {
                return ns.values().size();
            } else if (value instanceof AttributeValue.BS bs) {
                return bs.values().size();
            }
            return -1;
        }

        @Override
        public AttributeValue.Type type() {
            return AttributeValue.Type.N;
        }

        @Override
        public void collectPaths(Consumer<Path> paths) {
            of.collectPaths(paths);
        }

        @Override
        public String toString() {
            return "size(" + of + ")";
        }
    }

    /** Reads the fallback even when it is not needed, as the service does. */
    record IfNotExists(Path path, Operand otherwise) implements Operand {
        @Override
        public AttributeValue in(Item item) {
            AttributeValue fallback = otherwise.required(item);
            AttributeValue value = path.in(item);
            return value == null ? fallback : value;
        }

        @Override
        public AttributeValue.Type type() {
            return null;
        }

        @Override
        public void collectPaths(Consumer<Path> paths) {
            path.collectPaths(paths);
            otherwise.collectPaths(paths);
        }

        @Override
        public String toString() {
            return "if_not_exists(" + path + ", " + otherwise + ")";
        }
    }

    record ListAppend(Operand first, Operand second) implements Operand {
        @Override
        public AttributeValue in(Item item) {
            AttributeValue left = first.in(item);
            AttributeValue right = second.in(item);
            List<AttributeValue> head = elements(left);
            List<AttributeValue> tail = elements(right);
            List<AttributeValue> all = new ArrayList<>(head.size() + tail.size());
            all.addAll(head);
            all.addAll(tail);
            return new AttributeValue.L(all);
        }

        private static List<AttributeValue> elements(AttributeValue value) {
            if (Operand.present(value) instanceof AttributeValue.L list) {
                return list.values();
            }
            throw wrongType();
        }

        @Override
        public AttributeValue.Type type() {
            return AttributeValue.Type.L;
        }

        @Override
        public void collectPaths(Consumer<Path> paths) {
            first.collectPaths(paths);
            second.collectPaths(paths);
        }

        @Override
        public String toString() {
            return "list_append(" + first + ", " + second + ")";
        }
    }

    record Arithmetic(Operand left, boolean minus, Operand right) implements Operand {
        @Override
        public AttributeValue in(Item item) {
            AttributeValue one = left.in(item);
            AttributeValue two = right.in(item);
            AttributeValue.N first = number(one);
            AttributeValue.N second = number(two);
            return minus ? sum(first, negated(second)) : sum(first, second);
        }

        private static AttributeValue.N number(AttributeValue value) {
            if (Operand.present(value) instanceof AttributeValue.N number) {
                return number;
            }
            throw wrongType();
        }

        private static AttributeValue.N negated(AttributeValue.N number) {
            String text = number.text();
            if (text.equals("0")) {
                return number;
            }
            return new AttributeValue.N(text.charAt(0) == '-' ? text.substring(1) : "-" + text);
        }

        static AttributeValue.N sum(AttributeValue.N left, AttributeValue.N right) {
            if (isShortInteger(left.text()) && isShortInteger(right.text())) {
                return AttributeValue.N.of(Long.parseLong(left.text()) + Long.parseLong(right.text()));
            }
            BigDecimal sum = left.value().add(right.value());
            if (NumberText.of(sum) instanceof AttributeValue.N number) {
                return number;
            }
            // The service words every unstorable result so, also one that only has too many digits.
            throw ApiException.validation(
                    "Number overflow. Attempting to store a number with magnitude larger than supported range");
        }

        private static boolean isShortInteger(String text) {
            return text.length() < 18 && text.indexOf('.') < 0;
        }

        @Override
        public AttributeValue.Type type() {
            return AttributeValue.Type.N;
        }

        @Override
        public void collectPaths(Consumer<Path> paths) {
            left.collectPaths(paths);
            right.collectPaths(paths);
        }

        @Override
        public String toString() {
            return left + (minus ? " - " : " + ") + right;
        }
    }
}
