package dev.partita.bench;

import dev.partita.embedded.Partita;
import dev.partita.item.AttributeValue;
import dev.partita.item.AttributeValue.N;
import dev.partita.item.AttributeValue.S;
import dev.partita.item.Item;
import dev.partita.plan.Request;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The data that typed reads and reads over REST run on: of the design algoitny, users with twenty runs of code each, of about
 * 1 KB.
 */
final class Histories {

    static final String TABLE = "algoitny-main";
    static final int PER_USER = 20;

    private static final String ID = "01M7FGVRHNQP48F2HK";
    private static final String CODE = "public class Main { int x; }\n".repeat(20);

    private Histories() {}

    static String id(int number) {
        return String.format(java.util.Locale.ROOT, ID + "%08d", number);
    }

    /** The request that makes the table. */
    static String createTable() {
        return new Request.TableRequest("CreateTable", table()).toJson();
    }

    /** The request that writes one; its number is in slot 0. */
    static String put() {
        return new Request.PutItem(TABLE, item(0), null, Map.of(), Map.of(), null)
                .toJson()
                .replace(id(0), ID + "<0>");
    }

    /** The request that reads one by its key. */
    static String get() {
        return "{\"TableName\":\"" + TABLE + "\",\"Key\":{\"pk\":{\"S\":\"HIST#" + ID
                + "<0>\"},\"sk\":{\"S\":\"META\"}}}";
    }

    /** Where one is read over REST. */
    static String path() {
        return "/api/algoitny/histories/" + ID + "<0>";
    }

    static String user(int number) {
        return "user-" + number;
    }

    /** Makes the table and fills it, by none of the ways that are compared. */
    static void fill(Partita partita, int users) {
        partita.endpoint().call(new Request.TableRequest("CreateTable", table()));
        for (int i = 0; i < users * PER_USER; i++) {
            partita.endpoint().call(new Request.PutItem(TABLE, item(i), null, Map.of(), Map.of(), null));
        }
    }

    private static Item item(int number) {
        String user = user(number / PER_USER);
        long createdAt = 1_790_000_000L + number;
        Map<String, AttributeValue> item = new HashMap<>();
        item.put("pk", new S("HIST#" + id(number)));
        item.put("sk", new S("META"));
        item.put("gsi1pk", new S("USER#" + user));
        item.put("gsi1sk", new S("HIST#" + (9_999_999_999L - createdAt) + "#" + id(number)));
        item.put("et", new S("HISTORY"));
        item.put("uid", new S("USER#" + user));
        item.put("ui", new S("someone@example.org"));
        item.put("pid", new S("PROB#p" + number % PER_USER));
        item.put("pf", new S("codeforces"));
        item.put("pnum", new S("1234A"));
        item.put("pnm", new S("Sum of two numbers"));
        item.put("lg", new S("java"));
        item.put("cd", new S(CODE));
        item.put("pc", N.of(7));
        item.put("fc", N.of(1));
        item.put("tc", N.of(8));
        item.put("icp", N.of(0));
        item.put("hn", new AttributeValue.L(List.of(new S("Use long instead of int."), new S("Mind the empty line."))));
        item.put("md", new AttributeValue.M(Map.of("exec_time", N.of(120))));
        item.put("ca", N.of(createdAt));
        return Item.of(item);
    }

    private static Map<String, Object> table() {
        return Map.of(
                "TableName",
                TABLE,
                "BillingMode",
                "PAY_PER_REQUEST",
                "AttributeDefinitions",
                List.of(text("pk"), text("sk"), text("gsi1pk"), text("gsi1sk")),
                "KeySchema",
                keys("pk", "sk"),
                "GlobalSecondaryIndexes",
                List.of(Map.of(
                        "IndexName",
                        "GSI1",
                        "KeySchema",
                        keys("gsi1pk", "gsi1sk"),
                        "Projection",
                        Map.of("ProjectionType", "ALL"))));
    }

    private static Map<String, Object> text(String name) {
        return Map.of("AttributeName", name, "AttributeType", "S");
    }

    private static List<Map<String, Object>> keys(String partition, String sort) {
        return List.of(
                Map.of("AttributeName", partition, "KeyType", "HASH"),
                Map.of("AttributeName", sort, "KeyType", "RANGE"));
    }
}
