package dev.partita.plan;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What a caller gives to a write.
 *
 * @param arguments by name, in logical form
 * @param expected attributes as the caller believes them stored, null for one that is absent; when one is not so, nothing is
 *     written. Updates and deletes know it
 * @param whole whether the answer must have the whole item, although a transaction returns nothing and it has to be read then
 */
public record Given(Map<String, Object> arguments, Map<String, Object> expected, boolean whole) {
    public Given {
        arguments = Collections.unmodifiableMap(new LinkedHashMap<>(arguments));
        expected = Collections.unmodifiableMap(new LinkedHashMap<>(expected));
    }

    public static Given of(Map<String, Object> arguments) {
        return new Given(arguments, Map.of(), false);
    }
}
