package dev.partita.plan.internal.value;

import dev.partita.design.model.Type;
import dev.partita.design.model.Where;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.ResolverStyle;
import java.time.temporal.ChronoUnit;

/** Times in and out: any ISO text or epoch number in, fixed width out, so that text order is time order. */
public final class Times {

    private static final DateTimeFormatter SECONDS = utc("uuuu-MM-dd'T'HH:mm:ss'Z'");
    private static final DateTimeFormatter MILLIS = utc("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'");
    private static final long LAST_SECOND = 253_402_300_799L;
    private static final String AFTER_ALL = "9999-12-31T24:00:00Z";
    private static final long FIRST_SECOND = -62_167_219_200L;

    private Times() {}

    /** What becomes of a moment that is finer than what an attribute keeps. */
    public enum Rounding {
        /** It is cut: to be kept, and where what is kept is above it or at most it. */
        DOWN,
        /** It is the next one that is kept: where what is kept is below it or at least it. */
        UP,
        /** It is none: nothing that is kept equals it. */
        NONE;

        /** For the value at the right of a comparison. */
        public static Rounding of(Where.Operator operator) {
            return switch (operator) {
                case AT_LEAST, BELOW -> UP;
                case ABOVE, AT_MOST -> DOWN;
                case EQUAL, DIFFERENT -> NONE;
            };
        }
    }

    /** The moment {@code raw} names, cut to the precision of {@code type}; null when it names none. */
    static Instant instant(Type.Simple type, Object raw, ZoneId zone) {
        return instant(type, raw, zone, Rounding.DOWN);
    }

    /** The same, rounded otherwise; null, too, when it is finer than it may be. */
    static Instant instant(Type.Simple type, Object raw, ZoneId zone, Rounding rounding) {
        Instant instant = exact(type, raw, zone);
        return instant == null ? null : rounded(type, instant, rounding);
    }

    /** The moment as it is given; null when it names none. */
    static Instant exact(Type.Simple type, Object raw, ZoneId zone) {
        try {
            Instant instant = parse(type, raw, zone);
            return isInRange(instant) ? instant : null;
        } catch (DateTimeException | ArithmeticException | NumberFormatException e) {
            return null;
        }
    }

    public static Instant rounded(Type type, Instant instant, Rounding rounding) {
        ChronoUnit unit = hasMillis(type) ? ChronoUnit.MILLIS : ChronoUnit.SECONDS;
        Instant cut = instant.truncatedTo(unit);
        if (cut.equals(instant)) {
            return instant;
        }
        return switch (rounding) {
            case DOWN -> cut;
            case UP -> cut.plus(1, unit);
            case NONE -> null;
        };
    }

    /** The moment of a number that an item holds; null when it is out of range. */
    static Instant epoch(Type.Simple type, long number) {
        Instant instant = type == Type.Simple.EPOCH_MILLIS ? Instant.ofEpochMilli(number) : epochSecond(number);
        return isInRange(instant) ? instant : null;
    }

    private static Instant epochSecond(long number) {
        return number > LAST_SECOND || number < FIRST_SECOND ? null : Instant.ofEpochSecond(number);
    }

    private static boolean isInRange(Instant instant) {
        return instant != null && instant.getEpochSecond() <= LAST_SECOND && instant.getEpochSecond() >= FIRST_SECOND;
    }

    static LocalDate date(Object raw, ZoneId zone) {
        try {
            if (raw instanceof LocalDate date) {
                return date;
            }
            if (raw instanceof Instant instant) {
                return instant.atZone(zone).toLocalDate();
            }
            if (raw instanceof String text) {
                return text.length() == 10
                        ? LocalDate.parse(
                                text, DateTimeFormatter.ISO_LOCAL_DATE.withResolverStyle(ResolverStyle.STRICT))
                        : OffsetDateTime.parse(text).atZoneSameInstant(zone).toLocalDate();
            }
            return null;
        } catch (DateTimeException e) {
            return null;
        }
    }

    /** As an item holds it: text, or the digits of a number. */
    public static String stored(Type.Simple type, Object time) {
        if (time instanceof LocalDate date) {
            return date.toString();
        }
        if (!(time instanceof Instant instant)) {
            return time.toString();
        }
        if (instant.getEpochSecond() > LAST_SECOND
                && type != Type.Simple.EPOCH_SECONDS
                && type != Type.Simple.EPOCH_MILLIS) {
            // The bound behind all times: a year of five digits would sort before them.
            return AFTER_ALL;
        }
        return switch (type) {
            case EPOCH_SECONDS -> Long.toString(instant.getEpochSecond());
            case EPOCH_MILLIS -> Long.toString(instant.toEpochMilli());
            case TIMESTAMP_MILLIS -> MILLIS.format(instant);
            default -> SECONDS.format(instant);
        };
    }

    public static boolean hasMillis(Type type) {
        return type == Type.Simple.TIMESTAMP_MILLIS || type == Type.Simple.EPOCH_MILLIS;
    }

    private static Instant parse(Type.Simple type, Object raw, ZoneId zone) {
        if (raw instanceof Instant instant) {
            return instant;
        }
        if (raw instanceof OffsetDateTime time) {
            return time.toInstant();
        }
        if (raw instanceof LocalDate date) {
            return date.atStartOfDay(zone).toInstant();
        }
        boolean isNumeric = type == Type.Simple.EPOCH_SECONDS || type == Type.Simple.EPOCH_MILLIS;
        if (raw instanceof Number number) {
            return isNumeric ? epoch(type, number) : null;
        }
        if (!(raw instanceof String text)) {
            return null;
        }
        if (isNumeric && text.matches("-?[0-9]{1,16}")) {
            return epoch(type, new BigDecimal(text));
        }
        if (text.length() == 10) {
            return LocalDate.parse(text).atStartOfDay(zone).toInstant();
        }
        Instant own = own(text);
        return own == null ? OffsetDateTime.parse(text).toInstant() : own;
    }

    /** Text in the form that is stored, read without a formatter, which would take longer than all the rest; else null. */
    private static Instant own(String text) {
        boolean hasMillis = text.length() == 24;
        if (!hasMillis && text.length() != 20
                || text.charAt(4) != '-'
                || text.charAt(7) != '-'
                || text.charAt(10) != 'T'
                || text.charAt(13) != ':'
                || text.charAt(16) != ':'
                || hasMillis && text.charAt(19) != '.'
                || text.charAt(text.length() - 1) != 'Z') {
            return null;
        }
        int hour = digits(text, 11, 13);
        int minute = digits(text, 14, 16);
        int second = digits(text, 17, 19);
        int millis = hasMillis ? digits(text, 20, 23) : 0;
        int year = digits(text, 0, 4);
        int month = digits(text, 5, 7);
        int day = digits(text, 8, 10);
        if (hour < 0 || hour > 23 || minute < 0 || minute > 59 || second < 0 || second > 59 || millis < 0) {
            return null;
        }
        if (year < 0 || month < 0 || day < 0) {
            return null;
        }
        long seconds = LocalDate.of(year, month, day).toEpochDay() * 86_400 + hour * 3_600L + minute * 60L + second;
        return Instant.ofEpochSecond(seconds, millis * 1_000_000L);
    }

    /** The number that the digits make; -1 when one of them is none. */
    private static int digits(String text, int from, int to) {
        int number = 0;
        for (int i = from; i < to; i++) {
            char c = text.charAt(i);
            if (c < '0' || c > '9') {
                return -1;
            }
            number = 10 * number + c - '0';
        }
        return number;
    }

    private static Instant epoch(Type.Simple type, Number number) {
        long exact =
                number instanceof Long whole ? whole : Storing.decimal(number).longValueExact();
        return type == Type.Simple.EPOCH_MILLIS ? Instant.ofEpochMilli(exact) : Instant.ofEpochSecond(exact);
    }

    private static DateTimeFormatter utc(String pattern) {
        return DateTimeFormatter.ofPattern(pattern, java.util.Locale.ROOT).withZone(ZoneOffset.UTC);
    }
}
