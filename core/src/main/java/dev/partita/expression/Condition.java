package dev.partita.expression;

import dev.partita.item.AttributeValue;
import dev.partita.item.Bytes;
import dev.partita.item.Item;
import dev.partita.item.ValueChecks;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** A parsed condition. Its placeholders are already replaced by names and values. */
public sealed interface Condition extends Term {

    Condition ALWAYS = new Always();

    boolean holds(Item item);

    /** The top-level attributes it mentions. */
    default Set<String> attributeNames() {
        Set<String> names = new LinkedHashSet<>();
        collectPaths(path -> names.add(path.name()));
        return names;
    }

    /** Those of {@link #attributeNames()} that it looks into, which no key attribute allows. */
    default Set<String> nestedNames() {
        Set<String> names = new LinkedHashSet<>();
        collectPaths(path -> path.addNestedTo(names));
        return names;
    }

    void collectPaths(Consumer<Path> paths);

    /** What an absent expression asks for. */
    record Always() implements Condition {
        @Override
        public boolean holds(Item item) {
            return true;
        }

        @Override
        public Set<String> nestedNames() {
            return Set.of();
        }

        @Override
        public void collectPaths(Consumer<Path> paths) {}
    }

    record And(Condition left, Condition right) implements Condition {
        @Override
        public boolean holds(Item item) {
            return left.holds(item) && right.holds(item);
        }

        @Override
        public void collectPaths(Consumer<Path> paths) {
            left.collectPaths(paths);
            right.collectPaths(paths);
        }

        @Override
        public String toString() {
            return "(" + left + ") AND (" + right + ")";
        }
    }

    record Or(Condition left, Condition right) implements Condition {
        @Override
        public boolean holds(Item item) {
            return left.holds(item) || right.holds(item);
        }

        @Override
        public void collectPaths(Consumer<Path> paths) {
            left.collectPaths(paths);
            right.collectPaths(paths);
        }

        @Override
        public String toString() {
            return "(" + left + ") OR (" + right + ")";
        }
    }

    record Not(Condition condition) implements Condition {
        @Override
        public boolean holds(Item item) {
            return !condition.holds(item);
        }

        @Override
        public void collectPaths(Consumer<Path> paths) {
            condition.collectPaths(paths);
        }

        @Override
        public String toString() {
            return "NOT (" + condition + ")";
        }
    }

    /** The six comparators as written. */
    enum Comparator {
        EQ("="),
        NE("<>"),
        LT("<"),
        LE("<="),
        GT(">"),
        GE(">=");

        private final String sign;

        Comparator(String sign) {
            this.sign = sign;
        }

        @Override
        public String toString() {
            return sign;
        }
    }

    record Compare(Operand left, Comparator comparator, Operand right) implements Condition {
        @Override
        public boolean holds(Item item) {
            AttributeValue first = left.in(item);
            AttributeValue second = right.in(item);
            switch (comparator) {
                case EQ:
                    return first != null && first.equals(second);
                case NE:
                    return first == null || !first.equals(second);
                default:
                    return ValueChecks.areOrdered(first, second) && holds(ValueChecks.compare(first, second));
            }
        }

        private boolean holds(int order) {
            return switch (comparator) {
                case EQ -> order == 0;
                case NE -> order != 0;
                case LT -> order < 0;
                case LE -> order <= 0;
                case GT -> order > 0;
                case GE -> order >= 0;
            };
        }

        @Override
        public void collectPaths(Consumer<Path> paths) {
            left.collectPaths(paths);
            right.collectPaths(paths);
        }

        @Override
        public String toString() {
            return left + " " + comparator + " " + right;
        }
    }

    record Between(Operand value, Operand low, Operand high) implements Condition {
        @Override
        public boolean holds(Item item) {
            AttributeValue found = value.in(item);
            AttributeValue from = low.in(item);
            AttributeValue to = high.in(item);
            return ValueChecks.areOrdered(found, from)
                    && ValueChecks.areOrdered(found, to)
                    && ValueChecks.compare(found, from) >= 0
                    && ValueChecks.compare(found, to) <= 0;
        }

        @Override
        public void collectPaths(Consumer<Path> paths) {
            value.collectPaths(paths);
            low.collectPaths(paths);
            high.collectPaths(paths);
        }

        @Override
        public String toString() {
            return value + " BETWEEN " + low + " AND " + high;
        }
    }

    record In(Operand value, List<Operand> options) implements Condition {
        public In {
            options = List.copyOf(options);
        }

        @Override
        public boolean holds(Item item) {
            AttributeValue found = value.in(item);
            if (found == null) {
                return false;
            }
            for (Operand option : options) {
                if (found.equals(option.in(item))) {
                    return true;
                }
            }
            return false;
        }

        @Override
        public void collectPaths(Consumer<Path> paths) {
            value.collectPaths(paths);
            options.forEach(option -> option.collectPaths(paths));
        }

        @Override
        public String toString() {
            return value + " IN (" + options.stream().map(Operand::toString).collect(Collectors.joining(", ")) + ")";
        }
    }

    record AttributeExists(Path path) implements Condition {
        @Override
        public boolean holds(Item item) {
            return path.existsIn(item);
        }

        @Override
        public void collectPaths(Consumer<Path> paths) {
            path.collectPaths(paths);
        }

        @Override
        public String toString() {
            return "attribute_exists(" + path + ")";
        }
    }

    record AttributeNotExists(Path path) implements Condition {
        @Override
        public boolean holds(Item item) {
            return !path.existsIn(item);
        }

        @Override
        public void collectPaths(Consumer<Path> paths) {
            path.collectPaths(paths);
        }

        @Override
        public String toString() {
            return "attribute_not_exists(" + path + ")";
        }
    }

    /** {@code type} is the operand that names one of the types. */
    record AttributeType(Operand operand, Operand type) implements Condition {
        @Override
        public boolean holds(Item item) {
            AttributeValue value = operand.in(item);
            return value != null
                    && type.in(item) instanceof AttributeValue.S name
                    && value.type().name().equals(name.value());
        }

        @Override
        public void collectPaths(Consumer<Path> paths) {
            operand.collectPaths(paths);
        }

        @Override
        public String toString() {
            return "attribute_type(" + operand + ", " + type + ")";
        }
    }

    record BeginsWith(Operand operand, Operand prefix) implements Condition {
        @Override
        public boolean holds(Item item) {
            AttributeValue value = operand.in(item);
            AttributeValue start = prefix.in(item);
            if (value instanceof AttributeValue.S text && start instanceof AttributeValue.S head) {
                return text.value().startsWith(head.value());
            }
            return value instanceof AttributeValue.B bytes
                    && start instanceof AttributeValue.B head
                    && bytes.value().startsWith(head.value());
        }

        @Override
        public void collectPaths(Consumer<Path> paths) {
            operand.collectPaths(paths);
            prefix.collectPaths(paths);
        }

        @Override
        public String toString() {
            return "begins_with(" + operand + ", " + prefix + ")";
        }
    }

    record Contains(Operand operand, Operand part) implements Condition {
        @Override
        public boolean holds(Item item) {
            AttributeValue value = operand.in(item);
            AttributeValue wanted = part.in(item);
            return value != null && wanted != null && contains(value, wanted);
        }

        private static boolean contains(AttributeValue value, AttributeValue wanted) {
            if (value instanceof AttributeValue.L list) {
                return list.values().contains(wanted);
            }
            if (wanted instanceof AttributeValue.S part) {
                return value instanceof AttributeValue.S text
                        ? text.value().contains(part.value())
                        : value instanceof AttributeValue.SS set && set.values().contains(part.value());
            }
            if (wanted instanceof AttributeValue.B part) {
                Bytes bytes = part.value();
                return value instanceof AttributeValue.B run
                        ? run.value().contains(bytes)
                        : value instanceof AttributeValue.BS set && set.values().contains(bytes);
            }
            return wanted instanceof AttributeValue.N number
                    && value instanceof AttributeValue.NS set
                    && set.values().contains(number);
        }

        @Override
        public void collectPaths(Consumer<Path> paths) {
            operand.collectPaths(paths);
            part.collectPaths(paths);
        }

        @Override
        public String toString() {
            return "contains(" + operand + ", " + part + ")";
        }
    }
}
