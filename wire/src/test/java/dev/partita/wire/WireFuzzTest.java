package dev.partita.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.Seed;
import dev.partita.item.AttributeValue;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import tools.jackson.core.JsonParser;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/** Any bytes get a well-formed answer, and soon. */
class WireFuzzTest {

    private static final JsonFactory FACTORY = JsonFactory.builder().build();

    private static final List<String> OPERATIONS = List.of(
            "GetItem",
            "PutItem",
            "UpdateItem",
            "DeleteItem",
            "Query",
            "Scan",
            "BatchGetItem",
            "BatchWriteItem",
            "TransactGetItems",
            "TransactWriteItems",
            "CreateTable",
            "DescribeTable",
            "ListTables",
            "UpdateTable",
            "UpdateTimeToLive",
            "DescribeTimeToLive",
            "TagResource",
            "UntagResource",
            "ListTagsOfResource",
            "DescribeLimits",
            "DescribeEndpoints",
            "ListStreams",
            "DescribeStream",
            "GetShardIterator",
            "GetRecords");

    private static final List<String> WORDS = List.of(
            "{",
            "}",
            "[",
            "]",
            ":",
            ",",
            "\"",
            "null",
            "true",
            "false",
            "0",
            "-1",
            "1e400",
            "0.5",
            "\"TableName\":\"abc\"",
            "\"Key\":{\"p\":{\"S\":\"a\"}}",
            "\"Item\":{\"p\":{\"S\":\"a\"},\"x\":",
            "{\"N\":\"1\"}",
            "{\"SS\":[\"a\",\"b\"]}",
            "{\"B\":\"AA==\"}",
            "{\"L\":[",
            "{\"M\":{",
            "\"\\ud800\"",
            "\"\\u0000\"",
            "\"RequestItems\":{",
            "\"abc\":",
            "\"TransactItems\":[",
            "{\"Put\":{",
            "\"KeyConditionExpression\":\"p = :p\"",
            "\"ExpressionAttributeValues\":{",
            "\":p\":",
            "\"Limit\":",
            "\"Select\":\"COUNT\"",
            "\"UpdateExpression\":\"SET a = :p\"",
            "\"Expected\":{",
            "\"KeySchema\":[",
            "\"AttributeDefinitions\":[",
            "\"S\":",
            "\"PutRequest\":{",
            "\"Keys\":[",
            "\u00e9",
            " ");

    private static final List<String> SEEDS = List.of(
            "{\"TableName\":\"abc\",\"Key\":{\"p\":{\"S\":\"a\"}},\"ConsistentRead\":true,\"ReturnConsumedCapacity\":\"TOTAL\"}",
            "{\"TableName\":\"abc\",\"Item\":{\"p\":{\"S\":\"a\"},\"x\":{\"M\":{\"l\":{\"L\":[{\"N\":\"1\"},{\"B\":\"AA==\"}]}}},"
                    + "\"s\":{\"SS\":[\"a\",\"b\"]}}}",
            "{\"TableName\":\"abc\",\"Key\":{\"p\":{\"S\":\"a\"}},\"UpdateExpression\":\"SET #a = :v\","
                    + "\"ExpressionAttributeNames\":{\"#a\":\"a\"},\"ExpressionAttributeValues\":{\":v\":{\"N\":\"1\"}}}",
            "{\"TableName\":\"abc\",\"KeyConditionExpression\":\"p = :p\",\"ExpressionAttributeValues\":{\":p\":{\"S\":\"a\"}},"
                    + "\"Limit\":3,\"ScanIndexForward\":false}",
            "{\"RequestItems\":{\"abc\":[{\"PutRequest\":{\"Item\":{\"p\":{\"S\":\"a\"}}}},{\"DeleteRequest\":{\"Key\":"
                    + "{\"p\":{\"S\":\"b\"}}}}]}}",
            "{\"RequestItems\":{\"abc\":{\"Keys\":[{\"p\":{\"S\":\"a\"}}],\"ProjectionExpression\":\"p\"}}}",
            "{\"TransactItems\":[{\"Put\":{\"TableName\":\"abc\",\"Item\":{\"p\":{\"S\":\"z\"}}}},{\"ConditionCheck\":"
                    + "{\"TableName\":\"abc\",\"Key\":{\"p\":{\"S\":\"y\"}},\"ConditionExpression\":"
                    + "\"attribute_not_exists(p)\"}}]}",
            "{\"TableName\":\"xyz\",\"AttributeDefinitions\":[{\"AttributeName\":\"p\",\"AttributeType\":\"S\"}],\"KeySchema\":"
                    + "[{\"AttributeName\":\"p\",\"KeyType\":\"HASH\"}],\"BillingMode\":\"PAY_PER_REQUEST\"}",
            "{\"TableName\":\"abc\",\"TimeToLiveSpecification\":{\"AttributeName\":\"t\",\"Enabled\":true}}",
            "{\"TableName\":\"abc\",\"StreamSpecification\":{\"StreamEnabled\":true,\"StreamViewType\":\"KEYS_ONLY\"}}",
            "{\"ResourceArn\":\"arn:aws:dynamodb:us-east-1:000000000000:table/abc\",\"Tags\":[{\"Key\":\"k\",\"Value\":\"v\"}],\"TagKeys\":[\"k\"]}",
            "{\"StreamArn\":\"arn:aws:dynamodb:us-east-1:000000000000:table/abc/stream/2026-01-01T00:00:00.000\",\"ShardId\":\"shardId-00000000000000000000-00000000\",\"ShardIteratorType\":\"LATEST\",\"ShardIterator\":\"x\"}",
            "{\"TableName\":\"abc\",\"AttributeDefinitions\":[{\"AttributeName\":\"g\",\"AttributeType\":\"N\"}],\"GlobalSecondaryIndexUpdates\":[{\"Create\":{\"IndexName\":\"gsi\",\"KeySchema\":[{\"AttributeName\":\"g\",\"KeyType\":\"HASH\"}],\"Projection\":{\"ProjectionType\":\"ALL\"}}}]}");

    @Test
    void anyBytesGetAWellFormedAnswer() {
        Seed seed = Seed.draw();
        SplittableRandom random = new SplittableRandom(seed.value());
        Assertions.assertTimeout(Duration.ofSeconds(60), () -> {
            try (Text text = new Text()) {
                text.call(
                        "CreateTable",
                        "{\"TableName\":\"abc\",\"BillingMode\":\"PAY_PER_REQUEST\",\"AttributeDefinitions\":[{\"AttributeName\":"
                                + "\"p\",\"AttributeType\":\"S\"}],\"KeySchema\":[{\"AttributeName\":\"p\",\"KeyType\":\"HASH\"}]}");
                for (int round = 0; round < Integer.getInteger("rounds", 20_000); round++) {
                    byte[] body =
                            switch (random.nextInt(4)) {
                                case 0 -> words(random);
                                case 1 -> garbage(random);
                                default -> mutated(random);
                            };
                    String operation = OPERATIONS.get(random.nextInt(OPERATIONS.size()));
                    String answer = text.call(operation, body);
                    String shown = "seed " + seed + ", round " + round + ": " + operation + " "
                            + new String(body, StandardCharsets.UTF_8);
                    assertThat(answer)
                            .as(shown)
                            .startsWith(answer.startsWith("200") ? "200" : "400 {\"__type\":\"com.");
                    requireJson(answer.substring(4), shown);
                }
            }
        });
    }

    /** Requests of the right shape reach every check behind the reader; none may end in an internal error. */
    @Test
    void anyRequestOfTheRightShapeIsAnsweredOrRefused() {
        Seed seed = Seed.draw();
        RandomRequest requests = new RandomRequest(new SplittableRandom(seed.value()));
        Map<String, Integer> answers = new TreeMap<>();
        try (Text text = new Text()) {
            for (String table : List.of("abc", "two")) {
                assertThat(text.call("CreateTable", table(table))).startsWith("200 ");
            }
            for (int round = 0; round < Integer.getInteger("rounds", 20_000); round++) {
                String[] request = requests.next().split(" ", 2);
                String answer = text.call(request[0], request[1]);
                String shown = "seed " + seed + ", round " + round + ": " + request[0] + " " + request[1];
                assertThat(answer).as(shown).doesNotStartWith("500");
                requireJson(answer.substring(4), shown);
                answers.merge(request[0] + " " + answer.substring(0, 3), 1, Integer::sum);
            }
        }
        // Unless enough of them pass, the deep checks are not reached.
        assertThat(answers.keySet())
                .contains("GetItem 200", "PutItem 200", "UpdateItem 200", "DeleteItem 200", "Query 200", "Scan 200")
                .contains("BatchGetItem 200", "BatchWriteItem 200", "TransactGetItems 200", "TransactWriteItems 200");
    }

    private static String table(String name) {
        String range = name.equals("two") ? ",{\"AttributeName\":\"q\",\"KeyType\":\"RANGE\"}" : "";
        String local =
                "\"LocalSecondaryIndexes\":[{\"IndexName\":\"lsi\",\"Projection\":{\"ProjectionType\":\"KEYS_ONLY\"},"
                        + "\"KeySchema\":[{\"AttributeName\":\"p\",\"KeyType\":\"HASH\"},{\"AttributeName\":\"g\",\"KeyType\":\"RANGE\"}]}],";
        return "{\"TableName\":\"" + name + "\",\"BillingMode\":\"PAY_PER_REQUEST\"," + (range.isEmpty() ? "" : local)
                + "\"GlobalSecondaryIndexes\":[{\"IndexName\":\"gsi\",\"Projection\":{\"ProjectionType\":\"ALL\"},"
                + "\"KeySchema\":[{\"AttributeName\":\"g\",\"KeyType\":\"HASH\"}]}],"
                + "\"AttributeDefinitions\":[{\"AttributeName\":\"p\",\"AttributeType\":\"S\"},"
                + "{\"AttributeName\":\"g\",\"AttributeType\":\"S\"}"
                + (range.isEmpty() ? "" : ",{\"AttributeName\":\"q\",\"AttributeType\":\"N\"}")
                + "],\"KeySchema\":[{\"AttributeName\":\"p\",\"KeyType\":\"HASH\"}" + range + "]}";
    }

    /** Attribute names come from strangers, so no choice of them may slow the reader down or be refused. */
    @Test
    void aHundredThousandNamesAreReadInTime() {
        StringBuilder body = new StringBuilder("{\"TableName\":\"nope\",\"Item\":{\"p\":{\"S\":\"a\"}");
        SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < 100_000; i++) {
            body.append(",\"").append(Long.toString(random.nextLong(), 36)).append("\":{\"NULL\":true}");
        }
        body.append("}}");
        try (Text text = new Text()) {
            Assertions.assertTimeout(Duration.ofSeconds(20), () -> assertThat(text.call("PutItem", body.toString()))
                    .contains("Item size has exceeded the maximum allowed size"));
        }
    }

    private static byte[] words(SplittableRandom random) {
        StringBuilder body = new StringBuilder(random.nextBoolean() ? "{" : "");
        for (int i = random.nextInt(20); i > 0; i--) {
            body.append(WORDS.get(random.nextInt(WORDS.size())));
        }
        return body.toString().getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] garbage(SplittableRandom random) {
        byte[] body = new byte[random.nextInt(64)];
        random.nextBytes(body);
        return body;
    }

    /** A good request with a few bytes or words changed. */
    private static byte[] mutated(SplittableRandom random) {
        StringBuilder body = new StringBuilder(SEEDS.get(random.nextInt(SEEDS.size())));
        for (int i = random.nextInt(4); i > 0; i--) {
            int at = random.nextInt(body.length());
            switch (random.nextInt(4)) {
                case 0 -> body.deleteCharAt(at);
                case 1 -> body.insert(at, WORDS.get(random.nextInt(WORDS.size())));
                case 2 -> body.setCharAt(at, (char) random.nextInt(0x100));
                default -> body.insert(at, AttributeValue.Type.values()[random.nextInt(10)]);
            }
        }
        return body.toString().getBytes(random.nextInt(10) == 0 ? StandardCharsets.ISO_8859_1 : StandardCharsets.UTF_8);
    }

    private static void requireJson(String body, String shown) {
        if (body.isEmpty()) {
            return;
        }
        try (JsonParser parser = FACTORY.createParser(ObjectReadContext.empty(), body)) {
            assertThat(parser.nextToken()).as(shown).isNotNull();
            parser.skipChildren();
            assertThat(parser.nextToken()).as(shown).isNull();
        }
    }
}
