package dev.partita.plan.internal.request;

import dev.partita.item.Item;
import dev.partita.plan.EndpointException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/** How long to leave a service alone that did not get to everything. */
public final class Backoff {

    private static final long FIRST_MILLIS = 25;
    private static final long LONGEST_MILLIS = 5_000;

    /** The pause after so many earlier ones: twice as long each time, and never quite the same for two callers. */
    public static Duration after(int pauses) {
        long longest = Math.min(LONGEST_MILLIS, FIRST_MILLIS << Math.min(pauses, 20));
        return Duration.ofMillis(longest / 2 + ThreadLocalRandom.current().nextLong(longest / 2 + 1));
    }

    /** The refusal of one who has waited long enough. */
    public static EndpointException throttled(String what) {
        return new EndpointException(
                "ProvisionedThroughputExceededException",
                what + ": the endpoint left them unprocessed again and again",
                Item.NONE,
                List.of());
    }

    private Backoff() {}
}
