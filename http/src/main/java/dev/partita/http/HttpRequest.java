package dev.partita.http;

import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** What a client sent, whole. It does not change, so it can be handed to another thread. */
public final class HttpRequest {

    private static final byte[] NOTHING = new byte[0];

    private final String method;
    private final boolean head;
    private final String path;
    private final String query;
    private final byte[] body;
    private final InetAddress peer;
    private final HeaderCache remembered;
    private HeaderFields fields;

    HttpRequest(
            String method, String target, HeaderFields fields, HeaderCache remembered, byte[] body, InetAddress peer) {
        this.head = method.equals("HEAD");
        this.method = head ? "GET" : method;
        int mark = target.indexOf('?');
        this.path = mark < 0 ? target : target.substring(0, mark);
        this.query = mark < 0 ? null : target.substring(mark + 1);
        this.fields = fields;
        this.remembered = remembered;
        this.body = body;
        this.peer = peer;
    }

    /**
     * A request that came over no wire, for callers in this process.
     *
     * @param target path and query, as they would be sent
     * @param headers Latin-1 only
     */
    public static HttpRequest of(String method, String target, Map<String, String> headers, byte[] body) {
        StringBuilder text = new StringBuilder();
        HeaderFields fields = new HeaderFields();
        headers.forEach((name, value) -> {
            int from = text.length();
            text.append(name).append(value);
            int middle = from + name.length();
            fields.add(from, middle, middle, text.length());
        });
        byte[] bytes = text.toString().getBytes(StandardCharsets.ISO_8859_1);
        fields.keep(bytes, bytes.length);
        byte[] all = body == null ? NOTHING : body;
        return new HttpRequest(method, target, fields, new HeaderCache(), all, InetAddress.getLoopbackAddress());
    }

    /** As sent, in the case it was sent; but GET for HEAD, since the server itself leaves out the body then. */
    public String method() {
        return method;
    }

    /** Whether the client will not get the body, only what announces it. */
    public boolean isHead() {
        return head;
    }

    /** As sent, nothing decoded; begins with {@code /}. */
    public String path() {
        return path;
    }

    /** As sent, without the question mark; null if there is none. */
    public String query() {
        return query;
    }

    /**
     * A header's value, or null. The case of {@code name} does not matter; values of a header that came several times are
     * joined by {@code ", "}. A value that a connection repeats is the same object again.
     */
    public String header(String name) {
        if (fields == null) {
            throw new IllegalStateException("the header has been released");
        }
        return fields.value(name, remembered);
    }

    /** Unpacked if it came packed; empty if there was none. */
    public byte[] body() {
        return body;
    }

    /** Where the request came from. */
    public InetAddress peer() {
        return peer;
    }

    /**
     * The header is not needed any more: the connection's next request may use its memory. Nobody has to call this; it
     * works in {@link Handler#handle}, before the request is handed to another thread.
     */
    public void release() {
        fields = null;
    }

    boolean isReleased() {
        return fields == null;
    }

    HttpRequest withBody(byte[] newBody) {
        return new HttpRequest(this, newBody);
    }

    private HttpRequest(HttpRequest other, byte[] body) {
        this.method = other.method;
        this.head = other.head;
        this.path = other.path;
        this.query = other.query;
        this.fields = other.fields;
        this.remembered = other.remembered;
        this.peer = other.peer;
        this.body = body;
    }
}
