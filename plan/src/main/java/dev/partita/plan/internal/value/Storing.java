package dev.partita.plan.internal.value;

import dev.partita.design.model.Attribute;
import dev.partita.design.model.Type;
import dev.partita.item.AttributeValue;
import dev.partita.item.Bytes;
import dev.partita.item.NumberText;
import dev.partita.item.Sets;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Logical values as DynamoDB's, and back.
 *
 * <p>A logical value is a String, Long, BigDecimal, Boolean, {@link Bytes}, {@link Instant}, {@link LocalDate}, List, Set or
 * Map. Reading is lenient: what has another type in the item than the design says comes out as what it is.
 */
public final class Storing {

    /** So many digits, or one fewer and a sign, are always a long. */
    private static final int LONG_DIGITS = 18;

    private Storing() {}

    /** With the attribute's prefix. */
    public static AttributeValue store(Attribute attribute, Object logical) {
        AttributeValue value = store(attribute.type(), logical);
        return attribute.prefix() != null && value instanceof AttributeValue.S text
                ? new AttributeValue.S(attribute.prefix() + text.value())
                : value;
    }

    public static AttributeValue store(Type type, Object logical) {
        if (type instanceof Type.Simple simple) {
            return storeSimple(simple, logical);
        }
        if (type instanceof Type.ListOf list) {
            List<AttributeValue> values = new ArrayList<>();
            ((Collection<?>) logical).forEach(element -> values.add(store(list.element(), element)));
            return new AttributeValue.L(values);
        }
        if (type instanceof Type.SetOf set) {
            return storeSet(set, (Collection<?>) logical);
        }
        if (type instanceof Type.MapOf map) {
            Map<String, AttributeValue> values = new LinkedHashMap<>();
            ((Map<?, ?>) logical).forEach((name, value) -> values.put((String) name, store(map.element(), value)));
            return new AttributeValue.M(values);
        }
        if (type instanceof Type.Record record) {
            return new AttributeValue.M(members(record.attributes(), (Map<?, ?>) logical));
        }
        return new AttributeValue.S((String) logical);
    }

    /** The stored members of a record; those that are absent are left out, or null where the design says so. */
    public static Map<String, AttributeValue> members(Map<String, Attribute> attributes, Map<?, ?> logical) {
        Map<String, AttributeValue> values = new LinkedHashMap<>();
        for (Attribute attribute : attributes.values()) {
            if (!attribute.isStored()) {
                continue;
            }
            Object value = logical.get(attribute.name());
            if (value != null) {
                // An empty set cannot be stored: it is absent.
                AttributeValue stored = store(attribute, value);
                if (stored != null) {
                    values.put(attribute.stored(), stored);
                    continue;
                }
            }
            if (attribute.absentIsNull()) {
                values.put(attribute.stored(), AttributeValue.Null.NULL);
            }
        }
        return values;
    }

    /** Without the attribute's prefix; null for NULL. */
    public static Object load(Attribute attribute, AttributeValue value) {
        Type type = attribute.type();
        String prefix = attribute.prefix();
        if (value instanceof AttributeValue.S text) {
            String plain = prefix != null && text.value().startsWith(prefix)
                    ? text.value().substring(prefix.length())
                    : text.value();
            return type instanceof Type.Simple simple
                    ? loadText(simple, plain)
                    : type instanceof Type.Enumeration ? plain : load(type, new AttributeValue.S(plain));
        }
        return load(type, value);
    }

    public static Object load(Type type, AttributeValue value) {
        if (value instanceof AttributeValue.Null) {
            return null;
        }
        if (type instanceof Type.Simple simple) {
            return loadSimple(simple, value);
        }
        if (type instanceof Type.ListOf list && value instanceof AttributeValue.L values) {
            List<Object> loaded = new ArrayList<>(values.values().size());
            for (AttributeValue element : values.values()) {
                loaded.add(load(list.element(), element));
            }
            return loaded;
        }
        if (type instanceof Type.SetOf set && loadFree(value) instanceof Collection<?> members) {
            Set<Object> loaded = new LinkedHashSet<>();
            members.forEach(member -> loaded.add(Coercion.lenient(set.element(), member)));
            return loaded;
        }
        if (type instanceof Type.MapOf map && value instanceof AttributeValue.M values) {
            Map<String, Object> loaded = new LinkedHashMap<>();
            sorted(values).forEach((name, element) -> loaded.put(name, load(map.element(), element)));
            return loaded;
        }
        if (type instanceof Type.Record record && value instanceof AttributeValue.M values) {
            Map<String, Object> loaded = new LinkedHashMap<>();
            for (Attribute attribute : record.attributes().values()) {
                AttributeValue member = values.values().get(attribute.stored());
                if (member != null && !(member instanceof AttributeValue.Null)) {
                    loaded.put(attribute.name(), load(attribute, member));
                }
            }
            return loaded;
        }
        return loadFree(value);
    }

    /** The text a scalar has inside a key. */
    public static String text(Type type, Object logical) {
        if (logical instanceof Boolean flag) {
            return type == Type.Simple.FLAG ? flag ? "1" : "0" : flag.toString();
        }
        AttributeValue value = store(type, logical);
        if (value instanceof AttributeValue.S text) {
            return text.value();
        }
        if (value instanceof AttributeValue.N number) {
            return number.text();
        }
        if (value instanceof AttributeValue.B binary) {
            return Base64.getUrlEncoder()
                    .withoutPadding()
                    .encodeToString(binary.value().array());
        }
        throw new IllegalArgumentException("a " + type.word() + " cannot stand in a key");
    }

    private static AttributeValue storeSimple(Type.Simple type, Object logical) {
        return switch (type) {
            case INTEGER, DECIMAL ->
                logical instanceof Long whole ? AttributeValue.N.of(whole) : NumberText.of(decimal(logical));
            case BOOLEAN -> AttributeValue.Bool.of((Boolean) logical);
            case FLAG -> AttributeValue.N.of((Boolean) logical ? 1 : 0);
            case BINARY -> new AttributeValue.B((Bytes) logical);
            case EPOCH_SECONDS, EPOCH_MILLIS -> NumberText.parse(Times.stored(type, logical));
            case TIMESTAMP, TIMESTAMP_MILLIS, DATE, ISO_TIME -> new AttributeValue.S(Times.stored(type, logical));
            case STRING, ULID, UUID, PASSWORD -> new AttributeValue.S((String) logical);
            case ANY -> storeFree(logical);
        };
    }

    private static AttributeValue storeSet(Type.SetOf set, Collection<?> members) {
        if (members.isEmpty()) {
            return null;
        }
        List<AttributeValue> values = new ArrayList<>();
        members.forEach(member -> values.add(store(set.element(), member)));
        return switch (set.tag()) {
            case "NS" -> Sets.ofNumbers(values);
            case "BS" ->
                Sets.ofBinaries(values.stream()
                        .map(value -> ((AttributeValue.B) value).value())
                        .toList());
            default ->
                Sets.ofStrings(values.stream()
                        .map(value -> ((AttributeValue.S) value).value())
                        .toList());
        };
    }

    /** Values of no declared type, as JSON and YAML give them. */
    private static AttributeValue storeFree(Object value) {
        if (value == null) {
            return AttributeValue.Null.NULL;
        }
        if (value instanceof Boolean flag) {
            return AttributeValue.Bool.of(flag);
        }
        if (value instanceof Number) {
            return NumberText.of(decimal(value));
        }
        if (value instanceof Bytes bytes) {
            return new AttributeValue.B(bytes);
        }
        if (value instanceof Collection<?> list) {
            List<AttributeValue> values = new ArrayList<>();
            list.forEach(element -> values.add(storeFree(element)));
            return new AttributeValue.L(values);
        }
        if (value instanceof Map<?, ?> map) {
            Map<String, AttributeValue> values = new LinkedHashMap<>();
            map.forEach((name, element) -> values.put(String.valueOf(name), storeFree(element)));
            return new AttributeValue.M(values);
        }
        return new AttributeValue.S(value.toString());
    }

    private static Object loadSimple(Type.Simple type, AttributeValue value) {
        if (value instanceof AttributeValue.S text) {
            return loadText(type, text.value());
        }
        if (value instanceof AttributeValue.N number) {
            return loadNumber(type, number);
        }
        Object free = loadFree(value);
        return switch (type) {
            case STRING, ULID, UUID, PASSWORD, ISO_TIME, ANY, DECIMAL -> free;
            default -> Coercion.lenient(type, free);
        };
    }

    private static Object loadText(Type.Simple type, String text) {
        return switch (type) {
            case STRING, ULID, UUID, PASSWORD, ISO_TIME, ANY, DECIMAL -> text;
            default -> Coercion.lenient(type, text);
        };
    }

    /** What designs write comes first; the rest is for what others wrote. */
    private static Object loadNumber(Type.Simple type, AttributeValue.N number) {
        Object free = type == Type.Simple.DECIMAL ? number.value() : number(number);
        if (free instanceof Long whole) {
            switch (type) {
                case INTEGER -> {
                    return free;
                }
                case FLAG -> {
                    if (whole == 0 || whole == 1) {
                        return whole == 1;
                    }
                }
                case EPOCH_SECONDS, EPOCH_MILLIS -> {
                    Instant time = Times.epoch(type, whole);
                    if (time != null) {
                        return time;
                    }
                }
                default -> {
                    // Not what a design writes.
                }
            }
        }
        return switch (type) {
            case STRING, ULID, UUID, PASSWORD, ISO_TIME, ANY, DECIMAL -> free;
            default -> Coercion.lenient(type, free);
        };
    }

    static Object loadFree(AttributeValue value) {
        if (value instanceof AttributeValue.S text) {
            return text.value();
        }
        if (value instanceof AttributeValue.N number) {
            return number(number);
        }
        if (value instanceof AttributeValue.Bool bool) {
            return bool.value();
        }
        if (value instanceof AttributeValue.B binary) {
            return binary.value();
        }
        if (value instanceof AttributeValue.L list) {
            List<Object> values = new ArrayList<>();
            list.values().forEach(element -> values.add(loadFree(element)));
            return values;
        }
        if (value instanceof AttributeValue.M map) {
            Map<String, Object> values = new LinkedHashMap<>();
            sorted(map).forEach((name, element) -> values.put(name, loadFree(element)));
            return values;
        }
        if (value instanceof AttributeValue.SS set) {
            return new LinkedHashSet<Object>(set.values());
        }
        if (value instanceof AttributeValue.NS set) {
            Set<Object> values = new LinkedHashSet<>();
            set.values().forEach(n -> values.add(number(n)));
            return values;
        }
        if (value instanceof AttributeValue.BS set) {
            return new LinkedHashSet<Object>(set.values());
        }
        return null;
    }

    private static Object number(AttributeValue.N number) {
        String text = number.text();
        return text.length() <= LONG_DIGITS && text.indexOf('.') < 0
                ? (Object) Long.parseLong(text)
                : number(number.value());
    }

    /** A Long where it is one exactly. */
    public static Object number(BigDecimal value) {
        try {
            return value.longValueExact();
        } catch (ArithmeticException e) {
            return value;
        }
    }

    public static BigDecimal decimal(Object number) {
        return number instanceof BigDecimal exact
                ? exact
                : number instanceof Long whole ? BigDecimal.valueOf(whole) : new BigDecimal(number.toString());
    }

    /** The moment of a logical time value, for expiry. */
    public static Instant moment(Object logical) {
        return logical instanceof LocalDate date
                ? date.atStartOfDay(ZoneOffset.UTC).toInstant()
                : logical instanceof Instant instant ? instant : null;
    }

    // Core's maps have no order of their own; what people see should always look the same.
    private static Map<String, AttributeValue> sorted(AttributeValue.M map) {
        return new java.util.TreeMap<>(map.values());
    }
}
