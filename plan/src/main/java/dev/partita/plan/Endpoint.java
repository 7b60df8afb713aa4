package dev.partita.plan;

import dev.partita.item.Item;
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

    /** Hears of every change of an item, whoever makes it, before the answer to the write goes out. */
    interface Listener {

        /** An item before and after a write; {@link Item#NONE} where there is none. */
        void changed(String table, Item before, Item after);

        /** A table is gone, with everything in it. */
        void dropped(String table);
    }

    /**
     * Tells of every change from now on, for as long as somebody else holds the listener.
     *
     * @return false where that cannot be had, and only the table's stream knows
     */
    default boolean tell(Listener listener) {
        return false;
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
