package dev.partita.wire;

import dev.partita.engine.Engine;
import java.nio.charset.StandardCharsets;

/** Text in, text out: a wire over an engine in memory. */
final class Text implements AutoCloseable {

    private static final String AUTHORIZATION =
            "AWS4-HMAC-SHA256 Credential=key/20260101/us-east-1/dynamodb/aws4_request,"
                    + " SignedHeaders=host, Signature=00";

    private final Engine engine = Engine.inMemory(Engine.Options.defaults());
    private final Wire wire;

    Text() {
        this(false);
    }

    Text(boolean separateNamespaces) {
        wire = new Wire(engine, separateNamespaces);
    }

    /** Status, a space, and the body. */
    String call(String operation, String body) {
        return call(operation, body.getBytes(StandardCharsets.UTF_8));
    }

    String call(String operation, byte[] body) {
        return send(request(operation, body));
    }

    Wire.Response respond(String operation, String body) {
        return wire.handle(request(operation, body.getBytes(StandardCharsets.UTF_8)))
                .join();
    }

    private static Wire.Request request(String operation, byte[] body) {
        String target = (operation.startsWith("List") && operation.endsWith("Streams")
                                || operation.equals("DescribeStream")
                                || operation.equals("GetShardIterator")
                                || operation.equals("GetRecords")
                        ? "DynamoDBStreams_20120810."
                        : "DynamoDB_20120810.")
                + operation;
        return new Wire.Request(target, AUTHORIZATION, true, "localhost:8000", body);
    }

    String send(Wire.Request request) {
        Wire.Response response = wire.handle(request).join();
        return response.status() + " " + new String(response.body(), 0, response.length(), StandardCharsets.UTF_8);
    }

    /** The body of a refusal for a request that the model's constraints refuse. */
    static String invalid(String message) {
        return "400 {\"__type\":\"com.amazon.coral.validate#ValidationException\",\"message\":\""
                + message.replace("\"", "\\\"") + "\"}";
    }

    static String unconvertible(String message) {
        return "400 {\"__type\":\"com.amazon.coral.service#SerializationException\",\"Message\":\"" + message + "\"}";
    }

    static final String UNREADABLE = "400 {\"__type\":\"com.amazon.coral.service#SerializationException\"}";

    @Override
    public void close() {
        engine.close();
    }
}
