package dev.partita.json;

import dev.partita.item.AttributeValue;
import dev.partita.item.Item;
import dev.partita.item.Utf8;
import java.util.Collection;
import java.util.Map;

/**
 * JSON in one line, of maps, lists, items, values, text, numbers and booleans; members stand in the order they are given.
 *
 * <p>Hashes that are kept in tables are made of it, so what it writes stays the same to the byte.
 */
public final class JsonText extends ItemJsonWriter<JsonText> {

    private JsonText() {
        super(new byte[512]);
    }

    public static String of(Object data) {
        JsonText text = new JsonText();
        // In a list, since the writer looks at what stands before a value; its bracket is left out again.
        text.openList().any(data);
        return Utf8.string(text.buffer, 1, text.length - 1);
    }

    @Override
    protected JsonText self() {
        return this;
    }

    private void any(Object data) {
        if (data instanceof Map<?, ?> map) {
            openObject();
            map.forEach((name, member) -> text(name.toString()).write(':').any(member));
            closeObject();
        } else if (data instanceof Collection<?> list) {
            openList();
            list.forEach(this::any);
            closeList();
        } else if (data instanceof Item item) {
            value(item);
        } else if (data instanceof AttributeValue one) {
            value(one);
        } else if (data instanceof String text) {
            text(text);
        } else {
            separate();
            ascii(String.valueOf(data));
        }
    }

    private JsonText text(String text) {
        separate();
        byte[] utf8 = Utf8.bytes(text);
        return quoted(utf8, 0, utf8.length);
    }

    /** Those without a letter of their own in the first hashes that were kept. */
    @Override
    protected void escape(char c) {
        if (c == '\b' || c == '\f') {
            ascii(c == '\b' ? "\\u0008" : "\\u000c");
        } else {
            super.escape(c);
        }
    }
}
