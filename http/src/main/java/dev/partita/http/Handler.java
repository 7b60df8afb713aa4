package dev.partita.http;

import java.util.concurrent.CompletableFuture;

/** What stands behind an {@link HttpServer}: a request in, an answer out. */
@FunctionalInterface
public interface Handler {

    /**
     * Answers a request. Called on an event loop, so it must not block; or on the slow lane if {@link #isSlow} says so or
     * the body came packed. What it throws, or fails with, is logged and answered as {@link Refusal.Reason#FAILED}.
     */
    CompletableFuture<HttpAnswer> handle(HttpRequest request);

    /** Whether {@link #handle} may take long for this request and so belongs on the slow lane. Called on an event loop. */
    default boolean isSlow(HttpRequest request) {
        return false;
    }

    /** How the server's own refusals look in this handler's protocol. */
    default HttpAnswer refusal(Refusal refusal) {
        return refusal.asText();
    }

    /** Adds header fields that every answer has, refusals included. Called on an event loop just before the answer leaves. */
    default void complete(HeadOut head, HttpAnswer answer) {}
}
