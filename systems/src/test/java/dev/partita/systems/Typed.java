package dev.partita.systems;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Plain values as the types of generated code, and back. */
final class Typed {

    /** What generated code does not let anybody say: the call would not compile. */
    static final class DoesNotCompile extends RuntimeException {
        private static final long serialVersionUID = 1;

        DoesNotCompile(String message) {
            super(message);
        }
    }

    private Typed() {}

    static Object of(Type type, Object value) {
        if (value == null) {
            throw new DoesNotCompile("null");
        }
        if (type instanceof ParameterizedType generic && generic.getRawType() == List.class) {
            List<Object> elements = new ArrayList<>();
            ((List<?>) value).forEach(element -> elements.add(of(generic.getActualTypeArguments()[0], element)));
            return elements;
        }
        if (type instanceof ParameterizedType generic && generic.getRawType() == Map.class) {
            return value;
        }
        Class<?> wanted = (Class<?>) type;
        if (wanted == long.class || wanted == Long.class) {
            return integer(value);
        }
        if (wanted == BigDecimal.class) {
            return new BigDecimal(value.toString());
        }
        if (wanted == boolean.class || wanted == Boolean.class) {
            return value;
        }
        if (wanted == String.class) {
            return value.toString();
        }
        if (wanted == Instant.class) {
            return instant(value);
        }
        if (wanted == LocalDate.class) {
            return value instanceof LocalDate ? value : LocalDate.parse(value.toString());
        }
        return own(wanted, value);
    }

    private static Object integer(Object value) {
        try {
            return new BigDecimal(value.toString()).longValueExact();
        } catch (ArithmeticException e) {
            throw new DoesNotCompile(value + " is no long");
        }
    }

    private static Instant instant(Object value) {
        if (value instanceof Instant instant) {
            return instant;
        }
        try {
            return value instanceof Number seconds
                    ? Instant.ofEpochSecond(seconds.longValue())
                    : Instant.parse(value.toString());
        } catch (DateTimeException e) {
            throw new DoesNotCompile(value + " is no time");
        }
    }

    /** One end of a range: of a day its first or its last second, when times are asked for. */
    static Object bound(Type type, Object value, boolean isEnd) {
        if (value == null) {
            return null;
        }
        if (type == Instant.class && value.toString().matches("\\d{4}-\\d\\d-\\d\\d")) {
            LocalDate day = LocalDate.parse(value.toString());
            return day.atTime(isEnd ? LocalTime.of(23, 59, 59) : LocalTime.MIN).toInstant(ZoneOffset.UTC);
        }
        return of(type, value);
    }

    /** An enum or a record of the generated code; or what a create takes along, which is said step by step. */
    private static Object own(Class<?> wanted, Object value) {
        if (value instanceof String text) {
            try {
                return Steps.call(wanted.getMethod("of", String.class), null, text);
            } catch (NoSuchMethodException e) {
                throw new AssertionError(wanted + " has no of(String)", e);
            } catch (IllegalArgumentException e) {
                throw new DoesNotCompile(text + " is no " + wanted.getSimpleName());
            }
        }
        Map<String, Object> values = Systems.map(value);
        for (Method method : wanted.getMethods()) {
            if (Modifier.isStatic(method.getModifiers()) && values.containsKey(method.getName())) {
                Map<String, Object> left = new LinkedHashMap<>(values);
                Object first = of(method.getGenericParameterTypes()[0], left.remove(method.getName()));
                Steps steps = new Steps(Steps.call(method, null, first), method.getReturnType());
                return steps.give(left).made();
            }
        }
        return record(wanted, values);
    }

    private static Object record(Class<?> wanted, Map<String, Object> values) {
        Map<String, Object> typed = new LinkedHashMap<>();
        for (RecordComponent component : wanted.getRecordComponents()) {
            if (values.get(component.getName()) != null) {
                typed.put(component.getName(), of(component.getGenericType(), values.get(component.getName())));
            }
        }
        try {
            return Steps.call(wanted.getMethod("of", Map.class), null, typed);
        } catch (NoSuchMethodException e) {
            throw new AssertionError(wanted + " has no of(Map)", e);
        }
    }

    /** What a record holds, by name; what it has not is left out. */
    static Map<String, Object> values(Object record) {
        Map<String, Object> values = new LinkedHashMap<>();
        for (RecordComponent component : record.getClass().getRecordComponents()) {
            Object value = Steps.call(component.getAccessor(), record);
            if (value != null) {
                values.put(component.getName(), plain(value));
            }
        }
        return values;
    }

    static Object plain(Object value) {
        if (value instanceof List<?> list) {
            return list.stream().map(Typed::plain).toList();
        }
        if (value != null && (value instanceof Enum<?> || isText(value))) {
            try {
                return Steps.call(value.getClass().getMethod("value"), value);
            } catch (NoSuchMethodException e) {
                throw new AssertionError(e);
            }
        }
        return value instanceof Record ? values(value) : value;
    }

    private static boolean isText(Object value) {
        return value instanceof Record
                && value.getClass().getRecordComponents().length == 1
                && value.getClass().getRecordComponents()[0].getName().equals("value");
    }
}
