package dev.partita.crash;

import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;

/**
 * DynamoDB's API over one plain socket. It never tries again by itself, so an {@link IOException} means exactly: the
 * outcome of this one request is unknown.
 */
public class Api implements Closeable {

    /** An answer, whether success or refusal. */
    public record Reply(int status, Map<String, Object> body) {

        public boolean succeeded() {
            return status == 200;
        }

        /** The error's short name, or "" if there is none. */
        public String error() {
            String type = String.valueOf(body.getOrDefault("__type", ""));
            return type.substring(type.lastIndexOf('#') + 1);
        }
    }

    private static final int TIMEOUT_MILLIS = 20_000;

    private final Socket socket;
    private final InputStream in;

    public Api(int port) throws IOException {
        socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setTcpNoDelay(true);
        socket.setSoTimeout(TIMEOUT_MILLIS);
        in = new BufferedInputStream(socket.getInputStream());
    }

    /** Calls and expects success. */
    public Map<String, Object> call(String operation, Map<String, Object> request) throws IOException {
        Reply reply = send(operation, request);
        if (!reply.succeeded()) {
            throw new IllegalStateException(operation + " answered " + reply + " to " + Json.write(request));
        }
        return reply.body();
    }

    public Reply send(String operation, Map<String, Object> request) throws IOException {
        socket.getOutputStream().write(bytes(operation, request));
        return reply();
    }

    /** Sends and hangs up without waiting for the answer; this may or may not be performed. */
    public void sendAndHangUp(String operation, Map<String, Object> request) throws IOException {
        socket.getOutputStream().write(bytes(operation, request));
        close();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }

    private static byte[] bytes(String operation, Map<String, Object> request) {
        String service = operation.contains("Stream") || operation.contains("Shard") || operation.equals("GetRecords")
                ? "DynamoDBStreams_20120810."
                : "DynamoDB_20120810.";
        byte[] body = Json.write(request).getBytes(StandardCharsets.UTF_8);
        String head = "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-amz-json-1.0\r\n"
                + "X-Amz-Target: " + service + operation + "\r\n"
                + "Authorization: AWS4-HMAC-SHA256 Credential=crash/20260101/us-east-1/dynamodb/aws4_request, "
                + "SignedHeaders=host;x-amz-date;x-amz-target, Signature=0\r\n"
                + "X-Amz-Date: 20260101T000000Z\r\nContent-Length: " + body.length + "\r\n\r\n";
        byte[] headBytes = head.getBytes(StandardCharsets.US_ASCII);
        byte[] all = new byte[headBytes.length + body.length];
        System.arraycopy(headBytes, 0, all, 0, headBytes.length);
        System.arraycopy(body, 0, all, headBytes.length, body.length);
        return all;
    }

    private Reply reply() throws IOException {
        int status = Integer.parseInt(line().split(" ")[1]);
        int length = -1;
        for (String header = line(); !header.isEmpty(); header = line()) {
            if (header.toLowerCase(Locale.ROOT).startsWith("content-length:")) {
                length = Integer.parseInt(
                        header.substring(header.indexOf(':') + 1).strip());
            }
        }
        if (length < 0) {
            throw new IllegalStateException("an answer without Content-Length");
        }
        byte[] body = in.readNBytes(length);
        if (body.length < length) {
            throw new EOFException("the answer broke off");
        }
        return new Reply(status, length == 0 ? Map.of() : Json.read(body));
    }

    private String line() throws IOException {
        StringBuilder line = new StringBuilder();
        for (int next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0) {
                throw new EOFException("no answer");
            }
            line.append((char) next);
        }
        return line.toString().strip();
    }
}
