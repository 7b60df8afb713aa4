package dev.partita.server;

import dev.partita.http.HttpLimits;
import dev.partita.http.HttpServer;
import dev.partita.http.StartException;
import dev.partita.wire.Wire;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Supplier;

/** DynamoDB's API over HTTP/1.1: the socket in front of a {@link Wire}. */
public final class Server implements AutoCloseable {

    /**
     * Where and for whom to listen.
     *
     * @param bind an address or name; {@code localhost} is this machine on both IPv4 and IPv6
     * @param port 0 for any free one
     * @param allowedHosts names this machine goes by, besides those that are always let in
     * @param allowedOrigins web pages that may send requests, such as {@code http://localhost:8001}
     * @param insecure listen on addresses others can reach, although nothing checks who they are
     * @param region what the health page says
     * @param likeLocal a {@code GET} is answered 400 as DynamoDB Local does, which some test runners wait for, and there is no health
     *     page
     */
    public record Options(
            String bind,
            int port,
            List<String> allowedHosts,
            List<String> allowedOrigins,
            boolean insecure,
            String region,
            boolean likeLocal,
            HttpLimits limits) {

        public Options {
            allowedHosts = List.copyOf(allowedHosts);
            allowedOrigins = List.copyOf(allowedOrigins);
        }

        public static Options defaults() {
            return new Options(
                    "localhost", 8000, List.of(), List.of(), false, "us-east-1", false, HttpLimits.defaults());
        }

        public Options withPort(int newPort) {
            return new Options(bind, newPort, allowedHosts, allowedOrigins, insecure, region, likeLocal, limits);
        }

        public Options withLikeLocal(boolean isLike) {
            return new Options(bind, port, allowedHosts, allowedOrigins, insecure, region, isLike, limits);
        }

        public Options withLimits(HttpLimits newLimits) {
            return new Options(bind, port, allowedHosts, allowedOrigins, insecure, region, likeLocal, newLimits);
        }
    }

    private final HttpServer http;

    private Server(HttpServer http) {
        this.http = http;
    }

    /**
     * Listens until closed. The engine behind {@code wire} stays the caller's to close.
     *
     * @throws StartException if it cannot listen there, or should not
     */
    public static Server start(Wire wire, Options options) {
        return start(wire::perform, wire::readOnlyReason, options);
    }

    static Server start(Function<Wire.Request, CompletableFuture<Wire.Response>> engine, Options options) {
        return start(call -> engine.apply(call).thenApply(response -> () -> response), Optional::empty, options);
    }

    static Server start(
            Function<Wire.Request, CompletableFuture<Supplier<Wire.Response>>> engine,
            Supplier<Optional<String>> readOnlyReason,
            Options options) {
        HttpServer.Options http = new HttpServer.Options(
                options.bind(),
                options.port(),
                options.allowedHosts(),
                options.allowedOrigins(),
                false,
                options.limits());
        if (http.isReachable() && !options.insecure()) {
            throw new StartException(
                    StartException.Reason.UNSAFE,
                    "Refusing to listen on " + options.bind() + ": other machines could read and change everything,"
                            + " because requests are not authenticated yet.\nUse the default (this machine only), or"
                            + " set `insecure` if the network is yours alone, for example inside a container.",
                    null);
        }
        return new Server(
                HttpServer.start(new Protocol(engine, readOnlyReason, options.region(), options.likeLocal()), http));
    }

    /** Loads the classes that {@link #start} will need, and listens nowhere. Another thread has time for it. */
    public static void preload() {
        HttpServer.preload();
    }

    /** The port it listens on; the one chosen if 0 was asked for. */
    public int port() {
        return http.port();
    }

    /** Stops listening, lets requests in flight finish, answers them, and returns when all is quiet. */
    @Override
    public void close() {
        http.close();
    }
}
