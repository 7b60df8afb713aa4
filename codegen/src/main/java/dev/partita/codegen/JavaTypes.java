package dev.partita.codegen;

import dev.partita.design.model.Attribute;
import dev.partita.design.model.Type;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Which Java type a type of the design becomes, and how its values come from logical ones and go back. */
public final class JavaTypes {

    private static final String PLAIN = "dev.partita.plan.LogicalValues";

    private final ClassNames vocabulary;

    public JavaTypes(ClassNames vocabulary) {
        this.vocabulary = vocabulary;
    }

    /** A type that can be null or stand between angle brackets: {@code Long}, {@code List<TestResult>}. */
    public String boxed(Type type, JavaFile file) {
        return type.match(new Boxed(file));
    }

    private final class Boxed implements Type.Cases<String> {
        private final JavaFile file;

        Boxed(JavaFile file) {
            this.file = file;
        }

        @Override
        public String simple(Type.Simple type) {
            return file.use(JavaTypes.simple(type));
        }

        @Override
        public String enumeration(Type.Enumeration type) {
            return vocabulary.type(type);
        }

        @Override
        public String list(Type.ListOf type) {
            return file.use("java.util.List") + "<" + type.element().match(this) + ">";
        }

        @Override
        public String set(Type.SetOf type) {
            return file.use("java.util.Set") + "<" + type.element().match(this) + ">";
        }

        @Override
        public String map(Type.MapOf type) {
            return file.use("java.util.Map") + "<String, " + type.element().match(this) + ">";
        }

        @Override
        public String record(Type.Record type) {
            return vocabulary.type(type);
        }
    }

    /** A type for a value that is always there: {@code long}, {@code boolean}, else the same. */
    public String bare(Type type, JavaFile file) {
        if (type == Type.Simple.INTEGER) {
            return "long";
        }
        return type == Type.Simple.BOOLEAN || type == Type.Simple.FLAG ? "boolean" : boxed(type, file);
    }

    public static boolean hasPrimitive(Type type) {
        return type == Type.Simple.INTEGER || type == Type.Simple.BOOLEAN || type == Type.Simple.FLAG;
    }

    /** The {@code JavaType} that makes a Java value of a logical one: {@code JavaType.listOf(JavaType.record(TestResult::of))}. */
    public String as(Type type, JavaFile file) {
        return type.match(new JavaTypeCode(file.use("dev.partita.plan.JavaType")));
    }

    private final class JavaTypeCode implements Type.Cases<String> {
        private final String as;

        JavaTypeCode(String as) {
            this.as = as;
        }

        @Override
        public String simple(Type.Simple type) {
            return as + "."
                    + switch (type) {
                        case STRING, ISO_TIME, ULID, UUID, PASSWORD -> "TEXT";
                        case INTEGER -> "INTEGER";
                        case DECIMAL -> "DECIMAL";
                        case BOOLEAN, FLAG -> "TRUTH";
                        case BINARY -> "BINARY";
                        case TIMESTAMP, TIMESTAMP_MILLIS, EPOCH_SECONDS, EPOCH_MILLIS -> "TIME";
                        case DATE -> "DATE";
                        case ANY -> "ANYTHING";
                    };
        }

        @Override
        public String enumeration(Type.Enumeration type) {
            return as + ".textOf(" + vocabulary.type(type) + "::of)";
        }

        @Override
        public String list(Type.ListOf type) {
            return as + ".listOf(" + type.element().match(this) + ")";
        }

        @Override
        public String set(Type.SetOf type) {
            return as + ".setOf(" + type.element().match(this) + ")";
        }

        @Override
        public String map(Type.MapOf type) {
            return as + ".mapOf(" + type.element().match(this) + ")";
        }

        @Override
        public String record(Type.Record type) {
            return as + ".record(" + vocabulary.type(type) + "::of)";
        }
    }

    /** An expression that makes a logical value of a Java one, null of null. */
    public String plain(Type type, String expression, JavaFile file) {
        return plain(type, expression, 0, file);
    }

    private String plain(Type type, String expression, int depth, JavaFile file) {
        String back = back(type, depth, file);
        return back == null ? expression : file.use(PLAIN) + "." + method(type) + "(" + expression + ", " + back + ")";
    }

    /** Whether a logical value is the Java value itself. */
    public boolean isPlain(Type type) {
        return type instanceof Type.Simple || type.element() != null && isPlain(type.element());
    }

    /** A copy that nobody changes, null of null; the expression itself for what never changes. */
    public String copy(Type type, String expression, JavaFile file) {
        return type.element() == null ? expression : file.use(PLAIN) + ".copy(" + expression + ")";
    }

    public static boolean isCollection(Type type) {
        return type.element() != null;
    }

    /** A value of the design file, such as a default, as a Java expression; null when {@link #hasConstant} says there is none. */
    public String constant(Type type, Object value, JavaFile file) {
        if (type instanceof Type.Simple simple) {
            return constant(simple, value, file);
        }
        if (type instanceof Type.Enumeration options && value instanceof String text) {
            String constant = JavaNames.constants(options.values()).get(text);
            String name = vocabulary.type(type);
            return constant != null
                    ? name + "." + constant
                    : options.open() ? name + ".of(" + JavaFile.literal(text) + ")" : null;
        }
        if (value instanceof List<?> all && type.isListOrSet()) {
            return file.use(type instanceof Type.ListOf ? "java.util.List" : "java.util.Set") + ".of("
                    + all.stream()
                            .map(element -> constant(type.element(), element, file))
                            .collect(Collectors.joining(", "))
                    + ")";
        }
        return null;
    }

    /** Whether the default of an attribute can be written so. */
    static boolean hasConstant(Attribute attribute) {
        return attribute.defaultValue() != null && hasConstant(attribute.type(), attribute.defaultValue());
    }

    private static boolean hasConstant(Type type, Object value) {
        if (type instanceof Type.Enumeration options) {
            return value instanceof String text
                    && (options.open() || options.values().contains(text));
        }
        if (type.isListOrSet()) {
            return value instanceof List<?> all
                    && all.stream().allMatch(element -> hasConstant(type.element(), element))
                    && (type instanceof Type.ListOf || Set.copyOf(all).size() == all.size());
        }
        return type instanceof Type.Simple simple && constant(simple, value, new JavaFile("", "", Set.of())) != null;
    }

    private static String constant(Type.Simple type, Object value, JavaFile file) {
        try {
            return switch (type) {
                case STRING -> value instanceof String text ? JavaFile.literal(text) : null;
                case INTEGER -> value instanceof BigDecimal number ? number.longValueExact() + "L" : null;
                case DECIMAL ->
                    value instanceof BigDecimal number
                            ? "new " + file.use("java.math.BigDecimal") + "(\"" + number + "\")"
                            : null;
                case BOOLEAN, FLAG -> value instanceof Boolean truth ? truth.toString() : null;
                case TIMESTAMP, TIMESTAMP_MILLIS ->
                    value instanceof String text
                            ? file.use("java.time.Instant") + ".parse(\"" + Instant.parse(text) + "\")"
                            : null;
                case EPOCH_SECONDS ->
                    value instanceof BigDecimal number
                            ? file.use("java.time.Instant") + ".ofEpochSecond(" + number.longValueExact() + "L)"
                            : null;
                case DATE ->
                    value instanceof String text
                            ? file.use("java.time.LocalDate") + ".parse(\"" + LocalDate.parse(text) + "\")"
                            : null;
                case BINARY, EPOCH_MILLIS, ISO_TIME, ULID, UUID, PASSWORD, ANY -> null;
            };
        } catch (DateTimeException | ArithmeticException e) {
            return null;
        }
    }

    private static String simple(Type.Simple type) {
        return switch (type) {
            case STRING, ISO_TIME, ULID, UUID, PASSWORD -> "java.lang.String";
            case INTEGER -> "java.lang.Long";
            case DECIMAL -> "java.math.BigDecimal";
            case BOOLEAN, FLAG -> "java.lang.Boolean";
            case BINARY -> "dev.partita.item.Bytes";
            case TIMESTAMP, TIMESTAMP_MILLIS, EPOCH_SECONDS, EPOCH_MILLIS -> "java.time.Instant";
            case DATE -> "java.time.LocalDate";
            case ANY -> "java.lang.Object";
        };
    }

    /** A function from a Java value to a logical one; null when they are the same. */
    private String back(Type type, int depth, JavaFile file) {
        if (type instanceof Type.Enumeration) {
            return vocabulary.type(type) + "::value";
        }
        if (type instanceof Type.Record) {
            return vocabulary.type(type) + "::values";
        }
        Type element = type.element();
        if (element == null || isPlain(element)) {
            return null;
        }
        // Lambdas in lambdas need parameters of different names.
        String inner = depth == 0 ? "inner" : "inner" + depth;
        return element.element() == null
                ? back(element, depth, file)
                : inner + " -> " + plain(element, inner, depth + 1, file);
    }

    private static String method(Type type) {
        return type instanceof Type.ListOf
                ? "list"
                : type instanceof Type.SetOf ? "set" : type instanceof Type.MapOf ? "map" : "value";
    }
}
