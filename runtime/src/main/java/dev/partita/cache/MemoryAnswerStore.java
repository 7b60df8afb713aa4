package dev.partita.cache;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Expiry;
import dev.partita.plan.Result;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Answers in this process, in Caffeine.
 *
 * <p>Marks are counters in a table of fixed size. Scopes that share a counter are forgotten together now and then, which is
 * harmless; in return nothing grows, and no mark is ever lost.
 */
final class MemoryAnswerStore implements AnswerStore {

    private static final int COUNTERS = 1 << 16;

    private record Kept(Result answer, List<?> marks, Instant until, int weight) {}

    private final long bytes;
    private final Clock clock;
    /** Made with the first answer: who keeps none does not load it. */
    private volatile Cache<String, Kept> answers;

    private final AtomicLongArray marks = new AtomicLongArray(COUNTERS);
    private final AtomicLongArray touchedMillis = new AtomicLongArray(COUNTERS);

    MemoryAnswerStore(long bytes, Clock clock) {
        this.bytes = bytes;
        this.clock = clock;
    }

    @Override
    public Look look(Question question, Instant now) {
        // Marks first: an answer found afterwards can only be newer than they are.
        Marks current = marks(question);
        Cache<String, Kept> known = answers;
        Kept kept = known == null ? null : known.getIfPresent(name(question));
        return new Look(
                kept != null && kept.marks().equals(current.values()) && now.isBefore(kept.until())
                        ? kept.answer()
                        : null,
                current);
    }

    @Override
    public boolean keep(Question question, Marks seen, Result answer, Instant until, Instant now) {
        String name = name(question);
        Kept kept = new Kept(answer, seen.values(), until, AnswerSize.of(name, answer));
        Cache<String, Kept> known = answers;
        Kept result = (known == null ? make() : known)
                .asMap()
                .compute(name, (same, other) -> marks(question).values().equals(seen.values()) ? kept : other);
        return result == kept;
    }

    @Override
    public void touch(String space, Collection<String> scopes, Instant at) {
        for (String scope : scopes) {
            int counter = counter(space, scope);
            touchedMillis.accumulateAndGet(counter, at.toEpochMilli(), Math::max);
            marks.incrementAndGet(counter);
        }
    }

    @Override
    public boolean isShared() {
        return false;
    }

    private synchronized Cache<String, Kept> make() {
        if (answers != null) {
            return answers;
        }
        long start = clock.millis();
        answers = Caffeine.newBuilder()
                .maximumWeight(bytes)
                .weigher((String key, Kept kept) -> kept.weight())
                .ticker(() -> Duration.ofMillis(clock.millis() - start).toNanos())
                // What is evicted is evicted by whoever comes along: no thread of its own.
                .executor(Runnable::run)
                .expireAfter(
                        Expiry.creating((String key, Kept kept) -> Duration.between(clock.instant(), kept.until())))
                .build();
        return answers;
    }

    private Marks marks(Question question) {
        List<Long> values = new ArrayList<>(question.scopes().size());
        long last = Long.MIN_VALUE;
        for (String scope : question.scopes()) {
            int counter = counter(question.space(), scope);
            values.add(marks.get(counter));
            last = Math.max(last, touchedMillis.get(counter));
        }
        return new Marks(values, Instant.ofEpochMilli(last));
    }

    private static String name(Question question) {
        return question.space() + '\n' + question.key();
    }

    private static int counter(String space, String scope) {
        int hash = 31 * space.hashCode() + scope.hashCode();
        return (hash ^ hash >>> 16) * 0x9E3779B1 >>> 16;
    }
}
