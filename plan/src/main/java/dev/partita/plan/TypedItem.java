package dev.partita.plan;

import java.util.Map;

/** The logical values of one item, taken out one by one as the types that the design gives them: for generated code. */
public final class TypedItem {

    private final String entity;
    private final Map<String, ?> values;

    public TypedItem(String entity, Map<String, ?> values) {
        this.entity = entity;
        this.values = values;
    }

    /** Null when it is absent. */
    public <T> T optional(String attribute, JavaType<T> type) {
        Object value = values.get(attribute);
        return value == null ? null : typed(attribute, value, type);
    }

    /** @throws UnreadableValue when it is absent */
    public <T> T required(String attribute, JavaType<T> type) {
        Object value = values.get(attribute);
        if (value == null) {
            throw new UnreadableValue(entity, attribute, "is required by the design, and the item has none");
        }
        return typed(attribute, value, type);
    }

    /** What the design says stands for it when it is absent. */
    public <T> T orElse(String attribute, JavaType<T> type, T standard) {
        Object value = values.get(attribute);
        return value == null ? standard : typed(attribute, value, type);
    }

    private <T> T typed(String attribute, Object value, JavaType<T> type) {
        try {
            return type.of(value);
        } catch (IllegalArgumentException e) {
            throw new UnreadableValue(entity, attribute, "is stored as `" + value + "`, which " + e.getMessage());
        }
    }
}
