package dev.partita.plan;

import java.time.Duration;
import java.util.Map;

/** Where requests go: the engine in this process, a server, or Amazon. */
@FunctionalInterface
public interface Endpoint {

    /**
     * @throws EndpointException what the service refused
     */
    Answer call(Request request);

    /** What the endpoint says of a table: the answer's body as data, or empty where it cannot be told. */
    default Map<?, ?> describe(Request.TableRequest request) {
        call(request);
        return Map.of();
    }

    /** The same endpoint, whose answers say which units they took; itself where they always do, or cannot. */
    default Endpoint counting() {
        return this;
    }

    /** Whether it answers reads on the calling thread, out of this process: nobody has to wait for them elsewhere. */
    default boolean answersAtOnce() {
        return false;
    }

    /** The same endpoint, giving a request up after this time; itself where a request cannot be given up. */
    default Endpoint within(Duration timeout) {
        return this;
    }
}
