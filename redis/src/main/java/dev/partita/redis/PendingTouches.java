package dev.partita.redis;

import dev.partita.cache.AnswerStore;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/** Scopes that were touched and whose marks the server does not know yet. */
final class PendingTouches {

    /** Beyond this it is cheaper to have everything forgotten. */
    private static final int MOST = 10_000;

    /** @param ticket no two are the same: what is touched again while it is being paid is owed anew */
    record Debt(long atMillis, long ticket) {}

    private final Map<String, Map<String, Debt>> spaces = new ConcurrentHashMap<>();
    private final AtomicLong tickets = new AtomicLong();
    private final AtomicBoolean isScheduled = new AtomicBoolean();

    void add(String space, Collection<String> scopes, long atMillis) {
        spaces.compute(space, (name, known) -> {
            Map<String, Debt> all = known == null ? new ConcurrentHashMap<>() : known;
            scopes.forEach(scope -> all.merge(scope, debt(atMillis), this::later));
            if (all.size() > MOST) {
                Debt last = all.values().stream().reduce(debt(atMillis), this::later);
                return new ConcurrentHashMap<>(Map.of(AnswerStore.EVERYTHING, last));
            }
            return all;
        });
    }

    private Debt debt(long atMillis) {
        return new Debt(atMillis, tickets.incrementAndGet());
    }

    private Debt later(Debt one, Debt other) {
        return debt(Math.max(one.atMillis(), other.atMillis()));
    }

    boolean isEmpty() {
        return spaces.isEmpty();
    }

    Set<String> spaces() {
        return Set.copyOf(spaces.keySet());
    }

    List<Map.Entry<String, Debt>> of(String space) {
        Map<String, Debt> scopes = spaces.get(space);
        return scopes == null
                ? List.of()
                : scopes.entrySet().stream()
                        .map(scope -> Map.entry(scope.getKey(), scope.getValue()))
                        .toList();
    }

    /** These are done, unless touched again meanwhile. */
    void paid(String space, List<Map.Entry<String, Debt>> scopes) {
        spaces.computeIfPresent(space, (name, known) -> {
            scopes.forEach(scope -> known.remove(scope.getKey(), scope.getValue()));
            return known.isEmpty() ? null : known;
        });
    }

    /** Whether the caller is to arrange for another try; false when somebody has. */
    boolean schedule() {
        return isScheduled.compareAndSet(false, true);
    }

    void scheduled() {
        isScheduled.set(false);
    }
}
