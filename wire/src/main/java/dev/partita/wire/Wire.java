package dev.partita.wire;

import dev.partita.engine.Engine;
import dev.partita.engine.Operation;
import dev.partita.engine.read.DescribeEndpoints;
import dev.partita.item.ApiException;
import dev.partita.store.StoreException;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.core.JacksonException;

/** DynamoDB's JSON protocol without HTTP: a target and a body in, a status and a body out. */
public final class Wire {

    /**
     * What a transport hands over. {@code authorization} is the header as sent, or null; {@code authorizationRequired} is
     * false for callers inside the process; {@code host} is what DescribeEndpoints answers.
     */
    public record Request(
            String target, String authorization, boolean authorizationRequired, String host, byte[] body) {
        public Request {
            body = body == null ? NO_BODY : body;
        }
    }

    /** {@code body} is valid up to {@code length}; {@code lent}, if {@link #release} may use it again. */
    public record Response(int status, byte[] body, int length, boolean lent) {

        public Response(int status, byte[] body, int length) {
            this(status, body, length, false);
        }

        /** The body is not needed any more: the thread's next response may be written into it. Nobody has to call this. */
        public void release() {
            if (lent && body.length <= KEPT_CAPACITY) {
                OUT.get().reuse(body);
            }
        }
    }

    private static final byte[] NO_BODY = {};
    private static final Logger LOG = LoggerFactory.getLogger(Wire.class);

    private static final String DYNAMODB = "DynamoDB_20120810.";
    private static final String STREAMS = "DynamoDBStreams_20120810.";

    /** What is not here, whether the service knows it or not, is an unknown operation. */
    private static final Map<String, WireCall<?>> CALLS = Map.ofEntries(
            Map.entry(DYNAMODB + "GetItem", ItemCalls.GET_ITEM),
            Map.entry(DYNAMODB + "PutItem", ItemCalls.PUT_ITEM),
            Map.entry(DYNAMODB + "UpdateItem", ItemCalls.UPDATE_ITEM),
            Map.entry(DYNAMODB + "DeleteItem", ItemCalls.DELETE_ITEM),
            Map.entry(DYNAMODB + "Query", SearchCalls.QUERY),
            Map.entry(DYNAMODB + "Scan", SearchCalls.SCAN),
            Map.entry(DYNAMODB + "BatchGetItem", BatchCalls.BATCH_GET_ITEM),
            Map.entry(DYNAMODB + "BatchWriteItem", BatchCalls.BATCH_WRITE_ITEM),
            Map.entry(DYNAMODB + "TransactGetItems", TransactionCalls.TRANSACT_GET_ITEMS),
            Map.entry(DYNAMODB + "TransactWriteItems", TransactionCalls.TRANSACT_WRITE_ITEMS),
            Map.entry(DYNAMODB + "CreateTable", TableCalls.CREATE_TABLE),
            Map.entry(DYNAMODB + "DescribeTable", TableCalls.DESCRIBE_TABLE),
            Map.entry(DYNAMODB + "ListTables", TableCalls.LIST_TABLES),
            Map.entry(DYNAMODB + "UpdateTable", TableCalls.UPDATE_TABLE),
            Map.entry(DYNAMODB + "DeleteTable", TableCalls.DELETE_TABLE),
            Map.entry(DYNAMODB + "UpdateTimeToLive", SettingCalls.UPDATE_TIME_TO_LIVE),
            Map.entry(DYNAMODB + "DescribeTimeToLive", SettingCalls.DESCRIBE_TIME_TO_LIVE),
            Map.entry(DYNAMODB + "TagResource", SettingCalls.TAG_RESOURCE),
            Map.entry(DYNAMODB + "UntagResource", SettingCalls.UNTAG_RESOURCE),
            Map.entry(DYNAMODB + "ListTagsOfResource", SettingCalls.LIST_TAGS_OF_RESOURCE),
            Map.entry(DYNAMODB + "DescribeLimits", SettingCalls.DESCRIBE_LIMITS),
            Map.entry(DYNAMODB + "DescribeEndpoints", SettingCalls.DESCRIBE_ENDPOINTS),
            Map.entry(STREAMS + "ListStreams", StreamCalls.LIST_STREAMS),
            Map.entry(STREAMS + "DescribeStream", StreamCalls.DESCRIBE_STREAM),
            Map.entry(STREAMS + "GetShardIterator", StreamCalls.GET_SHARD_ITERATOR),
            Map.entry(STREAMS + "GetRecords", StreamCalls.GET_RECORDS));

    // Shorter ones are copied, which is cheaper than to start the next response without a buffer.
    private static final int WORTH_LENDING = 4 * 1024;
    // A thread keeps a buffer for its next response, but not the one that a rare huge page made.
    private static final int KEPT_CAPACITY = 1024 * 1024;
    private static final ThreadLocal<JsonOut> OUT = ThreadLocal.withInitial(() -> new JsonOut(JsonOut.CAPACITY));

    private final Engine engine;
    private final boolean separateNamespaces;
    private volatile Watcher watcher;

    /** {@code separateNamespaces}: tables belong to the access key and region that made them, as in DynamoDB Local. */
    public Wire(Engine engine, boolean separateNamespaces) {
        this.engine = engine;
        this.separateNamespaces = separateNamespaces;
    }

    /** What answers its operations. */
    public Engine engine() {
        return engine;
    }

    /** Why writes are refused at the moment, if they are. */
    public Optional<String> readOnlyReason() {
        return engine.readOnlyReason();
    }

    /** From now on {@code newWatcher} is told of what is performed; null for nobody. */
    public void watch(Watcher newWatcher) {
        watcher = newWatcher;
    }

    /** Never fails: every problem is a response. The thread that brings the result writes it, for a write the one that commits. */
    public CompletableFuture<Response> handle(Request request) {
        CompletableFuture<Supplier<Response>> reply = perform(request);
        return reply.isDone() ? CompletableFuture.completedFuture(reply.join().get()) : reply.thenApply(Supplier::get);
    }

    /**
     * The same for whoever has a thread of their own for the response: it is written by the thread that asks the supplier, which
     * is to be asked once. So a commit does not wait for the JSON of the one before.
     */
    public CompletableFuture<Supplier<Response>> perform(Request request) {
        try {
            return run(call(request), request);
        } catch (RuntimeException | Error e) {
            return CompletableFuture.completedFuture(() -> failed(e));
        }
    }

    /**
     * The result itself, for callers in this process that need no JSON. It fails with the {@link ApiException} that the
     * response would have told of.
     */
    public CompletableFuture<Object> result(Request request) {
        try {
            WireCall<?> call = call(request);
            String namespace = namespace(request);
            return refusing(read(call, request.body()).run(engine.database(namespace)));
        } catch (RuntimeException | Error e) {
            return CompletableFuture.failedFuture(refusal(e));
        }
    }

    /** The same for an operation that is at hand; it is in nobody's namespace. */
    public CompletableFuture<Object> result(Operation<?> operation) {
        try {
            return refusing(operation.run(engine.database("")));
        } catch (RuntimeException | Error e) {
            return CompletableFuture.failedFuture(refusal(e));
        }
    }

    @SuppressWarnings("unchecked")
    private static CompletableFuture<Object> refusing(CompletableFuture<?> result) {
        if (result.isDone() && !result.isCompletedExceptionally()) {
            return (CompletableFuture<Object>) result;
        }
        return result.handle((value, failure) -> {
            if (failure != null) {
                throw refusal(failure);
            }
            return value;
        });
    }

    private static WireCall<?> call(Request request) {
        WireCall<?> call = request.target() == null ? null : CALLS.get(request.target());
        if (call == null) {
            JsonIn.requireObject(request.body());
            throw ApiException.of(ApiException.Code.UNKNOWN_OPERATION, "An unknown operation was requested.");
        }
        return call;
    }

    private <R> CompletableFuture<Supplier<Response>> run(WireCall<R> call, Request request) {
        String namespace = namespace(request);
        Operation<R> operation = read(call, request.body());
        if (operation instanceof DescribeEndpoints && request.host() != null) {
            return CompletableFuture.completedFuture(
                    () -> written(SettingCalls.DESCRIBE_ENDPOINTS, SettingCalls.endpoint(request.host())));
        }
        Watcher watching = watcher;
        CompletableFuture<R> result = watching == null || !watching.isWatching()
                ? operation.run(engine.database(namespace))
                : watched(operation, namespace, watching);
        return result.handle((value, failure) -> () -> failure == null ? written(call, value) : failed(failure));
    }

    private <R> CompletableFuture<R> watched(Operation<R> operation, String namespace, Watcher watching) {
        long began = System.nanoTime();
        CompletableFuture<R> result;
        try {
            result = operation.run(engine.database(namespace));
        } catch (RuntimeException | Error problem) {
            result = CompletableFuture.failedFuture(problem);
        }
        return result.whenComplete((value, failure) ->
                watching.saw(operation, value, failure == null ? null : refusal(failure), System.nanoTime() - began));
    }

    private String namespace(Request request) {
        if (!request.authorizationRequired() && !separateNamespaces) {
            return "";
        }
        try {
            Authorization authorization = Authorization.of(request.authorization(), request.authorizationRequired());
            return separateNamespaces ? authorization.keyId() + "/" + authorization.region() : "";
        } catch (ApiException e) {
            // The service reads the body before it looks at who sent it.
            JsonIn.requireObject(request.body());
            throw e;
        }
    }

    private static <R> Operation<R> read(WireCall<R> call, byte[] body) {
        try (JsonIn in = new JsonIn(body)) {
            try {
                return call.read().apply(in.enter());
            } catch (ApiException e) {
                in.drain();
                throw e;
            }
        } catch (JacksonException e) {
            throw JsonIn.unreadable();
        }
    }

    private static <R> Response written(WireCall<R> call, R result) {
        try {
            JsonOut out = OUT.get().reset();
            call.write().accept(out, result);
            return response(200, out);
        } catch (RuntimeException | Error e) {
            return failed(e);
        }
    }

    /** The response to whatever was thrown. */
    static Response failed(Throwable problem) {
        ApiException error = refusal(problem);
        JsonOut out = OUT.get().reset();
        ErrorOut.write(out, error);
        return response(ErrorOut.status(error.code()), out);
    }

    private static Response response(int status, JsonOut out) {
        int length = out.length();
        return length < WORTH_LENDING
                ? new Response(status, out.toByteArray(), length)
                : new Response(status, out.handOver(), length, true);
    }

    private static ApiException refusal(Throwable problem) {
        Throwable cause =
                problem instanceof CompletionException && problem.getCause() != null ? problem.getCause() : problem;
        if (cause instanceof ApiException refusal) {
            return refusal;
        }
        if (cause instanceof StoreException store) {
            return switch (store.kind()) {
                // SDKs back off and try again on both; a busy store is throttling, one that cannot write is our fault.
                // What the store says may name files, so it goes to the log only.
                case BUSY ->
                    ApiException.of(ApiException.Code.THROTTLING, "The store is busy; please try again shortly.");
                case READ_ONLY -> {
                    LOG.warn("A write was refused: {}", store.getMessage());
                    yield ApiException.of(
                            ApiException.Code.INTERNAL_SERVER_ERROR,
                            "Writes are refused for now because the disk is full or failing; reads go on.");
                }
                case DAMAGED, CANNOT_OPEN -> internal(store);
            };
        }
        return internal(cause);
    }

    private static ApiException internal(Throwable cause) {
        LOG.error("A request failed", cause);
        return ApiException.of(
                ApiException.Code.INTERNAL_SERVER_ERROR,
                "The request processing has failed because of an unknown error, exception or failure.");
    }
}
