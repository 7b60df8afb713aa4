package dev.partita.service;

import dev.partita.item.Bytes;
import dev.partita.json.JsonWriter;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Base64;
import java.util.Collection;
import java.util.Map;

/**
 * An answer as it is written, into an array that its thread keeps for the next one.
 *
 * <p>Logical values become JSON here: numbers exact, times and days as ISO text, binary as base64, sets as arrays.
 */
final class AnswerJson extends JsonWriter<AnswerJson> {

    /** A thread keeps no larger array than this. */
    private static final int KEPT_BYTES = 256 * 1024;

    private static final int START_BYTES = 8 * 1024;

    /** Numbers with more zeros at the end, or more places, are written with an exponent. */
    private static final int MOST_ZEROS = 20;

    private static final int MOST_PLACES = 40;
    private static final int SECONDS_PER_DAY = 86_400;
    private static final int DAYS_PER_ERA = 146_097;
    /** From the first of March of the year 0 to 1970. */
    private static final int DAYS_TO_EPOCH = 719_468;

    /** The first moments of the years 0 and 10000: between them a year has four digits. */
    private static final long FIRST_SECOND = -62_167_219_200L;

    private static final long LAST_SECOND = 253_402_300_799L;

    private static final ThreadLocal<AnswerJson> OWN = ThreadLocal.withInitial(AnswerJson::new);

    private AnswerJson() {
        super(new byte[START_BYTES]);
    }

    /** The writer of this thread, empty. It is good until the next one is asked for. */
    static AnswerJson start() {
        AnswerJson out = OWN.get();
        out.length = 0;
        if (out.buffer.length > KEPT_BYTES) {
            out.buffer = new byte[START_BYTES];
        }
        return out;
    }

    @Override
    protected AnswerJson self() {
        return this;
    }

    /** What is written so far, up to {@link #length()}; only to be looked at. */
    byte[] buffer() {
        return buffer;
    }

    AnswerJson name(String name) {
        separate();
        text(name);
        return write(':');
    }

    AnswerJson member(String name, String value) {
        return value == null ? this : name(name).value(value);
    }

    AnswerJson member(String name, long value) {
        return name(name).value(value);
    }

    AnswerJson value(String text) {
        separate();
        return text(text);
    }

    /** Any logical value. */
    AnswerJson value(Object value) {
        if (value instanceof String text) {
            return value(text);
        }
        if (value instanceof Long || value instanceof Integer || value instanceof Short || value instanceof Byte) {
            return value(((Number) value).longValue());
        }
        if (value instanceof Boolean flag) {
            return value(flag.booleanValue());
        }
        if (value instanceof Instant time) {
            return value(time);
        }
        if (value instanceof BigDecimal number) {
            separate();
            return ascii(exact(number));
        }
        if (value instanceof Map<?, ?> map) {
            return object(map);
        }
        if (value instanceof Collection<?> list) {
            openList();
            for (Object element : list) {
                value(element);
            }
            return closeList();
        }
        return other(value);
    }

    /** An object with a member for each entry. */
    AnswerJson object(Map<?, ?> map) {
        openObject();
        map.forEach((name, value) -> name(name.toString()).value(value));
        return closeObject();
    }

    /** As ISO text in UTC, with as many places behind the second as it needs: none, three, six or nine. */
    AnswerJson value(Instant time) {
        long second = time.getEpochSecond();
        if (second < FIRST_SECOND || second > LAST_SECOND) {
            return value(time.toString());
        }
        separate();
        ensure(32);
        buffer[length++] = '"';
        date(Math.floorDiv(second, (long) SECONDS_PER_DAY));
        int ofDay = (int) Math.floorMod(second, (long) SECONDS_PER_DAY);
        buffer[length++] = 'T';
        two(ofDay / 3600);
        buffer[length++] = ':';
        two(ofDay / 60 % 60);
        buffer[length++] = ':';
        two(ofDay % 60);
        int nanos = time.getNano();
        if (nanos != 0) {
            buffer[length++] = '.';
            three(nanos / 1_000_000);
            if (nanos % 1_000_000 != 0) {
                three(nanos / 1000 % 1000);
                if (nanos % 1000 != 0) {
                    three(nanos % 1000);
                }
            }
        }
        buffer[length++] = 'Z';
        buffer[length++] = '"';
        return this;
    }

    /** Bytes that are JSON already. */
    AnswerJson raw(byte[] json, int from, int to) {
        separate();
        ensure(to - from);
        System.arraycopy(json, from, buffer, length, to - from);
        length += to - from;
        return this;
    }

    AnswerJson newLine() {
        return write('\n');
    }

    private AnswerJson other(Object value) {
        if (value == null) {
            separate();
            return ascii("null");
        }
        if (value instanceof Bytes bytes) {
            return value(Base64.getEncoder().encodeToString(bytes.array()));
        }
        if (value instanceof Number number) {
            separate();
            return ascii(number.toString());
        }
        if (value instanceof LocalDate date && date.getYear() >= 0 && date.getYear() <= 9999) {
            separate();
            ensure(16);
            buffer[length++] = '"';
            date(date.toEpochDay());
            buffer[length++] = '"';
            return this;
        }
        return value(value.toString());
    }

    /** As it is stored: without zeros at the end, and without an exponent where few digits will do. */
    private static String exact(BigDecimal number) {
        BigDecimal stripped = number.stripTrailingZeros();
        boolean isShort = stripped.scale() >= -MOST_ZEROS && stripped.scale() <= MOST_PLACES;
        return isShort ? stripped.toPlainString() : stripped.toString();
    }

    /** The day by the proleptic calendar: eras of 400 years that begin in March, so that the leap day comes last. */
    private void date(long epochDay) {
        long day = epochDay + DAYS_TO_EPOCH;
        long era = Math.floorDiv(day, (long) DAYS_PER_ERA);
        int ofEra = (int) (day - era * DAYS_PER_ERA);
        int yearOfEra = (ofEra - ofEra / 1460 + ofEra / 36_524 - ofEra / 146_096) / 365;
        int ofYear = ofEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100);
        int month = (5 * ofYear + 2) / 153;
        int dayOfMonth = ofYear - (153 * month + 2) / 5 + 1;
        boolean isNextYear = month >= 10;
        int year = (int) (yearOfEra + era * 400) + (isNextYear ? 1 : 0);
        two(year / 100);
        two(year % 100);
        buffer[length++] = '-';
        two(isNextYear ? month - 9 : month + 3);
        buffer[length++] = '-';
        two(dayOfMonth);
    }

    private void two(int number) {
        buffer[length++] = (byte) ('0' + number / 10);
        buffer[length++] = (byte) ('0' + number % 10);
    }

    private void three(int number) {
        buffer[length++] = (byte) ('0' + number / 100);
        two(number % 100);
    }

    private AnswerJson text(String text) {
        int count = text.length();
        ensure(count + 2);
        byte[] into = buffer;
        int at = length;
        into[at++] = '"';
        int i = 0;
        for (; i < count; i++) {
            char c = text.charAt(i);
            if (c < ' ' || c >= 0x7f || c == '"' || c == '\\') {
                break;
            }
            into[at++] = (byte) c;
        }
        length = at;
        if (i < count) {
            rest(text, i, count);
        }
        return write('"');
    }

    private void rest(String text, int from, int count) {
        // A character takes six bytes at most, as an escape.
        ensure(6 * (count - from));
        for (int i = from; i < count; i++) {
            char c = text.charAt(i);
            if (c >= ' ' && c < 0x7f && c != '"' && c != '\\') {
                buffer[length++] = (byte) c;
            } else if (c < 0x80) {
                escape(c);
            } else if (c < 0x800) {
                buffer[length++] = (byte) (0xc0 | c >> 6);
                buffer[length++] = (byte) (0x80 | c & 0x3f);
            } else if (Character.isHighSurrogate(c) && i + 1 < count && Character.isLowSurrogate(text.charAt(i + 1))) {
                int point = Character.toCodePoint(c, text.charAt(++i));
                buffer[length++] = (byte) (0xf0 | point >> 18);
                buffer[length++] = (byte) (0x80 | point >> 12 & 0x3f);
                buffer[length++] = (byte) (0x80 | point >> 6 & 0x3f);
                buffer[length++] = (byte) (0x80 | point & 0x3f);
            } else if (Character.isSurrogate(c)) {
                // Half a character is no UTF-8; as an escape nothing is lost.
                escape(c);
            } else {
                buffer[length++] = (byte) (0xe0 | c >> 12);
                buffer[length++] = (byte) (0x80 | c >> 6 & 0x3f);
                buffer[length++] = (byte) (0x80 | c & 0x3f);
            }
        }
    }
}
