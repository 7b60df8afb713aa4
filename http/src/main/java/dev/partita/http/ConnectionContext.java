package dev.partita.http;

import io.netty.channel.Channel;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Clock;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What all connections of a server share: the rules they apply and the way to the handler. */
final class ConnectionContext {

    private static final Logger LOG = LoggerFactory.getLogger(ConnectionContext.class);

    /** How long a browser may remember what it was told about requests from elsewhere. */
    private static final String PREFLIGHT_SECONDS = "600";

    private static final int EXTRA_SHARE = 20;

    private final Handler handler;
    private final HttpLimits limits;
    private final AllowedHosts allowed;
    private final boolean sameOrigin;
    private final TrustedProxies proxies;
    private final Executor slowLane;
    private final Executor streamLane;
    private final MemoryBudget budget;
    private final WaitingAnswers waitingAnswers;
    private final AtomicInteger open = new AtomicInteger();
    private final ConcurrentHashMap<InetAddress, Integer> openByAddress = new ConcurrentHashMap<>();

    ConnectionContext(Handler handler, HttpServer.Options options, Executor slowLane, Executor streamLane) {
        this.handler = handler;
        this.limits = options.limits();
        this.allowed = new AllowedHosts(options.allowedHosts(), options.allowedOrigins());
        this.sameOrigin = options.sameOrigin();
        this.proxies = options.proxies();
        this.slowLane = slowLane;
        this.streamLane = streamLane;
        this.budget = new MemoryBudget(limits.inFlightBytes());
        this.waitingAnswers = new WaitingAnswers(budget);
    }

    HttpLimits limits() {
        return limits;
    }

    MemoryBudget budget() {
        return budget;
    }

    WaitingAnswers waitingAnswers() {
        return waitingAnswers;
    }

    /** Where the pieces of streams are made. */
    Executor streamLane() {
        return streamLane;
    }

    /** For one event loop. */
    Replies newReplies(Clock clock) {
        return new Replies(clock, handler, allowed.listsOrigins());
    }

    /** Whether there is one connection and no other, as where a test suite runs. */
    boolean isForOne() {
        return open.get() == 1;
    }

    /** Whether there are more connections than there should be, so that idle ones had better go. */
    boolean isCrowded() {
        return open.get() > limits.connections();
    }

    /**
     * Whether one more connection may be opened; if so it is counted. A few more than there should be are let in, for by then
     * idle ones have been told to go.
     */
    boolean opens(Channel channel) {
        int extra = Math.max(1, limits.connections() / EXTRA_SHARE);
        if (open.incrementAndGet() > limits.connections() + extra) {
            open.decrementAndGet();
            return false;
        }
        InetAddress address = addressOf(channel);
        if (isCounted(address) && openByAddress.merge(address, 1, Integer::sum) > limits.connectionsPerAddress()) {
            closed(channel);
            return false;
        }
        return true;
    }

    void closed(Channel channel) {
        open.decrementAndGet();
        InetAddress address = addressOf(channel);
        if (isCounted(address)) {
            openByAddress.computeIfPresent(address, (key, count) -> count == 1 ? null : count - 1);
        }
    }

    /** Behind this machine's own address, or a proxy's, are many. */
    private boolean isCounted(InetAddress address) {
        return !address.isLoopbackAddress() && !proxies.has(address);
    }

    /** Who a request is from: the other end of its connection, or whoever a trusted proxy says. */
    InetAddress client(InetAddress peer, RequestHead head, HeaderCache remembered) {
        return proxies.isEmpty() ? peer : proxies.client(peer, head.fields().value("X-Forwarded-For", remembered));
    }

    /**
     * Why a request may not be looked at, or null.
     *
     * @param allowedHost the host of the request before, which need not be checked again
     */
    Refusal refusal(RequestHead head, String allowedHost) {
        String host = head.host();
        if (host != null && host != allowedHost && !allowed.allowsHost(host)) {
            return strangeHost(host);
        }
        if (head.authority() != null && !allowed.allowsHost(head.authority())) {
            return strangeHost(head.authority());
        }
        String origin = head.origin();
        boolean strange = origin == null
                ? isFetchedFromElsewhere(head)
                : !allowed.listsOrigin(origin) && !(sameOrigin && AllowedHosts.isOwn(origin, host));
        return strange ? strangeOrigin(origin) : null;
    }

    /** The origin of a page from elsewhere that may read the answer; null if there is none, or it need not be told. */
    String originToTell(RequestHead head) {
        String origin = head.origin();
        return origin != null && allowed.listsOrigin(origin) ? origin : null;
    }

    /** The answer to a browser that asks what a page may send; null if it is no such question. */
    HttpAnswer preflight(RequestHead head, HeaderCache remembered) {
        if (!head.method().equals("OPTIONS")
                || head.fields().value("Access-Control-Request-Method", remembered) == null) {
            return null;
        }
        String names = head.fields().value("Access-Control-Request-Headers", remembered);
        HttpAnswer answer = HttpAnswer.empty(204)
                .with("Access-Control-Allow-Methods", "GET, HEAD, POST, PUT, PATCH, DELETE")
                .with("Access-Control-Max-Age", PREFLIGHT_SECONDS);
        if (names != null) {
            answer = answer.with("Access-Control-Allow-Headers", names);
        }
        // Asked when a page of the internet calls this machine; whoever listed the page wants that.
        boolean isCallHome = head.fields().value("Access-Control-Request-Private-Network", remembered) != null;
        return isCallHome ? answer.with("Access-Control-Allow-Private-Network", "true") : answer;
    }

    HttpAnswer answer(Refusal.Reason reason, String detail) {
        return answer(new Refusal(reason, detail));
    }

    /** In the words of the handler. */
    HttpAnswer answer(Refusal refusal) {
        try {
            return handler.refusal(refusal);
        } catch (RuntimeException problem) {
            LOG.error("a refusal failed unexpectedly", problem);
            return refusal.asText();
        }
    }

    HttpAnswer overloaded() {
        waitingAnswers.makeRoom();
        return answer(Refusal.Reason.OVERLOADED, "Too many requests are in flight. Try again shortly.");
    }

    HttpAnswer tooLarge() {
        return answer(
                Refusal.Reason.TOO_LARGE, "A request body may have " + limits.bodyBytes() + " bytes, unpacked, too.");
    }

    HttpAnswer failed(Throwable problem) {
        LOG.error("a request failed unexpectedly", problem);
        return answer(Refusal.Reason.FAILED, "The request failed because of a fault in the server.");
    }

    /** Runs a request here or, if it may take long, on a thread of its own kind. */
    CompletableFuture<HttpAnswer> run(HttpRequest request, boolean packed, Body body) {
        if (!packed && !handler.isSlow(request)) {
            return handle(request);
        }
        if (packed && !body.take(2L * limits.bodyBytes())) {
            return CompletableFuture.completedFuture(overloaded());
        }
        CompletableFuture<HttpAnswer> answer = new CompletableFuture<>();
        long deadline = System.nanoTime() + limits.queueTime().toNanos();
        try {
            slowLane.execute(() -> {
                boolean late = System.nanoTime() - deadline > 0;
                CompletableFuture<HttpAnswer> future = late
                        ? CompletableFuture.completedFuture(overloaded())
                        : packed ? unpackAndHandle(request) : handle(request);
                future.whenComplete((done, problem) -> {
                    if (problem == null) {
                        answer.complete(done);
                    } else {
                        answer.completeExceptionally(problem);
                    }
                });
            });
        } catch (RejectedExecutionException closing) {
            return CompletableFuture.completedFuture(overloaded());
        }
        return answer;
    }

    /** Null, which only a client that was gone at once has, is this machine. */
    static InetAddress addressOf(Channel channel) {
        return channel.remoteAddress() instanceof InetSocketAddress peer
                ? peer.getAddress()
                : InetAddress.getLoopbackAddress();
    }

    private CompletableFuture<HttpAnswer> unpackAndHandle(HttpRequest request) {
        try {
            return handle(request.withBody(Gunzip.unpack(request.body(), limits.bodyBytes())));
        } catch (Gunzip.TooLarge bomb) {
            return CompletableFuture.completedFuture(tooLarge());
        } catch (IOException notGzip) {
            return CompletableFuture.completedFuture(
                    answer(Refusal.Reason.NOT_GZIP, "The body is not gzip, although Content-Encoding says so."));
        }
    }

    private CompletableFuture<HttpAnswer> handle(HttpRequest request) {
        try {
            return handler.handle(request);
        } catch (RuntimeException | StackOverflowError problem) {
            return CompletableFuture.failedFuture(problem);
        }
    }

    /** A browser says so itself when a page of another site had it fetch something. */
    private boolean isFetchedFromElsewhere(RequestHead head) {
        String site = head.secFetchSite();
        if (site == null || !site.equalsIgnoreCase("cross-site") && !site.equalsIgnoreCase("same-site")) {
            return false;
        }
        // A link that was followed shows our page to its reader, not to the page it stood on.
        return !(sameOrigin && isFollowedLink(head));
    }

    private static boolean isFollowedLink(RequestHead head) {
        HeaderCache nothing = new HeaderCache();
        return (head.method().equals("GET") || head.method().equals("HEAD"))
                && "navigate".equalsIgnoreCase(head.fields().value("Sec-Fetch-Mode", nothing))
                && "document".equalsIgnoreCase(head.fields().value("Sec-Fetch-Dest", nothing));
    }

    private static Refusal strangeOrigin(String origin) {
        return new Refusal(
                Refusal.Reason.STRANGE_ORIGIN,
                "Web pages may not use this server. If the page is yours, add it to the allowed origins"
                        + (origin == null || origin.equals("null") ? "." : ": " + printable(origin)));
    }

    private static String printable(String name) {
        return name.length() <= 255 ? name.replaceAll("[^A-Za-z0-9._:/\\[\\]-]", "?") : "?";
    }

    private static Refusal strangeHost(String host) {
        String name = printable(host);
        return new Refusal(
                Refusal.Reason.STRANGE_HOST,
                "Host '" + name
                        + "' is not one this server answers to, so that no web page can reach it under a borrowed"
                        + " name. If the name is yours, add it to the allowed hosts: " + name);
    }
}
