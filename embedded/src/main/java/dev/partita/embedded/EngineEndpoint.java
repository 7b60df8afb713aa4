package dev.partita.embedded;

import dev.partita.engine.Engine;
import dev.partita.plan.Answer;
import dev.partita.plan.AnswerReader;
import dev.partita.plan.Endpoint;
import dev.partita.plan.EndpointException;
import dev.partita.plan.Request;
import dev.partita.wire.Wire;
import java.nio.charset.StandardCharsets;
import java.util.function.Supplier;

/**
 * Hands the requests of plans to an engine in this process, through the code that answers over HTTP and without the AWS SDK:
 * no class of it is loaded. Answers say which units they took.
 */
public final class EngineEndpoint implements Endpoint {

    private static final String TARGET = "DynamoDB_20120810.";

    private final Supplier<Wire> wire;

    /** An endpoint on an engine that the caller opened and closes. */
    public EngineEndpoint(Engine engine) {
        Wire open = new Wire(engine, false);
        this.wire = () -> open;
    }

    /** {@code wire} gives null once it is closed. */
    EngineEndpoint(Supplier<Wire> wire) {
        this.wire = wire;
    }

    /**
     * @throws EndpointException what the engine refused
     * @throws IllegalStateException when the database is closed
     */
    @Override
    public Answer call(Request request) {
        Wire open = wire.get();
        if (open == null) {
            throw new IllegalStateException(Partita.CLOSED);
        }
        String body = request instanceof Request.TableRequest ? request.toJson() : request.toJsonWithCapacity();
        Wire.Response response = open.handle(new Wire.Request(
                        TARGET + request.operation(), null, false, Partita.HOST, body.getBytes(StandardCharsets.UTF_8)))
                .join();
        try {
            if (response.status() != 200) {
                throw AnswerReader.failure(response.body(), response.length());
            }
            return AnswerReader.answer(response.body(), response.length());
        } finally {
            response.release();
        }
    }
}
