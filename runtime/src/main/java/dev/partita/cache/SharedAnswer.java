package dev.partita.cache;

import dev.partita.plan.Result;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** An answer that many may share: nothing in it can be changed, and it took no request. */
final class SharedAnswer {

    private SharedAnswer() {}

    static Result of(Result answer) {
        List<Result.Found> items = new ArrayList<>(answer.items().size());
        for (Result.Found item : answer.items()) {
            items.add(new Result.Found(item.entity(), members(item.values())));
        }
        Map<String, Result> parts = new LinkedHashMap<>();
        answer.parts().forEach((name, part) -> parts.put(name, of(part)));
        return new Result(items, answer.count(), answer.counts(), answer.cursor(), answer.stoppedAt(), parts, 0, 0);
    }

    private static Map<String, Object> members(Map<?, ?> map) {
        Map<String, Object> copy = new LinkedHashMap<>();
        map.forEach((name, value) -> copy.put(String.valueOf(name), value(value)));
        return Collections.unmodifiableMap(copy);
    }

    private static Object value(Object value) {
        if (value instanceof Map<?, ?> map) {
            return members(map);
        }
        if (value instanceof Set<?> set) {
            Set<Object> copy = new LinkedHashSet<>();
            set.forEach(element -> copy.add(value(element)));
            return Collections.unmodifiableSet(copy);
        }
        if (value instanceof Collection<?> list) {
            List<Object> copy = new ArrayList<>();
            list.forEach(element -> copy.add(value(element)));
            return Collections.unmodifiableList(copy);
        }
        return value;
    }
}
