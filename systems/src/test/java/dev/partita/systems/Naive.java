package dev.partita.systems;

import dev.partita.design.Design;
import dev.partita.design.model.Attribute;
import dev.partita.design.model.Attribute.SetOn;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Pattern;
import dev.partita.design.model.Template;
import dev.partita.design.model.Type;
import dev.partita.design.model.Where;
import dev.partita.design.model.Where.Operand;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** A design's words, taken at their meaning: conditions, formats, rules of values and order. */
final class Naive {

    private Naive() {}

    static boolean holds(Where where, Map<String, Object> values, Instant now) {
        if (where == null) {
            return true;
        }
        if (where instanceof Where.And and) {
            return holds(and.left(), values, now) && holds(and.right(), values, now);
        }
        if (where instanceof Where.Or or) {
            return holds(or.left(), values, now) || holds(or.right(), values, now);
        }
        if (where instanceof Where.Not not) {
            return !holds(not.inner(), values, now);
        }
        if (where instanceof Where.IsTrue flag) {
            return Boolean.TRUE.equals(operand(flag.path(), values, now));
        }
        if (where instanceof Where.Compare compare) {
            Object left = operand(compare.left(), values, now);
            Object right = operand(compare.right(), values, now);
            return switch (compare.operator()) {
                case EQUAL -> Objects.equals(left, right);
                case DIFFERENT -> !Objects.equals(left, right);
                case AT_MOST -> left != null && right != null && compare(left, right) <= 0;
                default -> throw new UnsupportedOperationException(compare.text());
            };
        }
        throw new UnsupportedOperationException(where.toString());
    }

    /** What a condition asks its callers for. */
    static List<String> wanted(Where where) {
        return where instanceof Where.Compare compare && compare.right() instanceof Operand.Argument argument
                ? List.of(argument.name())
                : List.of();
    }

    /** Whether a condition speaks of an attribute. */
    static boolean mentions(Where where, String attribute) {
        return where != null && where.toString().contains("[" + attribute + "]");
    }

    private static Object operand(Operand operand, Map<String, Object> values, Instant now) {
        if (operand instanceof Operand.Now when) {
            return now.plusSeconds(when.moment().seconds());
        }
        if (operand instanceof Operand.Path path) {
            return values.get(path.attribute());
        }
        if (operand instanceof Operand.Text text) {
            return text.value();
        }
        if (operand instanceof Operand.Argument argument) {
            return values.get(":" + argument.name());
        }
        if (operand instanceof Operand.Truth truth) {
            return truth.value();
        }
        throw new UnsupportedOperationException(operand.toString());
    }

    /** A value under its formats: of a time its day, of everything else itself. */
    static Object formatted(Design design, Template.Variable variable, Object value) {
        return variable.has(Template.Format.Kind.DATE) && value instanceof Instant time
                ? time.atZone(design.zone()).toLocalDate()
                : value;
    }

    /** The name of the argument that stands for a variable. */
    static String argument(Template.Variable variable) {
        return variable.has(Template.Format.Kind.DATE) ? "date" : variable.attribute();
    }

    static boolean isBetween(Object value, Object from, Object to, Design design) {
        if (value == null) {
            return false;
        }
        Object low = from instanceof LocalDate day && value instanceof Instant
                ? day.atStartOfDay(design.zone()).toInstant()
                : from;
        Object high = to instanceof LocalDate day && value instanceof Instant
                ? day.plusDays(1).atStartOfDay(design.zone()).toInstant().minusSeconds(1)
                : to;
        return (low == null || compare(value, low) >= 0) && (high == null || compare(value, high) <= 0);
    }

    /** Text sorts by its bytes, as keys do; a separator in an id sorts as the escape that stands for it. */
    @SuppressWarnings({"unchecked", "rawtypes"})
    static int compare(Object one, Object other) {
        if (one instanceof String text) {
            return Arrays.compareUnsigned(sortable(text), sortable((String) other));
        }
        return ((Comparable) one).compareTo(other);
    }

    private static byte[] sortable(String text) {
        return text.replace("%", "%25").replace("#", "%23").getBytes(StandardCharsets.UTF_8);
    }

    /** The attribute that says when an item was made. */
    static String timeOf(Entity entity) {
        return entity.attributes().values().stream()
                .filter(attribute -> attribute.type() instanceof Type.Simple simple && simple.isTime())
                .filter(attribute -> attribute.set() == SetOn.ON_CREATE || entity.from() != null)
                .map(Attribute::name)
                .findFirst()
                .orElseThrow();
    }

    /** What a value breaks, if anything: its range, length, pattern, enum, number of elements. */
    static boolean isFine(Attribute attribute, Object value) {
        if (value instanceof BigDecimal number) {
            return (attribute.min() == null || number.compareTo(attribute.min()) >= 0)
                    && (attribute.max() == null || number.compareTo(attribute.max()) <= 0);
        }
        if (value instanceof String text) {
            int length = text.codePointCount(0, text.length());
            return (attribute.minLength() == null || length >= attribute.minLength())
                    && !(attribute.type() == Type.Simple.PASSWORD && text.isBlank())
                    && !(attribute.isUrl() && !text.matches("https?://[^ ]+"))
                    && (attribute.maxLength() == null || length <= attribute.maxLength())
                    && (attribute.pattern() == null || text.matches(attribute.pattern()))
                    && (!(attribute.type() instanceof Type.Enumeration choice)
                            || choice.open()
                            || choice.values().contains(text));
        }
        if (value instanceof List<?> list) {
            return (attribute.maxItems() == null || list.size() <= attribute.maxItems())
                    && (!attribute.distinct() || list.stream().distinct().count() == list.size());
        }
        return true;
    }

    static String sha256(String text) {
        try {
            return HexFormat.of()
                    .formatHex(MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The order a list is asked for: which attribute, and whether the highest comes first; null for any order. */
    static Map.Entry<String, Boolean> order(Pattern pattern, Entity entity) {
        String order = pattern.order() == null ? null : pattern.order().text();
        if (order == null) {
            return null;
        }
        if (order.equals("newest-first")) {
            return Map.entry(timeOf(entity), true);
        }
        return order.endsWith(" descending")
                ? Map.entry(order.substring(0, order.indexOf(' ')), true)
                : Map.entry(order, false);
    }
}
