package dev.partita.access;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.time.Clock;
import java.time.Duration;
import java.util.Arrays;
import java.util.HexFormat;

/**
 * How often somebody may try: so many times at once, and then once in a while. What is remembered has a bound; who has not tried
 * for long is forgotten.
 */
final class AttemptLimiter {

    private static final int MOST_REMEMBERED = 100_000;

    /** The part of an IPv6 address that one customer has. */
    private static final int NETWORK_BYTES = 8;

    /** @param usedUpUntil the moment at which all tries are there again, in milliseconds */
    private record Used(long usedUpUntil) {}

    private final int atOnce;
    private final long everyMillis;
    private final Clock clock;
    private final Cache<String, Used> used;

    /** @param every after how long one more try is allowed */
    AttemptLimiter(int atOnce, Duration every, Clock clock) {
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

    /**
     * Takes one try.
     *
     * @throws TooManyTries when there is none
     */
    void require(String who) {
        Duration wait = take(who);
        if (!wait.isZero()) {
            // Rounded up: who waits that long is heard.
            throw new TooManyTries(Duration.ofSeconds((wait.toMillis() + 999) / 1000));
        }
    }

    /** Whoever has one IPv6 address has billions of them. */
    static String address(InetAddress peer) {
        byte[] bytes = peer.getAddress();
        return HexFormat.of().formatHex(peer instanceof Inet6Address ? Arrays.copyOf(bytes, NETWORK_BYTES) : bytes);
    }

    /** Gives one back: it was no try to be counted. */
    void giveBack(String who) {
        used.asMap().computeIfPresent(who, (same, before) -> new Used(before.usedUpUntil() - everyMillis));
    }
}
