package dev.partita.plan.internal.key;

import dev.partita.design.model.Attribute;
import dev.partita.design.model.Attribute.NormaliseStep;
import dev.partita.design.model.Template.Format;
import dev.partita.design.model.Template.Variable;
import dev.partita.design.model.Type;
import dev.partita.plan.internal.value.Coercion;
import dev.partita.plan.internal.value.Sha256;
import dev.partita.plan.internal.value.Storing;
import dev.partita.plan.internal.value.Times;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.Locale;

/** The formats of a variable in a key: the text of a value, the value of a text, and how such text looks. */
public final class KeyFormat {

    private static final long LAST_SECOND = 9_999_999_999L;
    private static final long LAST_MILLI = 9_999_999_999_999L;
    private static final String CROCKFORD = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
    private static final int ULID_LENGTH = 26;
    private static final java.util.regex.Pattern WHOLE = java.util.regex.Pattern.compile("-?[0-9]+");

    private KeyFormat() {}

    /** The text of a logical value, not yet escaped nor shortened. */
    static String text(Variable variable, Type type, Object value, ZoneId zone) {
        if (value instanceof KeyText.Formatted ready) {
            return ready.text();
        }
        Object current = value;
        for (Format format : variable.formats()) {
            current = apply(variable, format, type, current, zone);
        }
        return current instanceof String text ? text : Storing.text(type, current);
    }

    /** The logical value that gave {@code text}; null when the formats lost it. */
    static Object value(Variable variable, Type type, String text, ZoneId zone) {
        if (type == Type.Simple.STRING && variable.formats().isEmpty()) {
            return text;
        }
        String plain = text;
        for (Format format : variable.formats()) {
            switch (format.kind()) {
                case PAD -> {
                    if (!WHOLE.matcher(plain).matches()) {
                        return null;
                    }
                    plain = new BigInteger(plain).toString();
                }
                case NEWEST_FIRST -> {
                    return oldest(type, plain, zone);
                }
                case RAW -> {}
                case SHORTEN -> {
                    if (KeyText.isShortened(plain)) {
                        return null;
                    }
                }
                default -> {
                    return null;
                }
            }
        }
        return Coercion.ofText(type, plain, zone);
    }

    /** What the text of this variable can look like; group 1 of nothing, for use inside a group. */
    static String regex(Variable variable, Type type) {
        if (variable.formats().isEmpty()) {
            return ".*?";
        }
        Format last = variable.formats().get(variable.formats().size() - 1);
        return switch (last.kind()) {
            case PAD -> "[0-9]{" + last.number() + "}";
            case NEWEST_FIRST ->
                type == Type.Simple.ULID
                        ? "[0-9A-HJKMNP-TV-Z]{" + ULID_LENGTH + "}"
                        : type == Type.Simple.STRING ? ".*?" : Times.hasMillis(type) ? "[0-9]{13}" : "[0-9]{10}";
            case DATE -> "[0-9]{4}-[0-9]{2}-[0-9]{2}";
            case MONTH -> "[0-9]{4}-[0-9]{2}";
            case YEAR -> "[0-9]{4}";
            case HOUR -> "[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}";
            case HASH -> "[0-9a-f]{64}";
            case SHARD -> "[0-9]{" + width(last.number()) + "}";
            case LOWER, UPPER, SHORTEN, RAW -> ".*?";
        };
    }

    /** Whether only one value of the attribute has this text. Of a span of time that is true when the value is such a span itself. */
    public static boolean isExact(Variable variable, Attribute attribute) {
        Type type = attribute == null ? Type.Simple.STRING : attribute.type();
        for (Format format : variable.formats()) {
            boolean isExact =
                    switch (format.kind()) {
                        case HASH, SHORTEN, RAW -> true;
                        // Ten is 10, 010 and 10.0; as a number it is one value, as a text it is three.
                        case PAD -> type != Type.Simple.STRING && type != Type.Simple.ANY;
                        case NEWEST_FIRST -> type != Type.Simple.ISO_TIME;
                        case DATE -> type == Type.Simple.DATE;
                        case MONTH, YEAR, HOUR, SHARD -> false;
                        case LOWER, UPPER -> isCased(format.kind() == Format.Kind.LOWER, type, attribute);
                    };
            if (!isExact) {
                return false;
            }
        }
        return true;
    }

    /** Whether the value can always be read back from this text. */
    static boolean isReadable(Variable variable, Attribute attribute) {
        return isExact(variable, attribute)
                && variable.formats().stream().allMatch(format -> switch (format.kind()) {
                    case PAD, NEWEST_FIRST, RAW -> true;
                    case DATE, MONTH, YEAR, HOUR, LOWER, UPPER, HASH, SHARD, SHORTEN -> false;
                });
    }

    /** Whether no two values differ in the case of their letters only. */
    private static boolean isCased(boolean isLower, Type type, Attribute attribute) {
        if (type instanceof Type.Enumeration choice && choice.isClosed()) {
            return choice.values().stream()
                            .map(value -> value.toLowerCase(Locale.ROOT))
                            .distinct()
                            .count()
                    == choice.values().size();
        }
        if (type == Type.Simple.STRING && attribute != null) {
            boolean isSpelledSo = false;
            for (NormaliseStep step : attribute.normalise()) {
                isSpelledSo = step.isLower() ? isLower : step == NormaliseStep.UPPER ? !isLower : isSpelledSo;
            }
            return isSpelledSo;
        }
        return type instanceof Type.Simple simple
                && simple != Type.Simple.STRING
                && simple != Type.Simple.ANY
                && simple != Type.Simple.ULID
                && simple != Type.Simple.ISO_TIME
                && simple != Type.Simple.BINARY;
    }

    /** How many characters a shard's number has, of so many shards. */
    static int width(int shards) {
        return Integer.toString(Math.max(1, shards) - 1).length();
    }

    public static String shard(int number, int shards) {
        return padded(Integer.toString(number), width(shards));
    }

    private static Object apply(Variable variable, Format format, Type type, Object value, ZoneId zone) {
        return switch (format.kind()) {
            case PAD -> pad(variable, format.number(), type, value);
            case NEWEST_FIRST -> newestFirst(variable, type, value, zone);
            case DATE -> calendar(variable, value, zone).toLocalDate().toString();
            case MONTH ->
                calendar(variable, value, zone).toLocalDate().toString().substring(0, 7);
            case YEAR ->
                calendar(variable, value, zone).toLocalDate().toString().substring(0, 4);
            case HOUR ->
                calendar(variable, value, zone).toLocalDate() + "T"
                        + padded(
                                Integer.toString(calendar(variable, value, zone).getHour()), 2);
            case LOWER -> plain(type, value).toLowerCase(Locale.ROOT);
            case UPPER -> plain(type, value).toUpperCase(Locale.ROOT);
            case HASH -> Sha256.hex(plain(type, value));
            case SHARD -> shard(Sha256.bucket(plain(type, value), format.number()), format.number());
            case SHORTEN, RAW -> value;
        };
    }

    /** The least and the greatest number that sorts as it should in the text of this part; null when all values do, or none. */
    private static long[] sortable(Variable variable, Type type) {
        boolean isMillis = Times.hasMillis(type);
        boolean isEpoch = type == Type.Simple.EPOCH_SECONDS || type == Type.Simple.EPOCH_MILLIS;
        for (Format format : variable.formats()) {
            switch (format.kind()) {
                case PAD -> {
                    return "N".equals(type.tag()) && format.number() < 18
                            ? new long[] {0, BigInteger.TEN.pow(format.number()).longValue() - 1}
                            : null;
                }
                case NEWEST_FIRST -> {
                    boolean isCounted = type == Type.Simple.INTEGER || type.isTime();
                    return isCounted ? new long[] {0, isMillis ? LAST_MILLI : LAST_SECOND} : null;
                }
                case DATE, MONTH, YEAR, HOUR, HASH, SHARD -> {
                    return null;
                }
                case LOWER, UPPER, SHORTEN, RAW -> {}
            }
        }
        // Texts of one width sort as their numbers do: from 2001 to 2286.
        return !isEpoch
                ? null
                : isMillis
                        ? new long[] {LAST_MILLI / 10 + 1, LAST_MILLI}
                        : new long[] {LAST_SECOND / 10 + 1, LAST_SECOND};
    }

    /** Whether a value lies before (-1) or behind (1) all that this part can hold in their order; else 0. */
    static int outside(Variable variable, Type type, Object value, ZoneId zone) {
        long[] sortable = sortable(variable, type);
        BigDecimal number = sortable == null ? null : number(type, value, zone);
        if (number == null) {
            return 0;
        }
        return number.compareTo(BigDecimal.valueOf(sortable[0])) < 0
                ? -1
                : number.compareTo(BigDecimal.valueOf(sortable[1])) > 0 ? 1 : 0;
    }

    private static BigDecimal number(Type type, Object value, ZoneId zone) {
        if (value instanceof Number) {
            return new BigDecimal(value.toString());
        }
        Instant moment = value instanceof KeyText.Formatted ? null : Coercion.asInstant(value, zone);
        return moment == null
                ? null
                : BigDecimal.valueOf(Times.hasMillis(type) ? moment.toEpochMilli() : moment.getEpochSecond());
    }

    private static String plain(Type type, Object value) {
        return value instanceof String text ? text : Storing.text(type, value);
    }

    private static String pad(Variable variable, int width, Type type, Object value) {
        String digits = value instanceof Instant ? Storing.text(type, value) : plainNumber(variable, value);
        if (digits.startsWith("-") || digits.length() > width) {
            throw new KeyText.Unfit(variable.attribute(), value, "does not fit a key of " + width + " digits");
        }
        return padded(digits, width);
    }

    private static String plainNumber(Variable variable, Object value) {
        try {
            return new BigDecimal(String.valueOf(value)).toBigIntegerExact().toString();
        } catch (NumberFormatException | ArithmeticException e) {
            throw new KeyText.Unfit(variable.attribute(), value, "is no whole number");
        }
    }

    private static String newestFirst(Variable variable, Type type, Object value, ZoneId zone) {
        if (type == Type.Simple.ULID || type == Type.Simple.STRING) {
            String text = String.valueOf(value);
            if (isUlid(text, false)) {
                throw new KeyText.Unfit(variable.attribute(), value, "looks like a ULID that is counted down already");
            }
            return isUlid(text, true) ? countedDown(text) : text;
        }
        if (value instanceof Number number) {
            return inverted(variable, value, LAST_SECOND, number.longValue(), 10);
        }
        Instant instant = moment(variable, value, zone);
        return Times.hasMillis(type)
                ? inverted(variable, value, LAST_MILLI, instant.toEpochMilli(), 13)
                : inverted(variable, value, LAST_SECOND, instant.getEpochSecond(), 10);
    }

    private static String inverted(Variable variable, Object value, long last, long number, int width) {
        if (number < 0 || number > last) {
            String bounds = value instanceof Number
                    ? "0 and " + last
                    : Instant.EPOCH + " and " + Instant.ofEpochSecond(LAST_SECOND);
            throw new KeyText.Unfit(
                    variable.attribute(),
                    value,
                    "has to lie between " + bounds + ", since the key counts down from there");
        }
        return padded(Long.toString(last - number), width);
    }

    /** Whether a text ends in a ULID: as it is, which begins with a digit up to 7, or counted down, with R to Z. */
    private static boolean isUlid(String text, boolean isPlain) {
        int start = text.length() - ULID_LENGTH;
        if (start < 0) {
            return false;
        }
        for (int i = start; i < text.length(); i++) {
            int digit = CROCKFORD.indexOf(text.charAt(i));
            boolean isFirst = i == start;
            if (digit < 0 || isFirst && (isPlain ? digit > 7 : digit < CROCKFORD.length() - 8)) {
                return false;
            }
        }
        return true;
    }

    /** The ULID at the end with every digit taken from the highest, so that later ones come first; twice is the ULID again. */
    private static String countedDown(String text) {
        StringBuilder down = new StringBuilder(text);
        for (int i = text.length() - ULID_LENGTH; i < text.length(); i++) {
            down.setCharAt(i, CROCKFORD.charAt(CROCKFORD.length() - 1 - CROCKFORD.indexOf(text.charAt(i))));
        }
        return down.toString();
    }

    private static Object oldest(Type type, String text, ZoneId zone) {
        if (type == Type.Simple.ULID || type == Type.Simple.STRING) {
            return isUlid(text, false) ? countedDown(text) : text;
        }
        boolean isMillis = text.length() == 13;
        long number = (isMillis ? LAST_MILLI : LAST_SECOND) - Long.parseLong(text);
        if (type == Type.Simple.INTEGER) {
            return number;
        }
        Instant instant = isMillis ? Instant.ofEpochMilli(number) : Instant.ofEpochSecond(number);
        return type == Type.Simple.DATE
                ? instant.atZone(zone).toLocalDate()
                : type == Type.Simple.ISO_TIME ? Times.stored(Type.Simple.TIMESTAMP, instant) : instant;
    }

    private static ZonedDateTime calendar(Variable variable, Object value, ZoneId zone) {
        if (value instanceof LocalDate date) {
            return date.atStartOfDay(zone);
        }
        return moment(variable, value, zone).atZone(zone);
    }

    private static Instant moment(Variable variable, Object value, ZoneId zone) {
        Instant instant = Coercion.asInstant(value, zone);
        if (instant == null) {
            throw new KeyText.Unfit(variable.attribute(), value, "is no time");
        }
        return instant;
    }

    private static String padded(String digits, int width) {
        return "0".repeat(Math.max(0, width - digits.length())) + digits;
    }
}
