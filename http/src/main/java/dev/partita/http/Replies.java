package dev.partita.http;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** Puts status, headers and body into one buffer. One per event loop: it keeps the date and how answers begin. */
final class Replies {

    /** How an answer begins, up to its date. */
    private record Start(int status, String contentType, boolean keepAlive, byte[] bytes) {}

    private static final DateTimeFormatter DATE = DateTimeFormatter.ofPattern(
                    "EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ROOT)
            .withZone(ZoneOffset.UTC);

    private static final byte[] LENGTH = ascii("\r\nContent-Length: ");
    private static final byte[] CHUNKED = ascii("\r\nTransfer-Encoding: chunked");
    private static final byte[] VARY = ascii("\r\nVary: Origin");
    private static final byte[] ORIGIN = ascii("\r\nAccess-Control-Expose-Headers: *\r\nAccess-Control-Allow-Origin: ");
    private static final byte[] LINE = ascii("\r\n");
    private static final byte[] COLON = ascii(": ");
    private static final byte[] END = ascii("\r\n\r\n");
    private static final byte[] LAST_CHUNK = ascii("0\r\n\r\n");
    private static final byte[] HEX = ascii("0123456789abcdef");

    /** Nearly all answers begin in one of few ways. */
    private static final int STARTS = 8;

    private final Clock clock;
    private final Handler handler;
    private final boolean vary;
    private final HeadOut head = new HeadOut();
    private final Start[] starts = new Start[STARTS];
    private int nextStart;
    private byte[] date;
    private long dateSecond = Long.MIN_VALUE;

    /** {@code vary}: answers depend on where the page that asks is from. */
    Replies(Clock clock, Handler handler, boolean vary) {
        this.clock = clock;
        this.handler = handler;
        this.vary = vary;
    }

    /**
     * The head and the beginning of the body.
     *
     * @param origin the page from elsewhere that may read the answer, or null
     * @param count how much of the body to put in: all, none for a HEAD request, or the first piece of a long one
     * @param chunked whether chunks follow; a stream that is not chunked ends with the connection
     */
    ByteBuf encode(
            ByteBufAllocator allocator,
            HttpAnswer answer,
            String origin,
            int count,
            boolean chunked,
            boolean keepAlive) {
        head.clear();
        head.put(start(answer.status(), answer.contentType(), keepAlive));
        head.put(date());
        if (vary) {
            head.put(VARY);
        }
        if (origin != null) {
            head.put(ORIGIN);
            head.put(origin);
        }
        putFields(answer.fields());
        handler.complete(head, answer);
        if (chunked) {
            head.put(CHUNKED);
        } else if (answer.pieces() == null && hasBody(answer.status())) {
            head.put(LENGTH);
            head.putNumber(answer.length());
        }
        head.put(END);
        int total = head.length() + count;
        return allocator
                .directBuffer(total, total)
                .writeBytes(head.bytes(), 0, head.length())
                .writeBytes(answer.body(), 0, count);
    }

    /** Whether an answer of this status can have a body at all. */
    static boolean hasBody(int status) {
        return status != 204 && status != 304;
    }

    static ByteBuf chunk(ByteBufAllocator allocator, byte[] bytes, int from, int count) {
        int digits = (35 - Integer.numberOfLeadingZeros(count)) / 4;
        int total = digits + count + 4;
        ByteBuf buffer = allocator.directBuffer(total, total);
        for (int shift = 4 * (digits - 1); shift >= 0; shift -= 4) {
            buffer.writeByte(HEX[count >> shift & 15]);
        }
        return buffer.writeBytes(LINE).writeBytes(bytes, from, count).writeBytes(LINE);
    }

    static ByteBuf lastChunk(ByteBufAllocator allocator) {
        return allocator.directBuffer(LAST_CHUNK.length).writeBytes(LAST_CHUNK);
    }

    private void putFields(HttpAnswer.Field last) {
        if (last != null) {
            putFields(last.before());
            head.put(LINE);
            head.put(last.name());
            head.put(COLON);
            head.put(last.value());
        }
    }

    private byte[] start(int status, String contentType, boolean keepAlive) {
        for (Start start : starts) {
            if (start != null
                    && start.status == status
                    && start.keepAlive == keepAlive
                    && (contentType == null ? start.contentType == null : contentType.equals(start.contentType))) {
                return start.bytes;
            }
        }
        byte[] bytes = ("HTTP/1.1 " + status + ' ' + reason(status) + "\r\nConnection: "
                        + (keepAlive ? "keep-alive" : "close")
                        + (contentType == null ? "" : "\r\nContent-Type: " + contentType)
                        + "\r\nDate: ")
                .getBytes(StandardCharsets.ISO_8859_1);
        starts[nextStart] = new Start(status, contentType, keepAlive, bytes);
        nextStart = (nextStart + 1) % STARTS;
        return bytes;
    }

    private static String reason(int status) {
        return switch (status) {
            case 200 -> "OK";
            case 201 -> "Created";
            case 202 -> "Accepted";
            case 204 -> "No Content";
            case 301 -> "Moved Permanently";
            case 302 -> "Found";
            case 303 -> "See Other";
            case 304 -> "Not Modified";
            case 307 -> "Temporary Redirect";
            case 308 -> "Permanent Redirect";
            case 400 -> "Bad Request";
            case 401 -> "Unauthorized";
            case 403 -> "Forbidden";
            case 404 -> "Not Found";
            case 405 -> "Method Not Allowed";
            case 406 -> "Not Acceptable";
            case 408 -> "Request Timeout";
            case 409 -> "Conflict";
            case 410 -> "Gone";
            case 412 -> "Precondition Failed";
            case 413 -> "Content Too Large";
            case 414 -> "URI Too Long";
            case 415 -> "Unsupported Media Type";
            case 417 -> "Expectation Failed";
            case 421 -> "Misdirected Request";
            case 422 -> "Unprocessable Content";
            case 428 -> "Precondition Required";
            case 429 -> "Too Many Requests";
            case 431 -> "Request Header Fields Too Large";
            case 500 -> "Internal Server Error";
            case 501 -> "Not Implemented";
            case 502 -> "Bad Gateway";
            case 503 -> "Service Unavailable";
            case 504 -> "Gateway Timeout";
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

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
