package dev.partita.embedded;

import dev.partita.engine.ChangeListener;
import dev.partita.engine.Engine;
import dev.partita.engine.Operation;
import dev.partita.item.ApiException;
import dev.partita.item.Item;
import dev.partita.plan.Answer;
import dev.partita.plan.AnswerReader;
import dev.partita.plan.Endpoint;
import dev.partita.plan.EndpointException;
import dev.partita.plan.Request;
import dev.partita.wire.Wire;
import java.lang.ref.WeakReference;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;

/**
 * Hands the requests of plans to an engine in this process, as the operations they are: without text and without the AWS SDK,
 * of which no class is loaded. Requests about tables go through the code that answers over HTTP. Answers say which units they took.
 *
 * <p>Threads may share it.
 */
public final class EngineEndpoint implements Endpoint {

    private static final String TARGET = "DynamoDB_20120810.";

    /** Makes something of the first bytes of an answer. */
    private interface Reading<T> {
        T of(byte[] body, int length);
    }

    private final Supplier<Wire> wire;
    private final Map<Listener, Bridge> bridges = Collections.synchronizedMap(new WeakHashMap<>());

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
    public Answer call(Request request, Context context) {
        // Items stay as the engine has them: to write them as JSON and read that would be most of the work.
        Operation<?> operation = Operations.of(request);
        if (operation != null) {
            return performed(request, open().result(operation));
        }
        try {
            return answer(open(), sent(request), AnswerReader::answer);
        } catch (EndpointException e) {
            throw e.of(request);
        }
    }

    @Override
    public Map<?, ?> describe(Request.TableRequest request) {
        return answer(open(), sent(request), AnswerReader::data);
    }

    @Override
    public boolean tell(Listener listener) {
        open().engine().listen(bridges.computeIfAbsent(listener, Bridge::new));
        return true;
    }

    /** Held by the listener it stands before, through the map, and no longer than that. */
    private static final class Bridge implements ChangeListener {
        private final WeakReference<Listener> listener;

        Bridge(Listener listener) {
            this.listener = new WeakReference<>(listener);
        }

        @Override
        public void changed(String table, Item before, Item after) {
            Listener told = listener.get();
            if (told != null) {
                told.changed(table, before, after);
            }
        }

        @Override
        public void dropped(String table) {
            Listener told = listener.get();
            if (told != null) {
                told.dropped(table);
            }
        }
    }

    @Override
    public boolean answersAtOnce() {
        return true;
    }

    private Wire open() {
        Wire open = wire.get();
        if (open == null) {
            throw new IllegalStateException(Partita.CLOSED);
        }
        return open;
    }

    private static Wire.Request sent(Request request) {
        return new Wire.Request(
                TARGET + request.operation(),
                null,
                false,
                Partita.HOST,
                request.toJsonWithCapacity().getBytes(StandardCharsets.UTF_8));
    }

    private static Answer performed(Request request, CompletableFuture<Object> result) {
        try {
            return EngineResults.answer(result.join());
        } catch (CompletionException e) {
            if (e.getCause() instanceof ApiException refusal) {
                throw refused(refusal).of(request);
            }
            throw e;
        }
    }

    private static EndpointException refused(ApiException refusal) {
        return new EndpointException(
                refusal.code().wireName(),
                refusal.getMessage(),
                refusal.item(),
                refusal.reasons().stream()
                        .map(reason -> new EndpointException.Reason(reason.code(), reason.message(), reason.item()))
                        .toList());
    }

    private static <T> T answer(Wire open, Wire.Request request, Reading<T> reading) {
        Wire.Response response = open.handle(request).join();
        try {
            if (response.status() != 200) {
                throw AnswerReader.failure(response.body(), response.length());
            }
            return reading.of(response.body(), response.length());
        } finally {
            response.release();
        }
    }
}
