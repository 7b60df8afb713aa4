package dev.partita.meter;

import dev.partita.cache.CacheCounts;
import java.util.Collection;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;

/** Writes the metrics of designs, family by family and always in the same order. */
final class MetricsPage {

    private final Exposition out;
    private final Collection<DesignMeter> designs;
    private final Map<String, Map<String, DesignMeter.SearchState>> searches;

    /** @param searches the search indexes as they are now, by design and name */
    MetricsPage(
            Exposition out,
            Collection<DesignMeter> designs,
            Map<String, Map<String, DesignMeter.SearchState>> searches) {
        this.out = out;
        this.designs = designs;
        this.searches = searches;
    }

    void write() {
        patterns();
        caches();
        tables();
        alarms();
        searches();
    }

    private void patterns() {
        pattern(
                MetricFamily.REQUESTS,
                (design, one) -> out.value(Histogram.total(one.latency.counts()), design.name(), one.pattern()));
        pattern(MetricFamily.ERRORS, (design, one) -> one.failures()
                .forEach((failure, count) -> out.value(
                        count, design.name(), one.pattern(), Integer.toString(failure.status()), failure.problem())));
        pattern(MetricFamily.REQUEST_SECONDS, (design, one) -> {
            double sum = one.nanos.sum() / 1e9;
            long[] counts = one.latency.counts();
            out.summary(
                    design.recent.get(one.pattern()).counts(counts),
                    Histogram.total(counts),
                    sum,
                    design.name(),
                    one.pattern());
        });
        pattern(MetricFamily.UNITS, (design, one) -> {
            out.value(one.readUnits.sum(), design.name(), one.pattern(), "read");
            out.value(one.writeUnits.sum(), design.name(), one.pattern(), "write");
        });
    }

    private void caches() {
        cache(MetricFamily.CACHE_HITS, CacheCounts::hits);
        cache(MetricFamily.CACHE_MISSES, CacheCounts::misses);
        cache(MetricFamily.CACHE_DROPPED, CacheCounts::dropped);
        cache(MetricFamily.CACHE_INVALIDATIONS, CacheCounts::invalidations);
        cache(MetricFamily.CACHE_FAILURES, CacheCounts::failures);
    }

    private void tables() {
        table(MetricFamily.TABLE_REQUESTS, (design, name, table) -> table.operations()
                .forEach((operation, count) -> out.value(count, design, name, operation)));
        table(MetricFamily.TABLE_UNITS, (design, name, table) -> {
            table.readUnits().forEach((index, units) -> out.value(units, design, name, index, "read"));
            out.value(table.writeUnits.sum(), design, name, "", "write");
        });
        out.family(MetricFamily.TABLE_SECONDS);
        for (DesignMeter design : designs) {
            long[] reads = design.reads.counts();
            out.summary(
                    design.recentReads.counts(reads),
                    Histogram.total(reads),
                    design.readNanos.sum() / 1e9,
                    design.name(),
                    "read");
            long[] writes = design.writes.counts();
            out.summary(
                    design.recentWrites.counts(writes),
                    Histogram.total(writes),
                    design.writeNanos.sum() / 1e9,
                    design.name(),
                    "write");
        }
        table(MetricFamily.THROTTLED, (design, name, table) -> out.value(table.throttled.sum(), design, name));
        table(MetricFamily.UNPROCESSED, (design, name, table) -> out.value(table.unprocessed.sum(), design, name));
        table(MetricFamily.TABLE_ERRORS, (design, name, table) -> table.errors()
                .forEach((error, count) -> out.value(count, design, name, error)));
        table(MetricFamily.ITEM_BYTES, (design, name, table) -> {
            out.histogram(SizeHistogram.BOUNDS, table.read.counts(), table.read.bytes(), design, name, "read");
            out.histogram(SizeHistogram.BOUNDS, table.written.counts(), table.written.bytes(), design, name, "written");
        });
        out.family(MetricFamily.TTL_DELETIONS);
        for (DesignMeter design : designs) {
            if (design.deletions() != null) {
                out.value(design.deletions().getAsLong(), design.name());
            }
        }
    }

    private void alarms() {
        alarm(MetricFamily.ALARM, state -> state.state() == AlarmState.State.ALARM ? 1 : 0);
        alarm(MetricFamily.ALARM_UNKNOWN, state -> state.state() == AlarmState.State.UNKNOWN ? 1 : 0);
        alarm(MetricFamily.ALARM_VALUE, state -> state.value() == null ? Double.NaN : state.value());
    }

    private void searches() {
        search(MetricFamily.SEARCH_READY, state -> state.ready() ? 1 : 0);
        search(MetricFamily.SEARCH_DOCUMENTS, DesignMeter.SearchState::documents);
        search(MetricFamily.SEARCH_BEHIND, state -> state.behind().toMillis() / 1e3);
    }

    private void pattern(MetricFamily family, BiConsumer<DesignMeter, PatternMeter> writer) {
        out.family(family);
        designs.forEach(design -> design.patterns().values().forEach(pattern -> writer.accept(design, pattern)));
    }

    private void cache(MetricFamily family, ToLongFunction<CacheCounts> count) {
        out.family(family);
        designs.forEach(design -> design.cacheCounts()
                .forEach((pattern, counts) -> out.value(count.applyAsLong(counts), design.name(), pattern)));
    }

    private interface TableWriter {
        void write(String design, String name, TableMeter table);
    }

    private void table(MetricFamily family, TableWriter writer) {
        out.family(family);
        designs.forEach(design -> design.tables().forEach((name, table) -> writer.write(design.name(), name, table)));
    }

    private void search(MetricFamily family, ToDoubleFunction<DesignMeter.SearchState> value) {
        out.family(family);
        designs.forEach(design ->
                design.searches().forEach((name, state) -> out.value(value.applyAsDouble(state), design.name(), name)));
    }

    private void alarm(MetricFamily family, ToDoubleFunction<AlarmState> value) {
        out.family(family);
        designs.forEach(design ->
                design.alarms().forEach(state -> out.value(value.applyAsDouble(state), state.design(), state.alarm())));
    }
}
