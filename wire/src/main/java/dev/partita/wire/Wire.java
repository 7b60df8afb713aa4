package dev.partita.wire;

import dev.partita.engine.Engine;
import java.util.concurrent.CompletableFuture;

/** DynamoDB's JSON protocol without HTTP: a target and a body in, a status and a body out. */
public final class Wire {

    /**
     * What a transport hands over. {@code authorization} is the header as sent, or null; {@code authorizationRequired} is
     * false for callers inside the process; {@code host} is what DescribeEndpoints answers.
     */
    public record Request(
            String target, String authorization, boolean authorizationRequired, String host, byte[] body) {}

    /** {@code body} is valid up to {@code length}. */
    public record Response(int status, byte[] body, int length) {}

    private final Engine engine;
    private final boolean separateNamespaces;

    /** {@code separateNamespaces}: tables belong to the access key and region that made them, as in DynamoDB Local. */
    public Wire(Engine engine, boolean separateNamespaces) {
        this.engine = engine;
        this.separateNamespaces = separateNamespaces;
    }

    /** Never fails: every problem is a response. */
    public CompletableFuture<Response> handle(Request request) {
        throw new IllegalStateException("not built yet: " + engine + separateNamespaces + request.target());
    }
}
