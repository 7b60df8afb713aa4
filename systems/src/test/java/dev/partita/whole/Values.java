package dev.partita.whole;

import dev.partita.whole.Sketch.Attribute;
import dev.partita.whole.Sketch.Part;
import dev.partita.whole.Sketch.Shape;
import java.math.BigDecimal;
import java.net.IDN;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collection;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/** Values as they are kept, what rules they break, how they compare and what formats make of them. */
final class Values {

    /** A value that breaks a rule of its attribute. */
    static final class Invalid extends RuntimeException {
        private static final long serialVersionUID = 1;

        Invalid(String message) {
            super(message, null, false, false);
        }
    }

    private Values() {}

    /** What is kept of a given value: normalised, of the attribute's type, and within its rules; null for nothing. */
    static Object kept(Attribute attribute, Object given) {
        if (given == null || given == ModelWrites.MADE_UP) {
            return given;
        }
        Object value = typed(attribute.shape(), normalised(attribute, given));
        check(attribute, value);
        return isEmptySet(value) ? null : value;
    }

    /** The same, without judging the content. */
    static Object argument(Attribute attribute, Object given) {
        return given == null ? null : typed(attribute.shape(), normalised(attribute, given));
    }

    /** What a value is compared with: a moment as it is given, even where it is finer than what is kept. */
    static Object compared(Attribute attribute, Object given) {
        return given != null && attribute.shape().isMoment() ? moment(attribute, given) : argument(attribute, given);
    }

    /** What is to equal a value: a moment that is finer than what is kept is none. */
    static Object equalled(Attribute attribute, Object given) {
        Object value = argument(attribute, given);
        if (given != null
                && attribute.shape().isMoment()
                && !moment(attribute, given).equals(value)) {
            throw new Invalid(given + " is finer than " + attribute.name());
        }
        return value;
    }

    private static Instant moment(Attribute attribute, Object given) {
        try {
            return instant(given);
        } catch (ClassCastException | DateTimeException e) {
            throw new Invalid(given + " is no time for " + attribute.name());
        }
    }

    static Object normalised(Attribute attribute, Object given) {
        List<String> steps = Tree.names(attribute.get("normalise"));
        if (given instanceof Collection<?> list && !steps.isEmpty()) {
            List<Object> all = new ArrayList<>();
            list.forEach(element -> all.add(normalised(attribute, element)));
            return all;
        }
        Object value = given;
        for (String step : steps) {
            value = value instanceof String text ? normalised(step, text) : value;
        }
        return value;
    }

    /** A piece of such text, in the case of its letters. */
    static String cased(Attribute attribute, String text) {
        String cased = text;
        for (String step : Tree.names(attribute.get("normalise"))) {
            cased = switch (step) {
                case "lower", "domain", "public-domain" -> cased.toLowerCase(Locale.ROOT);
                case "upper" -> cased.toUpperCase(Locale.ROOT);
                default -> cased;
            };
        }
        return cased;
    }

    private static String normalised(String step, String text) {
        return switch (step) {
            case "trim" -> text.strip();
            case "lower" -> text.toLowerCase(Locale.ROOT);
            case "upper" -> text.toUpperCase(Locale.ROOT);
            case "url", "public-url" -> url(text.strip());
            default -> domain(text.strip());
        };
    }

    /** Scheme and host in small letters, without the port that the scheme has anyway, without what follows a {@code #}. */
    private static String url(String text) {
        int host = text.indexOf("://") + 3;
        if (host < 3) {
            throw new Invalid(text + " is no URL");
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

    private static String domain(String text) {
        String host = text.contains("://") ? text.substring(text.indexOf("://") + 3) : text;
        host = host.contains("/") ? host.substring(0, host.indexOf('/')) : host;
        host = host.replaceFirst(":[0-9]*$", "");
        host = host.endsWith(".") ? host.substring(0, host.length() - 1) : host;
        return IDN.toASCII(host).toLowerCase(Locale.ROOT);
    }

    /** A value of a type, out of what JSON, YAML or Java have for it. */
    static Object typed(Shape shape, Object raw) {
        try {
            return switch (shape.word()) {
                case "enum" -> {
                    if (!(raw instanceof String text)
                            || !shape.open() && !shape.values().contains(text)) {
                        throw new Invalid(raw + " is not one of " + shape.values());
                    }
                    yield raw;
                }
                case "record" -> members(shape.members(), map(raw));
                case "map" -> {
                    Map<String, Object> all = new LinkedHashMap<>();
                    map(raw).forEach((name, element) ->
                            all.put((String) name, element == null ? null : typed(shape.element(), element)));
                    yield all;
                }
                case "list" -> {
                    List<Object> all = new ArrayList<>();
                    many(raw).forEach(element -> all.add(element == null ? null : typed(shape.element(), element)));
                    yield all;
                }
                case "set" -> {
                    Set<Object> all = new LinkedHashSet<>();
                    many(raw).forEach(element -> all.add(typed(shape.element(), element)));
                    yield all;
                }
                case "integer" -> {
                    BigDecimal number = number(raw);
                    yield number == null || number.scale() > 0 ? fail(shape, raw) : number;
                }
                case "decimal" -> number(raw) == null ? fail(shape, raw) : number(raw);
                case "flag", "boolean" -> raw instanceof Boolean ? raw : fail(shape, raw);
                case "timestamp", "epoch-seconds" ->
                    Instant.ofEpochSecond(instant(raw).getEpochSecond());
                case "timestamp-millis", "epoch-millis" ->
                    Instant.ofEpochMilli(instant(raw).toEpochMilli());
                case "date" -> raw instanceof LocalDate ? raw : LocalDate.parse((String) raw);
                case "iso-time" -> isoTime(raw);
                case "ulid" ->
                    raw instanceof String text && text.matches("[0-7][0-9A-HJKMNP-TV-Z]{25}") ? text : fail(shape, raw);
                case "uuid" ->
                    ((String) raw).length() == 36
                            ? UUID.fromString((String) raw).toString()
                            : fail(shape, raw);
                case "binary" ->
                    Base64.getEncoder().encodeToString(Base64.getDecoder().decode((String) raw));
                case "any" -> free(raw);
                default -> raw instanceof String ? raw : fail(shape, raw);
            };
        } catch (ClassCastException | DateTimeException | IllegalArgumentException e) {
            return fail(shape, raw);
        }
    }

    private static Object fail(Shape shape, Object raw) {
        throw new Invalid(raw + " is no " + shape.word());
    }

    private static String isoTime(Object raw) {
        if (raw instanceof Instant time) {
            return Instant.ofEpochSecond(time.getEpochSecond()).toString();
        }
        ZonedDateTime.parse((String) raw);
        return (String) raw;
    }

    private static Instant instant(Object raw) {
        if (raw instanceof Instant time) {
            return time;
        }
        return Instant.parse((String) raw);
    }

    private static BigDecimal number(Object raw) {
        if (!(raw instanceof Number)) {
            return null;
        }
        BigDecimal number = new BigDecimal(raw.toString()).stripTrailingZeros();
        return number.scale() < 0 ? number.setScale(0) : number;
    }

    /** Numbers by their value, whatever is around them. */
    static Object free(Object raw) {
        if (raw instanceof Number) {
            return number(raw);
        }
        if (raw instanceof Map<?, ?> map) {
            Map<String, Object> all = new LinkedHashMap<>();
            map.forEach((name, element) -> all.put((String) name, free(element)));
            return all;
        }
        if (raw instanceof Collection<?> list) {
            List<Object> all = new ArrayList<>();
            list.forEach(element -> all.add(free(element)));
            return all;
        }
        return raw;
    }

    private static Map<?, ?> map(Object raw) {
        if (!(raw instanceof Map<?, ?> map)) {
            throw new Invalid(raw + " is no map");
        }
        return map;
    }

    private static Collection<?> many(Object raw) {
        if (!(raw instanceof Collection<?> list)) {
            throw new Invalid(raw + " is no list");
        }
        return list;
    }

    private static Map<String, Object> members(Map<String, Attribute> members, Map<?, ?> raw) {
        raw.keySet().stream().filter(name -> !members.containsKey(name)).forEach(name -> {
            throw new Invalid("no member " + name);
        });
        Map<String, Object> all = new LinkedHashMap<>();
        members.values().forEach(member -> {
            Object given = raw.get(member.name());
            Object value = kept(member, given == null ? member.get("default") : given);
            if (value == null && member.is("required")) {
                throw new Invalid(member.name() + " is missing");
            }
            if (value != null && !isEmptySet(value)) {
                all.put(member.name(), value);
            }
        });
        return all;
    }

    /** A set without elements is none. */
    static boolean isEmptySet(Object value) {
        return value instanceof Set<?> set && set.isEmpty();
    }

    private static void check(Attribute attribute, Object value) {
        if (Tree.names(attribute.get("normalise")).contains("url")
                && value instanceof String text
                && !text.contains("://")) {
            throw new Invalid(text + " is no URL");
        }
        if (value instanceof BigDecimal number) {
            bounds(attribute, "range", number);
        }
        if (value instanceof String text && !attribute.shape().word().equals("binary")) {
            bounds(attribute, "length", BigDecimal.valueOf(text.codePointCount(0, text.length())));
            if (attribute.text("pattern") != null && !text.matches(attribute.text("pattern"))) {
                throw new Invalid(text + " does not match");
            }
        }
        if (value instanceof Collection<?> list) {
            if (attribute.get("max-items") instanceof Number most && list.size() > most.intValue()) {
                throw new Invalid("too many elements");
            }
            if (attribute.is("distinct") && new HashSet<>(list).size() < list.size()) {
                throw new Invalid("an element twice");
            }
        }
        if (value instanceof Map<?, ?> map
                && attribute.get("max-items") instanceof Number most
                && map.size() > most.intValue()) {
            throw new Invalid("too many members");
        }
    }

    private static void bounds(Attribute attribute, String word, BigDecimal number) {
        String low = attribute.bound(word, false);
        String high = attribute.bound(word, true);
        if (low != null && number.compareTo(new BigDecimal(low)) < 0
                || high != null && number.compareTo(new BigDecimal(high)) > 0) {
            throw new Invalid(number + " is out of " + attribute.text(word));
        }
    }

    /** Text sorts by its bytes. */
    @SuppressWarnings({"unchecked", "rawtypes"})
    static int compare(Object one, Object other) {
        if (one instanceof String text && other instanceof String more) {
            return Arrays.compareUnsigned(text.getBytes(StandardCharsets.UTF_8), more.getBytes(StandardCharsets.UTF_8));
        }
        return ((Comparable) one).compareTo(other);
    }

    /** What formats leave of a value, as far as it can tell one from another: a day of a time, small letters of a text. */
    static Object formatted(Part part, Object value, ZoneId zone) {
        Object current = value;
        for (String format : part.formats()) {
            if (Sketch.BUCKETS.contains(format)) {
                current = bucket(format, current, zone);
            } else if (current instanceof String text && format.equals("lower")) {
                current = text.toLowerCase(Locale.ROOT);
            } else if (current instanceof String text && format.equals("upper")) {
                current = text.toUpperCase(Locale.ROOT);
            }
        }
        return current;
    }

    /** {@code 2024-06-29}, {@code 2024-06}, {@code 2024}, {@code 2024-06-29T12}. */
    static String bucket(String format, Object value, ZoneId zone) {
        if (value == null) {
            return null;
        }
        ZonedDateTime time = value instanceof LocalDate day
                ? day.atStartOfDay(zone)
                : (value instanceof String text ? Instant.parse(text) : (Instant) value).atZone(zone);
        String day = time.toLocalDate().toString();
        return switch (format) {
            case "date" -> day;
            case "month" -> day.substring(0, 7);
            case "year" -> day.substring(0, 4);
            default -> day + String.format("T%02d", time.getHour());
        };
    }

    static String sha256(String text) {
        try {
            return HexFormat.of()
                    .formatHex(MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
