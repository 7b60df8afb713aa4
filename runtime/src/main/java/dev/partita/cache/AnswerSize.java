package dev.partita.cache;

import dev.partita.item.Bytes;
import dev.partita.plan.Result;
import java.util.Collection;
import java.util.Map;

/** About how many bytes an answer takes in memory. */
final class AnswerSize {

    private static final int OBJECT = 32;

    private AnswerSize() {}

    static int of(String key, Result answer) {
        return (int) Math.min(Integer.MAX_VALUE, 4L * OBJECT + 2L * key.length() + of(answer));
    }

    private static long of(Result answer) {
        long bytes = 4 * OBJECT + value(answer.counts());
        for (Result.Found item : answer.items()) {
            bytes += 2 * OBJECT + value(item.values());
        }
        for (Result part : answer.parts().values()) {
            bytes += of(part);
        }
        return bytes;
    }

    private static long value(Object value) {
        if (value instanceof Map<?, ?> map) {
            long bytes = 2 * OBJECT;
            for (Map.Entry<?, ?> entry : map.entrySet()) {
                // Names of attributes are shared by all items; keys of other maps are few.
                bytes += 2 * OBJECT + value(entry.getValue());
            }
            return bytes;
        }
        if (value instanceof Collection<?> list) {
            long bytes = OBJECT;
            for (Object element : list) {
                bytes += OBJECT + value(element);
            }
            return bytes;
        }
        if (value instanceof String text) {
            return OBJECT + 2L * text.length();
        }
        return value instanceof Bytes bytes ? OBJECT + bytes.array().length : OBJECT;
    }
}
