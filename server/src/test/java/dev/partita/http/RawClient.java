package dev.partita.http;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** A client that sends whatever bytes a test wants and reads answers off the socket. */
public final class RawClient implements AutoCloseable {

    /** Header names in lower case. */
    public record Answer(int status, Map<String, String> headers, byte[] bytes) {
        public String text() {
            return new String(bytes, StandardCharsets.UTF_8);
        }
    }

    public static final String AUTHORIZATION =
            "AWS4-HMAC-SHA256 Credential=key/20260101/us-east-1/dynamodb/aws4_request, SignedHeaders=host, Signature=00";

    private static final int PATIENCE_MILLIS = 10_000;

    private final Socket socket;

    public RawClient(int port) {
        this(InetAddress.getLoopbackAddress(), port);
    }

    public RawClient(InetAddress address, int port) {
        try {
            socket = new Socket(address, port);
            socket.setSoTimeout(PATIENCE_MILLIS);
            socket.setTcpNoDelay(true);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A proper call, as text. */
    public static String call(String operation, String body) {
        return "POST / HTTP/1.1\r\n" + headers(operation) + "Content-Length: " + body.length() + "\r\n\r\n" + body;
    }

    public static String headers(String operation) {
        return "Host: localhost:8000\r\nContent-Type: application/x-amz-json-1.0\r\nX-Amz-Target: DynamoDB_20120810."
                + operation + "\r\nAuthorization: " + AUTHORIZATION + "\r\n";
    }

    public RawClient send(String text) {
        return send(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    public RawClient send(byte[] bytes) {
        try {
            socket.getOutputStream().write(bytes);
            socket.getOutputStream().flush();
            return this;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Sends as much as the other side takes. */
    public void trySend(byte[] bytes) {
        try {
            socket.getOutputStream().write(bytes);
        } catch (IOException refused) {
            // The answer, which is read next, says why.
        }
    }

    public RawClient endOutput() {
        try {
            socket.shutdownOutput();
            return this;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public Answer answer() {
        return answer(true);
    }

    public Answer answer(boolean hasBody) {
        try {
            String status = line();
            Map<String, String> headers = new TreeMap<>();
            for (String line = line(); !line.isEmpty(); line = line()) {
                int colon = line.indexOf(':');
                headers.put(
                        line.substring(0, colon).toLowerCase(Locale.ROOT),
                        line.substring(colon + 1).strip());
            }
            int length = hasBody ? Integer.parseInt(headers.getOrDefault("content-length", "0")) : 0;
            return new Answer(
                    Integer.parseInt(status.split(" ")[1]),
                    headers,
                    socket.getInputStream().readNBytes(length));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Whether the server closes its side, without another byte. */
    public boolean isClosed() {
        try {
            return socket.getInputStream().read() < 0;
        } catch (IOException reset) {
            return !(reset instanceof SocketTimeoutException);
        }
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private String line() throws IOException {
        StringBuilder line = new StringBuilder();
        InputStream in = socket.getInputStream();
        for (int b = in.read(); b != '\n'; b = in.read()) {
            if (b < 0) {
                throw new IOException("the connection ended after '" + line + "'");
            }
            if (b != '\r') {
                line.append((char) b);
            }
        }
        return line.toString();
    }
}
