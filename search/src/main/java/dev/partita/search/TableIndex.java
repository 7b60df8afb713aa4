package dev.partita.search;

import dev.partita.cache.Caches;
import dev.partita.cache.ItemTouch;
import dev.partita.design.model.Table;
import dev.partita.item.Attributes;
import dev.partita.item.Item;
import dev.partita.plan.Answer;
import dev.partita.plan.Endpoint;
import dev.partita.plan.Request;
import dev.partita.plan.SearchHits;
import dev.partita.plan.SearchQuery;
import dev.partita.plan.run.SearchedAttribute;
import dev.partita.runtime.Follower;
import dev.partita.sdk.SdkItems;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Collectors;
import org.apache.lucene.store.AlreadyClosedException;
import org.apache.lucene.store.LockObtainFailedException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.services.dynamodb.model.OperationType;
import software.amazon.awssdk.services.dynamodb.model.Record;
import software.amazon.awssdk.services.dynamodb.model.StreamRecord;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/**
 * Keeps the index of one table: takes in what its stream tells, and builds the index from the items where that is not enough.
 * All of it is done in small steps, by one thread at a time; searches need no step.
 *
 * <p>What must hold: whatever is in the index was true of its item at some moment, and every change behind that moment is still
 * to come from the stream. A build keeps to it by taking turns. It reads a page of items as they are now, writes it, and only
 * then looks into the stream again, so that a change that came after the page is written after it. A place in the stream is taken
 * before the first page. Searches ask the index once all pages are in and the stream was read to its end; so they do after a
 * restart, since the files know nothing of what was written after their last commit.
 */
final class TableIndex implements AutoCloseable {

    /** So many changes are committed together, unless {@link #COMMIT_AFTER} is over before. */
    private static final int COMMIT_CHANGES = 10_000;

    private static final Duration COMMIT_AFTER = Duration.ofSeconds(5);

    /** An index that nothing changes still notes that it has looked. */
    private static final Duration NOTE_AFTER = Duration.ofHours(1);

    /** A stream keeps 24 hours. Whoever was away for so long may have missed something, and cannot always tell. */
    private static final Duration LONGEST_AWAY = Duration.ofHours(23);

    /** The clocks here and there may differ. */
    private static final Duration CLOCKS_DIFFER = Duration.ofMinutes(5);

    private static final String RULE = "rule";
    private static final String TABLE = "table";
    private static final String COMPLETE = "complete";
    private static final String BUILD = "build";
    private static final String POLLED = "polled";

    private static final Logger LOG = LoggerFactory.getLogger(SearchIndexes.class);

    /** Where a build has come to. */
    private static final class Build {
        private Item start;
        private boolean isScanned;
        private long items;
    }

    private final Table table;
    private final List<SearchedAttribute> searched;
    private final String tableName;
    private final Endpoint endpoint;
    private final DynamoDbStreamsClient streams;
    private final Clock clock;
    private final Caches caches;
    private final Path folder;
    private final LongAdder searches = new LongAdder();

    private volatile WordIndex index;
    /** Whether all items are in it, as they were at its place in the stream. */
    private volatile boolean isComplete;

    /** Whether it is complete and has been at the end of the stream since it was opened: then searches ask it. */
    private volatile boolean isReady;

    private volatile boolean isBroken;
    private volatile boolean isAsked;
    private volatile Build build;
    private volatile Instant atEnd;
    private volatile boolean isAtEnd;
    private volatile long changes;
    private volatile long builds;
    private volatile String lastError;
    private volatile Instant lastErrorAt;

    private StreamPositions places;
    private Follower follower;
    private boolean isLost;
    private long buildNumber;
    private Instant polled;
    private Instant committed;
    private long uncommitted;
    private boolean isStale;
    /** What searches will see differently after the next refresh. */
    private final List<ItemTouch> touches = new ArrayList<>();

    /** @param folder null to keep it in memory */
    TableIndex(
            List<SearchedAttribute> searched,
            Endpoint endpoint,
            DynamoDbStreamsClient streams,
            Map<String, String> environment,
            Clock clock,
            Caches caches,
            Path folder) {
        this.table = searched.get(0).table();
        this.searched = List.copyOf(searched);
        this.tableName = table.physicalName(environment);
        this.endpoint = endpoint;
        this.streams = streams;
        this.clock = clock;
        this.caches = caches;
        this.folder = folder;
        if (!"new".equals(table.stream()) && !"both".equals(table.stream())) {
            throw new IllegalArgumentException("The search of " + String.join(", ", attributes())
                    + " follows the stream of the table " + table.id() + ", which "
                    + (table.stream() == null || table.stream().equals("off") ? "is off" : "tells nothing of new items")
                    + "; write `stream: new` at the table");
        }
    }

    /** Takes up the index from its files, or begins a new one. */
    void open() {
        try {
            index = WordIndex.open(folder);
            Map<String, String> notes = index.notes();
            boolean isSame = rule().equals(notes.get(RULE)) && tableName.equals(notes.get(TABLE));
            buildNumber = Long.parseLong(notes.getOrDefault(BUILD, "0"));
            if (!isSame) {
                index.removeAll();
                notes = Map.of();
            }
            places = new StreamPositions(notes);
            follower = new Follower(
                    streams,
                    tableName,
                    places,
                    false,
                    Clock.offset(clock, CLOCKS_DIFFER.negated()),
                    () -> isLost = true);
            polled = notes.containsKey(POLLED) ? Instant.parse(notes.get(POLLED)) : null;
            committed = clock.instant();
            atEnd = polled;
            isComplete = Boolean.parseBoolean(notes.get(COMPLETE));
            isReady = false;
            build = null;
            isLost = false;
            isBroken = false;
            isAtEnd = false;
            uncommitted = 0;
            isStale = false;
            touches.clear();
            if (!isComplete) {
                begin("there is none yet that fits the design");
            }
        } catch (LockObtainFailedException e) {
            throw new IllegalStateException(
                    "The search index in " + folder + " is in use by another process; give each its own directory", e);
        } catch (IOException e) {
            throw new UncheckedIOException("The search index in " + folder + " cannot be opened", e);
        }
    }

    /** @throws IllegalStateException when the table is there and its stream is of no use */
    void requireStream() {
        Map<?, ?> found;
        try {
            Object described = endpoint.describe(
                            new Request.TableRequest("DescribeTable", Map.of("TableName", tableName)))
                    .get("Table");
            found = described instanceof Map<?, ?> map ? map : Map.of();
        } catch (RuntimeException e) {
            // No table yet, or nobody there: whoever follows will see, and try again.
            failed(e);
            return;
        }
        Object stream = found.get("StreamSpecification");
        Object view = stream instanceof Map<?, ?> map ? map.get("StreamViewType") : null;
        if (!found.isEmpty() && !"NEW_IMAGE".equals(view) && !"NEW_AND_OLD_IMAGES".equals(view)) {
            throw noStream(view == null ? "has no stream" : "has a stream of " + view + " only");
        }
    }

    /**
     * Takes in what the stream has now, and a page of items if it is being built.
     *
     * @return whether there may be more to do at once
     */
    boolean step() {
        try {
            if (index == null || isBroken) {
                drop();
                open();
            }
            return work();
        } catch (IOException e) {
            drop();
            failed(e);
            throw new UncheckedIOException(e);
        } catch (UncheckedIOException | AlreadyClosedException | Error e) {
            // The index is at fault, not the endpoint: it is taken up again as it was committed.
            drop();
            failed(e);
            throw e;
        } catch (RuntimeException e) {
            failed(e);
            throw e;
        }
    }

    void rebuild() {
        isAsked = true;
    }

    /** Null while the index cannot be asked. */
    SearchHits find(String attribute, SearchQuery sought, byte[] after, int limit) {
        WordIndex asked = index;
        if (!isReady || asked == null) {
            return null;
        }
        try {
            searches.increment();
            return asked.find(attribute, sought, after, limit);
        } catch (IOException | AlreadyClosedException e) {
            if (asked == index) {
                failed(e);
                isReady = false;
                isBroken = true;
            }
            return null;
        }
    }

    SearchStatus status() {
        WordIndex known = index;
        Build running = build;
        Instant end = atEnd;
        return new SearchStatus(
                table.id(),
                attributes(),
                known == null ? 0 : known.documents(),
                size(known),
                isReady,
                running != null || isAsked,
                running == null ? 0 : running.items,
                isAtEnd || end == null ? Duration.ZERO : Duration.between(end, clock.instant()),
                changes,
                builds,
                searches.sum(),
                lastError,
                lastErrorAt);
    }

    /** Commits what can be relied on. */
    @Override
    public void close() {
        WordIndex open = index;
        if (open != null) {
            try {
                if (isComplete && !isBroken) {
                    commit(clock.instant());
                }
            } catch (IOException | AlreadyClosedException e) {
                LOG.warn(
                        "The search index of {} was not committed; it catches up when it is opened again",
                        tableName,
                        e);
            }
            drop();
        }
    }

    private boolean work() throws IOException {
        Instant now = clock.instant();
        if (polled != null && polled.plus(LONGEST_AWAY).isBefore(now)) {
            isLost = true;
        }
        int records = follower.poll(this::take);
        if (follower.stream() == null) {
            throw noStream("is not there, or has no stream");
        }
        polled = now;
        isAtEnd = records == 0;
        atEnd = isAtEnd || atEnd == null ? now : atEnd;
        if (places.tellMoved() || isLost) {
            isLost = false;
            isComplete = false;
            isReady = false;
            caches.forgetAll();
            begin("changes were missed: it was away for too long, or the table has another stream");
        } else if (isAsked && build == null) {
            begin("it was asked for");
        }
        isAsked = false;
        boolean isBusy = records > 0 || build != null;
        if (build != null && !build.isScanned) {
            scan(build);
        } else if (build != null && records == 0) {
            end(now);
        }
        if (isStale && isComplete) {
            refresh();
        }
        isReady = isReady || isComplete && isAtEnd;
        boolean isDue = uncommitted >= COMMIT_CHANGES
                || !committed.plus(uncommitted > 0 ? COMMIT_AFTER : NOTE_AFTER).isAfter(now);
        if (isComplete && isDue) {
            commit(now);
        }
        return isBusy;
    }

    private void begin(String why) {
        LOG.info("The search index of {} is being built: {}", tableName, why);
        buildNumber++;
        build = new Build();
    }

    private void scan(Build running) throws IOException {
        Map<String, String> names = new LinkedHashMap<>();
        List<String> aliases = new ArrayList<>();
        Set<String> stored = new LinkedHashSet<>();
        searched.forEach(one -> stored.addAll(one.stored()));
        for (String name : stored) {
            aliases.add("#a" + names.size());
            names.put("#a" + names.size(), name);
        }
        Answer page = endpoint.call(new Request.Scan(
                tableName, null, null, String.join(", ", aliases), names, Map.of(), true, false, null, running.start));
        for (Attributes item : page.found()) {
            put(searched.get(0).key(item), item);
        }
        running.items += page.found().size();
        running.start = page.lastEvaluatedKey();
        running.isScanned = running.start == null;
    }

    private void end(Instant now) throws IOException {
        index.removeOlderThan(buildNumber);
        commit(now);
        // Only then: searches must not meet the index as it was before.
        refresh();
        isComplete = true;
        isReady = true;
        build = null;
        builds++;
        LOG.info("The search index of {} is built; items it knows: {}", tableName, index.documents());
    }

    private void refresh() throws IOException {
        index.refresh();
        isStale = false;
        // An answer may have been kept since the write that the index did not know of yet.
        if (!touches.isEmpty()) {
            caches.forget(List.copyOf(touches));
            touches.clear();
        }
    }

    private void take(Record record) {
        StreamRecord images = record.dynamodb();
        Item key = Item.of(SdkItems.fromSdk(images.keys()));
        boolean isGone = record.eventName() == OperationType.REMOVE;
        if (!isGone && !images.hasNewImage()) {
            throw noStream("has a stream without new items");
        }
        try {
            Item item = isGone ? Item.NONE : Item.of(SdkItems.fromSdk(images.newImage()));
            if (put(key, item)) {
                touches.add(ItemTouch.of(
                        tableName, key, record.eventName() == OperationType.INSERT ? Item.NONE : null, item));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        changes++;
    }

    /** Whether it is an item that can be searched. */
    private boolean put(Item key, Attributes item) throws IOException {
        if (searched.stream().noneMatch(one -> one.mayHave(key))) {
            return false;
        }
        Map<String, List<String>> words = new LinkedHashMap<>();
        for (SearchedAttribute one : searched) {
            List<String> found = one.words(item);
            if (!found.isEmpty()) {
                words.put(name(one), found);
            }
        }
        byte[] order = searched.get(0).order(key).array();
        if (words.isEmpty()) {
            index.remove(order);
        } else {
            index.put(order, key, words, buildNumber);
        }
        uncommitted++;
        isStale = true;
        return true;
    }

    private void commit(Instant now) throws IOException {
        Map<String, String> notes = new LinkedHashMap<>(places.notes());
        notes.put(RULE, rule());
        notes.put(TABLE, tableName);
        notes.put(COMPLETE, "true");
        notes.put(BUILD, String.valueOf(buildNumber));
        if (polled != null) {
            notes.put(POLLED, polled.toString());
        }
        index.commit(notes);
        committed = now;
        uncommitted = 0;
    }

    private void drop() {
        WordIndex open = index;
        index = null;
        isComplete = false;
        isReady = false;
        if (open != null) {
            try {
                open.close();
            } catch (IOException | AlreadyClosedException e) {
                LOG.warn("The search index of {} did not close", tableName, e);
            }
        }
    }

    private void failed(Throwable e) {
        isAtEnd = false;
        lastError = e.getMessage() == null ? e.toString() : e.getMessage();
        lastErrorAt = clock.instant();
    }

    private List<String> attributes() {
        return searched.stream().map(TableIndex::name).toList();
    }

    private String rule() {
        return searched.stream().map(SearchedAttribute::rule).sorted().collect(Collectors.joining("; "));
    }

    private static long size(WordIndex known) {
        try {
            return known == null ? 0 : known.sizeBytes();
        } catch (IOException | AlreadyClosedException e) {
            return 0;
        }
    }

    private IllegalStateException noStream(String what) {
        return new IllegalStateException("The table " + tableName + " " + what + ", which the search of "
                + String.join(", ", attributes()) + " follows; the table needs `stream: new` or `stream: both`");
    }

    static String name(SearchedAttribute searched) {
        return searched.entity().name() + "." + searched.attribute();
    }
}
