package dev.partita.bench;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

/**
 * A whole HTTP request encoded once, with places for numbers that change from one request to the next.
 *
 * <p>In the body, or the path, {@code <3>} stands for eight digits taken from slot 3. All numbers have eight digits, so the length never
 * changes and a request costs a few byte stores: the client must stay far cheaper than the servers it measures.
 */
final class RequestTemplate {

    static final int DIGITS = 8;

    private final byte[] bytes;
    private final int[] offsets;
    private final int[] slots;
    private final int slotCount;

    /** A call of DynamoDB's API. */
    RequestTemplate(String target, int port, String body) {
        this(length -> head(target, port, length), body);
    }

    private RequestTemplate(IntFunction<String> headOf, String body) {
        StringBuilder text = new StringBuilder();
        List<int[]> places = new ArrayList<>();
        int at = 0;
        while (at < body.length()) {
            int open = body.indexOf('<', at);
            if (open < 0) {
                break;
            }
            int close = body.indexOf('>', open);
            text.append(body, at, open);
            places.add(new int[] {text.length(), Integer.parseInt(body.substring(open + 1, close))});
            text.append("0".repeat(DIGITS));
            at = close + 1;
        }
        text.append(body, at, body.length());

        String head = headOf.apply(text.length());
        bytes = (head + text).getBytes(StandardCharsets.US_ASCII);
        offsets = places.stream().mapToInt(place -> head.length() + place[0]).toArray();
        slots = places.stream().mapToInt(place -> place[1]).toArray();
        slotCount = places.stream().mapToInt(place -> place[1] + 1).max().orElse(0);
    }

    /** A GET as a program sends it. */
    static RequestTemplate get(int port, String path) {
        return new RequestTemplate(
                length -> "",
                "GET " + path + " HTTP/1.1\r\n"
                        + "Host: 127.0.0.1:" + port + "\r\n"
                        + "User-Agent: bench\r\n"
                        + "Accept: application/json\r\n\r\n");
    }

    /** The numbers one request needs, to be filled and handed to {@link #write}. */
    long[] newSlots() {
        return new long[slotCount];
    }

    /** A buffer of its own for one connection, outside the heap so that the channel need not copy it. */
    ByteBuffer newBuffer() {
        return ByteBuffer.allocateDirect(bytes.length).put(bytes).flip();
    }

    /** Puts the numbers into a buffer made by {@link #newBuffer} and readies it for sending. */
    void write(long[] values, ByteBuffer buffer) {
        for (int i = 0; i < offsets.length; i++) {
            long value = values[slots[i]];
            for (int at = offsets[i] + DIGITS - 1; at >= offsets[i]; at--) {
                buffer.put(at, (byte) ('0' + value % 10));
                value /= 10;
            }
        }
        buffer.rewind();
    }

    private static String head(String target, int port, int length) {
        return "POST / HTTP/1.1\r\n"
                + "Host: 127.0.0.1:" + port + "\r\n"
                + "Content-Type: application/x-amz-json-1.0\r\n"
                + "X-Amz-Target: DynamoDB_20120810." + target + "\r\n"
                + "X-Amz-Date: 20261115T000000Z\r\n"
                + "Authorization: AWS4-HMAC-SHA256 Credential=bench/20261115/us-east-1/dynamodb/aws4_request, "
                + "SignedHeaders=content-type;host;x-amz-date;x-amz-target, Signature=" + "0".repeat(64) + "\r\n"
                + "Content-Length: " + length + "\r\n\r\n";
    }
}
