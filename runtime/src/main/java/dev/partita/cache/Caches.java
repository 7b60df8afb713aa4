package dev.partita.cache;

import dev.partita.design.Design;
import dev.partita.design.model.Table;
import dev.partita.item.AttributeValue;
import dev.partita.item.Item;
import dev.partita.plan.Endpoint;
import dev.partita.plan.run.Plans;
import java.time.Clock;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.function.Function;

/**
 * Where databases keep the answers of patterns with {@code cache:} in their design. Databases that share it see each other's
 * writes; it stands for one set of tables.
 *
 * <p>Threads may share them.
 */
public final class Caches implements AutoCloseable {

    /** How much a cache in this process holds unless told. */
    public static final long DEFAULT_BYTES = 64L << 20;

    /** How long a global index may take to show a write, unless told. */
    public static final Duration DEFAULT_SETTLING = Duration.ofSeconds(2);

    /** How long a write whose answer was lost may still come to pass. */
    static final Duration UNCERTAIN = Duration.ofSeconds(30);

    /** One after the other, in the order of the writes. */
    private static final Executor TELLING = Executors.newSingleThreadExecutor(work -> {
        Thread thread = new Thread(work, "partita-caches");
        thread.setDaemon(true);
        return thread;
    });

    private final Function<Clock, AnswerStore> maker;
    private final Duration settling;
    private final CacheMetrics metrics = new CacheMetrics();
    private final Map<String, DesignCache> designs = new ConcurrentHashMap<>();
    /** Held here, so that it hears as long as these caches are used. */
    private final Endpoint.Listener listener = new Hearing();

    private AnswerStore store;

    private Caches(Function<Clock, AnswerStore> maker, Duration settling) {
        this.maker = maker;
        this.settling = settling;
    }

    /** In this process, in at most 64 MB. */
    public static Caches inProcess() {
        return inProcess(DEFAULT_BYTES);
    }

    /** In this process, in about so many bytes; the answers least used make room. */
    public static Caches inProcess(long bytes) {
        return new Caches(clock -> new MemoryAnswerStore(bytes, clock), DEFAULT_SETTLING);
    }

    /** In a store of one's own. Closing these caches closes it. */
    public static Caches in(AnswerStore store) {
        return new Caches(clock -> store, DEFAULT_SETTLING);
    }

    /** What a database has of its own: in this process where the design says {@code cache:}, else none. */
    public static Caches of(Design design) {
        return design.patterns().values().stream().anyMatch(Dependencies::isCached) ? inProcess() : none();
    }

    /** No answer is kept. */
    public static Caches none() {
        return new Caches(null, DEFAULT_SETTLING);
    }

    /**
     * The same kind of caches, yet unused, that wait so long after a write before they keep what a global index says: an index
     * shows a write a little later than the table.
     */
    public Caches settling(Duration span) {
        return new Caches(maker, span);
    }

    public CacheMetrics metrics() {
        return metrics;
    }

    /** Forgets every answer, for all who share them. */
    public void forgetAll() {
        designs.values().forEach(DesignCache::forgetAll);
    }

    /** Forgets what these changes, made elsewhere, could have changed. */
    public void forget(List<ItemTouch> items) {
        touch(items, false);
    }

    /** The cache of a design; null when it has nothing to keep. */
    public synchronized DesignCache of(Plans plans, Map<String, String> environment, Clock clock) {
        boolean isWanted =
                maker != null && plans.design().patterns().values().stream().anyMatch(Dependencies::isCached);
        if (!isWanted) {
            return null;
        }
        if (store == null) {
            store = maker.apply(clock);
        }
        DesignCache cache = new DesignCache(this, store, plans, environment, clock);
        designs.put(cache.space(), cache);
        return cache;
    }

    /** The same endpoint, whose writes make answers forgotten. */
    public Endpoint watching(Endpoint endpoint) {
        return maker == null ? endpoint : new ForgettingEndpoint(endpoint, this);
    }

    /**
     * Lets the endpoint tell of every write, whoever makes it, so that those that do not pass here are heard of, too.
     *
     * @return false where it cannot, and only the stream of a table knows
     */
    public boolean hearOf(Endpoint endpoint) {
        return maker == null || endpoint.tell(listener);
    }

    /** Whether others have the same answers, elsewhere: then what is forgotten is told there, and that takes a while. */
    public synchronized boolean isShared() {
        return store != null && store.isShared();
    }

    private final class Hearing implements Endpoint.Listener {
        @Override
        public void changed(String table, Item before, Item after) {
            List<String> names = keyNames(table);
            if (names != null) {
                Item known = after.isPresent() ? after : before;
                Map<String, AttributeValue> key = new LinkedHashMap<>();
                names.forEach(name -> key.put(name, known.get(name)));
                List<ItemTouch> touch = List.of(ItemTouch.of(table, Item.of(key), before, after));
                if (isShared()) {
                    // The thread that tells must not wait for a server.
                    CompletableFuture.runAsync(() -> forget(touch), TELLING);
                } else {
                    forget(touch);
                }
            }
        }

        @Override
        public void dropped(String table) {
            if (keyNames(table) != null) {
                forgetAll();
            }
        }
    }

    @Override
    public synchronized void close() {
        if (store != null) {
            store.close();
        }
    }

    Duration settling() {
        return settling;
    }

    void touch(List<ItemTouch> items, boolean uncertain) {
        designs.values().forEach(design -> design.touch(items, uncertain));
    }

    /** The key attributes of a table that a design watches; null for any other. */
    List<String> keyNames(String physicalName) {
        for (DesignCache design : designs.values()) {
            Table table = design.watched(physicalName);
            if (table != null) {
                return table.keyNames();
            }
        }
        return null;
    }
}
