package dev.partita.embedded;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/** Puts a request body that comes in pieces together. */
final class BodyCollector implements Subscriber<ByteBuffer> {

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final CompletableFuture<byte[]> whole = new CompletableFuture<>();

    CompletableFuture<byte[]> whole() {
        return whole;
    }

    @Override
    public void onSubscribe(Subscription subscription) {
        subscription.request(Long.MAX_VALUE);
    }

    @Override
    public void onNext(ByteBuffer piece) {
        byte[] copy = new byte[piece.remaining()];
        piece.get(copy);
        bytes.writeBytes(copy);
    }

    @Override
    public void onError(Throwable problem) {
        whole.completeExceptionally(problem);
    }

    @Override
    public void onComplete() {
        whole.complete(bytes.toByteArray());
    }
}
