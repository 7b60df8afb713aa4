package dev.partita.plan;

import java.util.Map;

/**
 * An endpoint before another. It decides what becomes of a request and how it is sent; everything else is the other's, and no
 * subclass can forget to hand it on.
 */
public abstract class EndpointDecorator implements Endpoint {

    private final Endpoint endpoint;

    protected EndpointDecorator(Endpoint endpoint) {
        this.endpoint = endpoint;
    }

    /** The one behind. */
    protected final Endpoint endpoint() {
        return endpoint;
    }

    @Override
    public final Map<?, ?> describe(Request.TableRequest request) {
        return endpoint.describe(request);
    }

    @Override
    public final boolean tell(Listener listener) {
        return endpoint.tell(listener);
    }

    @Override
    public final boolean answersAtOnce() {
        return endpoint.answersAtOnce();
    }

    /** Two of a kind on the same place are the same place: their writes can share a transaction. */
    @Override
    public final boolean equals(Object other) {
        return other instanceof EndpointDecorator same
                && same.getClass() == getClass()
                && same.endpoint.equals(endpoint);
    }

    @Override
    public final int hashCode() {
        return endpoint.hashCode();
    }
}
