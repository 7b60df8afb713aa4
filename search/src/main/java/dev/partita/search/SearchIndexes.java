package dev.partita.search;

import dev.partita.cache.Caches;
import dev.partita.design.Design;
import dev.partita.design.model.Entity;
import dev.partita.item.Item;
import dev.partita.plan.Endpoint;
import dev.partita.plan.EndpointException;
import dev.partita.plan.SearchHits;
import dev.partita.plan.SearchIndex;
import dev.partita.plan.SearchQuery;
import dev.partita.plan.run.Plans;
import dev.partita.plan.run.SearchedAttribute;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/**
 * The search indexes of a design at an endpoint, kept up to date from the streams of its tables:
 *
 * <pre>
 * Caches caches = Caches.of(design);
 * SearchIndexes search = SearchIndexes.of(design, endpoint, streams).directory(folder).caches(caches).start();
 * Database database = Database.builder(design, endpoint).caches(caches).search(search).build();
 * </pre>
 *
 * An index is files of its own, one folder a table, or in memory. Its place in the stream is part of it, so after a restart, or a
 * crash, it goes on where it was; until it has caught up, searches look at the items themselves. One that is missing, damaged, of another design, or more than 23 hours behind is built again from
 * the items, while searches look at the items themselves.
 *
 * <p>Threads may share them: searches run side by side, and changes are taken in by one thread at a time.
 */
public final class SearchIndexes implements SearchIndex, AutoCloseable {

    /** The code of the {@link EndpointException} that refuses a search, where that was asked for. */
    public static final String BUILDING = "SearchIndexBuilding";

    private static final Duration LONGEST_PAUSE = Duration.ofMinutes(1);
    private static final Logger LOG = LoggerFactory.getLogger(SearchIndexes.class);

    private final String design;
    private final Map<String, SearchedAttribute> searched = new LinkedHashMap<>();
    private final Map<String, TableIndex> tables = new LinkedHashMap<>();
    private final Duration pause;
    private final boolean refuses;
    private final CountDownLatch stop = new CountDownLatch(1);
    private final Object steps = new Object();
    /** Faults that were logged and are not over. */
    private final Map<TableIndex, String> told = new HashMap<>();

    private Thread thread;

    private SearchIndexes(Builder builder) {
        this.design = builder.design.name();
        this.pause = builder.pause;
        this.refuses = builder.refuses;
        Map<String, List<SearchedAttribute>> byTable = new LinkedHashMap<>();
        for (SearchedAttribute one : SearchedAttribute.of(new Plans(builder.design))) {
            searched.put(TableIndex.name(one), one);
            byTable.computeIfAbsent(one.table().id(), id -> new ArrayList<>()).add(one);
        }
        byTable.forEach((id, all) -> tables.put(
                id,
                new TableIndex(
                        all,
                        builder.endpoint,
                        builder.streams,
                        builder.environment,
                        builder.clock,
                        builder.caches,
                        builder.directory == null ? null : builder.directory.resolve(folder(id)))));
    }

    /** Whether the design has a pattern that searches. */
    public static boolean areNeeded(Design design) {
        return !SearchedAttribute.of(new Plans(design)).isEmpty();
    }

    /** The client stays the caller's to configure and to close. */
    public static Builder of(Design design, Endpoint endpoint, DynamoDbStreamsClient streams) {
        return new Builder(design, endpoint, streams);
    }

    @Override
    public SearchHits find(Entity entity, String attribute, SearchQuery sought, int limit) {
        String name = entity.name() + "." + attribute;
        SearchedAttribute one = searched.get(name);
        if (one == null) {
            return null;
        }
        Item after = sought.after() == null ? null : sought.after().key();
        SearchHits found = tables.get(one.table().id())
                .find(name, sought, after == null ? null : one.order(after).array(), limit);
        if (found == null && refuses) {
            throw new EndpointException(
                    BUILDING, "The search index of " + name + " is being built; try again later", Item.NONE, List.of());
        }
        return found;
    }

    /** Asks for all indexes to be built again from the items. Until that is done, searches ask them as they are. */
    public void rebuild() {
        tables.values().forEach(TableIndex::rebuild);
    }

    /**
     * Takes in all that the streams have now, on the calling thread; a build is brought to its end. What was written before is
     * found after.
     */
    public void catchUp() {
        for (TableIndex table : tables.values()) {
            boolean isBusy = true;
            while (isBusy) {
                synchronized (steps) {
                    requireOpen();
                    isBusy = table.step();
                }
            }
        }
    }

    /** One for each table with something to search, in the order of the design. */
    public List<SearchStatus> status() {
        return tables.values().stream().map(TableIndex::status).toList();
    }

    /** Ends the thread and commits; the files stay. */
    @Override
    public void close() {
        stop.countDown();
        Thread following = thread;
        if (following != null && following != Thread.currentThread()) {
            boolean isInterrupted = false;
            while (following.isAlive()) {
                try {
                    following.join();
                } catch (InterruptedException e) {
                    isInterrupted = true;
                }
            }
            if (isInterrupted) {
                Thread.currentThread().interrupt();
            }
        }
        synchronized (steps) {
            tables.values().forEach(TableIndex::close);
        }
    }

    private void requireOpen() {
        if (stop.getCount() == 0) {
            throw new IllegalStateException("These search indexes are closed");
        }
    }

    private void follow() {
        Duration wait = pause;
        try {
            while (stop.getCount() > 0) {
                boolean isBusy = false;
                boolean isFailed = false;
                for (TableIndex table : tables.values()) {
                    try {
                        synchronized (steps) {
                            isBusy = stop.getCount() > 0 && table.step() || isBusy;
                        }
                        told.remove(table);
                    } catch (RuntimeException | Error e) {
                        isFailed = true;
                        report(table, e);
                    }
                }
                wait = isFailed ? longer(wait) : pause;
                if (!isBusy && stop.await(wait.toNanos(), TimeUnit.NANOSECONDS)) {
                    return;
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** The same fault time and again is told once. */
    private void report(TableIndex table, Throwable e) {
        if (!e.toString().equals(told.put(table, e.toString()))) {
            LOG.warn("A search index of {} does not keep up; it will be tried again", design, e);
        }
    }

    private static Duration longer(Duration wait) {
        Duration twice = wait.multipliedBy(2);
        return twice.compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : twice;
    }

    /** A table's id as the name of a folder. */
    private static String folder(String id) {
        StringBuilder name = new StringBuilder();
        id.codePoints().forEach(c -> {
            if (c < 0x80 && (Character.isLetterOrDigit(c) || c == '-')) {
                name.appendCodePoint(c);
            } else {
                name.append('_').append(Integer.toHexString(c)).append('_');
            }
        });
        return name.toString();
    }

    /** Puts the indexes of a design together. Everything has a default. */
    public static final class Builder {
        private final Design design;
        private final Endpoint endpoint;
        private final DynamoDbStreamsClient streams;
        private Path directory;
        private Map<String, String> environment = System.getenv();
        private Clock clock = Clock.systemUTC();
        private Duration pause = Duration.ofMillis(500);
        private Caches caches = Caches.none();
        private boolean refuses;

        private Builder(Design design, Endpoint endpoint, DynamoDbStreamsClient streams) {
            this.design = design;
            this.endpoint = endpoint;
            this.streams = streams;
        }

        /** Where the files are, for this design and endpoint alone; it is made when it is missing. In memory unless told. */
        public Builder directory(Path folder) {
            this.directory = folder;
            return this;
        }

        /** Fills the variables in tables' names, instead of the process's own environment. */
        public Builder environment(Map<String, String> variables) {
            this.environment = Map.copyOf(variables);
            return this;
        }

        public Builder clock(Clock now) {
            this.clock = now;
            return this;
        }

        /** How long to wait when the streams had nothing; half a second unless told. After failures it waits longer and longer. */
        public Builder pause(Duration span) {
            this.pause = span;
            return this;
        }

        /**
         * Caches of the design's answers: whenever an index has taken in changes, they forget the answers that it could have given
         * without them.
         */
        public Builder caches(Caches kept) {
            this.caches = kept;
            return this;
        }

        /**
         * Refuses searches while an index is first built, and after a start until it has caught up, with an {@link EndpointException} whose code is {@link #BUILDING}. Unless
         * told, such a search reads every item: right for small tables, slow and dear for large ones.
         */
        public Builder refuseWhileBuilding() {
            this.refuses = true;
            return this;
        }

        /**
         * Opens the indexes without a thread: they take in changes when {@link SearchIndexes#catchUp} is called.
         *
         * @throws IllegalArgumentException when the stream of a table is off in the design
         * @throws IllegalStateException when it is off at the endpoint, or another process has the files open
         */
        public SearchIndexes open() {
            SearchIndexes indexes = new SearchIndexes(this);
            try {
                for (TableIndex table : indexes.tables.values()) {
                    table.open();
                    table.requireStream();
                }
            } catch (RuntimeException e) {
                indexes.close();
                throw e;
            }
            return indexes;
        }

        /** The same, with a thread that follows the streams until the indexes are closed. */
        public SearchIndexes start() {
            SearchIndexes indexes = open();
            indexes.thread = new Thread(indexes::follow, "partita-search-" + design.name());
            indexes.thread.setDaemon(true);
            indexes.thread.start();
            return indexes;
        }
    }
}
