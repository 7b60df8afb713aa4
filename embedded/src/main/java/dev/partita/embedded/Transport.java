package dev.partita.embedded;

import dev.partita.wire.Wire;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicReference;
import software.amazon.awssdk.core.async.SdkPublisher;
import software.amazon.awssdk.http.AbortableInputStream;
import software.amazon.awssdk.http.ContentStreamProvider;
import software.amazon.awssdk.http.ExecutableHttpRequest;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.HttpExecuteResponse;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.SdkHttpFullResponse;
import software.amazon.awssdk.http.SdkHttpRequest;
import software.amazon.awssdk.http.async.AsyncExecuteRequest;
import software.amazon.awssdk.http.async.SdkAsyncHttpClient;
import software.amazon.awssdk.http.async.SdkHttpContentPublisher;

/** Carries the SDK's HTTP requests to an engine by method call. */
final class Transport {

    private static final String REQUEST_ID_CHARACTERS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
    private static final int REQUEST_ID_LENGTH = 52;

    private final AtomicReference<Wire> wire;

    /** {@code wire} holds null once the database is closed. */
    Transport(AtomicReference<Wire> wire) {
        this.wire = wire;
    }

    SdkHttpClient blocking() {
        return new Blocking();
    }

    SdkAsyncHttpClient nonBlocking() {
        return new NonBlocking();
    }

    private CompletableFuture<Wire.Response> send(SdkHttpRequest request, byte[] body) throws IOException {
        Wire open = wire.get();
        if (open == null) {
            throw new IOException(Partita.CLOSED);
        }
        String target = request.firstMatchingHeader("X-Amz-Target").orElse(null);
        return open.handle(new Wire.Request(target, null, false, Partita.HOST, body));
    }

    private static SdkHttpFullResponse.Builder head(Wire.Response response) {
        return SdkHttpFullResponse.builder()
                .statusCode(response.status())
                .putHeader("Content-Type", "application/x-amz-json-1.0")
                .putHeader("Content-Length", Integer.toString(response.length()))
                .putHeader("x-amzn-RequestId", newRequestId());
    }

    private static String newRequestId() {
        ThreadLocalRandom random = ThreadLocalRandom.current();
        char[] id = new char[REQUEST_ID_LENGTH];
        for (int i = 0; i < id.length; i++) {
            id[i] = REQUEST_ID_CHARACTERS.charAt(random.nextInt(REQUEST_ID_CHARACTERS.length()));
        }
        return new String(id);
    }

    private final class Blocking implements SdkHttpClient {

        @Override
        public ExecutableHttpRequest prepareRequest(HttpExecuteRequest request) {
            return new ExecutableHttpRequest() {
                @Override
                public HttpExecuteResponse call() throws IOException {
                    byte[] body = body(request.contentStreamProvider().orElse(null));
                    Wire.Response response = send(request.httpRequest(), body).join();
                    return HttpExecuteResponse.builder()
                            .response(head(response).build())
                            .responseBody(AbortableInputStream.create(
                                    new ByteArrayInputStream(response.body(), 0, response.length())))
                            .build();
                }

                @Override
                public void abort() {
                    // Nothing to cut off: a request ends by itself, and soon.
                }
            };
        }

        @Override
        public void close() {
            // The engine is closed by whoever opened it, not by one of its clients.
        }

        @Override
        public String clientName() {
            return "Partita";
        }

        private static byte[] body(ContentStreamProvider provider) throws IOException {
            if (provider == null) {
                return new byte[0];
            }
            try (InputStream in = provider.newStream()) {
                return in.readAllBytes();
            }
        }
    }

    private final class NonBlocking implements SdkAsyncHttpClient {

        @Override
        public CompletableFuture<Void> execute(AsyncExecuteRequest request) {
            CompletableFuture<Void> done = new CompletableFuture<>();
            body(request.requestContentPublisher()).whenComplete((body, problem) -> {
                try {
                    if (problem != null) {
                        throw new IOException(problem);
                    }
                    CompletableFuture<Wire.Response> answer = send(request.request(), body);
                    if (answer.isDone()) {
                        deliver(request, answer.join(), done);
                    } else {
                        // Never on the thread that completes it: that is the engine's writer, and what the caller does
                        // next may be to wait for a write.
                        answer.thenAcceptAsync(response -> deliver(request, response, done), Clients.CALLBACKS);
                    }
                } catch (IOException e) {
                    request.responseHandler().onError(e);
                    done.completeExceptionally(e);
                }
            });
            return done;
        }

        @Override
        public void close() {
            // The engine is closed by whoever opened it, not by one of its clients.
        }

        @Override
        public String clientName() {
            return "Partita";
        }

        private static void deliver(AsyncExecuteRequest request, Wire.Response response, CompletableFuture<Void> done) {
            request.responseHandler().onHeaders(head(response).build());
            request.responseHandler()
                    .onStream(
                            SdkPublisher.fromIterable(List.of(ByteBuffer.wrap(response.body(), 0, response.length()))));
            done.complete(null);
        }

        private static CompletableFuture<byte[]> body(SdkHttpContentPublisher publisher) {
            BodyCollector gatherer = new BodyCollector();
            publisher.subscribe(gatherer);
            return gatherer.whole();
        }
    }
}
