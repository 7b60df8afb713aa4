package dev.partita.embedded;

import dev.partita.engine.ChangeListener;
import dev.partita.engine.Engine;
import dev.partita.engine.GetItem;
import dev.partita.engine.ReturnConsumedCapacity;
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
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;

/**
 * Hands the requests of plans to an engine in this process, through the code that answers over HTTP and without the AWS SDK:
 * no class of it is loaded. Answers say which units they took.
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
    public Answer call(Request request) {
        if (request instanceof Request.GetItem get) {
            // By far the most frequent request; JSON would be half of its work.
            return found(request, open().result(operation(get)));
        }
        try {
            return request.isRead()
                    ? found(request, open().result(sent(request)))
                    : answer(open(), sent(request), AnswerReader::answer);
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
        String body = request instanceof Request.TableRequest ? request.toJson() : request.toJsonWithCapacity();
        return new Wire.Request(
                TARGET + request.operation(), null, false, Partita.HOST, body.getBytes(StandardCharsets.UTF_8));
    }

    private static GetItem operation(Request.GetItem get) {
        return new GetItem(
                get.table(),
                get.key(),
                null,
                get.consistent(),
                get.projection(),
                get.names().isEmpty() ? null : get.names(),
                ReturnConsumedCapacity.TOTAL);
    }

    /** Items stay as the engine has them: to write them as JSON and read that would be most of the work. */
    private static Answer found(Request request, CompletableFuture<Object> result) {
        try {
            return Found.answer(result.join());
        } catch (CompletionException e) {
            if (e.getCause() instanceof ApiException refusal) {
                throw new EndpointException(refusal.code().wireName(), refusal.getMessage(), Item.NONE, List.of())
                        .of(request);
            }
            throw e;
        }
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
