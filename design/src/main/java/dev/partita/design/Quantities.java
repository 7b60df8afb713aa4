package dev.partita.design;

import java.math.BigDecimal;
import java.util.Map;
import java.util.regex.Matcher;

/** Numbers with units as people write them: {@code 90 days}, {@code 3 KB}, {@code 90 %}, {@code 1..5}. */
final class Quantities {

    private static final java.util.regex.Pattern QUANTITY =
            java.util.regex.Pattern.compile("([0-9]{1,15}(?:\\.[0-9]{1,9})?) ?([A-Za-z%]{1,12})");
    private static final java.util.regex.Pattern RANGE = java.util.regex.Pattern.compile(
            "(-?[0-9]{1,38}(?:\\.[0-9]{1,38})?)?\\.\\.(-?[0-9]{1,38}(?:\\.[0-9]{1,38})?)?");
    private static final java.util.regex.Pattern NUMBER =
            java.util.regex.Pattern.compile("[-+]?(?:[0-9]+(?:\\.[0-9]*)?|\\.[0-9]+)(?:[eE][-+]?[0-9]{1,3})?");

    private static final Map<String, Long> SECONDS = Map.of(
            "second", 1L, "seconds", 1L, "minute", 60L, "minutes", 60L, "hour", 3600L, "hours", 3600L, "day", 86400L,
            "days", 86400L);
    private static final Map<String, Long> MORE_SECONDS =
            Map.of("week", 604800L, "weeks", 604800L, "year", 31536000L, "years", 31536000L);
    private static final Map<String, Long> BYTES =
            Map.of("byte", 1L, "bytes", 1L, "b", 1L, "kb", 1024L, "mb", 1024L * 1024, "gb", 1024L * 1024 * 1024);

    /** A number as YAML 1.2 knows them, within what DynamoDB can hold, or null. */
    static BigDecimal number(String text) {
        if (text.length() > 200 || !NUMBER.matcher(text).matches()) {
            return null;
        }
        BigDecimal value = new BigDecimal(text);
        return Math.abs((long) value.precision() - value.scale()) > 130 || Math.abs(value.scale()) > 200 ? null : value;
    }

    /** Seconds, or null when it is not a duration. */
    static Long seconds(String text) {
        return whole(text, SECONDS, MORE_SECONDS);
    }

    /** Bytes, or null when it is not a size. */
    static Long bytes(String text) {
        return whole(text, BYTES, Map.of());
    }

    /** A share between 0 and 1 from {@code 90 %} or {@code 0.9}, or null. */
    static Double share(String text) {
        Matcher m = QUANTITY.matcher(text);
        BigDecimal value =
                m.matches() && m.group(2).equals("%") ? new BigDecimal(m.group(1)).movePointLeft(2) : number(text);
        return value == null || value.signum() < 0 || value.compareTo(BigDecimal.ONE) > 0 ? null : value.doubleValue();
    }

    /** A number as an alarm compares it: bytes for a size, milliseconds for {@code 50 ms}, a share for a percentage. */
    static BigDecimal threshold(String text) {
        Matcher m = QUANTITY.matcher(text);
        if (m.matches()) {
            BigDecimal number = new BigDecimal(m.group(1));
            if (m.group(2).equals("%")) {
                return number.movePointLeft(2);
            }
            if (m.group(2).equals("ms")) {
                return number;
            }
            Long bytes = bytes(text);
            return bytes == null ? null : BigDecimal.valueOf(bytes);
        }
        return number(text);
    }

    /** Two bounds, either of them null when open; null when it is not a range. */
    static BigDecimal[] range(String text) {
        Matcher m = RANGE.matcher(text);
        if (!m.matches() || m.group(1) == null && m.group(2) == null) {
            return null;
        }
        return new BigDecimal[] {
            m.group(1) == null ? null : new BigDecimal(m.group(1)),
            m.group(2) == null ? null : new BigDecimal(m.group(2))
        };
    }

    private static Long whole(String text, Map<String, Long> units, Map<String, Long> more) {
        Matcher m = QUANTITY.matcher(text);
        if (!m.matches()) {
            return null;
        }
        String unit = m.group(2).toLowerCase(java.util.Locale.ROOT);
        Long factor = units.getOrDefault(unit, more.get(unit));
        if (factor == null) {
            return null;
        }
        BigDecimal value = new BigDecimal(m.group(1)).multiply(BigDecimal.valueOf(factor));
        return value.compareTo(BigDecimal.valueOf(Long.MAX_VALUE / 4)) > 0 ? null : value.longValue();
    }

    private Quantities() {}
}
