package dev.partita.plan;

import java.time.Duration;

/** Where requests go: the engine in this process, a server, or Amazon. */
@FunctionalInterface
public interface Endpoint {

    /**
     * @throws EndpointException what the service refused
     */
    Answer call(Request request);

    /** The same endpoint, whose answers say which units they took; itself where they always do, or cannot. */
    default Endpoint counting() {
        return this;
    }

    /** The same endpoint, giving a request up after this time; itself where a request cannot be given up. */
    default Endpoint within(Duration timeout) {
        return this;
    }
}
