package dev.partita.runtime;

import dev.partita.cache.Caches;
import dev.partita.cache.DesignCache;
import dev.partita.design.Design;
import dev.partita.plan.Endpoint;
import dev.partita.plan.EndpointException;
import dev.partita.plan.Ids;
import dev.partita.plan.InvalidValues;
import dev.partita.plan.Plans;
import dev.partita.plan.ReadPlan;
import dev.partita.plan.Reads;
import dev.partita.plan.Result;
import dev.partita.plan.Searching;
import dev.partita.plan.Surroundings;
import dev.partita.plan.Violation;
import dev.partita.plan.Written;
import dev.partita.runtime.CallOptions.Consistency;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * A design on an endpoint: its patterns, run by name. Generated code is a typed face of this.
 *
 * <p>Threads may share it. It holds nothing that needs closing; the client belongs to whoever made it.
 */
public final class Database {

    private final Plans plans;
    private final Endpoint endpoint;
    private final Surroundings surroundings;
    private final Searching searching;
    private final Supplier<Executor> executor;
    private final CallOptions options;
    private final Caches caches;
    private final DesignCache cache;
    private final Reads reads;

    private Database(
            Plans plans,
            Endpoint endpoint,
            Surroundings surroundings,
            Searching searching,
            Supplier<Executor> executor,
            CallOptions options,
            Caches caches,
            DesignCache cache) {
        this.plans = plans;
        this.endpoint = endpoint;
        this.surroundings = surroundings;
        this.searching = searching;
        this.executor = executor;
        this.options = options;
        this.caches = caches;
        this.cache = cache;
        this.reads = new Reads(plans, endpoint, surroundings, searching);
    }

    public static Builder builder(Design design, Endpoint endpoint) {
        return new Builder(design, endpoint);
    }

    /** On a client of the AWS SDK, which stays the caller's to configure and to close. */
    public static Builder builder(Design design, DynamoDbClient client) {
        return new Builder(design, new SdkEndpoint(client, false));
    }

    /** The same database for a caller: the one the design calls {@code me}. */
    public Database as(String me) {
        return new Database(plans, endpoint, surroundings.as(me), searching, executor, options, caches, cache);
    }

    /** The same database, whose calls have these options. */
    public Database with(CallOptions others) {
        return new Database(plans, endpoint, surroundings, searching, executor, others, caches, cache);
    }

    public Design design() {
        return plans.design();
    }

    public Plans plans() {
        return plans;
    }

    public CallOptions options() {
        return options;
    }

    /** Where answers are kept, and how often they were found there. */
    public Caches caches() {
        return caches;
    }

    /** The first page of a reading pattern, as long as the pattern says. */
    public Result read(String pattern, Map<String, Object> arguments) {
        return read(pattern, arguments, PageRequest.first());
    }

    /**
     * Runs a reading pattern.
     *
     * @param arguments in logical form, by name; see {@link ReadPlan#arguments()}
     * @throws InvalidValues for arguments that are missing, unknown or of another type; nothing was sent
     * @throws EndpointException what the endpoint refused
     */
    public Result read(String pattern, Map<String, Object> arguments, PageRequest page) {
        String cursor = page.cursor() == null ? null : page.cursor().text();
        if (cache != null && options.usesCache() && cache.keeps(pattern)) {
            return cache.read(
                    pattern,
                    arguments,
                    page.limit(),
                    cursor,
                    options.timeout(),
                    through -> options.isPlain()
                            ? new Reads(plans, through.apply(endpoint), surroundings, searching)
                                    .run(pattern, arguments, page.limit(), cursor)
                            : supervisedRead(pattern, arguments, page.limit(), cursor, through));
        }
        return options.isPlain()
                ? reads.run(pattern, arguments, page.limit(), cursor)
                : supervisedRead(pattern, arguments, page.limit(), cursor, UnaryOperator.identity());
    }

    /** All pages of a list, each read when it is asked for. */
    public Stream<Result> pages(String pattern, Map<String, Object> arguments) {
        return pages(pattern, arguments, PageRequest.first());
    }

    /** All pages from one on, each with as many items as that one. */
    public Stream<Result> pages(String pattern, Map<String, Object> arguments, PageRequest first) {
        return Pages.stream(place -> read(pattern, arguments, place), first);
    }

    public CompletableFuture<Result> readAsync(String pattern, Map<String, Object> arguments, PageRequest page) {
        return async(() -> read(pattern, arguments, page));
    }

    /** A write by a pattern's name, to be run. */
    @CheckReturnValue
    public Write<Written> write(String pattern, Map<String, Object> arguments) {
        return Write.of(this, pattern, arguments);
    }

    /** Runs something on the executor; the future fails when that has too much to do. */
    public <T> CompletableFuture<T> async(Supplier<T> call) {
        try {
            return CompletableFuture.supplyAsync(call, executor.get());
        } catch (RejectedExecutionException e) {
            return CompletableFuture.failedFuture(
                    new RejectedExecutionException("too many calls wait already; try again later", e));
        }
    }

    /** Makes the design's tables and waits until they can be used. */
    public void createTables() {
        new Tables(plans.design(), endpoint, surroundings.environment()).create();
    }

    Surroundings surroundings() {
        return surroundings;
    }

    Written run(Write<?> write) {
        if (options.isPlain()) {
            return plans.write(write.pattern()).run(endpoint, write.arguments(), surroundings);
        }
        // What a write reads for itself must be as it is now, whatever the caller wants of reads.
        return supervised(write.pattern(), options.forWrites(), on -> plans.write(write.pattern())
                .run(on, write.arguments(), surroundings));
    }

    private Result supervisedRead(
            String pattern,
            Map<String, Object> arguments,
            Integer limit,
            String cursor,
            UnaryOperator<Endpoint> through) {
        requireConsistent(plans.read(pattern));
        return supervised(pattern, options, on -> new Reads(plans, through.apply(on), surroundings, searching)
                .run(pattern, arguments, limit, cursor));
    }

    private <T> T supervised(String pattern, CallOptions asked, Function<Endpoint, T> call) {
        Supervised supervised = new Supervised(endpoint, asked, pattern);
        try {
            return call.apply(supervised);
        } finally {
            supervised.report();
        }
    }

    private void requireConsistent(ReadPlan plan) {
        String index = options.consistency() == Consistency.STRONG ? plan.globalIndex() : null;
        if (index != null) {
            throw new InvalidValues(List.of(new Violation(
                    plan.pattern().name(),
                    "consistency",
                    "strong",
                    "strong-read-on-gsi",
                    "cannot be had: it reads the global index " + index + ", which is only eventually consistent")));
        }
    }

    /** Puts a database together. Everything has a default. */
    public static final class Builder {
        private final Plans plans;
        private final Endpoint endpoint;
        private Clock clock = Clock.systemUTC();
        private Ids ids;
        private Map<String, String> environment;
        private Searching searching;
        private Supplier<Executor> executor = Threads::shared;
        private Caches caches;

        private Builder(Design design, Endpoint endpoint) {
            this.plans = new Plans(design);
            this.endpoint = endpoint;
        }

        /** What the design calls {@code now}. */
        public Builder clock(Clock now) {
            this.clock = now;
            return this;
        }

        /** Where new ids come from. */
        public Builder ids(Ids made) {
            this.ids = made;
            return this;
        }

        /** Fills the variables in tables' names, instead of the process's own environment. */
        public Builder environment(Map<String, String> variables) {
            this.environment = variables;
            return this;
        }

        /** The search index; without one every item is looked at. */
        public Builder search(Searching index) {
            this.searching = index;
            return this;
        }

        /** What asynchronous calls run on, instead of a few daemon threads that all databases share. */
        public Builder executor(Executor threads) {
            this.executor = () -> threads;
            return this;
        }

        /** Where answers of patterns with {@code cache:} are kept, instead of in this process. */
        public Builder caches(Caches kept) {
            this.caches = kept;
            return this;
        }

        public Database build() {
            Surroundings surroundings = new Surroundings(
                    clock,
                    ids == null ? new Ids(new LateRandom()) : ids,
                    environment == null ? System.getenv() : environment,
                    null);
            Caches kept = caches == null ? Caches.of(plans.design()) : caches;
            return new Database(
                    plans,
                    kept.watching(endpoint),
                    surroundings,
                    searching,
                    executor,
                    CallOptions.none(),
                    kept,
                    kept.of(plans, surroundings.environment(), clock));
        }
    }

    /** Secure random numbers whose provider is loaded only when a number is drawn: who only reads does not wait for it. */
    private static final class LateRandom implements RandomGenerator {
        private static final class Source {
            static final SecureRandom RANDOM = new SecureRandom();
        }

        @Override
        public long nextLong() {
            return Source.RANDOM.nextLong();
        }
    }
}
