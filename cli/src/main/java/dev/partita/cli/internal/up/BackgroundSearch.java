package dev.partita.cli.internal.up;

import dev.partita.cache.Caches;
import dev.partita.design.Design;
import dev.partita.design.model.Entity;
import dev.partita.meter.DesignMeter;
import dev.partita.meter.Readiness;
import dev.partita.plan.Endpoint;
import dev.partita.plan.SearchHits;
import dev.partita.plan.SearchIndex;
import dev.partita.plan.SearchQuery;
import dev.partita.search.SearchIndexes;
import dev.partita.search.SearchStatus;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Comparator;
import java.util.Map;
import org.slf4j.LoggerFactory;

/**
 * The search indexes of a design, opened by a thread of their own once everything else is up: to follow a stream takes the AWS
 * SDK, whose classes are slow to load. Until then searches look at the items themselves.
 */
final class BackgroundSearch implements SearchIndex, AutoCloseable {

    /** Kept, since a logger that nobody holds forgets its level: on new JVMs Lucene would ask users to update Lucene. */
    private static final java.util.logging.Logger LUCENE = java.util.logging.Logger.getLogger("org.apache.lucene");

    private final Design design;
    private final DesignMeter meter;
    private volatile SearchIndexes indexes;
    /** Why there are none; null while there may be. */
    private volatile String fault;

    private Thread opening;

    BackgroundSearch(Design design, DesignMeter meter) {
        this.design = design;
        this.meter = meter;
    }

    /**
     * @param folder where the files are; null to keep them in memory
     * @param caches forget what the indexes have told before they knew better
     * @param anew whether the indexes are built again, though there are some
     */
    synchronized void open(
            ServiceTables tables,
            Path folder,
            Map<String, String> environment,
            Clock clock,
            Caches caches,
            boolean anew) {
        Endpoint endpoint = tables.endpoint();
        opening = new Thread(
                () -> {
                    LUCENE.setLevel(java.util.logging.Level.SEVERE);
                    try {
                        SearchIndexes.Builder builder = SearchIndexes.of(
                                        design, endpoint, tables.streams().get())
                                .environment(environment)
                                .clock(clock)
                                .caches(caches);
                        SearchIndexes opened = (folder == null ? builder : builder.directory(folder)).start();
                        if (anew) {
                            opened.rebuild();
                        }
                        indexes = opened;
                        opened.status()
                                .forEach(one -> meter.searchIndex(one.table(), () -> state(opened, one.table())));
                    } catch (RuntimeException | Error problem) {
                        // A class that this JVM cannot load is an Error; whoever searches must hear of it all the same.
                        fault = problem.getMessage() == null ? problem.toString() : problem.getMessage();
                        LoggerFactory.getLogger(BackgroundSearch.class)
                                .warn(
                                        "The search index of {} cannot be opened; searches look at every item: {}",
                                        design.name(),
                                        fault);
                    }
                },
                "partita-search-start");
        opening.setDaemon(true);
        opening.start();
    }

    /** Shown, and never in the way: until the indexes are there, searches look at the items themselves. */
    Readiness.Finding finding() {
        SearchIndexes open = indexes;
        String detail = fault == null ? "opening" : "cannot be opened, so searches read every item: " + fault;
        if (open != null) {
            boolean isBuilding = open.status().stream().anyMatch(SearchStatus::isBuilding);
            Duration behind = open.status().stream()
                    .map(SearchStatus::behind)
                    .max(Comparator.naturalOrder())
                    .orElse(Duration.ZERO);
            boolean isAsked = open.status().stream().allMatch(SearchStatus::isReady);
            detail = isBuilding
                    ? "building"
                    : !isAsked ? "catching up" : behind.isZero() ? "caught up" : behind.toSeconds() + " s behind";
        }
        return new Readiness.Finding("search of " + design.name(), true, detail);
    }

    private static DesignMeter.SearchState state(SearchIndexes opened, String table) {
        return opened.status().stream()
                .filter(one -> one.table().equals(table))
                .map(one -> new DesignMeter.SearchState(one.isReady(), one.documents(), one.behind()))
                .findFirst()
                .orElse(new DesignMeter.SearchState(false, 0, Duration.ZERO));
    }

    @Override
    public SearchHits find(Entity entity, String attribute, SearchQuery sought, int limit) {
        SearchIndexes open = indexes;
        return open == null ? null : open.find(entity, attribute, sought, limit);
    }

    /** The indexes, once they are open; null when they could not be opened. */
    synchronized SearchIndexes opened() throws InterruptedException {
        if (opening != null) {
            opening.join();
        }
        return indexes;
    }

    @Override
    public void close() throws InterruptedException {
        SearchIndexes open = opened();
        if (open != null) {
            open.close();
        }
    }
}
