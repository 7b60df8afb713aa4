package dev.partita.http;

import java.util.function.Supplier;

/**
 * What goes back to the client. It does not change; {@link #with} makes another one. Arrays are taken as they are, not
 * copied, and must not change either.
 *
 * <p>A header value with a line break in it could begin a header, or a whole answer, of its author's choosing. So names
 * and values are checked when they are handed in, and what could break out of its line is refused.
 */
public final class HttpAnswer {

    /** A body that is made while it is sent. */
    public interface Pieces extends AutoCloseable {

        /**
         * The next bytes, or null at the end. Called on a thread for streams, so it may wait, and only when the client has
         * taken what came before. What it throws ends the connection, so that the client knows that something is missing.
         */
        byte[] next() throws Exception;

        /** Called once, after the end or when the client is gone; never while {@link #next} runs. */
        @Override
        void close();
    }

    /** A header field, and those before it. */
    record Field(Field before, String name, String value) {}

    private static final byte[] NOTHING = new byte[0];
    private static final Runnable NOBODY = () -> {};

    /** Those that say where an answer ends and what becomes of the connection are the server's alone. */
    private static final String[] OWN = {
        "Connection",
        "Content-Length",
        "Content-Type",
        "Date",
        "Keep-Alive",
        "TE",
        "Trailer",
        "Transfer-Encoding",
        "Upgrade"
    };

    private final int status;
    private final String contentType;
    private final byte[] body;
    private final int length;
    private final Pieces pieces;
    private final Runnable afterwards;
    private final Field fields;
    private final boolean last;

    /** Null unless the rest is yet to be made. */
    private final Supplier<HttpAnswer> maker;

    private HttpAnswer(
            int status,
            String contentType,
            byte[] body,
            int length,
            Pieces pieces,
            Runnable afterwards,
            Field fields,
            boolean last,
            Supplier<HttpAnswer> maker) {
        this.status = status;
        this.contentType = contentType;
        this.body = body;
        this.length = length;
        this.pieces = pieces;
        this.afterwards = afterwards;
        this.fields = fields;
        this.last = last;
        this.maker = maker;
    }

    public static HttpAnswer of(int status, String contentType, byte[] body) {
        return of(status, contentType, body, body.length);
    }

    /** The body is the first {@code length} bytes of {@code buffer}. */
    public static HttpAnswer of(int status, String contentType, byte[] buffer, int length) {
        return lent(status, contentType, buffer, length, NOBODY);
    }

    /**
     * Like {@link #of(int, String, byte[], int)}, from a buffer that can be used again: {@code afterwards} runs on an event
     * loop once the bytes have been copied out. Of a long answer or for a client that is gone it does not run at all.
     */
    public static HttpAnswer lent(int status, String contentType, byte[] buffer, int length, Runnable afterwards) {
        requireStatus(status);
        requireValue("Content-Type", contentType);
        if (length < 0 || length > buffer.length) {
            throw new IllegalArgumentException("a length of " + length + " in a buffer of " + buffer.length);
        }
        return new HttpAnswer(status, contentType, buffer, length, null, afterwards, null, false, null);
    }

    /** Without a body. */
    public static HttpAnswer empty(int status) {
        requireStatus(status);
        return new HttpAnswer(status, null, NOTHING, 0, null, NOBODY, null, false, null);
    }

    /** In chunks; each is asked for when the client has taken the one before. */
    public static HttpAnswer stream(int status, String contentType, Pieces pieces) {
        requireStatus(status);
        requireValue("Content-Type", contentType);
        return new HttpAnswer(status, contentType, NOTHING, 0, pieces, NOBODY, null, false, null);
    }

    /**
     * One that the thread which serves the connection makes, at once before it sends it: for whoever brings it from a thread
     * that has better to do. Until then it tells nothing.
     */
    public static HttpAnswer later(Supplier<HttpAnswer> maker) {
        return new HttpAnswer(0, null, NOTHING, 0, null, NOBODY, null, false, maker);
    }

    /**
     * The same with one header field more.
     *
     * @throws IllegalArgumentException if the name is not one or is the server's own, or the value holds anything but
     *     printable Latin-1, spaces and tabs
     */
    public HttpAnswer with(String header, String value) {
        if (!isToken(header) || isOwn(header)) {
            throw new IllegalArgumentException("not a header field an answer can set");
        }
        requireValue(header, value);
        if (maker != null) {
            return later(() -> made().with(header, value));
        }
        return new HttpAnswer(
                status, contentType, body, length, pieces, afterwards, new Field(fields, header, value), last, null);
    }

    /** The same as the last answer of its connection, which is closed behind it: {@code Connection: close}. */
    public HttpAnswer closing() {
        if (maker != null) {
            return later(() -> made().closing());
        }
        return new HttpAnswer(status, contentType, body, length, pieces, afterwards, fields, true, null);
    }

    /** Itself, or what {@link #later} promised. */
    HttpAnswer made() {
        return maker == null ? this : maker.get().made();
    }

    boolean isLast() {
        return last;
    }

    public int status() {
        return status;
    }

    /** Null if there is none. */
    public String contentType() {
        return contentType;
    }

    /** Valid up to {@link #length()}; empty for a stream. */
    public byte[] body() {
        return body;
    }

    public int length() {
        return length;
    }

    /** Null unless it is a stream. */
    public Pieces pieces() {
        return pieces;
    }

    /** The value of a field that {@link #with} added, the last one if there are several; or null. */
    public String header(String name) {
        for (Field field = fields; field != null; field = field.before) {
            if (field.name.equalsIgnoreCase(name)) {
                return field.value;
            }
        }
        return null;
    }

    /** The last field; null if there are none. */
    Field fields() {
        return fields;
    }

    /** The body has been copied out. */
    void release() {
        afterwards.run();
    }

    private static boolean isOwn(String name) {
        for (String own : OWN) {
            if (own.equalsIgnoreCase(name)) {
                return true;
            }
        }
        return false;
    }

    private static void requireStatus(int status) {
        if (status < 200 || status > 599) {
            throw new IllegalArgumentException("not a status an answer can have: " + status);
        }
    }

    private static void requireValue(String name, String value) {
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            // The value itself stays out of the message, which may end up in a log.
            if (c < ' ' && c != '\t' || c == 0x7f || c > 0xff) {
                throw new IllegalArgumentException(
                        "the value of " + name + " holds a character that a header cannot hold: code " + (int) c);
            }
        }
    }

    private static boolean isToken(String name) {
        for (int i = 0; i < name.length(); i++) {
            if (name.charAt(i) > 0x7f || !RequestHead.isToken((byte) name.charAt(i))) {
                return false;
            }
        }
        return !name.isEmpty();
    }
}
