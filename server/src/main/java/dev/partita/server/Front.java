package dev.partita.server;

import dev.partita.wire.Wire;
import io.netty.channel.Channel;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/** What all connections of a server share: the rules they apply and the way to the engine. */
final class Front {

    /**
     * Calls short enough for the event loop itself; handing them to another thread would cost more than they do. All
     * others could keep a loop's connections waiting.
     */
    private static final Set<String> SHORT = Set.of(
            "DynamoDB_20120810.GetItem",
            "DynamoDB_20120810.PutItem",
            "DynamoDB_20120810.UpdateItem",
            "DynamoDB_20120810.DeleteItem",
            "DynamoDB_20120810.Query",
            "DynamoDB_20120810.BatchGetItem",
            "DynamoDB_20120810.BatchWriteItem",
            "DynamoDB_20120810.TransactGetItems",
            "DynamoDB_20120810.TransactWriteItems");

    private final Function<Wire.Request, CompletableFuture<Wire.Response>> engine;
    private final HttpLimits limits;
    private final AllowedHosts allowed;
    private final Executor slowLane;
    private final MemoryBudget budget;
    private final Reply healthy;
    private final AtomicInteger open = new AtomicInteger();
    private final ConcurrentHashMap<InetAddress, Integer> openByAddress = new ConcurrentHashMap<>();

    Front(Function<Wire.Request, CompletableFuture<Wire.Response>> engine, Server.Options options, Executor slowLane) {
        this.engine = engine;
        this.limits = options.limits();
        this.allowed = new AllowedHosts(options.allowedHosts(), options.allowedOrigins());
        this.slowLane = slowLane;
        this.budget = new MemoryBudget(limits.inFlightBytes());
        this.healthy = Reply.healthy(options.region());
    }

    HttpLimits limits() {
        return limits;
    }

    MemoryBudget budget() {
        return budget;
    }

    /** Whether one more connection may be opened; if so it is counted. */
    boolean opens(Channel channel) {
        if (open.incrementAndGet() > limits.connections()) {
            open.decrementAndGet();
            return false;
        }
        InetAddress address = addressOf(channel);
        if (!address.isLoopbackAddress()
                && openByAddress.merge(address, 1, Integer::sum) > limits.connectionsPerAddress()) {
            closed(channel);
            return false;
        }
        return true;
    }

    void closed(Channel channel) {
        open.decrementAndGet();
        InetAddress address = addressOf(channel);
        if (!address.isLoopbackAddress()) {
            openByAddress.computeIfPresent(address, (key, count) -> count == 1 ? null : count - 1);
        }
    }

    /**
     * Why a request may not be looked at, or null.
     *
     * @param allowedHost the host of the request before, which need not be checked again
     */
    Reply refusal(RequestHead head, String allowedHost) {
        String host = head.host();
        if (host != null && host != allowedHost && !allowed.allowsHost(host)) {
            return Reply.strangeHost(printable(host));
        }
        if (!head.uri().startsWith("/") && !head.uri().equals("*")) {
            String named = hostOfUri(head.uri());
            if (!allowed.allowsHost(named)) {
                return Reply.strangeHost(printable(named));
            }
        }
        if (head.origin() != null && !allowed.allowsOrigin(head.origin())) {
            return Reply.strangeOrigin();
        }
        String site = head.secFetchSite();
        if (head.origin() == null
                && site != null
                && (site.equalsIgnoreCase("cross-site") || site.equalsIgnoreCase("same-site"))) {
            return Reply.strangeOrigin();
        }
        return null;
    }

    /** The answer to a request that is not for the engine, or null. */
    Reply reply(RequestHead head, boolean hasBody) {
        if (head.method().equals("POST")) {
            return hasBody && echoedType(head.contentType()) == null ? Reply.NOT_FOUND : null;
        }
        return head.method().equals("GET") ? healthy : Reply.NOT_FOUND;
    }

    /** The type an answer carries: the one it was asked in; null if that is not one the protocol knows. */
    String echoedType(String contentType) {
        if (contentType == null) {
            return null;
        }
        if (contentType.equals(Reply.JSON)) {
            return Reply.JSON;
        }
        int semicolon = contentType.indexOf(';');
        String base = (semicolon < 0 ? contentType : contentType.substring(0, semicolon)).strip();
        if (base.equalsIgnoreCase(Reply.JSON)) {
            return Reply.JSON;
        }
        return base.equalsIgnoreCase("application/json") ? "application/json" : null;
    }

    /** Runs a request here or, if it may take long, on a thread of its own kind. */
    CompletableFuture<Wire.Response> run(RequestHead head, Body body) {
        boolean packed =
                head.contentEncoding() != null && head.contentEncoding().equalsIgnoreCase("gzip");
        Wire.Request request = new Wire.Request(head.target(), head.authorization(), true, head.host(), body.toBytes());
        if (!packed && head.target() != null && SHORT.contains(head.target())) {
            return handle(request);
        }
        if (packed && !body.take(2L * limits.bodyBytes())) {
            return answer(Reply.THROTTLED);
        }
        CompletableFuture<Wire.Response> answer = new CompletableFuture<>();
        long deadline = System.nanoTime() + limits.queueTime().toNanos();
        try {
            slowLane.execute(() -> {
                boolean late = System.nanoTime() - deadline > 0;
                CompletableFuture<Wire.Response> future =
                        late ? answer(Reply.THROTTLED) : packed ? unpackAndHandle(request) : handle(request);
                future.whenComplete((response, problem) -> {
                    if (problem == null) {
                        answer.complete(response);
                    } else {
                        answer.completeExceptionally(problem);
                    }
                });
            });
        } catch (RejectedExecutionException closing) {
            return answer(Reply.THROTTLED);
        }
        return answer;
    }

    private CompletableFuture<Wire.Response> unpackAndHandle(Wire.Request request) {
        try {
            byte[] body = Gunzip.unpack(request.body(), limits.bodyBytes());
            return handle(new Wire.Request(
                    request.target(), request.authorization(), request.authorizationRequired(), request.host(), body));
        } catch (Gunzip.TooLarge bomb) {
            return answer(Reply.TOO_LARGE);
        } catch (IOException notGzip) {
            return answer(Reply.NOT_JSON);
        }
    }

    private CompletableFuture<Wire.Response> handle(Wire.Request request) {
        try {
            return engine.apply(request);
        } catch (RuntimeException | StackOverflowError problem) {
            return CompletableFuture.failedFuture(problem);
        }
    }

    private static CompletableFuture<Wire.Response> answer(Reply reply) {
        return CompletableFuture.completedFuture(new Wire.Response(reply.status(), reply.body(), reply.body().length));
    }

    private static InetAddress addressOf(Channel channel) {
        // Null if the peer was gone before it was looked at.
        return channel.remoteAddress() instanceof InetSocketAddress peer
                ? peer.getAddress()
                : InetAddress.getLoopbackAddress();
    }

    private static String hostOfUri(String uri) {
        int start = uri.indexOf("://");
        if (start < 0) {
            return uri;
        }
        int end = uri.indexOf('/', start + 3);
        return uri.substring(start + 3, end < 0 ? uri.length() : end);
    }

    private static String printable(String host) {
        return host.length() <= 255 ? host.replaceAll("[^A-Za-z0-9._:\\[\\]-]", "?") : "?";
    }
}
