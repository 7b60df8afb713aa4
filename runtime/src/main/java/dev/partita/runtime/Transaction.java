package dev.partita.runtime;

import dev.partita.plan.EndpointException;
import dev.partita.plan.InvalidValues;
import dev.partita.plan.WriteRefused;
import dev.partita.plan.Written;
import dev.partita.plan.run.CombinedWrites;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;

/**
 * Several writes, of one design or of several, all of them or none. Their tables must be reached through the same endpoint.
 *
 * <p>What the writes themselves need (locks, counters, checks of parents) goes into the same transaction; DynamoDB takes a
 * hundred actions.
 *
 * <p>Threads may share it once its writes have all their values; each run is a transaction of its own.
 */
public final class Transaction {

    private final List<Write<?>> writes;

    private Transaction(List<Write<?>> writes) {
        this.writes = writes;
    }

    /** The options of the first write's database are those of the transaction. */
    @CheckReturnValue
    public static Transaction of(Write<?>... writes) {
        return of(List.of(writes));
    }

    @CheckReturnValue
    public static Transaction of(List<? extends Write<?>> writes) {
        List<Write<?>> all = List.copyOf(writes);
        for (Write<?> write : all) {
            if (!write.database().sharesEndpoint(all.get(0).database())) {
                throw new IllegalArgumentException("A transaction is one request at one endpoint, but "
                        + write.pattern() + " has another than " + all.get(0).pattern());
            }
        }
        return new Transaction(all);
    }

    /**
     * Does them.
     *
     * @throws InvalidValues when values break rules of a design; nothing was written
     * @throws WriteRefused when what is stored forbids one of them, or two write the same item; nothing was written
     * @throws EndpointException when the endpoint refuses for a reason of its own
     */
    public Results run() {
        if (writes.isEmpty()) {
            return new Results(Map.of());
        }
        CombinedWrites together = new CombinedWrites();
        writes.forEach(write -> write.database().join(together, write));
        String names = writes.stream().map(Write::pattern).collect(Collectors.joining(", "));
        List<Written> written = writes.get(0)
                .database()
                .run(
                        together,
                        names,
                        writes.stream().<Database>map(Write::database).toList());
        Map<Write<?>, Object> results = new IdentityHashMap<>();
        for (int i = 0; i < writes.size(); i++) {
            results.put(writes.get(i), writes.get(i).result(written.get(i)));
        }
        return new Results(results);
    }

    /** Does them on the executor of the first write's database. */
    public CompletableFuture<Results> runAsync() {
        return writes.isEmpty()
                ? CompletableFuture.completedFuture(run())
                : writes.get(0).database().async(this::run);
    }

    /** What each write of a transaction did. */
    public static final class Results {
        private final Map<Write<?>, Object> results;

        private Results(Map<Write<?>, Object> results) {
            this.results = results;
        }

        /** The result of a write that was in the transaction. */
        @SuppressWarnings("unchecked") // Each was made by the write it stands under.
        public <T> T of(Write<T> write) {
            if (!results.containsKey(write)) {
                throw new IllegalArgumentException("The transaction did not have the write " + write);
            }
            return (T) results.get(write);
        }
    }
}
