package dev.partita.plan;

import dev.partita.document.ItemJson;
import dev.partita.document.JsonTree;
import dev.partita.item.Item;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/** Reads what the service sends back. */
public final class AnswerReader {

    private static final JsonFactory FACTORY = new JsonFactory();

    private AnswerReader() {}

    public static Answer answer(byte[] json, int length) {
        Map<?, ?> body = object(json, length);
        List<Item> items = new ArrayList<>();
        if (body.get("Item") instanceof Map<?, ?> item) {
            items.add(item(item));
        }
        items.addAll(items(body.get("Items")));
        if (body.get("Responses") instanceof Map<?, ?> responses) {
            responses.values().forEach(list -> items.addAll(items(list)));
        }
        List<Item> keys = new ArrayList<>();
        List<Item> puts = new ArrayList<>();
        if (body.get("UnprocessedKeys") instanceof Map<?, ?> tables) {
            tables.values().forEach(table -> keys.addAll(items(((Map<?, ?>) table).get("Keys"))));
        }
        if (body.get("UnprocessedItems") instanceof Map<?, ?> tables) {
            tables.values().forEach(writes -> unprocessed((List<?>) writes, keys, puts));
        }
        return new Answer(
                items,
                body.get("LastEvaluatedKey") instanceof Map<?, ?> key ? item(key) : null,
                body.get("Attributes") instanceof Map<?, ?> attributes ? item(attributes) : Item.NONE,
                count(body.get("Count"), items),
                count(body.get("ScannedCount"), items),
                capacity(body.get("ConsumedCapacity")),
                keys,
                puts);
    }

    /** The body as it is: maps, lists, text, numbers and booleans. */
    public static Map<?, ?> data(byte[] json, int length) {
        return object(json, length);
    }

    public static EndpointException failure(byte[] json, int length) {
        Map<?, ?> body;
        try {
            body = object(json, length);
        } catch (IllegalArgumentException e) {
            return new EndpointException("InternalServerError", e.getMessage(), Item.NONE, List.of());
        }
        String type = String.valueOf(body.get("__type"));
        Object message = body.get("message") == null ? body.get("Message") : body.get("message");
        List<EndpointException.Reason> reasons = new ArrayList<>();
        if (body.get("CancellationReasons") instanceof List<?> list) {
            for (Object element : list) {
                Map<?, ?> reason = (Map<?, ?>) element;
                reasons.add(new EndpointException.Reason(
                        String.valueOf(reason.get("Code")),
                        (String) reason.get("Message"),
                        reason.get("Item") instanceof Map<?, ?> item ? item(item) : Item.NONE));
            }
        }
        return new EndpointException(
                type.substring(type.indexOf('#') + 1),
                message == null ? type : message.toString(),
                body.get("Item") instanceof Map<?, ?> item ? item(item) : Item.NONE,
                reasons);
    }

    private static void unprocessed(List<?> writes, List<Item> keys, List<Item> puts) {
        for (Object element : writes) {
            Map<?, ?> write = (Map<?, ?>) element;
            if (write.get("PutRequest") instanceof Map<?, ?> put) {
                puts.add(item(put.get("Item")));
            } else if (write.get("DeleteRequest") instanceof Map<?, ?> delete) {
                keys.add(item(delete.get("Key")));
            }
        }
    }

    private static double capacity(Object consumed) {
        if (consumed instanceof List<?> list) {
            return list.stream().mapToDouble(AnswerReader::capacity).sum();
        }
        return consumed instanceof Map<?, ?> map
                ? number(map.get("CapacityUnits")).doubleValue()
                : 0;
    }

    /** Answers that are not pages do not say how many items they have. */
    private static int count(Object said, List<Item> items) {
        return said instanceof Number number ? number.intValue() : items.size();
    }

    private static Number number(Object value) {
        return value instanceof Number number ? number : 0;
    }

    private static List<Item> items(Object list) {
        return list instanceof List<?> items
                ? items.stream().map(AnswerReader::item).toList()
                : List.of();
    }

    private static Item item(Object tree) {
        return Item.of(ItemJson.read(tree));
    }

    private static Map<?, ?> object(byte[] json, int length) {
        try (JsonParser parser = FACTORY.createParser(ObjectReadContext.empty(), json, 0, length)) {
            parser.nextToken();
            if (JsonTree.read(parser) instanceof Map<?, ?> map) {
                return map;
            }
        } catch (JacksonException e) {
            throw new IllegalArgumentException("The answer is no JSON: " + e.getOriginalMessage(), e);
        }
        throw new IllegalArgumentException("The answer is no JSON object");
    }
}
