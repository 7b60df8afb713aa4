package dev.partita.exchange;

import dev.partita.document.Json;
import dev.partita.item.AttributeValue;
import dev.partita.item.Bytes;
import dev.partita.item.NumberText;
import dev.partita.item.Sets;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** DynamoDB's JSON for items, {@code {"name": {"S": "text"}}}, as the trees of {@link Json}. */
public final class ItemJson {

    /** @throws IllegalArgumentException when it is not an item; the message names the attribute */
    public static Map<String, AttributeValue> read(Object tree) {
        Map<String, AttributeValue> item = new LinkedHashMap<>();
        Json.object(tree, "an item").forEach((name, value) -> {
            try {
                item.put(name, value(value));
            } catch (IllegalArgumentException problem) {
                throw new IllegalArgumentException("attribute " + name + ": " + problem.getMessage());
            }
        });
        return item;
    }

    public static Map<String, Object> write(Map<String, AttributeValue> item) {
        Map<String, Object> tree = new LinkedHashMap<>();
        new TreeMap<>(item).forEach((name, value) -> tree.put(name, write(value)));
        return tree;
    }

    static List<?> list(Object tree) {
        if (tree == null) {
            return List.of();
        }
        if (!(tree instanceof List<?> list)) {
            throw new IllegalArgumentException("a list is expected");
        }
        return list;
    }

    private static AttributeValue value(Object tree) {
        Map<String, Object> tagged = Json.object(tree, "a typed value");
        if (tagged.size() != 1) {
            throw new IllegalArgumentException("a value has one type, such as {\"S\": \"text\"}");
        }
        Map.Entry<String, Object> only = tagged.entrySet().iterator().next();
        Object content = only.getValue();
        AttributeValue value =
                switch (only.getKey()) {
                    case "S" -> new AttributeValue.S(String.valueOf(content));
                    case "N" -> NumberText.parse(String.valueOf(content));
                    case "B" -> new AttributeValue.B(binary(content));
                    case "BOOL" -> AttributeValue.Bool.of(Boolean.parseBoolean(String.valueOf(content)));
                    case "NULL" -> AttributeValue.Null.NULL;
                    case "L" ->
                        new AttributeValue.L(
                                list(content).stream().map(ItemJson::value).toList());
                    case "M" -> new AttributeValue.M(read(content));
                    case "SS" ->
                        Sets.ofStrings(
                                list(content).stream().map(String::valueOf).toList());
                    case "NS" ->
                        Sets.ofNumbers(list(content).stream()
                                .map(member -> NumberText.parse(String.valueOf(member)))
                                .toList());
                    case "BS" ->
                        Sets.ofBinaries(
                                list(content).stream().map(ItemJson::binary).toList());
                    default -> throw new IllegalArgumentException("there is no type " + only.getKey());
                };
        if (value instanceof AttributeValue.Invalid) {
            throw new IllegalArgumentException("not a valid value of type " + only.getKey() + ": " + content);
        }
        return value;
    }

    private static Bytes binary(Object content) {
        return Bytes.of(Base64.getDecoder().decode(String.valueOf(content)));
    }

    private static Object write(AttributeValue value) {
        String tag = value.type().name();
        if (value instanceof AttributeValue.S text) {
            return Map.of(tag, text.value());
        }
        if (value instanceof AttributeValue.N number) {
            return Map.of(tag, number.text());
        }
        if (value instanceof AttributeValue.B binary) {
            return Map.of(tag, Base64.getEncoder().encodeToString(binary.value().array()));
        }
        if (value instanceof AttributeValue.Bool truth) {
            return Map.of(tag, truth.value());
        }
        if (value instanceof AttributeValue.L list) {
            return Map.of(tag, list.values().stream().map(ItemJson::write).toList());
        }
        if (value instanceof AttributeValue.M map) {
            return Map.of(tag, write(map.values()));
        }
        if (value instanceof AttributeValue.SS strings) {
            return Map.of(tag, strings.values());
        }
        if (value instanceof AttributeValue.NS numbers) {
            return Map.of(
                    tag, numbers.values().stream().map(AttributeValue.N::text).toList());
        }
        if (value instanceof AttributeValue.BS binaries) {
            return Map.of(
                    tag,
                    binaries.values().stream()
                            .map(member -> Base64.getEncoder().encodeToString(member.array()))
                            .toList());
        }
        return Map.of(tag, true);
    }

    private ItemJson() {}
}
