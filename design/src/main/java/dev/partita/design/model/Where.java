package dev.partita.design.model;

import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A condition in a design file, on logical names: {@code status <> 'SUSPENDED' AND isPublic}. */
public sealed interface Where {

    Place place();

    /** As a design file writes it; conditions that mean the same for sure are written the same. */
    String text();

    /** Every operand, in the order in which they are written. */
    List<Operand> operands();

    /** The conditions that must all hold: those between the outermost ANDs. */
    default Stream<Where> all() {
        return Stream.of(this);
    }

    /** The comparisons and calls it is made of, however they are joined. */
    default Stream<Where> tests() {
        return Stream.of(this);
    }

    /** The flag that it asks to be true, when it asks nothing else; null otherwise. */
    default Operand.Path flag() {
        return null;
    }

    record And(Where left, Where right, Place place) implements Where {
        @Override
        public String text() {
            return left.text() + " AND " + right.text();
        }

        @Override
        public List<Operand> operands() {
            return joined(left, right);
        }

        @Override
        public Stream<Where> all() {
            return Stream.concat(left.all(), right.all());
        }

        @Override
        public Stream<Where> tests() {
            return Stream.concat(left.tests(), right.tests());
        }
    }

    record Or(Where left, Where right, Place place) implements Where {
        @Override
        public String text() {
            return "(" + left.text() + " OR " + right.text() + ")";
        }

        @Override
        public List<Operand> operands() {
            return joined(left, right);
        }

        @Override
        public Stream<Where> tests() {
            return Stream.concat(left.tests(), right.tests());
        }
    }

    record Not(Where inner, Place place) implements Where {
        @Override
        public String text() {
            return "NOT "
                    + (inner instanceof And || inner instanceof Compare ? "(" + inner.text() + ")" : inner.text());
        }

        @Override
        public List<Operand> operands() {
            return inner.operands();
        }

        @Override
        public Stream<Where> tests() {
            return inner.tests();
        }
    }

    record Compare(Operand left, Operator operator, Operand right, Place place) implements Where {

        public boolean isEquality() {
            return operator == Operator.EQUAL;
        }

        @Override
        public String text() {
            if (isEquality() && right instanceof Operand.Truth truth) {
                return truth.value() ? left.text() : left.text() + " = false";
            }
            return left.text() + " " + operator.sign() + " " + right.text();
        }

        @Override
        public List<Operand> operands() {
            return List.of(left, right);
        }
    }

    record Between(Operand value, Operand low, Operand high, Place place) implements Where {
        @Override
        public String text() {
            return value.text() + " BETWEEN " + low.text() + " AND " + high.text();
        }

        @Override
        public List<Operand> operands() {
            return List.of(value, low, high);
        }
    }

    record In(Operand value, List<Operand> options, Place place) implements Where {
        public In {
            options = List.copyOf(options);
        }

        @Override
        public String text() {
            return value.text() + " IN "
                    + options.stream().map(Operand::text).collect(Collectors.joining(", ", "(", ")"));
        }

        @Override
        public List<Operand> operands() {
            return Stream.concat(Stream.of(value), options.stream()).toList();
        }
    }

    record Call(Function function, Operand value, Operand argument, Place place) implements Where {
        @Override
        public String text() {
            return function.word() + "(" + value.text() + ", " + argument.text() + ")";
        }

        @Override
        public List<Operand> operands() {
            return List.of(value, argument);
        }
    }

    /** {@code exists} or {@code missing}, also where the file says {@code x <> null}, {@code x = null} or NOT. */
    record Exists(Operand.Path path, boolean missing, Place place) implements Where {
        @Override
        public String text() {
            return (missing ? "missing(" : "exists(") + path.text() + ")";
        }

        @Override
        public List<Operand> operands() {
            return List.of(path);
        }
    }

    /** A flag or boolean standing alone: it is true. */
    record IsTrue(Operand.Path path, Place place) implements Where {
        @Override
        public Operand.Path flag() {
            return path;
        }

        @Override
        public String text() {
            return path.text();
        }

        @Override
        public List<Operand> operands() {
            return List.of(path);
        }
    }

    private static List<Operand> joined(Where left, Where right) {
        return Stream.concat(left.operands().stream(), right.operands().stream())
                .toList();
    }

    /** How two values are compared. */
    enum Operator {
        EQUAL("="),
        DIFFERENT("<>"),
        BELOW("<"),
        AT_MOST("<="),
        ABOVE(">"),
        AT_LEAST(">=");

        private final String sign;

        Operator(String sign) {
            this.sign = sign;
        }

        /** As a design file and DynamoDB write it. */
        public String sign() {
            return sign;
        }

        /** Null for what is no comparison. */
        public static Operator of(String sign) {
            for (Operator operator : values()) {
                if (operator.sign.equals(sign)) {
                    return operator;
                }
            }
            return null;
        }

        /** Whether it says that the left side is the smaller one, or may be. */
        public boolean isUpperBound() {
            return this == BELOW || this == AT_MOST;
        }

        /** Whether it says that the left side is the greater one, or may be. */
        public boolean isLowerBound() {
            return this == ABOVE || this == AT_LEAST;
        }

        /** The comparison seen from its other side. */
        public Operator turned() {
            return switch (this) {
                case EQUAL, DIFFERENT -> this;
                case BELOW -> ABOVE;
                case AT_MOST -> AT_LEAST;
                case ABOVE -> BELOW;
                case AT_LEAST -> AT_MOST;
            };
        }

        /** Whether it holds of two values, by how the left one compares with the right one. */
        public boolean holds(int order) {
            return switch (this) {
                case EQUAL -> order == 0;
                case DIFFERENT -> order != 0;
                case BELOW -> order < 0;
                case AT_MOST -> order <= 0;
                case ABOVE -> order > 0;
                case AT_LEAST -> order >= 0;
            };
        }
    }

    /** What looks into a value. */
    enum Function {
        BEGINS_WITH,
        CONTAINS;

        /** As a design file and DynamoDB write it. */
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** Something a condition compares. */
    sealed interface Operand {

        Place place();

        /** As a design file writes it. */
        String text();

        /** Where the value stands that it is, or whose size it is; null for what stands in no item. */
        default Path path() {
            return null;
        }

        /** The attribute whose value or size it is; null for what stands in no item. */
        default String attribute() {
            return null;
        }

        /** Whether the file says its value. */
        default boolean isConstant() {
            return false;
        }

        /** An attribute, and members below it: {@code lastResult.status}. */
        record Path(List<String> names, Place place) implements Operand {
            public Path {
                names = List.copyOf(names);
            }

            @Override
            public Path path() {
                return this;
            }

            @Override
            public String attribute() {
                return names.get(0);
            }

            @Override
            public String text() {
                return String.join(".", names);
            }
        }

        record SizeOf(Path path, Place place) implements Operand {
            @Override
            public String attribute() {
                return path.attribute();
            }

            @Override
            public String text() {
                return "size(" + path.text() + ")";
            }
        }

        record Text(String value, Place place) implements Operand {
            @Override
            public String text() {
                return "'" + value.replace("'", "''") + "'";
            }

            @Override
            public boolean isConstant() {
                return true;
            }
        }

        record Number(BigDecimal value, Place place) implements Operand {
            @Override
            public String text() {
                return value.toPlainString();
            }

            @Override
            public boolean isConstant() {
                return true;
            }
        }

        record Truth(boolean value, Place place) implements Operand {
            @Override
            public String text() {
                return String.valueOf(value);
            }

            @Override
            public boolean isConstant() {
                return true;
            }
        }

        record Null(Place place) implements Operand {
            @Override
            public String text() {
                return "null";
            }

            @Override
            public boolean isConstant() {
                return true;
            }
        }

        /** What the caller gives: {@code :name}. */
        record Argument(String name, Place place) implements Operand {
            @Override
            public String text() {
                return ":" + name;
            }
        }

        /** The moment of the request, or one so long before or after it. */
        record Now(Moment moment, Place place) implements Operand {
            @Override
            public String text() {
                return moment.text();
            }
        }
    }
}
