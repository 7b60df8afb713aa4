package dev.partita.server;

import java.nio.charset.StandardCharsets;

/** An answer the transport gives by itself, without asking the engine. */
record Reply(int status, String contentType, byte[] body) {

    static final String TEXT = "text/plain; charset=utf-8";
    static final String JSON = "application/x-amz-json-1.0";

    /** What the service says to anything that is not its protocol. */
    static final Reply NOT_FOUND = text(404, "<UnknownOperationException/>\n");

    static final Reply TOO_LARGE = new Reply(413, null, new byte[0]);
    static final Reply TIMED_OUT = text(408, "The request came too slowly.\n");
    static final Reply TOO_MANY_CONNECTIONS = text(503, "Too many connections.\n");
    static final Reply EXPECTATION_FAILED = text(417, "Only 'Expect: 100-continue' is understood.\n");

    static final Reply NOT_JSON = json(400, "{\"__type\":\"com.amazon.coral.service#SerializationException\"}");

    static final Reply THROTTLED = json(
            400,
            "{\"__type\":\"com.amazon.coral.availability#ThrottlingException\","
                    + "\"message\":\"Too many requests are in flight. Try again shortly.\"}");

    static final Reply INTERNAL_ERROR = json(
            500,
            "{\"__type\":\"com.amazonaws.dynamodb.v20120810#InternalServerError\","
                    + "\"message\":\"The request processing has failed because of an unknown error.\"}");

    static Reply healthy(String region) {
        return text(200, "healthy: dynamodb." + region + ".amazonaws.com ");
    }

    static Reply malformed(String why) {
        return text(400, "Bad request: " + why + "\n");
    }

    static Reply strangeHost(String host) {
        return text(
                421,
                "Host '" + host
                        + "' is not one this server answers to, so that no web page can reach it under a borrowed"
                        + " name. If the name is yours, start with --allow-host " + host + "\n");
    }

    static Reply strangeOrigin() {
        return text(403, "Web pages may not use this server. If the page is yours, start with --allow-origin.\n");
    }

    private static Reply text(int status, String body) {
        return new Reply(status, TEXT, body.getBytes(StandardCharsets.UTF_8));
    }

    private static Reply json(int status, String body) {
        return new Reply(status, JSON, body.getBytes(StandardCharsets.UTF_8));
    }
}
