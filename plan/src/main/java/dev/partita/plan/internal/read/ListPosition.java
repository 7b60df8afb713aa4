package dev.partita.plan.internal.read;

import dev.partita.item.AttributeValue;
import dev.partita.item.Item;
import dev.partita.json.JsonText;
import dev.partita.plan.AnswerReader;
import dev.partita.plan.InvalidValues;
import dev.partita.plan.Violation;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Where a list goes on: in which leg, and behind which key in each of its shards.
 *
 * @param leg the label of the leg; empty when there is but one
 * @param keys by shard; a shard that is missing begins at its beginning, one with {@link Item#NONE} is at its end
 * @param given how many items earlier pages had
 */
public record ListPosition(String leg, Map<Integer, Item> keys, long given) {

    public ListPosition {
        keys = Map.copyOf(keys);
    }

    public static ListPosition startOf(String leg) {
        return new ListPosition(leg, Map.of(), 0);
    }

    /** The same place, when so many items were given before it. */
    public ListPosition after(long items) {
        return new ListPosition(leg, keys, items);
    }

    /** As a caller keeps it. */
    public String text() {
        Map<String, Object> item = new LinkedHashMap<>();
        new TreeMap<>(keys).forEach((shard, key) -> item.put("k" + shard, Map.of("M", key)));
        item.put("l", new AttributeValue.S(leg));
        item.put("n", AttributeValue.N.of(given));
        return Base64.getUrlEncoder()
                .withoutPadding()
                .encodeToString(JsonText.of(Map.of("Item", item)).getBytes(StandardCharsets.UTF_8));
    }

    /** @throws InvalidValues when it is not a cursor */
    public static ListPosition of(String text) {
        try {
            byte[] json = Base64.getUrlDecoder().decode(text);
            Map<Integer, Item> keys = new LinkedHashMap<>();
            String leg = null;
            long given = 0;
            for (Map.Entry<String, AttributeValue> entry :
                    AnswerReader.answer(json, json.length).item().toMap().entrySet()) {
                if (entry.getKey().equals("l")) {
                    leg = ((AttributeValue.S) entry.getValue()).value();
                } else if (entry.getKey().equals("n")) {
                    given = ((AttributeValue.N) entry.getValue()).value().longValueExact();
                } else {
                    Map<String, AttributeValue> key = ((AttributeValue.M) entry.getValue()).values();
                    keys.put(Integer.parseInt(entry.getKey().substring(1)), key.isEmpty() ? Item.NONE : Item.of(key));
                }
            }
            if (leg != null) {
                return new ListPosition(leg, keys, given);
            }
        } catch (RuntimeException e) {
            throw refused(text);
        }
        throw refused(text);
    }

    public static InvalidValues refused(String text) {
        return new InvalidValues(
                List.of(new Violation("page", "cursor", text, "type", "is none that a list has given out")));
    }
}
