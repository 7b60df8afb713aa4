package dev.partita.runtime;

import dev.partita.cache.Caches;
import dev.partita.cache.DesignCache;
import dev.partita.design.Design;
import dev.partita.design.model.Pattern;
import dev.partita.plan.Endpoint;
import dev.partita.plan.EndpointException;
import dev.partita.plan.InvalidValues;
import dev.partita.plan.Pause;
import dev.partita.plan.Result;
import dev.partita.plan.SearchIndex;
import dev.partita.plan.Violation;
import dev.partita.plan.Visibility;
import dev.partita.plan.Written;
import dev.partita.plan.internal.read.ReadPlan;
import dev.partita.plan.internal.value.Ids;
import dev.partita.plan.internal.value.RunContext;
import dev.partita.plan.internal.write.PlainPut;
import dev.partita.plan.internal.write.WriteInput;
import dev.partita.plan.run.CombinedWrites;
import dev.partita.plan.run.Plans;
import dev.partita.plan.run.Reads;
import dev.partita.runtime.CallOptions.Consistency;
import dev.partita.sdk.SdkEndpoint;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * A design on an endpoint: its patterns, run by name. Generated code is a typed face of this.
 *
 * <p>Threads may share it. It holds nothing that needs closing; the client belongs to whoever made it.
 */
public final class Database {

    /**
     * What all copies of a database share.
     *
     * @param place the endpoint itself
     * @param endpoint the same, with caches that hear of writes
     * @param cache null when there is nothing to keep
     * @param seal null when cursors go out as they are
     */
    private record Setup(
            Plans plans,
            Endpoint place,
            Endpoint endpoint,
            SearchIndex searching,
            Supplier<Executor> executor,
            Caches caches,
            DesignCache cache,
            CursorSeal seal) {}

    private final Setup setup;
    private final Plans plans;
    private final RunContext surroundings;
    private final CallOptions options;
    private final Reads reads;

    private Database(Setup setup, RunContext surroundings, CallOptions options) {
        this.setup = setup;
        this.plans = setup.plans();
        this.surroundings = surroundings;
        this.options = options;
        this.reads = reads(setup.endpoint());
    }

    public static Builder builder(Design design, Endpoint endpoint) {
        return new Builder(design, endpoint);
    }

    /** On a client of the AWS SDK, which stays the caller's to configure and to close. */
    public static Builder builder(Design design, DynamoDbClient client) {
        return new Builder(design, new SdkEndpoint(client, false));
    }

    /**
     * On an asynchronous client of the AWS SDK. A plan takes one request after the other, so a call waits for each on a thread
     * of the executor, while the client does its sending on threads of its own.
     */
    public static Builder builder(Design design, DynamoDbAsyncClient client) {
        return new Builder(design, new SdkEndpoint(client, false));
    }

    /** The same database for a caller: the one the design calls {@code me}. */
    public Database as(String me) {
        return new Database(setup, surroundings.as(me), options);
    }

    /** The same database, whose calls have these options. */
    public Database with(CallOptions others) {
        return new Database(setup, surroundings, others);
    }

    /** The same database with further patterns, which its design does not state; answers are not kept. */
    public Database withPatterns(Collection<Pattern> more) {
        Setup wider = new Setup(
                new Plans(design().withPatterns(more)),
                setup.place(),
                setup.endpoint(),
                setup.searching(),
                setup.executor(),
                setup.caches(),
                null,
                setup.seal());
        return new Database(wider, surroundings, options);
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
        return setup.caches();
    }

    /**
     * Whether the requests of a reading pattern are answered on the calling thread, out of this process. A thread that must not
     * wait, such as an event loop, may run it then.
     */
    public boolean answersAtOnce(String pattern) {
        DesignCache cache = setup.cache();
        boolean asksElsewhere = cache != null && options.usesCache() && cache.keeps(pattern) && cache.isShared();
        return setup.place().answersAtOnce() && options.timeout() == null && !asksElsewhere;
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
        return read(pattern, arguments, page, null);
    }

    /**
     * The same for somebody who does not see everything: limits count what they see, and no answer is kept for others.
     *
     * @param sight what of the items is theirs; null when all of them are
     */
    public Result read(String pattern, Map<String, Object> arguments, PageRequest page, Visibility sight) {
        String given = page.cursor() == null ? null : page.cursor().text();
        if (setup.seal() == null) {
            return read(pattern, arguments, page.limit(), given, sight);
        }
        Map<String, Object> list = new HashMap<>(arguments);
        // A list of one's own is another one for each caller.
        list.put(" me", surroundings.me());
        try {
            String cursor = given == null ? null : setup.seal().open(design().name(), pattern, list, given);
            Result result = read(pattern, arguments, page.limit(), cursor, sight);
            return result.cursor() == null
                    ? result
                    : result.at(setup.seal().seal(design().name(), pattern, list, result.cursor()));
        } catch (CursorSeal.Unusable e) {
            throw new InvalidValues(
                    List.of(new Violation("page", "cursor", given, "sealed", "cannot be used. " + e.getMessage())));
        }
    }

    private Result read(String pattern, Map<String, Object> arguments, Integer limit, String cursor, Visibility sight) {
        DesignCache cache = setup.cache();
        if (sight == null && cache != null && options.usesCache() && cache.keeps(pattern)) {
            return cache.read(
                    pattern,
                    arguments,
                    limit,
                    cursor,
                    options.timeout(),
                    through -> options.isPlain()
                            ? reads(through.apply(setup.endpoint())).run(pattern, arguments, limit, cursor)
                            : supervisedRead(pattern, arguments, limit, cursor, null, through));
        }
        return options.isPlain()
                ? sight == null
                        ? reads.run(pattern, arguments, limit, cursor)
                        : reads.run(pattern, arguments, limit, cursor, sight)
                : supervisedRead(pattern, arguments, limit, cursor, sight, UnaryOperator.identity());
    }

    /** All pages of a list, each read when it is asked for. */
    public Stream<Result> pages(String pattern, Map<String, Object> arguments) {
        return pages(pattern, arguments, PageRequest.first());
    }

    /** All pages from one on, each with as many items as that one. */
    public Stream<Result> pages(String pattern, Map<String, Object> arguments, PageRequest first) {
        return Pages.stream(place -> read(pattern, arguments, place), first);
    }

    /**
     * Runs a pattern that gets one item by its table key for many arguments at once, a hundred items a request.
     *
     * @return the items that are there, each once, in the order asked for
     * @throws IllegalArgumentException when the pattern is not served by such a get
     */
    public Result readAll(String pattern, List<Map<String, Object>> arguments) {
        return options.isPlain()
                ? reads.all(pattern, arguments)
                : supervised(pattern, options, on -> reads(on).all(pattern, arguments));
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
            return CompletableFuture.supplyAsync(call, setup.executor().get());
        } catch (RejectedExecutionException e) {
            return CompletableFuture.failedFuture(
                    new RejectedExecutionException("too many calls wait already; try again later", e));
        }
    }

    /**
     * Makes the design's tables, with their indexes and their expiry, and waits until they can be used. Tables that are there
     * stay as they are.
     *
     * @throws IllegalStateException when one of those lacks what the design asks for
     */
    public void createTables() {
        new TableSetup(plans.design(), setup.place(), surroundings.environment(), surroundings.pause()).create();
    }

    /**
     * Finishes deletes that were cut off, by a crash or a lost connection, when children of what they deleted were still there. A delete
     * that somebody may still be at work on, half a minute old at most, is left alone. {@link DeleteFinisher} does it again and again.
     *
     * @return how many there were
     */
    public int finishDeletes() {
        return onEndpoint("finishDeletes", on -> plans.finishDeletes(on, surroundings));
    }

    /** What the tables at the endpoint lack of what the design asks for, one sentence a table; none is made. */
    public List<String> tableDifferences() {
        return new TableSetup(plans.design(), setup.place(), surroundings.environment(), surroundings.pause())
                .differences();
    }

    RunContext surroundings() {
        return surroundings;
    }

    Written run(String pattern, WriteInput given) {
        return onEndpoint(pattern, on -> plans.write(pattern).run(on, given, surroundings));
    }

    boolean sharesEndpoint(Database other) {
        return setup.place().equals(other.setup.place());
    }

    void join(CombinedWrites together, Write<?> write) {
        together.add(plans.write(write.pattern()), write.given(), surroundings);
    }

    /** @param others the databases whose writes it has beside this one's; their caches hear of it, too */
    List<Written> run(CombinedWrites together, String patterns, List<Database> others) {
        Set<Caches> hearing = Collections.newSetFromMap(new IdentityHashMap<>());
        hearing.add(setup.caches());
        return onEndpoint(patterns, on -> {
            Endpoint all = on;
            for (Database other : others) {
                if (hearing.add(other.setup.caches())) {
                    all = other.setup.caches().watching(all);
                }
            }
            return together.run(all);
        });
    }

    PlainPut plain(Write<?> write) {
        return plans.write(write.pattern()).plain(write.given(), surroundings);
    }

    /** Requests of writes, under this database's options. */
    <T> T onEndpoint(String patterns, Function<Endpoint, T> call) {
        // What a write reads for itself must be as it is now, whatever the caller wants of reads.
        return options.isPlain() ? call.apply(setup.endpoint()) : supervised(patterns, options.forWrites(), call);
    }

    /** Not longer than a call may take. */
    void pause(Duration duration) {
        Duration longest = options.timeout();
        surroundings.pause().of(longest != null && duration.compareTo(longest) > 0 ? longest : duration);
    }

    void execute(Runnable task) {
        setup.executor().get().execute(task);
    }

    private Reads reads(Endpoint on) {
        return new Reads(plans, on, surroundings, setup.searching());
    }

    private Result supervisedRead(
            String pattern,
            Map<String, Object> arguments,
            Integer limit,
            String cursor,
            Visibility sight,
            UnaryOperator<Endpoint> through) {
        requireConsistent(plans.read(pattern));
        return supervised(
                pattern, options, on -> reads(through.apply(on)).run(pattern, arguments, limit, cursor, sight));
    }

    private <T> T supervised(String pattern, CallOptions asked, Function<Endpoint, T> call) {
        CallEndpoint supervised = new CallEndpoint(setup.endpoint(), asked, pattern);
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
        private SearchIndex searching;
        private Pause pause = Pause.RESTING;
        private Supplier<Executor> executor = Threads::shared;
        private Caches caches;
        private CursorSeal seal;

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
        public Builder search(SearchIndex index) {
            this.searching = index;
            return this;
        }

        /** How to wait before another try, and for tables; tests wait by moving their clock. */
        public Builder pause(Pause waiting) {
            this.pause = waiting;
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

        /**
         * Seals the cursors of lists, so that they may go to a browser and come back: they show nothing of the keys behind them, fit
         * only the list and the arguments they came from, and cannot be made up. Without it they go out as they are.
         *
         * @param secret 16 bytes at least, the same for all who take each other's cursors
         */
        public Builder sealingCursorsWith(String secret) {
            this.seal = new CursorSeal(secret.getBytes(StandardCharsets.UTF_8));
            return this;
        }

        public Database build() {
            RunContext surroundings = new RunContext(
                    clock,
                    ids == null ? new Ids(new LateRandom()) : ids,
                    environment == null ? System.getenv() : environment,
                    null,
                    pause);
            Caches kept = caches == null ? Caches.of(plans.design()) : caches;
            DesignCache cache = kept.of(plans, surroundings.environment(), clock);
            // Who hears of every write need not look at those that pass here; unless it tells others, in its own time.
            boolean isTold = cache != null && kept.hearOf(endpoint) && !kept.isShared();
            Setup setup = new Setup(
                    plans,
                    endpoint,
                    isTold ? endpoint : kept.watching(endpoint),
                    searching,
                    executor,
                    kept,
                    cache,
                    seal);
            return new Database(setup, surroundings, CallOptions.none());
        }
    }
}
