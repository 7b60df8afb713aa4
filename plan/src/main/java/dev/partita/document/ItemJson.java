package dev.partita.document;

import dev.partita.item.AttributeValue;
import dev.partita.item.Bytes;
import dev.partita.item.NumberText;
import dev.partita.item.Sets;
import dev.partita.json.JsonText;
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

    /** By name. */
    public static Map<String, Object> write(Map<String, AttributeValue> item) {
        return Json.object(Json.read(JsonText.of(new TreeMap<>(item))), "an item");
    }

    /** @throws IllegalArgumentException when it is not a value */
    public static AttributeValue value(Object tree) {
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

    private static List<?> list(Object content) {
        return content == null ? List.of() : Json.list(content, "a list");
    }

    private static Bytes binary(Object content) {
        return Bytes.of(Base64.getDecoder().decode(String.valueOf(content)));
    }

    private ItemJson() {}
}
