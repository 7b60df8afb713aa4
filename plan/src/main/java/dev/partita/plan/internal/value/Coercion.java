package dev.partita.plan.internal.value;

import dev.partita.design.internal.text.Wording;
import dev.partita.design.model.Attribute;
import dev.partita.design.model.Type;
import dev.partita.item.AttributeValue;
import dev.partita.item.Bytes;
import dev.partita.item.Limits;
import dev.partita.item.NumberText;
import dev.partita.item.Utf8;
import dev.partita.plan.Violation;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;

/** Makes logical values of what JSON, YAML and Java callers give, and says everything that is wrong with them. */
public final class Coercion {

    private static final String NAMELESS = "has a member without a name";
    private static final Pattern ULID = Pattern.compile("[0-7][0-9A-HJKMNP-TV-Za-hjkmnp-tv-z]{25}");
    private static final Pattern INTEGER = Pattern.compile("[+-]?[0-9]{1,38}");
    private static final Pattern DECIMAL = Pattern.compile("[+-]?[0-9]*\\.?[0-9]+([eE][+-]?[0-9]{1,3})?");

    /** Those of designs, of which a process has few. */
    private static final Map<String, Pattern> PATTERNS = new ConcurrentHashMap<>();

    private final String entity;
    private final ZoneId zone;
    private final List<Violation> violations;
    private final Times.Rounding rounding;

    public Coercion(String entity, ZoneId zone, List<Violation> violations) {
        this(entity, zone, violations, Times.Rounding.DOWN);
    }

    /** @param rounding of moments that are finer than what is kept */
    public Coercion(String entity, ZoneId zone, List<Violation> violations, Times.Rounding rounding) {
        this.entity = entity;
        this.zone = zone;
        this.violations = violations;
        this.rounding = rounding;
    }

    /** The value of an attribute: normalised, converted, checked against all its rules; null when there is none. */
    public Object value(Attribute attribute, String path, Object raw) {
        if (raw == null) {
            return null;
        }
        Object normalised = normalised(attribute, path, raw);
        Object value = normalised == null ? null : convert(attribute.type(), path, normalised);
        if (value != null) {
            check(attribute, path, value);
        }
        // DynamoDB has no empty set, so it is nothing from the beginning, and not only once it is stored.
        return value instanceof Set<?> set && set.isEmpty() ? null : value;
    }

    /** Whether what is given for a set has no elements. */
    public static boolean isEmptySet(Type type, Object raw) {
        return type instanceof Type.SetOf && raw instanceof Collection<?> given && given.isEmpty();
    }

    /** The members of a record or of an entity, in the order of their declaration; unknown ones are violations. */
    public Map<String, Object> members(Map<String, Attribute> attributes, String path, Map<?, ?> raw) {
        for (Object name : raw.keySet()) {
            if (!attributes.containsKey(String.valueOf(name))) {
                refuse(path + name, raw.get(name), "unknown", "is no attribute of " + (path.isEmpty() ? entity : "it"));
            }
        }
        Map<String, Object> values = new LinkedHashMap<>();
        for (Attribute attribute : attributes.values()) {
            Object value = value(attribute, path + attribute.name(), raw.get(attribute.name()));
            if (!path.isEmpty() && raw.get(attribute.name()) == null) {
                value = value(attribute, path + attribute.name(), attribute.defaultValue());
            }
            if (value != null) {
                values.put(attribute.name(), value);
            } else if (attribute.required() && !path.isEmpty() && raw.get(attribute.name()) == null) {
                refuse(path + attribute.name(), null, "required", "is required");
            }
        }
        return values;
    }

    public void refuse(String path, Object value, String rule, String message) {
        violations.add(new Violation(entity, path, value, rule, message));
    }

    /** The value of a type, without the rules of an attribute; null when it is none. */
    public Object typed(Type type, String path, Object raw) {
        return convert(type, path, raw);
    }

    /** The logical value of one type, or what was given when it is none: for reading what others wrote. */
    public static Object lenient(Type type, Object raw) {
        Object value = new Coercion("", ZoneOffset.UTC, new ArrayList<>()).convert(type, "", raw);
        return value == null ? raw : value;
    }

    /** The logical value of {@code text}, or null when it is no value of that type. */
    public static Object ofText(Type type, String text, ZoneId zone) {
        return new Coercion("", zone, new ArrayList<>()).convert(type, "", text);
    }

    /** Text in the form the attribute is stored in, or as it is when it has none. */
    public static Object normalised(Attribute attribute, Object raw) {
        Object value = new Coercion("", ZoneOffset.UTC, new ArrayList<>()).normalised(attribute, "", raw);
        return value == null ? raw : value;
    }

    /** The value in the one form that is stored; null when it has none, which is a violation. */
    private Object normalised(Attribute attribute, String path, Object raw) {
        if (attribute.normalise().isEmpty()) {
            return raw;
        }
        if (raw instanceof String text) {
            try {
                return Normalise.all(attribute.normalise(), text);
            } catch (Normalise.Unfit e) {
                refuse(path, text, e.step().word(), e.getMessage());
                return null;
            }
        }
        if (raw instanceof Collection<?> list) {
            List<Object> values = new ArrayList<>();
            int index = 0;
            for (Object element : list) {
                Object value =
                        element instanceof String ? normalised(attribute, path + "[" + index + "]", element) : element;
                if (value == null && element != null) {
                    return null;
                }
                values.add(value);
                index++;
            }
            return values;
        }
        return raw;
    }

    private Object convert(Type type, String path, Object raw) {
        if (type instanceof Type.Simple simple) {
            Object value = simple(simple, raw);
            if (hasNamelessMember(value)) {
                refuse(path, raw, "type", NAMELESS);
                return null;
            }
            if (value == null) {
                refuse(
                        path,
                        raw,
                        "type",
                        isFiner(simple, raw) ? finer(simple) : "is not " + Wording.one(simple.word()));
            }
            return value;
        }
        if (type instanceof Type.Enumeration options) {
            if (!(raw instanceof String text)
                    || !options.open() && !options.values().contains(text)) {
                refuse(path, raw, "enum", "is not one of " + String.join(", ", options.values()));
                return null;
            }
            // Other values are welcome, but not a second spelling of one that is listed.
            for (String listed : options.values()) {
                if (listed.equalsIgnoreCase(text.strip()) && !options.values().contains(text)) {
                    refuse(path, raw, "enum", "is written " + listed);
                    return null;
                }
            }
            return raw;
        }
        if (type instanceof Type.ListOf list) {
            return elements(list.element(), path, raw, new ArrayList<>());
        }
        if (type instanceof Type.SetOf set) {
            return elements(set.element(), path, raw, new LinkedHashSet<>());
        }
        if (!(raw instanceof Map<?, ?> map)) {
            refuse(path, raw, "type", "is not " + Wording.one(type.word()));
            return null;
        }
        if (type instanceof Type.Record record) {
            return members(record.attributes(), path + ".", map);
        }
        if (map.containsKey("")) {
            refuse(path, raw, "type", NAMELESS);
            return null;
        }
        Map<String, Object> values = new LinkedHashMap<>();
        map.forEach((name, element) -> {
            Object value = element == null && ((Type.MapOf) type).element() == Type.Simple.ANY
                    ? null
                    : convert(((Type.MapOf) type).element(), path + "." + name, element);
            values.put(String.valueOf(name), value);
        });
        return values;
    }

    /** DynamoDB refuses a map, at whatever depth, with a member whose name is empty. */
    private static boolean hasNamelessMember(Object value) {
        if (value instanceof Map<?, ?> map) {
            return map.keySet().stream().anyMatch(name -> String.valueOf(name).isEmpty())
                    || map.values().stream().anyMatch(Coercion::hasNamelessMember);
        }
        return value instanceof Collection<?> list && list.stream().anyMatch(Coercion::hasNamelessMember);
    }

    private Object elements(Type element, String path, Object raw, Collection<Object> values) {
        if (!(raw instanceof Collection<?> given)) {
            refuse(path, raw, "type", "is not a list");
            return null;
        }
        int index = 0;
        for (Object member : given) {
            if (member == null && element != Type.Simple.ANY) {
                refuse(path + "[" + index + "]", null, "type", "may not be null");
            } else {
                Object value = member == null ? null : convert(element, path + "[" + index + "]", member);
                if (value != null || member == null) {
                    values.add(value);
                }
            }
            index++;
        }
        return values;
    }

    private Object simple(Type.Simple type, Object raw) {
        return switch (type) {
            // Written out, a number with a large exponent would fill the memory.
            case STRING, PASSWORD ->
                raw instanceof String || raw instanceof Number && number(raw, DECIMAL) != null ? plain(raw) : null;
            case INTEGER -> {
                BigDecimal number = number(raw, INTEGER);
                yield number == null || number.stripTrailingZeros().scale() > 0 ? null : Storing.number(number);
            }
            case DECIMAL -> {
                BigDecimal number = number(raw, DECIMAL);
                // As it will be read back: 12.50 is 12.5, or what a write answers would not equal what a read does.
                yield number != null && NumberText.of(number) instanceof AttributeValue.N stored
                        ? stored.value()
                        : null;
            }
            case BOOLEAN, FLAG -> truth(raw);
            case BINARY -> binary(raw);
            case TIMESTAMP, TIMESTAMP_MILLIS, EPOCH_SECONDS, EPOCH_MILLIS -> Times.instant(type, raw, zone, rounding);
            case DATE -> Times.date(raw, zone);
            case ISO_TIME -> isoTime(raw);
            // One id in small and in capital letters is one id, and ids sort as long as they are written alike.
            case ULID ->
                raw instanceof String text && ULID.matcher(text).matches()
                        ? text.toUpperCase(java.util.Locale.ROOT)
                        : null;
            case UUID -> uuid(raw);
            case ANY -> raw instanceof Instant time ? Times.stored(Type.Simple.TIMESTAMP, time) : raw;
        };
    }

    private boolean isFiner(Type.Simple type, Object raw) {
        return type.isTime()
                && type != Type.Simple.DATE
                && rounding == Times.Rounding.NONE
                && Times.exact(type, raw, zone) != null;
    }

    private static String finer(Type.Simple type) {
        return "is finer than " + Wording.one(type.word()) + ", which is kept to the "
                + (Times.hasMillis(type) ? "millisecond" : "second") + ", so nothing equals it";
    }

    private static String plain(Object raw) {
        return raw instanceof BigDecimal number ? number.toPlainString() : raw.toString();
    }

    private static BigDecimal number(Object raw, Pattern form) {
        if (!(raw instanceof Number)
                && !(raw instanceof String text && form.matcher(text).matches())) {
            return null;
        }
        try {
            BigDecimal number = Storing.decimal(raw);
            return number.stripTrailingZeros().precision() > Limits.NUMBER_DIGITS
                            || Math.abs(number.precision() - (long) number.scale()) > Limits.NUMBER_MAX_EXPONENT
                    ? null
                    : number;
        } catch (NumberFormatException e) {
            return null;
        }
    }

    private static Boolean truth(Object raw) {
        if (raw instanceof Boolean flag) {
            return flag;
        }
        String text = String.valueOf(raw);
        return switch (text) {
            case "true", "1", "1.0" -> Boolean.TRUE;
            case "false", "0", "0.0" -> Boolean.FALSE;
            default -> null;
        };
    }

    private static Bytes binary(Object raw) {
        if (raw instanceof Bytes bytes) {
            return bytes;
        }
        if (raw instanceof byte[] array) {
            return Bytes.of(array.clone());
        }
        try {
            return raw instanceof String text ? Bytes.of(Base64.getDecoder().decode(text)) : null;
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    private static String isoTime(Object raw) {
        if (raw instanceof Instant instant) {
            return Times.stored(Type.Simple.TIMESTAMP, instant);
        }
        if (raw instanceof LocalDate date) {
            return date.toString();
        }
        return raw instanceof String text && text.matches("[0-9]{4}-[0-9]{2}-[0-9]{2}(T[0-9:.]+(Z|[+-][0-9:]+)?)?")
                ? text
                : null;
    }

    private static String uuid(Object raw) {
        try {
            return raw instanceof UUID uuid
                    ? uuid.toString()
                    : raw instanceof String text && text.length() == 36
                            ? UUID.fromString(text).toString()
                            : null;
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    private void check(Attribute attribute, String path, Object value) {
        if (value instanceof Number number) {
            BigDecimal exact = Storing.decimal(number);
            if (attribute.min() != null && exact.compareTo(attribute.min()) < 0) {
                refuse(
                        path,
                        value,
                        "range",
                        "must be at least " + attribute.min().toPlainString());
            }
            if (attribute.max() != null && exact.compareTo(attribute.max()) > 0) {
                refuse(
                        path,
                        value,
                        "range",
                        "must be at most " + attribute.max().toPlainString());
            }
        }
        if (value instanceof String text) {
            checkText(attribute, path, text);
        }
        if (value instanceof Map<?, ?> map && attribute.maxItems() != null && map.size() > attribute.maxItems()) {
            refuse(path, map.size() + " members", "max-items", "has more than " + attribute.maxItems());
        }
        if (value instanceof Collection<?> list) {
            if (attribute.maxItems() != null && list.size() > attribute.maxItems()) {
                refuse(path, list.size() + " elements", "max-items", "has more than " + attribute.maxItems());
            }
            if (attribute.distinct() && new HashSet<>(list).size() < list.size()) {
                refuse(path, value, "distinct", "has an element twice");
            }
        }
    }

    private void checkText(Attribute attribute, String path, String text) {
        boolean isPassword = attribute.type() == Type.Simple.PASSWORD;
        // What nobody sees makes no password longer.
        int length = isPassword
                ? (int) text.codePoints().filter(c -> !Invisible.isHidden(c)).count()
                : text.codePointCount(0, text.length());
        Object shown = isPassword ? null : text;
        if (attribute.minLength() != null && length < attribute.minLength()) {
            refuse(path, shown, "length", "must have at least " + attribute.minLength() + " characters");
        } else if (isPassword && text.codePoints().noneMatch(Invisible::isSeen)) {
            refuse(path, null, "length", "must have more in it than blanks");
        }
        if (attribute.maxLength() != null && length > attribute.maxLength()) {
            refuse(path, shown, "length", "must have at most " + attribute.maxLength() + " characters");
        }
        if (attribute.pattern() != null
                && !PATTERNS.computeIfAbsent(attribute.pattern(), Pattern::compile)
                        .matcher(text)
                        .matches()) {
            refuse(path, shown, "pattern", "does not match " + attribute.pattern());
        }
        if (isPassword && Utf8.length(Bcrypt.composed(text)) > Bcrypt.PASSWORD_BYTES) {
            refuse(
                    path,
                    null,
                    "length",
                    "must have at most " + Bcrypt.PASSWORD_BYTES + " bytes, the most that bcrypt sees");
        }
        if (!Utf8.isWellFormed(text)) {
            refuse(path, text, "type", "is not well-formed text");
        }
    }

    public static Instant asInstant(Object value, ZoneId zone) {
        try {
            return value instanceof Instant instant
                    ? instant
                    : value instanceof LocalDate date
                            ? date.atStartOfDay(zone).toInstant()
                            : Times.exact(Type.Simple.EPOCH_MILLIS, value, zone);
        } catch (DateTimeException e) {
            return null;
        }
    }
}
