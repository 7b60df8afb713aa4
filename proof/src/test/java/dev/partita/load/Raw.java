package dev.partita.load;

import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** A socket on which anything can be sent, proper or not. */
final class Raw implements Closeable {

    private static final int PATIENCE_MILLIS = 60_000;
    private static final int SHOWN_BYTES = 400;

    private final Socket socket;
    private final InputStream in;

    Raw(int port) throws IOException {
        socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setTcpNoDelay(true);
        socket.setSoTimeout(PATIENCE_MILLIS);
        in = new BufferedInputStream(socket.getInputStream());
    }

    /** The head of a proper call. */
    static String head(String operation, long length) {
        return "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-amz-json-1.0\r\n"
                + "X-Amz-Target: DynamoDB_20120810." + operation + "\r\n"
                + "Authorization: AWS4-HMAC-SHA256 Credential=load/20260101/us-east-1/dynamodb/aws4_request, "
                + "SignedHeaders=host;x-amz-date;x-amz-target, Signature=0\r\nX-Amz-Date: 20260101T000000Z\r\n"
                + (length < 0 ? "Transfer-Encoding: chunked\r\n\r\n" : "Content-Length: " + length + "\r\n\r\n");
    }

    static String call(String operation, String body) {
        return head(operation, body.length()) + body;
    }

    Raw send(String text) throws IOException {
        return send(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    Raw send(byte[] bytes) throws IOException {
        socket.getOutputStream().write(bytes);
        return this;
    }

    /** Sends as much as the other side takes; false if that was not all. */
    boolean trySend(byte[] bytes) {
        try {
            send(bytes);
            return true;
        } catch (IOException refused) {
            return false;
        }
    }

    /** An answer's status, 0 if the connection ended instead, and the beginning of what it says. */
    record Answer(int status, String text) {

        boolean tellsToComeAgain() {
            return status == 503 || text.contains("ThrottlingException") || text.contains("RequestLimitExceeded");
        }
    }

    int status() throws IOException {
        return answer().status();
    }

    Answer answer() throws IOException {
        return answer(false);
    }

    /** The same with the end of what it says, which tells where a page ends. */
    Answer answerWithItsEnd() throws IOException {
        return answer(true);
    }

    private Answer answer(boolean ofTheEnd) throws IOException {
        try {
            int status = Integer.parseInt(line().split(" ")[1]);
            long length = 0;
            for (String header = line(); !header.isEmpty(); header = line()) {
                if (header.toLowerCase(Locale.ROOT).startsWith("content-length:")) {
                    length = Long.parseLong(
                            header.substring(header.indexOf(':') + 1).strip());
                }
            }
            int shown = (int) Math.min(length, SHOWN_BYTES);
            if (ofTheEnd) {
                in.skipNBytes(length - shown);
            }
            byte[] text = in.readNBytes(shown);
            if (!ofTheEnd) {
                in.skipNBytes(length - shown);
            }
            return new Answer(status, new String(text, StandardCharsets.UTF_8));
        } catch (SocketTimeoutException e) {
            throw e;
        } catch (IOException end) {
            return new Answer(0, "");
        }
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException e) {
            // It is gone, which was wanted.
        }
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
