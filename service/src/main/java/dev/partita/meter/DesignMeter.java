package dev.partita.meter;

import dev.partita.cache.CacheCounts;
import dev.partita.cache.CacheMetrics;
import dev.partita.design.Design;
import dev.partita.design.Design.Metric;
import dev.partita.plan.Endpoint;
import dev.partita.plan.Request;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** What one design does: its patterns, its tables and its alarms. */
public final class DesignMeter {

    private static final Duration DAY = Duration.ofDays(1);

    private final Design design;
    private final Map<String, PatternMeter> patterns = new LinkedHashMap<>();
    private final Map<String, TableMeter> tables = new ConcurrentHashMap<>();
    private final Map<String, Supplier<SearchState>> searches = new ConcurrentSkipListMap<>();
    private final List<AlarmWatch<?>> alarms = new ArrayList<>();
    final Histogram reads = new Histogram();
    final Histogram writes = new Histogram();
    final LongAdder readNanos = new LongAdder();
    final LongAdder writeNanos = new LongAdder();
    final RecentDurations recentReads = new RecentDurations(reads);
    final RecentDurations recentWrites = new RecentDurations(writes);
    final Map<String, RecentDurations> recent = new LinkedHashMap<>();
    /** For each alarm on the size of items, the largest since it looked last. */
    private final List<AtomicLong> largest = new ArrayList<>();

    private final HotKeys hotKeys;
    private volatile CacheMetrics caches;
    private volatile LongSupplier deletions;
    /** How many there had been when it was named who counts them. */
    private volatile long deletionsBefore;

    DesignMeter(Design design, Map<String, String> environment, Clock clock) {
        this.design = design;
        design.patterns().keySet().forEach(name -> {
            PatternMeter pattern = new PatternMeter(design.name(), name);
            patterns.put(name, pattern);
            recent.put(name, new RecentDurations(pattern.latency));
        });
        design.tables().values().forEach(table -> table(table.physicalName(environment)));
        boolean watchesKeys = design.alarms().values().stream().anyMatch(alarm -> alarm.metric() == Metric.HOT_KEY);
        hotKeys = watchesKeys ? new HotKeys(design.tables().values(), environment) : null;
        Instant now = clock.instant();
        design.alarms().values().stream()
                .filter(alarm -> alarm.metric() != null && (alarm.above() != null || alarm.below() != null))
                .forEach(alarm -> alarms.add(watch(alarm, now)));
        tick(now);
    }

    public String name() {
        return design.name();
    }

    /**
     * The meter of a pattern. Ask once and keep it.
     *
     * @throws IllegalArgumentException when the design has no such pattern
     */
    public PatternMeter pattern(String name) {
        PatternMeter pattern = patterns.get(name);
        if (pattern == null) {
            throw new IllegalArgumentException("The design " + design.name() + " has no pattern " + name);
        }
        return pattern;
    }

    /** The same endpoint, with everything counted that goes to the design's tables. Its answers always say which units they took. */
    public Endpoint metered(Endpoint endpoint) {
        return new MeteredEndpoint(endpoint, this);
    }

    /** Where cached answers of this design are counted. */
    public void caches(CacheMetrics metrics) {
        this.caches = metrics;
    }

    /** Who knows how many items have expired and were deleted since the start. Without it nobody does. */
    public void ttlDeletions(LongSupplier sinceStart) {
        deletionsBefore = sinceStart.getAsLong();
        deletions = sinceStart;
    }

    /**
     * How a search index is doing.
     *
     * @param ready whether searches ask it
     * @param documents how many items it knows
     * @param behind how far it is behind its table
     */
    public record SearchState(boolean ready, long documents, Duration behind) {}

    /** A search index, by the name it is shown under, and who knows how it is doing. */
    public void searchIndex(String name, Supplier<SearchState> state) {
        searches.put(name, state);
    }

    TableMeter table(String physicalName) {
        TableMeter table = tables.get(physicalName);
        return table == null ? tables.computeIfAbsent(physicalName, name -> new TableMeter()) : table;
    }

    /** An item of this size was seen. */
    void met(int bytes) {
        for (int i = 0; i < largest.size(); i++) {
            AtomicLong most = largest.get(i);
            if (bytes > most.get()) {
                most.accumulateAndGet(bytes, Math::max);
            }
        }
    }

    /** A read took these units of the key it asks for. */
    void touched(Request request, double units) {
        if (hotKeys != null) {
            hotKeys.add(request, units);
        }
    }

    Map<String, PatternMeter> patterns() {
        return patterns;
    }

    Map<String, TableMeter> tables() {
        return new TreeMap<>(tables);
    }

    Map<String, SearchState> searches() {
        Map<String, SearchState> states = new TreeMap<>();
        searches.forEach((name, state) -> states.put(name, state.get()));
        return states;
    }

    /** Null when nobody knows. */
    LongSupplier deletions() {
        return deletions;
    }

    /** By pattern, for those the cache was asked for or told of. */
    Map<String, CacheCounts> cacheCounts() {
        Map<String, CacheCounts> counts = new LinkedHashMap<>();
        CacheMetrics metrics = caches;
        if (metrics != null) {
            Map<String, CacheCounts> all = metrics.byPattern();
            patterns.keySet().forEach(pattern -> {
                CacheCounts count = all.get(design.name() + "." + pattern);
                if (count != null) {
                    counts.put(pattern, count);
                }
            });
        }
        return counts;
    }

    void tick(Instant now) {
        long millis = now.toEpochMilli();
        recent.values().forEach(one -> one.tick(millis));
        recentReads.tick(millis);
        recentWrites.tick(millis);
        alarms.forEach(alarm -> alarm.tick(now));
    }

    List<AlarmState> alarms() {
        List<AlarmState> states = new ArrayList<>();
        alarms.forEach(alarm -> states.add(alarm.state()));
        return states;
    }

    private AlarmWatch<?> watch(Design.Alarm alarm, Instant now) {
        Duration unlessStated = alarm.metric() == Metric.UNITS_PER_DAY ? DAY : null;
        return new AlarmWatch<>(design.name(), alarm, measure(alarm.metric()), unlessStated, now);
    }

    /** Of the words the language has for an alarm's metric. */
    private AlarmMeasure<?> measure(Metric metric) {
        switch (metric) {
            case THROTTLED_REQUESTS:
                return AlarmMeasure.total(this::throttled, () -> true, null, "");
            case THROTTLED_SHARE:
                return AlarmMeasure.share(
                        () -> new double[] {throttled(), requests()}, "no request went to the tables");
            case READ_LATENCY_P99:
                return AlarmMeasure.p99(reads, "fewer than two reads of the tables");
            case WRITE_LATENCY_P99:
                return AlarmMeasure.p99(writes, "fewer than two writes to the tables");
            case UNITS_PER_DAY:
                return AlarmMeasure.total(this::units, () -> true, DAY, "");
            case ITEM_SIZE:
                AtomicLong most = new AtomicLong();
                largest.add(most);
                return AlarmMeasure.largest(most);
            case TTL_DELETIONS:
                return AlarmMeasure.total(
                        () -> (double) (deletions.getAsLong() - deletionsBefore),
                        () -> deletions != null,
                        null,
                        "deletions by expiry are not counted on this endpoint");
            case CACHE_HIT_RATE:
                return AlarmMeasure.share(this::hitsAndReads, "no cached pattern was read");
            case HOT_KEY:
                return AlarmMeasure.hottest(hotKeys);
            default:
                throw new IllegalArgumentException("No such metric: " + metric);
        }
    }

    private double throttled() {
        double sum = 0;
        for (TableMeter table : tables.values()) {
            sum += table.throttled.sum();
        }
        return sum;
    }

    private double requests() {
        double sum = 0;
        for (TableMeter table : tables.values()) {
            for (long count : table.operations().values()) {
                sum += count;
            }
        }
        return sum;
    }

    private double units() {
        double sum = 0;
        for (TableMeter table : tables.values()) {
            sum += table.allUnits();
        }
        return sum;
    }

    private double[] hitsAndReads() {
        double hits = 0;
        double reads = 0;
        for (CacheCounts counts : cacheCounts().values()) {
            hits += counts.hits();
            reads += counts.hits() + counts.misses() + counts.failures();
        }
        return new double[] {hits, reads};
    }
}
