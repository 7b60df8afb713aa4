package dev.partita.access;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.time.Clock;
import java.time.Duration;

/**
 * How often somebody may try: so many times at once, and then once in a while. What is remembered has a bound; who has not tried
 * for long is forgotten.
 */
final class Tries {

    private static final int MOST_REMEMBERED = 100_000;

    /** @param usedUpUntil the moment at which all tries are there again, in milliseconds */
    private record Used(long usedUpUntil) {}

    private final int atOnce;
    private final long everyMillis;
    private final Clock clock;
    private final Cache<String, Used> used;

    /** @param every after how long one more try is allowed */
    Tries(int atOnce, Duration every, Clock clock) {
        this.atOnce = atOnce;
        this.everyMillis = every.toMillis();
        this.clock = clock;
        this.used = Caffeine.newBuilder()
                .maximumSize(MOST_REMEMBERED)
                .expireAfterWrite(every.multipliedBy(atOnce))
                .ticker(() -> clock.millis() * 1_000_000)
                .executor(Runnable::run)
                .build();
    }

    /** Takes one try. @return how long to wait, when there is none; zero when it was taken */
    Duration take(String who) {
        long now = clock.millis();
        Duration[] wait = {Duration.ZERO};
        used.asMap().compute(who, (same, before) -> {
            long free = before == null ? now : Math.max(now, before.usedUpUntil());
            long after = free + everyMillis;
            if (after - now > atOnce * everyMillis) {
                wait[0] = Duration.ofMillis(after - now - atOnce * everyMillis);
                return before;
            }
            return new Used(after);
        });
        return wait[0];
    }

    /** Gives one back: it was no try to be counted. */
    void giveBack(String who) {
        used.asMap().computeIfPresent(who, (same, before) -> new Used(before.usedUpUntil() - everyMillis));
    }
}
