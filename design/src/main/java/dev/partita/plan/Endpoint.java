package dev.partita.plan;

/** Where requests go: the engine in this process, a server, or Amazon. */
@FunctionalInterface
public interface Endpoint {

    /**
     * @throws EndpointException what the service refused
     */
    Answer call(Request request);
}
