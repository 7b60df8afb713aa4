package dev.partita.http;

import java.nio.charset.StandardCharsets;

/**
 * Why the server answers a request without its handler.
 *
 * @param detail a sentence for the client: what is wrong and what to do
 */
public record Refusal(Reason reason, String detail) {

    /** What can be wrong before a request reaches its handler. */
    public enum Reason {
        /** Not HTTP/1.1, or not in a way that can be read in one way only. */
        MALFORMED(400),
        /** {@code Content-Encoding: gzip}, but it is not. */
        NOT_GZIP(400),
        /** A web page from elsewhere. */
        STRANGE_ORIGIN(403),
        /** Head or body did not arrive in time. */
        TOO_SLOW(408),
        /** The body, as sent or unpacked. */
        TOO_LARGE(413),
        /** An {@code Expect} other than {@code 100-continue}. */
        UNKNOWN_EXPECTATION(417),
        /** A {@code Host} that is not ours. */
        STRANGE_HOST(421),
        /** A fault of the handler's. */
        FAILED(500),
        /** Too many connections; this one is closed. */
        TOO_MANY_CONNECTIONS(503),
        /** No memory or no thread for this request now. */
        OVERLOADED(503);

        private final int status;

        Reason(int status) {
            this.status = status;
        }

        /** What it is in plain HTTP. */
        public int status() {
            return status;
        }
    }

    public int status() {
        return reason.status();
    }

    /** In plain text, for whoever has no words of their own for it. */
    public HttpAnswer asText() {
        return HttpAnswer.of(status(), "text/plain; charset=utf-8", (detail + "\n").getBytes(StandardCharsets.UTF_8));
    }
}
