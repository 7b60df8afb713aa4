package dev.partita.design.internal.text;

import java.math.BigDecimal;
import java.util.Map;

/**
 * Numbers with units as people write them: {@code 90 days}, {@code 3 KB}, {@code 90 %}, {@code 1..5}.
 *
 * <p>Read by hand: generated code reads its design when a program starts, and the first regular expressions take their time.
 */
public final class Quantities {

    private static final Map<String, Long> SECONDS = Map.of(
            "second", 1L, "seconds", 1L, "minute", 60L, "minutes", 60L, "hour", 3600L, "hours", 3600L, "day", 86400L,
            "days", 86400L);
    private static final Map<String, Long> MORE_SECONDS =
            Map.of("week", 604800L, "weeks", 604800L, "year", 31536000L, "years", 31536000L);
    private static final Map<String, Long> BYTES =
            Map.of("byte", 1L, "bytes", 1L, "b", 1L, "kb", 1024L, "mb", 1024L * 1024, "gb", 1024L * 1024 * 1024);

    /** A number as YAML 1.2 knows them, within what DynamoDB can hold, or null. */
    public static BigDecimal number(String text) {
        if (text.length() > 200 || !isNumber(text)) {
            return null;
        }
        BigDecimal value = new BigDecimal(text);
        return Math.abs((long) value.precision() - value.scale()) > 130 || Math.abs(value.scale()) > 200 ? null : value;
    }

    /** Seconds, or null when it is not a duration. */
    public static Long seconds(String text) {
        return whole(text, SECONDS, MORE_SECONDS);
    }

    /** Bytes, or null when it is not a size. */
    public static Long bytes(String text) {
        return whole(text, BYTES, Map.of());
    }

    /** A share between 0 and 1 from {@code 90 %} or {@code 0.9}, or null. */
    public static Double share(String text) {
        Quantity quantity = Quantity.of(text);
        BigDecimal value =
                quantity != null && quantity.unit.equals("%") ? quantity.number.movePointLeft(2) : number(text);
        return value == null || value.signum() < 0 || value.compareTo(BigDecimal.ONE) > 0 ? null : value.doubleValue();
    }

    /** A number as an alarm compares it: bytes for a size, milliseconds for {@code 50 ms}, a share for a percentage. */
    public static BigDecimal threshold(String text) {
        Quantity quantity = Quantity.of(text);
        if (quantity == null) {
            return number(text);
        }
        if (quantity.unit.equals("%")) {
            return quantity.number.movePointLeft(2);
        }
        if (quantity.unit.equals("ms")) {
            return quantity.number;
        }
        Long bytes = bytes(text);
        return bytes == null ? null : BigDecimal.valueOf(bytes);
    }

    /** Two bounds, either of them null when open; null when it is not a range. */
    public static BigDecimal[] range(String text) {
        int dots = text.indexOf("..");
        if (dots < 0 || text.length() == 2) {
            return null;
        }
        String low = text.substring(0, dots);
        String high = text.substring(dots + 2);
        return isBound(low) && isBound(high)
                ? new BigDecimal[] {
                    low.isEmpty() ? null : new BigDecimal(low), high.isEmpty() ? null : new BigDecimal(high)
                }
                : null;
    }

    private static boolean isBound(String text) {
        int start = text.startsWith("-") ? 1 : 0;
        return text.isEmpty() || decimalEnd(text, start, 38, 38) == text.length();
    }

    private static Long whole(String text, Map<String, Long> units, Map<String, Long> more) {
        Quantity quantity = Quantity.of(text);
        if (quantity == null) {
            return null;
        }
        String unit = quantity.unit.toLowerCase(java.util.Locale.ROOT);
        Long factor = units.getOrDefault(unit, more.get(unit));
        if (factor == null) {
            return null;
        }
        BigDecimal value = quantity.number.multiply(BigDecimal.valueOf(factor));
        return value.compareTo(BigDecimal.valueOf(Long.MAX_VALUE / 4)) > 0 ? null : value.longValue();
    }

    /** {@code 3 KB}: digits, perhaps with a fraction, perhaps a blank, and a unit. */
    private record Quantity(BigDecimal number, String unit) {

        static Quantity of(String text) {
            int end = decimalEnd(text, 0, 15, 9);
            if (end < 0) {
                return null;
            }
            int start = end < text.length() && text.charAt(end) == ' ' ? end + 1 : end;
            int length = text.length() - start;
            for (int i = start; i < text.length(); i++) {
                char c = text.charAt(i);
                if ((c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && c != '%') {
                    return null;
                }
            }
            return length == 0 || length > 12
                    ? null
                    : new Quantity(new BigDecimal(text.substring(0, end)), text.substring(start));
        }
    }

    /** A sign, digits with a point before, behind or among them, and an exponent of up to three digits; all but the digits may be missing. */
    private static boolean isNumber(String text) {
        int start = text.startsWith("-") || text.startsWith("+") ? 1 : 0;
        int whole = digitsEnd(text, start);
        int end = whole;
        int digits = whole - start;
        if (end < text.length() && text.charAt(end) == '.') {
            end = digitsEnd(text, whole + 1);
            digits += end - whole - 1;
        }
        if (digits == 0) {
            return false;
        }
        if (end == text.length()) {
            return true;
        }
        char e = text.charAt(end);
        int exponent = end + 1;
        if (exponent < text.length() && (text.charAt(exponent) == '-' || text.charAt(exponent) == '+')) {
            exponent++;
        }
        int places = text.length() - exponent;
        return (e == 'e' || e == 'E') && places >= 1 && places <= 3 && digitsEnd(text, exponent) == text.length();
    }

    /** Where {@code 12} or {@code 12.5} ends; -1 when none begins at {@code from}, or it has more digits than may be. */
    private static int decimalEnd(String text, int from, int mostDigits, int mostPlaces) {
        int end = digitsEnd(text, from);
        if (end == from || end - from > mostDigits) {
            return -1;
        }
        int places = end < text.length() && text.charAt(end) == '.' ? digitsEnd(text, end + 1) : end;
        return places - end - 1 > mostPlaces ? -1 : places > end + 1 ? places : end;
    }

    private static int digitsEnd(String text, int from) {
        int end = from;
        while (end < text.length() && text.charAt(end) >= '0' && text.charAt(end) <= '9') {
            end++;
        }
        return end;
    }

    private Quantities() {}
}
