package dev.partita.systems;

import dev.partita.design.model.Attribute;
import dev.partita.design.model.Attribute.NormaliseStep;
import dev.partita.design.model.Type;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Values in the one form that the model compares: numbers by value, times to the second, lists and maps copied. */
final class Plainly {

    private Plainly() {}

    static Object of(Object value) {
        if (value instanceof Number number) {
            BigDecimal exact = new BigDecimal(number.toString());
            return exact.signum() == 0 ? BigDecimal.ZERO : exact.stripTrailingZeros();
        }
        if (value instanceof Map<?, ?> map) {
            return ofMap(map);
        }
        if (value instanceof Collection<?> list) {
            List<Object> plain = new ArrayList<>();
            list.forEach(element -> plain.add(of(element)));
            return plain;
        }
        return value;
    }

    static Map<String, Object> ofMap(Map<?, ?> map) {
        Map<String, Object> plain = new LinkedHashMap<>();
        map.forEach((name, element) -> plain.put(String.valueOf(name), of(element)));
        return plain;
    }

    /** A value of an attribute as it is kept: normalised, and a time without its fraction. */
    static Object kept(Attribute attribute, Object value) {
        Object plain = of(value);
        if (plain instanceof String text) {
            for (NormaliseStep step : attribute.normalise()) {
                text = normalise(step, text);
            }
            plain = text;
        }
        if (plain instanceof List<?> list && !attribute.normalise().isEmpty()) {
            plain = list.stream()
                    .map(element -> (Object) normalise(
                            attribute.normalise().get(1),
                            normalise(attribute.normalise().get(0), (String) element)))
                    .toList();
        }
        return typed(attribute.type(), plain);
    }

    /** Records have defaults of their own; times may be given as text or seconds in a design file. */
    private static Object typed(Type type, Object value) {
        if (type == Type.Simple.TIMESTAMP || type == Type.Simple.EPOCH_SECONDS) {
            Instant time = value instanceof BigDecimal seconds
                    ? Instant.ofEpochSecond(seconds.longValueExact())
                    : value instanceof String text ? Instant.parse(text) : (Instant) value;
            return time == null ? null : Instant.ofEpochSecond(time.getEpochSecond());
        }
        if (type instanceof Type.Record record && value instanceof Map<?, ?> map) {
            Map<String, Object> members = new LinkedHashMap<>();
            record.attributes().values().forEach(member -> {
                Object given = map.get(member.name());
                Object filled = given == null ? of(member.defaultValue()) : typed(member.type(), given);
                if (filled != null) {
                    members.put(member.name(), filled);
                }
            });
            return members;
        }
        if (type instanceof Type.ListOf list && value instanceof List<?> elements) {
            return elements.stream()
                    .map(element -> typed(list.element(), element))
                    .toList();
        }
        return value;
    }

    static String normalise(NormaliseStep step, String text) {
        return switch (step) {
            case TRIM -> text.strip();
            case LOWER -> text.toLowerCase(Locale.ROOT);
            case UPPER -> text.toUpperCase(Locale.ROOT);
            case DOMAIN, PUBLIC_DOMAIN -> domain(text.strip());
            case URL, PUBLIC_URL -> url(text.strip());
        };
    }

    private static String domain(String text) {
        String host = text.startsWith("https://") ? text.substring("https://".length()) : text;
        host = host.contains("/") ? host.substring(0, host.indexOf('/')) : host;
        return (host.endsWith(".") ? host.substring(0, host.length() - 1) : host).toLowerCase(Locale.ROOT);
    }

    private static String url(String text) {
        int host = text.indexOf("://") + 3;
        if (host < 3) {
            return text;
        }
        String whole = text.contains("#") ? text.substring(0, text.indexOf('#')) : text;
        int path = whole.length();
        for (char end : new char[] {'/', '?'}) {
            int at = whole.indexOf(end, host);
            path = at < 0 ? path : Math.min(path, at);
        }
        String origin = whole.substring(0, path).toLowerCase(Locale.ROOT);
        String port = origin.startsWith("https:") ? ":443" : ":80";
        return (origin.endsWith(port) ? origin.substring(0, origin.length() - port.length()) : origin)
                + whole.substring(path);
    }
}
