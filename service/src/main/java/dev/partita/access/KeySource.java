package dev.partita.access;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Where a set of public keys is read from: a file, or a URL. */
interface KeySource {

    /** No issuer publishes more. */
    int MOST_BYTES = 256 << 10;

    String TOO_LARGE = "more than " + MOST_BYTES + " bytes";

    /** @throws IOException when it cannot be had; the message is for the log */
    byte[] fetch() throws IOException;

    /** Whether reading it may take its time. */
    boolean isRemote();

    static KeySource file(Path path) {
        return new KeySource() {
            @Override
            public byte[] fetch() throws IOException {
                try (InputStream in = Files.newInputStream(path)) {
                    return limited(in);
                }
            }

            @Override
            public boolean isRemote() {
                return false;
            }

            @Override
            public String toString() {
                return path.toString();
            }
        };
    }

    /** @throws IllegalArgumentException for a URL that others on the way could change: only https will do, beyond this machine */
    static KeySource url(URI url) {
        boolean isLocal =
                "localhost".equals(url.getHost()) || "127.0.0.1".equals(url.getHost()) || "[::1]".equals(url.getHost());
        if (!"https".equals(url.getScheme()) && !("http".equals(url.getScheme()) && isLocal)) {
            throw new IllegalArgumentException(
                    "Keys that tokens are checked with are fetched by https, or by http from this machine; not from "
                            + url);
        }
        return new FromUrl(url);
    }

    static byte[] limited(InputStream in) throws IOException {
        byte[] bytes = in.readNBytes(MOST_BYTES + 1);
        if (bytes.length > MOST_BYTES) {
            throw new IOException(TOO_LARGE);
        }
        return bytes;
    }

    /** By one GET that must be answered in time and in full. */
    final class FromUrl implements KeySource {

        private static final Duration CONNECT = Duration.ofSeconds(3);
        private static final Duration WHOLE = Duration.ofSeconds(6);

        private final URI url;
        private HttpClient client;

        FromUrl(URI url) {
            this.url = url;
        }

        @Override
        public byte[] fetch() throws IOException {
            HttpRequest request = HttpRequest.newBuilder(url)
                    .timeout(WHOLE)
                    .header("Accept", "application/jwk-set+json, application/json")
                    .build();
            ByteArrayOutputStream body = new ByteArrayOutputStream();
            var answer = client().sendAsync(
                            request, HttpResponse.BodyHandlers.ofByteArrayConsumer(piece -> add(piece, body)));
            try {
                int status = answer.get(WHOLE.toMillis(), TimeUnit.MILLISECONDS).statusCode();
                if (status != 200) {
                    throw new IOException("status " + status);
                }
                return body.toByteArray();
            } catch (TimeoutException e) {
                throw new IOException("no whole answer within " + WHOLE.toSeconds() + " seconds", e);
            } catch (ExecutionException e) {
                throw new IOException(String.valueOf(e.getCause().getMessage()), e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IOException("interrupted", e);
            } finally {
                // Also ends an answer that never ends.
                answer.cancel(true);
            }
        }

        private static void add(Optional<byte[]> piece, ByteArrayOutputStream body) {
            if (piece.isPresent()) {
                if (body.size() + piece.get().length > MOST_BYTES) {
                    throw new IllegalStateException(TOO_LARGE);
                }
                body.writeBytes(piece.get());
            }
        }

        private synchronized HttpClient client() {
            if (client == null) {
                client = HttpClient.newBuilder()
                        .connectTimeout(CONNECT)
                        .followRedirects(HttpClient.Redirect.NEVER)
                        .build();
            }
            return client;
        }

        @Override
        public boolean isRemote() {
            return true;
        }

        @Override
        public String toString() {
            return url.toString();
        }
    }
}
