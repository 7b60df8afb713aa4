package dev.partita.http;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The request line and the header fields, read straight from the bytes.
 *
 * <p>Strict on purpose: whatever two HTTP parsers could read in two ways (a bare line feed, a folded line, white space
 * around a name, two lengths, an unknown transfer coding) is refused, so nothing can be smuggled past a proxy. One head
 * belongs to one connection and is filled again for each request; what the server itself needs of it is at hand, the rest
 * is looked up in {@link #fields()} by whoever wants it.
 */
final class RequestHead {

    /** Which bytes a method or a header name may hold (RFC 9110, "token"). */
    private static final boolean[] TOKEN = new boolean[256];

    static {
        for (char c = '0'; c <= '9'; c++) {
            TOKEN[c] = true;
        }
        for (char c = 'a'; c <= 'z'; c++) {
            TOKEN[c] = true;
            TOKEN[c - 'a' + 'A'] = true;
        }
        for (char c : "!#$%&'*+-.^_`|~".toCharArray()) {
            TOKEN[c] = true;
        }
    }

    /** Whether a method or a header name may hold this byte. */
    static boolean isToken(byte b) {
        return TOKEN[b & 0xff];
    }

    private static final byte[] POST = ascii("POST /");
    private static final String[] METHODS = {"GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"};
    private static final byte[] HTTP = ascii("HTTP/1.");

    /** As most clients write it. */
    private static final byte[] KEEP_ALIVE = ascii("Keep-Alive");

    private static final byte[] HOST = ascii("host");
    private static final byte[] ORIGIN = ascii("origin");
    private static final byte[] EXPECT = ascii("expect");
    private static final byte[] CONNECTION = ascii("connection");
    private static final byte[] CONTENT_TYPE = ascii("content-type");
    private static final byte[] AUTHORIZATION = ascii("authorization");
    private static final byte[] CONTENT_LENGTH = ascii("content-length");
    private static final byte[] SEC_FETCH_SITE = ascii("sec-fetch-site");
    private static final byte[] CONTENT_ENCODING = ascii("content-encoding");
    private static final byte[] TRANSFER_ENCODING = ascii("transfer-encoding");

    private final int maxLineBytes;
    private final int maxHeaderBytes;

    private byte[] bytes;
    private int at;
    private int end;

    private String method;
    private String target;
    private String authority;
    private boolean oneDotOne;
    private boolean closeAsked;
    private boolean keepAliveAsked;
    private boolean keepAlive;
    private boolean chunked;
    private long contentLength;
    private String origin;
    private String expect;
    private String secFetchSite;
    private String contentEncoding;
    private boolean hasContentType;
    private boolean hasAuthorization;
    private final Value host = new Value();
    private HeaderFields fields = new HeaderFields();

    RequestHead(int maxLineBytes, int maxHeaderBytes) {
        this.maxLineBytes = maxLineBytes;
        this.maxHeaderBytes = maxHeaderBytes;
    }

    /** How many bytes a head can take at most; more than that need not be handed to {@link #parse}. */
    int maxBytes() {
        return maxLineBytes + maxHeaderBytes + 8;
    }

    /**
     * Reads a head from the first {@code length} of {@code source}.
     *
     * @return how many bytes it took, or -1 if its end is not there yet
     */
    int parse(byte[] source, int length) throws MalformedRequest {
        bytes = source;
        at = 0;
        end = length;
        clear();
        while (at + 1 < end && bytes[at] == '\r' && bytes[at + 1] == '\n' && at < 8) {
            at += 2;
        }
        int lineEnd = lineEnd(maxLineBytes, "the request line is too long");
        if (lineEnd < 0) {
            return -1;
        }
        requestLine(lineEnd);
        at = lineEnd + 2;
        int headerStart = at;
        while (true) {
            lineEnd = lineEnd(maxHeaderBytes - (at - headerStart), "the header is too long");
            if (lineEnd < 0) {
                return -1;
            }
            if (lineEnd == at) {
                break;
            }
            field(lineEnd);
            at = lineEnd + 2;
        }
        at += 2;
        checkFraming();
        keepAlive = !closeAsked && (oneDotOne || keepAliveAsked);
        return at;
    }

    String method() {
        return method;
    }

    /** Path and query, as sent; begins with {@code /}. */
    String target() {
        return target;
    }

    /** The host in the request line, which only proxies send; else null. */
    String authority() {
        return authority;
    }

    /** Whether it is HTTP/1.1 rather than 1.0. */
    boolean isOneDotOne() {
        return oneDotOne;
    }

    boolean keepAlive() {
        return keepAlive;
    }

    boolean chunked() {
        return chunked;
    }

    /** Of a body that is not chunked; 0 if none was announced. */
    long contentLength() {
        return Math.max(0, contentLength);
    }

    /**
     * Never null after a successful {@link #parse} of HTTP/1.1. The very object of the request before, if it named the same
     * host.
     */
    String host() {
        return host.text;
    }

    String origin() {
        return origin;
    }

    String expect() {
        return expect;
    }

    String secFetchSite() {
        return secFetchSite;
    }

    String contentEncoding() {
        return contentEncoding;
    }

    /** All fields; they are good for the head last parsed, once {@link #keep} was called. */
    HeaderFields fields() {
        return fields;
    }

    /** Copies what {@link #fields()} needs out of {@code source}, which was just parsed. */
    void keep(byte[] source, int length) {
        fields.keep(source, length);
    }

    /** Leaves {@link #fields()} to whoever has it; the next request gets its own. */
    void leaveFields() {
        fields = new HeaderFields();
    }

    private void clear() {
        method = null;
        target = null;
        authority = null;
        oneDotOne = false;
        closeAsked = false;
        keepAliveAsked = false;
        keepAlive = false;
        chunked = false;
        contentLength = -1;
        origin = null;
        expect = null;
        secFetchSite = null;
        contentEncoding = null;
        hasContentType = false;
        hasAuthorization = false;
        host.text = null;
        fields.clear();
    }

    /** Where the line that starts at {@link #at} ends, or -1 if its end is not there yet. */
    private int lineEnd(int maxBytes, String tooLong) throws MalformedRequest {
        byte[] source = bytes;
        int limit = end;
        int from = at;
        for (int i = from; i < limit; i++) {
            byte b = source[i];
            // Control characters are negative or below space; a tab may stand inside a value.
            if (b < ' ' && b >= 0 || b == 0x7f) {
                if (b == '\r') {
                    if (i + 1 == limit) {
                        return -1;
                    }
                    if (source[i + 1] != '\n') {
                        throw new MalformedRequest("a carriage return without a line feed");
                    }
                    if (i - from > maxBytes) {
                        throw new MalformedRequest(tooLong);
                    }
                    return i;
                }
                if (b != '\t') {
                    throw new MalformedRequest(
                            b == '\n' ? "a line feed without a carriage return" : "a control character in the header");
                }
            }
        }
        if (limit - from > maxBytes) {
            throw new MalformedRequest(tooLong);
        }
        return -1;
    }

    private void requestLine(int lineEnd) throws MalformedRequest {
        int uriStart;
        if (startsWith(POST, at)) {
            method = "POST";
            uriStart = at + POST.length - 1;
        } else {
            int i = at;
            while (i < lineEnd && TOKEN[bytes[i] & 0xff]) {
                i++;
            }
            if (i == at || i == lineEnd || bytes[i] != ' ') {
                throw new MalformedRequest("this is not an HTTP request");
            }
            method = method(i);
            uriStart = i + 1;
        }
        int uriEnd = uriStart;
        while (uriEnd < lineEnd && bytes[uriEnd] > ' ') {
            uriEnd++;
        }
        boolean isHttp = uriEnd > uriStart
                && lineEnd - uriEnd == HTTP.length + 2
                && bytes[uriEnd] == ' '
                && startsWith(HTTP, uriEnd + 1);
        byte minor = bytes[lineEnd - 1];
        if (!isHttp || minor != '0' && minor != '1') {
            throw new MalformedRequest("only HTTP/1.1 is spoken here");
        }
        oneDotOne = minor == '1';
        target = uriEnd == uriStart + 1 && bytes[uriStart] == '/' ? "/" : target(text(uriStart, uriEnd));
    }

    private String method(int methodEnd) {
        for (String known : METHODS) {
            if (known.length() == methodEnd - at && isText(known, at)) {
                return known;
            }
        }
        return text(at, methodEnd);
    }

    /** Path and query of {@code uri}, which may also name the host, or be the {@code *} of OPTIONS. */
    private String target(String uri) throws MalformedRequest {
        if (uri.indexOf('#') >= 0) {
            throw new MalformedRequest("a '#' in the path must be sent as %23");
        }
        if (uri.charAt(0) == '/') {
            return uri;
        }
        if (uri.equals("*") && method.equals("OPTIONS")) {
            return "/";
        }
        int start =
                uri.regionMatches(true, 0, "http://", 0, 7) ? 7 : uri.regionMatches(true, 0, "https://", 0, 8) ? 8 : 0;
        if (start == 0) {
            throw new MalformedRequest("the path must begin with '/'");
        }
        int end = start;
        while (end < uri.length() && uri.charAt(end) != '/' && uri.charAt(end) != '?') {
            end++;
        }
        authority = uri.substring(start, end);
        return end == uri.length() ? "/" : uri.charAt(end) == '?' ? "/" + uri.substring(end) : uri.substring(end);
    }

    private void field(int lineEnd) throws MalformedRequest {
        int nameStart = at;
        int i = nameStart;
        while (i < lineEnd && TOKEN[bytes[i] & 0xff]) {
            i++;
        }
        if (i == nameStart || i == lineEnd || bytes[i] != ':') {
            throw new MalformedRequest("a header line without a proper name");
        }
        int from = i + 1;
        int to = lineEnd;
        while (from < to && (bytes[from] == ' ' || bytes[from] == '\t')) {
            from++;
        }
        while (to > from && (bytes[to - 1] == ' ' || bytes[to - 1] == '\t')) {
            to--;
        }
        fields.add(nameStart, i, from, to);
        switch (i - nameStart) {
            case 4 -> {
                if (named(HOST)) {
                    once(host.text != null, "Host");
                    host.set(from, to);
                }
            }
            case 6 -> {
                if (named(ORIGIN)) {
                    once(origin != null, "Origin");
                    origin = text(from, to);
                } else if (named(EXPECT)) {
                    expect = text(from, to);
                }
            }
            case 10 -> {
                if (named(CONNECTION)) {
                    connection(from, to);
                }
            }
            case 12 -> {
                if (named(CONTENT_TYPE)) {
                    once(hasContentType, "Content-Type");
                    hasContentType = true;
                }
            }
            case 13 -> {
                if (named(AUTHORIZATION)) {
                    once(hasAuthorization, "Authorization");
                    hasAuthorization = true;
                }
            }
            case 14 -> {
                if (named(CONTENT_LENGTH)) {
                    contentLength = contentLength(from, to);
                } else if (named(SEC_FETCH_SITE)) {
                    secFetchSite = text(from, to);
                }
            }
            case 16 -> {
                if (named(CONTENT_ENCODING)) {
                    once(contentEncoding != null, "Content-Encoding");
                    contentEncoding = text(from, to);
                }
            }
            case 17 -> {
                if (named(TRANSFER_ENCODING)) {
                    if (chunked || !text(from, to).equalsIgnoreCase("chunked")) {
                        throw new MalformedRequest("the only Transfer-Encoding is chunked");
                    }
                    chunked = true;
                }
            }
            default -> {}
        }
    }

    private void connection(int from, int to) {
        if (to - from == KEEP_ALIVE.length && Arrays.equals(bytes, from, to, KEEP_ALIVE, 0, KEEP_ALIVE.length)) {
            keepAliveAsked = true;
            return;
        }
        String options = text(from, to);
        for (String option : options.split(",")) {
            closeAsked |= option.strip().equalsIgnoreCase("close");
            keepAliveAsked |= option.strip().equalsIgnoreCase("keep-alive");
        }
    }

    private long contentLength(int from, int to) throws MalformedRequest {
        if (contentLength >= 0 || from == to || to - from > 18) {
            throw new MalformedRequest("Content-Length must be one number");
        }
        long length = 0;
        for (int i = from; i < to; i++) {
            if (bytes[i] < '0' || bytes[i] > '9') {
                throw new MalformedRequest("Content-Length must be one number");
            }
            length = length * 10 + bytes[i] - '0';
        }
        return length;
    }

    private void checkFraming() throws MalformedRequest {
        if (chunked && contentLength >= 0) {
            throw new MalformedRequest("both Content-Length and Transfer-Encoding");
        }
        if (chunked && !oneDotOne) {
            throw new MalformedRequest("Transfer-Encoding needs HTTP/1.1");
        }
        if (oneDotOne && host.text == null) {
            throw new MalformedRequest("HTTP/1.1 needs a Host");
        }
    }

    private static void once(boolean before, String name) throws MalformedRequest {
        if (before) {
            throw new MalformedRequest(name + " came twice");
        }
    }

    /** Whether the field that starts at {@link #at} has this name; the caller has compared the length. */
    private boolean named(byte[] lowerCaseName) {
        for (int i = 0; i < lowerCaseName.length; i++) {
            byte b = bytes[at + i];
            if ((b >= 'A' && b <= 'Z' ? b + 32 : b) != lowerCaseName[i]) {
                return false;
            }
        }
        return true;
    }

    private boolean isText(String ascii, int from) {
        for (int i = 0; i < ascii.length(); i++) {
            if (bytes[from + i] != ascii.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    private boolean startsWith(byte[] prefix, int from) {
        return end - from >= prefix.length
                && Arrays.equals(bytes, from, from + prefix.length, prefix, 0, prefix.length);
    }

    private String text(int from, int to) {
        return new String(bytes, from, to - from, StandardCharsets.ISO_8859_1);
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    /** A value that the requests of a connection repeat, as a rule. */
    private final class Value {
        private String text;
        private byte[] lastBytes = new byte[0];
        private String lastText = "";

        void set(int from, int to) {
            if (!Arrays.equals(bytes, from, to, lastBytes, 0, lastBytes.length)) {
                lastBytes = Arrays.copyOfRange(bytes, from, to);
                lastText = text(from, to);
            }
            text = lastText;
        }
    }
}
