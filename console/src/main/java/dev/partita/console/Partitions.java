package dev.partita.console;

import dev.partita.document.Json;
import dev.partita.item.AttributeValue;
import dev.partita.item.Item;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Which partition a request goes to, as text that people recognise. Used only while somebody looks. */
public final class Partitions {

    private static final Pattern EQUALITY = Pattern.compile("=\\s*(:\\w+)");
    private static final int SHOWN_CHARACTERS = 80;
    private static final String UNKNOWN = "";

    private final RawEndpoint raw;
    private final Map<String, String> attributes = new ConcurrentHashMap<>();

    public Partitions(RawEndpoint raw) {
        this.raw = raw;
    }

    /** Null until the endpoint has said what the table's key is. */
    public String of(String table, Item item) {
        String attribute = attributes.get(table);
        if (attribute == null) {
            attributes.put(table, UNKNOWN);
            ask(table);
            return null;
        }
        AttributeValue value = attribute.equals(UNKNOWN) ? null : item.get(attribute);
        return value == null ? null : text(value);
    }

    /** The first value that a key condition wants to be equal, which is the partition key's in nearly every query there is. */
    public static String sought(String condition, Map<String, AttributeValue> values) {
        Matcher first = condition == null ? null : EQUALITY.matcher(condition);
        AttributeValue value = first != null && first.find() && values != null ? values.get(first.group(1)) : null;
        return value == null ? null : text(value);
    }

    private static String text(AttributeValue value) {
        String text = value instanceof AttributeValue.S s ? s.value() : value.toString();
        return text.length() <= SHOWN_CHARACTERS ? text : text.substring(0, SHOWN_CHARACTERS) + "…";
    }

    private void ask(String table) {
        byte[] body = Json.write(Map.of("TableName", table)).getBytes(StandardCharsets.UTF_8);
        raw.call("DynamoDB_20120810.DescribeTable", body).whenComplete((answer, problem) -> {
            if (problem != null || answer.status() != 200) {
                attributes.remove(table);
                return;
            }
            Map<?, ?> described =
                    (Map<?, ?>) Json.read(new String(answer.body(), 0, answer.length(), StandardCharsets.UTF_8));
            List<?> keys = (List<?>) ((Map<?, ?>) described.get("Table")).get("KeySchema");
            attributes.put(table, (String) ((Map<?, ?>) keys.get(0)).get("AttributeName"));
        });
    }
}
