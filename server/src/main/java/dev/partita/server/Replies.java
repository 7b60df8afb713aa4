package dev.partita.server;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.concurrent.ThreadLocalRandom;
import java.util.zip.CRC32;

/** Puts status, headers and body into one buffer. One per event loop: it keeps the date and a scratch array. */
final class Replies {

    private static final DateTimeFormatter DATE = DateTimeFormatter.ofPattern(
                    "EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ROOT)
            .withZone(ZoneOffset.UTC);
    private static final byte[] ID_LETTERS = ascii("0123456789ABCDEFGHIJKLMNOPQRSTUV");
    private static final int ID_LENGTH = 52;

    private static final byte[] ID = ascii("\r\nx-amzn-RequestId: ");
    private static final byte[] CRC = ascii("\r\nx-amz-crc32: ");
    private static final byte[] LENGTH = ascii("\r\nContent-Length: ");
    private static final byte[] END = ascii("\r\n\r\n");
    private static final int HEAD_BYTES = 512;

    /** What nearly every answer starts with. */
    private static final byte[] OK_JSON = start(200, Reply.JSON, true);

    private static final byte[] BAD_REQUEST_JSON = start(400, Reply.JSON, true);

    private final Clock clock;
    private final CRC32 crc = new CRC32();
    private final byte[] head = new byte[HEAD_BYTES];
    private int at;
    private byte[] date;
    private long dateSecond = Long.MIN_VALUE;

    Replies(Clock clock) {
        this.clock = clock;
    }

    /**
     * @param contentType null for none
     * @param count how much of the body to put in: all, none for a HEAD request, or the first piece of a long one
     */
    ByteBuf encode(
            ByteBufAllocator allocator,
            int status,
            String contentType,
            byte[] body,
            int length,
            int count,
            boolean keepAlive) {
        at = 0;
        put(startOf(status, contentType, keepAlive));
        put(date());
        put(ID);
        putRequestId();
        put(CRC);
        crc.reset();
        crc.update(body, 0, length);
        putNumber(crc.getValue());
        put(LENGTH);
        putNumber(length);
        put(END);
        ByteBuf buffer = allocator.directBuffer(at + count, at + count);
        buffer.writeBytes(head, 0, at);
        buffer.writeBytes(body, 0, count);
        return buffer;
    }

    ByteBuf encode(ByteBufAllocator allocator, Reply reply, boolean keepAlive) {
        byte[] body = reply.body();
        return encode(allocator, reply.status(), reply.contentType(), body, body.length, body.length, keepAlive);
    }

    private static byte[] startOf(int status, String contentType, boolean keepAlive) {
        if (keepAlive && Reply.JSON.equals(contentType)) {
            if (status == 200) {
                return OK_JSON;
            }
            if (status == 400) {
                return BAD_REQUEST_JSON;
            }
        }
        return start(status, contentType, keepAlive);
    }

    private static byte[] start(int status, String contentType, boolean keepAlive) {
        return ascii("HTTP/1.1 " + status + ' ' + reason(status) + "\r\nServer: Server\r\nConnection: "
                + (keepAlive ? "keep-alive" : "close")
                + (contentType == null ? "" : "\r\nContent-Type: " + contentType)
                + "\r\nDate: ");
    }

    private static String reason(int status) {
        return switch (status) {
            case 200 -> "OK";
            case 400 -> "Bad Request";
            case 403 -> "Forbidden";
            case 404 -> "Not Found";
            case 408 -> "Request Timeout";
            case 409 -> "Conflict";
            case 413 -> "Content Too Large";
            case 417 -> "Expectation Failed";
            case 421 -> "Misdirected Request";
            case 500 -> "Internal Server Error";
            case 503 -> "Service Unavailable";
            default -> "Unknown";
        };
    }

    private byte[] date() {
        long second = clock.millis() / 1000;
        if (second != dateSecond) {
            dateSecond = second;
            date = ascii(DATE.format(Instant.ofEpochSecond(second)));
        }
        return date;
    }

    /** 52 letters and digits like the service's; random, so that two servers' logs can be put side by side. */
    private void putRequestId() {
        ThreadLocalRandom random = ThreadLocalRandom.current();
        long bits = 0;
        for (int i = 0; i < ID_LENGTH; i++) {
            if (i % 12 == 0) {
                bits = random.nextLong();
            }
            head[at++] = ID_LETTERS[(int) bits & 31];
            bits >>>= 5;
        }
    }

    private void putNumber(long number) {
        int digits = 1;
        for (long rest = number; rest >= 10; rest /= 10) {
            digits++;
        }
        long rest = number;
        for (int i = at + digits - 1; i >= at; i--) {
            head[i] = (byte) ('0' + rest % 10);
            rest /= 10;
        }
        at += digits;
    }

    private void put(byte[] bytes) {
        System.arraycopy(bytes, 0, head, at, bytes.length);
        at += bytes.length;
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
