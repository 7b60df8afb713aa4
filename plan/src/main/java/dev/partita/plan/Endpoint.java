package dev.partita.plan;

import dev.partita.item.Item;
import java.time.Duration;
import java.util.Map;

/**
 * Where requests go: the engine in this process, a server, or Amazon. Whoever stands before another endpoint, to count or to
 * watch what goes there, is an {@link EndpointDecorator}. May be called by several threads at once.
 */
@FunctionalInterface
public interface Endpoint {

    /**
     * @throws EndpointException what the service refused
     */
    Answer call(Request request, Context context);

    default Answer call(Request request) {
        return call(request, Context.PLAIN);
    }

    /** What the endpoint says of a table: the answer's body as data, or empty where it cannot be told. */
    default Map<?, ?> describe(Request.TableRequest request) {
        call(request);
        return Map.of();
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

    /**
     * How a request is to be sent.
     *
     * @param counts whether the answer is to say which units it took; where that costs nothing it always does
     * @param timeout after which to give the request up; null for never, and where it cannot be given up
     */
    record Context(boolean counts, Duration timeout) {

        public static final Context PLAIN = new Context(false, null);
        private static final Context COUNTING = new Context(true, null);

        /** The same, counting. */
        public Context counting() {
            return counts ? this : timeout == null ? COUNTING : new Context(true, timeout);
        }

        /** The same, within a time. */
        public Context within(Duration time) {
            return new Context(counts, time);
        }
    }

    /** Hears of every change of an item, whoever makes it, before the answer to the write goes out. */
    interface Listener {

        /** An item before and after a write; {@link Item#NONE} where there is none. */
        void changed(String table, Item before, Item after);

        /** A table is gone, with everything in it. */
        void dropped(String table);
    }
}
