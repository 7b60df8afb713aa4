package dev.partita.service;

import dev.partita.fuzz.Target;
import dev.partita.plan.GivenValues;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** What a request to the service carries; its first letter says what: a body, a query, a cursor, or the value of a header. */
public final class RequestTarget implements Target {

    private static final Map<String, Object> ARGUMENTS = Map.of("userId", "u1", "limit", 20L);

    private final Cursors cursors = new Cursors("sixteen bytes or more".getBytes(StandardCharsets.UTF_8));

    @Override
    public void read(byte[] input) {
        if (input.length == 0) {
            return;
        }
        byte[] rest = Arrays.copyOfRange(input, 1, input.length);
        // As headers and the request line come from the socket.
        String text = new String(rest, StandardCharsets.ISO_8859_1);
        try {
            switch (input[0]) {
                case 'q' -> query(text);
                case 'c' -> cursors.open("shop", "orders", ARGUMENTS, text);
                case 's' -> sealed(new String(rest, StandardCharsets.UTF_8));
                case 'e' -> etag(text);
                case 'a' -> Accept.of(text, Accept.values());
                case 'p' -> Preferences.of(text);
                default -> GivenValues.store(JsonBody.read(rest));
            }
        } catch (Refused refused) {
            // As it must be.
        }
    }

    private static void query(String text) {
        for (Map.Entry<String, List<String>> parameter : Parameters.of(text).entrySet()) {
            StringBuilder encoded = new StringBuilder();
            Parameters.encode(parameter.getKey(), encoded);
            encoded.append('=');
            Parameters.encode(parameter.getValue().get(0), encoded);
            Map<String, List<String>> again = Parameters.of(encoded.toString());
            if (!again.equals(
                    Map.of(parameter.getKey(), List.of(parameter.getValue().get(0))))) {
                throw new AssertionError(parameter + " is " + again + " when it was sent again");
            }
        }
    }

    private static void etag(String header) {
        Etag.isAmong(header, Etag.ofVersion(7, Instant.EPOCH, new byte[] {1}, 1));
        Etag.expected(header);
    }

    private void sealed(String cursor) {
        String sealed = cursors.seal("shop", "orders", ARGUMENTS, cursor);
        if (!cursors.open("shop", "orders", ARGUMENTS, sealed).equals(cursor)) {
            throw new AssertionError("a cursor was opened otherwise than it was sealed");
        }
        try {
            cursors.open("shop", "others", ARGUMENTS, sealed);
        } catch (Refused refused) {
            return;
        }
        throw new AssertionError("the cursor of one list was taken by another");
    }
}
