package dev.partita.copy;

import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * How far a segment has come.
 *
 * @param after the key it goes on after; null at its beginning and at its end
 */
record Position(boolean isDone, Map<String, AttributeValue> after) {

    static final Position START = new Position(false, null);
    static final Position END = new Position(true, null);

    /** As a tree for JSON. */
    Object tree() {
        if (isDone || after == null) {
            return isDone ? "done" : "start";
        }
        Map<String, Object> key = new LinkedHashMap<>();
        new TreeMap<>(after).forEach((name, value) -> key.put(name, scalar(value)));
        return key;
    }

    static Position of(Object tree) {
        if ("done".equals(tree)) {
            return END;
        }
        if ("start".equals(tree)) {
            return START;
        }
        if (!(tree instanceof Map<?, ?> members)) {
            throw new IllegalArgumentException("no position");
        }
        Map<String, AttributeValue> key = new LinkedHashMap<>();
        members.forEach((name, value) -> key.put((String) name, scalar((Map<?, ?>) value)));
        return new Position(false, key);
    }

    private static Map<String, Object> scalar(AttributeValue value) {
        return switch (value.type()) {
            case S -> Map.of("S", value.s());
            case N -> Map.of("N", value.n());
            case B -> Map.of("B", Base64.getEncoder().encodeToString(value.b().asByteArray()));
            default -> throw new IllegalArgumentException("no key holds a value of type " + value.type());
        };
    }

    private static AttributeValue scalar(Map<?, ?> value) {
        if (value.get("S") instanceof String text) {
            return AttributeValue.fromS(text);
        }
        if (value.get("N") instanceof String number) {
            return AttributeValue.fromN(number);
        }
        return AttributeValue.fromB(SdkBytes.fromByteArray(Base64.getDecoder().decode((String) value.get("B"))));
    }
}
