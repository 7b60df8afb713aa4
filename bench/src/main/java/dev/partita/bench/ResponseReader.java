package dev.partita.bench;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Finds where one HTTP/1.1 response ends, by Content-Length or by chunks, and what its status was. */
final class ResponseReader {

    private static final byte[] CONTENT_LENGTH = "content-length:".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] CHUNKED = "transfer-encoding: chunked".getBytes(StandardCharsets.US_ASCII);

    private final ByteBuffer incoming;
    private byte[] bytes = new byte[64 << 10];
    private int length;
    private int bodyStart;
    private int bodyLength;
    private int nextChunk;

    /** {@code incoming} is the direct buffer that all readers of one thread share. */
    ResponseReader(ByteBuffer incoming) {
        this.incoming = incoming;
    }

    /** Forgets the last response; call before each request. */
    void reset() {
        length = 0;
        bodyStart = -1;
        bodyLength = -1;
    }

    /** Reads what has arrived; true when the response is complete. */
    boolean read(ReadableByteChannel channel) throws IOException {
        incoming.clear();
        int count = channel.read(incoming);
        if (count < 0) {
            throw new IOException("the server closed the connection");
        }
        incoming.flip();
        if (bytes.length < length + count) {
            bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, length + count));
        }
        incoming.get(bytes, length, count);
        length += count;
        return complete();
    }

    boolean ok() {
        return bytes[9] == '2' && bytes[10] == '0' && bytes[11] == '0';
    }

    /** Status line, headers and body, for a message or a check; chunk sizes stay in. */
    String text() {
        return new String(bytes, 0, length, StandardCharsets.UTF_8);
    }

    private boolean complete() throws IOException {
        if (bodyStart < 0 && !readHead()) {
            return false;
        }
        if (bodyLength >= 0) {
            return length >= bodyStart + bodyLength;
        }
        return readChunks();
    }

    private boolean readHead() throws IOException {
        int line = 0;
        boolean chunked = false;
        for (int i = 0; i < length; i++) {
            if (bytes[i] != '\n') {
                continue;
            }
            if (i - line <= 1) {
                bodyStart = i + 1;
                nextChunk = bodyStart;
                if (bodyLength < 0 && !chunked) {
                    throw new IOException("neither Content-Length nor chunks: " + text());
                }
                return true;
            }
            if (startsWith(line, CONTENT_LENGTH)) {
                bodyLength = Integer.parseInt(new String(
                                bytes,
                                line + CONTENT_LENGTH.length,
                                i - line - CONTENT_LENGTH.length,
                                StandardCharsets.US_ASCII)
                        .strip());
            } else if (startsWith(line, CHUNKED)) {
                chunked = true;
            }
            line = i + 1;
        }
        bodyLength = -1;
        return false;
    }

    private boolean readChunks() {
        while (true) {
            int size = 0;
            int at = nextChunk;
            while (at < length && bytes[at] != '\n') {
                int digit = Character.digit(bytes[at], 16);
                size = digit < 0 ? size : size * 16 + digit;
                at++;
            }
            int next = at + 1 + size + 2;
            if (at >= length || next > length) {
                return false;
            }
            if (size == 0) {
                return true;
            }
            nextChunk = next;
        }
    }

    private boolean startsWith(int from, byte[] lowerCase) {
        if (from + lowerCase.length > length) {
            return false;
        }
        for (int i = 0; i < lowerCase.length; i++) {
            byte b = bytes[from + i];
            if ((b >= 'A' && b <= 'Z' ? b + 32 : b) != lowerCase[i]) {
                return false;
            }
        }
        return true;
    }
}
