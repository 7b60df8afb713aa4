package dev.partita.wire;

import dev.partita.item.Item;
import dev.partita.item.Utf8;
import dev.partita.json.ItemJsonWriter;
import java.math.BigDecimal;
import java.util.List;
import java.util.function.BiConsumer;

/** A response body as it is written. */
final class JsonOut extends ItemJsonWriter<JsonOut> {

    static final int CAPACITY = 8 * 1024;

    JsonOut(int capacity) {
        super(new byte[capacity]);
    }

    @Override
    protected JsonOut self() {
        return this;
    }

    /** What was written, valid up to {@link #length}; it is the caller's now, and there is no buffer until {@link #reset}. */
    byte[] handOver() {
        byte[] written = buffer;
        buffer = null;
        return written;
    }

    /** Takes what was handed over, by this writer or another, unless there is something to write into. */
    void reuse(byte[] spare) {
        if (buffer == null) {
            buffer = spare;
        }
    }

    JsonOut reset() {
        if (buffer == null) {
            buffer = new byte[CAPACITY];
        }
        length = 0;
        return this;
    }

    /** A member name known to need no escape. */
    JsonOut name(String ascii) {
        separate();
        int count = ascii.length();
        ensure(count + 3);
        buffer[length++] = '"';
        for (int i = 0; i < count; i++) {
            buffer[length++] = (byte) ascii.charAt(i);
        }
        buffer[length++] = '"';
        buffer[length++] = ':';
        return this;
    }

    /** A member name that may hold anything. */
    JsonOut anyName(String text) {
        separate();
        byte[] utf8 = Utf8.bytes(text);
        quoted(utf8, 0, utf8.length);
        return write(':');
    }

    JsonOut value(String text) {
        separate();
        byte[] utf8 = Utf8.bytes(text);
        quoted(utf8, 0, utf8.length);
        return this;
    }

    /** Plain decimal with a fraction: {@code 0.5}, {@code 1.0}, {@code 1700000000.123}. */
    JsonOut value(double number) {
        separate();
        if (number == Math.rint(number) && Math.abs(number) < 1e15) {
            return ascii(Long.toString((long) number)).ascii(".0");
        }
        return ascii(new BigDecimal(Double.toString(number)).toPlainString());
    }

    JsonOut member(String name, String text) {
        return text == null ? this : name(name).value(text);
    }

    JsonOut member(String name, Enum<?> constant) {
        return constant == null ? this : name(name).value(constant.name());
    }

    JsonOut member(String name, Long number) {
        return number == null ? this : name(name).value(number.longValue());
    }

    JsonOut member(String name, Double number) {
        return number == null ? this : name(name).value(number.doubleValue());
    }

    JsonOut member(String name, Boolean flag) {
        return flag == null ? this : name(name).value(flag.booleanValue());
    }

    /** Left out when there is no item. */
    JsonOut member(String name, Item item) {
        return item == null || !item.isPresent() ? this : name(name).value(item);
    }

    /** Left out when null, written even when empty. */
    <T> JsonOut member(String name, List<T> elements, BiConsumer<JsonOut, T> element) {
        if (elements == null) {
            return this;
        }
        name(name).openList();
        for (T each : elements) {
            element.accept(this, each);
        }
        return closeList();
    }

    /** Left out when null. */
    <T> JsonOut structure(String name, T value, BiConsumer<JsonOut, T> members) {
        if (value == null) {
            return this;
        }
        name(name).openObject();
        members.accept(this, value);
        return closeObject();
    }
}
