package dev.partita.cache;

import dev.partita.item.Bytes;
import dev.partita.plan.Result;
import java.io.ByteArrayOutputStream;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * An answer as bytes, for stores outside this process.
 *
 * <p>The first byte is the version. Numbers are in groups of seven bits, lowest first; names of entities and attributes are
 * written once and then by their number. Every value begins with a byte that says what it is. The requests an answer took are
 * left out: from a cache it takes none.
 */
public final class AnswerCodec {

    private static final int VERSION = 2;

    private AnswerCodec() {}

    public static byte[] encode(Result answer) {
        Writer writer = new Writer();
        writer.out.write(VERSION);
        writer.result(answer);
        return writer.out.toByteArray();
    }

    /** The answer; null when another version wrote it, or it is none. */
    public static Result decode(byte[] bytes) {
        try {
            Reader reader = new Reader(bytes);
            return reader.next() == VERSION ? reader.result() : null;
        } catch (RuntimeException e) {
            return null;
        }
    }

    private static final class Writer {
        private final ByteArrayOutputStream out = new ByteArrayOutputStream(512);
        private final Map<String, Integer> names = new LinkedHashMap<>();

        void result(Result answer) {
            number(answer.items().size());
            for (Result.Found item : answer.items()) {
                name(item.entity());
                members(item.values());
            }
            number(answer.count());
            number(answer.counts().size());
            answer.counts().forEach((value, count) -> {
                value(value);
                number(count);
            });
            value(answer.cursor());
            value(answer.stoppedAt());
            number(answer.parts().size());
            answer.parts().forEach((name, part) -> {
                name(name);
                result(part);
            });
        }

        private void members(Map<?, ?> map) {
            number(map.size());
            map.forEach((name, value) -> {
                name(String.valueOf(name));
                value(value);
            });
        }

        private void value(Object value) {
            if (value == null) {
                out.write('0');
            } else if (value instanceof String text) {
                out.write('s');
                text(text);
            } else if (value instanceof Long || value instanceof Integer) {
                long number = ((Number) value).longValue();
                out.write('n');
                number(number << 1 ^ number >> 63);
            } else if (value instanceof Boolean truth) {
                out.write(truth ? 't' : 'f');
            } else if (value instanceof Instant instant) {
                out.write('i');
                long second = instant.getEpochSecond();
                number(second << 1 ^ second >> 63);
                number(instant.getNano());
            } else if (value instanceof LocalDate date) {
                long day = date.toEpochDay();
                out.write('d');
                number(day << 1 ^ day >> 63);
            } else if (value instanceof Bytes bytes) {
                out.write('b');
                bytes(bytes.array());
            } else if (value instanceof Map<?, ?> map) {
                out.write('m');
                members(map);
            } else if (value instanceof Collection<?> list) {
                out.write(value instanceof Set ? 'e' : 'l');
                number(list.size());
                list.forEach(this::value);
            } else {
                BigDecimal decimal = value instanceof BigDecimal exact ? exact : new BigDecimal(value.toString());
                out.write('x');
                number(decimal.scale() << 1 ^ decimal.scale() >> 31);
                bytes(decimal.unscaledValue().toByteArray());
            }
        }

        private void name(String name) {
            Integer known = names.putIfAbsent(name, names.size() + 1);
            number(known == null ? 0 : known);
            if (known == null) {
                text(name);
            }
        }

        private void text(String text) {
            bytes(text.getBytes(StandardCharsets.UTF_8));
        }

        private void bytes(byte[] bytes) {
            number(bytes.length);
            out.writeBytes(bytes);
        }

        private void number(long number) {
            long rest = number;
            while ((rest & ~0x7FL) != 0) {
                out.write((int) (rest & 0x7F | 0x80));
                rest >>>= 7;
            }
            out.write((int) rest);
        }
    }

    private static final class Reader {
        private final byte[] bytes;
        private final List<String> names = new ArrayList<>();
        private int at;

        Reader(byte[] bytes) {
            this.bytes = bytes;
        }

        int next() {
            return bytes[at++];
        }

        Result result() {
            List<Result.Found> items = new ArrayList<>();
            for (int left = size(); left > 0; left--) {
                items.add(new Result.Found(name(), members()));
            }
            long count = number();
            Map<Object, Long> counts = new LinkedHashMap<>();
            for (int left = size(); left > 0; left--) {
                counts.put(value(), number());
            }
            String cursor = (String) value();
            String stoppedAt = (String) value();
            Map<String, Result> parts = new LinkedHashMap<>();
            for (int left = size(); left > 0; left--) {
                parts.put(name(), result());
            }
            return new Result(items, count, counts, cursor, stoppedAt, parts, 0, 0);
        }

        private Map<String, Object> members() {
            Map<String, Object> members = new LinkedHashMap<>();
            for (int left = size(); left > 0; left--) {
                members.put(name(), value());
            }
            return members;
        }

        private Object value() {
            int kind = next();
            return switch (kind) {
                case '0' -> null;
                case 's' -> text();
                case 'n' -> signed();
                case 't' -> Boolean.TRUE;
                case 'f' -> Boolean.FALSE;
                case 'i' -> Instant.ofEpochSecond(signed(), number());
                case 'd' -> LocalDate.ofEpochDay(signed());
                case 'b' -> Bytes.of(bytes());
                case 'm' -> members();
                case 'e' -> elements(new LinkedHashSet<>());
                case 'l' -> elements(new ArrayList<>());
                case 'x' -> {
                    int scale = (int) signed();
                    yield new BigDecimal(new BigInteger(bytes()), scale);
                }
                default -> throw new IllegalArgumentException("no value begins with " + kind);
            };
        }

        private Collection<Object> elements(Collection<Object> elements) {
            for (int left = size(); left > 0; left--) {
                elements.add(value());
            }
            return elements;
        }

        private String name() {
            int known = (int) number();
            if (known > 0) {
                return names.get(known - 1);
            }
            names.add(text());
            return names.get(names.size() - 1);
        }

        private String text() {
            return new String(bytes(), StandardCharsets.UTF_8);
        }

        private byte[] bytes() {
            int size = size();
            at += size;
            return Arrays.copyOfRange(bytes, at - size, at);
        }

        /** How many follow; each takes a byte at least. */
        private int size() {
            long size = number();
            if (size < 0 || size > bytes.length - at) {
                throw new IllegalArgumentException("it ends before its end");
            }
            return (int) size;
        }

        private long signed() {
            long number = number();
            return number >>> 1 ^ -(number & 1);
        }

        private long number() {
            long number = 0;
            for (int shift = 0; shift < 64; shift += 7) {
                int next = next();
                number |= (long) (next & 0x7F) << shift;
                if (next >= 0) {
                    return number;
                }
            }
            throw new IllegalArgumentException("no number is that long");
        }
    }
}
