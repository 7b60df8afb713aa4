package dev.partita.cli.internal.up;

import dev.partita.http.Handler;
import dev.partita.http.HeadOut;
import dev.partita.http.HttpAnswer;
import dev.partita.http.HttpRequest;
import dev.partita.http.Refusal;
import java.util.concurrent.CompletableFuture;

/** Stands in for a handler that is still being made: requests that come too early wait for it, for a moment. */
final class PendingHandler implements Handler {

    private final CompletableFuture<Handler> made = new CompletableFuture<>();
    private volatile Handler handler;

    /** From now on requests go there, and those that waited, too. */
    void set(Handler ready) {
        handler = ready;
        made.complete(ready);
    }

    @Override
    public CompletableFuture<HttpAnswer> handle(HttpRequest request) {
        Handler ready = handler;
        return ready == null ? made.thenCompose(late -> late.handle(request)) : ready.handle(request);
    }

    @Override
    public boolean isSlow(HttpRequest request) {
        Handler ready = handler;
        return ready != null && ready.isSlow(request);
    }

    @Override
    public HttpAnswer refusal(Refusal refusal) {
        Handler ready = handler;
        return ready == null ? Handler.super.refusal(refusal) : ready.refusal(refusal);
    }

    @Override
    public void complete(HeadOut head, HttpAnswer answer) {
        Handler ready = handler;
        if (ready != null) {
            ready.complete(head, answer);
        }
    }
}
