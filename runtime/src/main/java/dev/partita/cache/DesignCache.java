package dev.partita.cache;

import dev.partita.cache.AnswerStore.Look;
import dev.partita.cache.AnswerStore.Marks;
import dev.partita.cache.AnswerStore.Question;
import dev.partita.cache.AnswerStore.Unavailable;
import dev.partita.design.Design;
import dev.partita.design.model.Pattern;
import dev.partita.design.model.Table;
import dev.partita.plan.Endpoint;
import dev.partita.plan.Result;
import dev.partita.plan.run.Plans;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/** The cached patterns of one design on its tables. Threads may share it. */
public final class DesignCache {

    /** A read on its way. Those who saw the same marks may share it; who saw newer ones must not. */
    private record Flight(String key, Marks marks) {}

    private final Caches caches;
    private final Plans plans;
    private final Design design;
    private final Clock clock;
    private final AnswerStore store;
    private final String space;
    private final Map<String, Table> tables = new LinkedHashMap<>();
    private final Lifetimes lifetimes;
    private final Map<String, String> forms = new ConcurrentHashMap<>();
    private final Map<Flight, CompletableFuture<Result>> flights = new ConcurrentHashMap<>();
    private final AtomicLong landed = new AtomicLong();
    /** Made when first needed: a start does not pay for it. */
    private volatile Dependencies dependencies;

    DesignCache(Caches caches, AnswerStore store, Plans plans, Map<String, String> environment, Clock clock) {
        this.caches = caches;
        this.store = store;
        this.plans = plans;
        this.design = plans.design();
        this.clock = clock;
        this.lifetimes = new Lifetimes(plans);
        StringBuilder named = new StringBuilder(design.name());
        for (Table table : design.tables().values()) {
            String name = table.physicalName(environment);
            named.append(' ').append(name);
            tables.put(name, table);
        }
        this.space = named.toString();
    }

    /** Whether answers of this pattern are kept. */
    public boolean keeps(String pattern) {
        Pattern known = design.patterns().get(pattern);
        return known != null && Dependencies.isCached(known);
    }

    /** Whether answers are kept outside of this process. */
    public boolean isShared() {
        return store.isShared();
    }

    /**
     * The answer of a pattern: as it is kept, or else read and then kept.
     *
     * @param patience how long to wait for another's read of the same; null for as long as it takes
     * @param read reads it, through the endpoint that the function it gets makes of its own
     */
    public Result read(
            String pattern,
            Map<String, Object> arguments,
            Integer limit,
            String cursor,
            Duration patience,
            Function<UnaryOperator<Endpoint>, Result> read) {
        Map<String, Object> given = new LinkedHashMap<>(arguments);
        given.values().removeIf(Objects::isNull);
        List<String> scopes = dependencies().scopes(pattern, given);
        if (scopes == null) {
            return read.apply(UnaryOperator.identity());
        }
        Question question =
                new Question(space, pattern, QuestionText.of(pattern, form(pattern), given, limit, cursor), scopes);
        CacheMetrics.Counters counters = caches.metrics().counters(design.name(), pattern);
        try {
            return answer(question, counters, patience, read);
        } catch (Unavailable e) {
            counters.failures.increment();
            return read.apply(UnaryOperator.identity());
        }
    }

    private Result answer(
            Question question,
            CacheMetrics.Counters counters,
            Duration patience,
            Function<UnaryOperator<Endpoint>, Result> read)
            throws Unavailable {
        while (true) {
            long before = landed.get();
            Look look = store.look(question, clock.instant());
            if (look.answer() != null) {
                counters.hits.increment();
                return look.answer();
            }
            Flight flight = new Flight(question.key(), look.marks());
            CompletableFuture<Result> own = new CompletableFuture<>();
            CompletableFuture<Result> other = flights.putIfAbsent(flight, own);
            if (other != null) {
                Result shared = await(other, patience);
                (shared == null ? counters.misses : counters.hits).increment();
                // One who waited in vain asks for himself: the other's failure or limits are not his.
                return shared == null ? read.apply(UnaryOperator.identity()) : shared;
            }
            try {
                // A read that landed since the look may have brought just this answer.
                if (landed.get() == before) {
                    counters.misses.increment();
                    return fill(question, look.marks(), own, counters, read);
                }
            } finally {
                landed.incrementAndGet();
                flights.remove(flight, own);
                own.complete(null);
            }
        }
    }

    private static Result await(CompletableFuture<Result> other, Duration patience) {
        try {
            return patience == null ? other.get() : other.get(patience.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return null;
        } catch (ExecutionException | TimeoutException e) {
            return null;
        }
    }

    private Result fill(
            Question question,
            Marks marks,
            CompletableFuture<Result> own,
            CacheMetrics.Counters counters,
            Function<UnaryOperator<Endpoint>, Result> read) {
        Instant began = clock.instant();
        AtomicBoolean sawIndex = new AtomicBoolean(lifetimes.isSearched(question.pattern()));
        Result answer = read.apply(endpoint -> new FillingEndpoint(endpoint, tables, sawIndex));
        Result frozen = SharedAnswer.of(answer);
        try {
            Instant settled = sawIndex.get() ? marks.touched().plus(caches.settling()) : marks.touched();
            Instant until = lifetimes.until(question.pattern(), answer, began);
            boolean isKept = !began.isBefore(settled)
                    && until != null
                    && store.keep(question, marks, frozen, until, clock.instant());
            if (!isKept) {
                counters.dropped.increment();
            }
        } catch (Unavailable e) {
            counters.failures.increment();
        }
        own.complete(frozen);
        return answer;
    }

    /** Forgets what these writes could have changed. */
    void touch(List<ItemTouch> items, boolean uncertain) {
        Set<String> scopes = new LinkedHashSet<>();
        for (ItemTouch item : items) {
            Table table = tables.get(item.table());
            if (table != null) {
                scopes.addAll(dependencies().touched(table, item));
            }
        }
        touch(scopes, uncertain);
    }

    void forgetAll() {
        touch(Set.of(AnswerStore.EVERYTHING), false);
    }

    private void touch(Set<String> scopes, boolean uncertain) {
        if (scopes.isEmpty()) {
            return;
        }
        Set<String> patterns = new LinkedHashSet<>();
        scopes.forEach(scope -> patterns.addAll(dependencies().dependents(scope)));
        patterns.forEach(pattern ->
                caches.metrics().counters(design.name(), pattern).invalidations.increment());
        try {
            Instant now = clock.instant();
            store.touch(space, scopes, uncertain ? now.plus(Caches.UNCERTAIN) : now);
        } catch (Unavailable e) {
            patterns.forEach(pattern ->
                    caches.metrics().counters(design.name(), pattern).failures.increment());
        }
    }

    /** A table whose writes matter to what is kept; null for any other. */
    Table watched(String physicalName) {
        Table table = tables.get(physicalName);
        return table != null && dependencies().watches(table) ? table : null;
    }

    String space() {
        return space;
    }

    private Dependencies dependencies() {
        Dependencies known = dependencies;
        if (known == null) {
            // Two threads may both make it; they make the same.
            known = new Dependencies(design);
            dependencies = known;
        }
        return known;
    }

    /** Where others share the answers, they may have another version of the design. */
    private String form(String pattern) {
        return store.isShared() ? forms.computeIfAbsent(pattern, name -> QuestionText.form(plans, name)) : "";
    }
}
