package dev.partita.http;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
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

    /** Says that nothing more will come, if there is still somebody to tell. */
    public void tryEndOutput() {
        try {
            socket.shutdownOutput();
        } catch (IOException gone) {
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
            Answer head = head();
            boolean chunked = "chunked".equals(head.headers().get("transfer-encoding"));
            if (!hasBody) {
                return head;
            }
            byte[] body =
                    chunked ? chunks() : bytes(Integer.parseInt(head.headers().getOrDefault("content-length", "0")));
            return new Answer(head.status(), head.headers(), body);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Status and headers; the body is left to be read. */
    public Answer head() throws IOException {
        String status = line();
        Map<String, String> headers = new TreeMap<>();
        for (String line = line(); !line.isEmpty(); line = line()) {
            int colon = line.indexOf(':');
            headers.merge(
                    line.substring(0, colon).toLowerCase(Locale.ROOT),
                    line.substring(colon + 1).strip(),
                    (first, second) -> first + ", " + second);
        }
        return new Answer(Integer.parseInt(status.split(" ")[1]), headers, new byte[0]);
    }

    /** The next chunk of a body; empty at its end. */
    public byte[] chunk() throws IOException {
        byte[] chunk = bytes(Integer.parseInt(line(), 16));
        if (!line().isEmpty()) {
            throw new IOException("a chunk longer than it says");
        }
        return chunk;
    }

    private byte[] chunks() throws IOException {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (byte[] chunk = chunk(); chunk.length > 0; chunk = chunk()) {
            all.write(chunk);
        }
        return all.toByteArray();
    }

    private byte[] bytes(int count) throws IOException {
        byte[] bytes = socket.getInputStream().readNBytes(count);
        if (bytes.length < count) {
            throw new EOFException("the connection ended in the middle of a body");
        }
        return bytes;
    }

    /** Some bytes, as they come. */
    public int readSome(int atMost) throws IOException {
        return socket.getInputStream().readNBytes(atMost).length;
    }

    /** Everything up to the end of the connection, or its reset. */
    public byte[] rest() throws SocketTimeoutException {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        byte[] buffer = new byte[8192];
        try {
            InputStream in = socket.getInputStream();
            for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
                all.write(buffer, 0, count);
            }
        } catch (SocketTimeoutException hangs) {
            throw hangs;
        } catch (IOException reset) {
            // What came before is what there is.
        }
        return all.toByteArray();
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
