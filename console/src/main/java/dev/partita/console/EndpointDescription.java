package dev.partita.console;

import dev.partita.document.Json;
import java.util.Objects;

/**
 * What the pages say about the endpoint.
 *
 * @param label short: {@code this machine}, {@code Amazon DynamoDB in eu-west-1}
 * @param detail where the data lies, or null
 * @param api where DynamoDB's API is for other clients
 * @param region what clients have to say
 * @param here whether the tables are in this very process, so that everything that happens to them is seen
 * @param production ask before every write
 * @param local no token is asked for
 */
public record EndpointDescription(
        String label,
        String detail,
        String api,
        String region,
        boolean here,
        boolean production,
        boolean local,
        String version) {

    /** Differs for every place. Pages say with each call which one they were opened for. */
    String id() {
        return Integer.toHexString(Objects.hash(label, production));
    }

    Object tree() {
        return Json.map(
                "id", id(),
                "label", label,
                "detail", detail,
                "api", api,
                "region", region,
                "here", here,
                "production", production,
                "local", local,
                "version", version);
    }
}
