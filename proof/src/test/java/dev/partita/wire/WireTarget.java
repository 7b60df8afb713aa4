package dev.partita.wire;

import dev.partita.engine.Engine;
import dev.partita.fuzz.Target;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import tools.jackson.core.JsonParser;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/** A request in DynamoDB's protocol: a line with the target, one with the Authorization (none: a good one), then the body. */
public final class WireTarget implements Target {

    private static final JsonFactory JSON = JsonFactory.builder().build();
    private static final String SIGNED = "AWS4-HMAC-SHA256 Credential=key/20260101/us-east-1/dynamodb/aws4_request,"
            + " SignedHeaders=host, Signature=00";
    private static final String TABLE = """
            {"TableName":"abc","BillingMode":"PAY_PER_REQUEST",
             "AttributeDefinitions":[{"AttributeName":"p","AttributeType":"S"},{"AttributeName":"q","AttributeType":"N"}],
             "KeySchema":[{"AttributeName":"p","KeyType":"HASH"},{"AttributeName":"q","KeyType":"RANGE"}],
             "GlobalSecondaryIndexes":[{"IndexName":"gsi","Projection":{"ProjectionType":"ALL"},
               "KeySchema":[{"AttributeName":"q","KeyType":"HASH"}]}],
             "StreamSpecification":{"StreamEnabled":true,"StreamViewType":"NEW_AND_OLD_IMAGES"}}""";

    /** What was written before must not matter much, so that an input does the same when it comes alone. */
    private static final int REQUESTS_PER_ENGINE = 500;

    private Engine engine;
    private Wire wire;
    private int requests;

    @Override
    public void read(byte[] input) {
        if (requests++ % REQUESTS_PER_ENGINE == 0) {
            begin();
        }
        int first = lineEnd(input, 0);
        int second = lineEnd(input, Math.min(first + 1, input.length));
        String target = new String(input, 0, first, StandardCharsets.ISO_8859_1);
        String authorization = second > first + 1
                ? new String(input, first + 1, second - first - 1, StandardCharsets.ISO_8859_1)
                : SIGNED;
        byte[] body = second < input.length ? Arrays.copyOfRange(input, second + 1, input.length) : new byte[0];
        // One letter of the name would be enough to tell them apart, and the mutations should go into the body.
        String service = target.contains("Stream") || target.contains("Shard") || target.contains("Records")
                ? "DynamoDBStreams_20120810."
                : "DynamoDB_20120810.";
        Wire.Response response = wire.handle(
                        new Wire.Request(service + target, authorization, true, "localhost:8000", body))
                .join();
        String answer =
                response.status() + " " + new String(response.body(), 0, response.length(), StandardCharsets.UTF_8);
        if (response.status() != 200 && !answer.startsWith("400 {\"__type\":\"com.")) {
            throw new AssertionError("answered with " + answer);
        }
        requireJson(response);
    }

    private void begin() {
        if (engine != null) {
            engine.close();
        }
        engine = Engine.inMemory(Engine.Options.defaults());
        wire = new Wire(engine, false);
        Wire.Response made = wire.handle(new Wire.Request(
                        "DynamoDB_20120810.CreateTable", SIGNED, true, null, TABLE.getBytes(StandardCharsets.UTF_8)))
                .join();
        if (made.status() != 200) {
            throw new AssertionError("no table");
        }
    }

    private static void requireJson(Wire.Response response) {
        if (response.length() == 0) {
            return;
        }
        try (JsonParser parser = JSON.createParser(ObjectReadContext.empty(), response.body(), 0, response.length())) {
            parser.nextToken();
            parser.skipChildren();
            if (parser.nextToken() != null) {
                throw new AssertionError("more than one value was answered");
            }
        }
    }

    private static int lineEnd(byte[] input, int from) {
        int at = from;
        while (at < input.length && input[at] != '\n') {
            at++;
        }
        return at;
    }
}
