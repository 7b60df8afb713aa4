package dev.partita.plan;

import dev.partita.item.AttributeValue;
import java.util.LinkedHashMap;
import java.util.Map;

/** Collects members and leaves out what is not there. */
final class RequestBody {
    private final Map<String, Object> map = new LinkedHashMap<>();

    Map<String, Object> map() {
        return map;
    }

    RequestBody add(String name, Object value) {
        if (value != null) {
            map.put(name, value);
        }
        return this;
    }

    RequestBody flag(String name, boolean value) {
        return add(name, value ? Boolean.TRUE : null);
    }

    RequestBody aliases(Map<String, String> names, Map<String, AttributeValue> values) {
        return add("ExpressionAttributeNames", names.isEmpty() ? null : names)
                .add("ExpressionAttributeValues", values.isEmpty() ? null : values);
    }

    /** A failed condition answers with the item that blocked it: it says which of several conditions failed. */
    RequestBody blocking(String condition) {
        return add("ReturnValuesOnConditionCheckFailure", condition == null ? null : "ALL_OLD");
    }
}
