package dev.partita.lint.internal.facts;

import dev.partita.cost.Cardinality;
import dev.partita.cost.Sizes;
import dev.partita.design.Design;
import dev.partita.design.model.Attribute;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Entity.Expect;
import dev.partita.design.model.Pattern;
import dev.partita.design.model.Pattern.Verb;
import dev.partita.design.model.Table;
import dev.partita.design.model.Template.Variable;
import dev.partita.design.model.Type;
import dev.partita.design.model.Where;
import dev.partita.item.Units;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.stream.Stream;

/**
 * How much there is of everything, as far as the design says: bytes, items, distinct values, requests a second.
 * What it does not say is empty, never guessed, but for the sizes of values, where a rough figure is better than none.
 */
public record Volumes(Design design) {

    public static final long DAY_SECONDS = 86_400;

    /** What a partition takes: {@value} one-kilobyte writes a second. */
    public static final long PARTITION_WRITE_UNITS = 1_000;

    public static final long PARTITION_READ_UNITS = 3_000;

    /** Traffic of a day comes in waves; the busiest second has about five times the average. */
    private static final double PEAK_FACTOR = 5;

    /** A tenth of what a partition takes. */
    private static final long CALM_WRITE_UNITS = PARTITION_WRITE_UNITS / 10;

    private static final long CALM_ITEMS = 10_000;

    /** Bytes of a typical item: as expected, or added up from its attributes. */
    public long itemBytes(Entity entity) {
        return sizes().item(entity);
    }

    /** Bytes of a typical item by its attributes alone. */
    public long summedBytes(Entity entity) {
        return sizes().summed(entity);
    }

    /** Bytes of a typical value. */
    public long valueBytes(Attribute attribute) {
        return sizes().value(attribute);
    }

    /** Bytes of a typical value of this type. */
    public long typicalBytes(Type type) {
        return sizes().value(type);
    }

    /** Bytes of a typical entry in an index, or of the item when it is the table. */
    public long entryBytes(Partition partition) {
        return entryBytes(partition.entity(), partition.index());
    }

    /** @param index null for the table */
    public long entryBytes(Entity entity, Table.Index index) {
        return sizes().entry(entity, index);
    }

    private Sizes sizes() {
        return new Sizes(design);
    }

    /** Write requests in the busiest second, over all patterns that write the entity; empty when none is stated. */
    public OptionalDouble peakWrites(Entity entity) {
        double[] stated = writers(entity)
                .map(Volumes::peak)
                .flatMapToDouble(OptionalDouble::stream)
                .toArray();
        if (stated.length > 0) {
            return OptionalDouble.of(java.util.Arrays.stream(stated).sum());
        }
        return peak(entity.expect());
    }

    private Stream<Pattern> writers(Entity entity) {
        return design.patterns().values().stream()
                .filter(p -> p.verb().writes() && p.entities().contains(entity.name()));
    }

    /**
     * The most that is written in the busiest second; empty when a pattern does not say how often it is called, and neither does the
     * entity. What goes was written before, so deletes need not say it.
     */
    private OptionalDouble mostWrites(Entity entity) {
        boolean isWholly = writers(entity)
                .filter(p -> p.verb() != Verb.DELETE && p.verb() != Verb.RESTORE)
                .allMatch(p -> peak(p).isPresent());
        OptionalDouble all = peak(entity.expect());
        OptionalDouble stated = peakWrites(entity);
        if (isWholly || stated.isEmpty()) {
            return stated;
        }
        return all.isEmpty() ? all : OptionalDouble.of(Math.max(all.getAsDouble(), stated.getAsDouble()));
    }

    /** Requests in the busiest second; empty when nothing is stated. */
    public static OptionalDouble peak(Pattern pattern) {
        return peak(pattern.expect());
    }

    private static OptionalDouble peak(Expect expect) {
        if (expect == null) {
            return OptionalDouble.empty();
        }
        if (expect.peak() != null) {
            return OptionalDouble.of(expect.peak());
        }
        return expect.perDay() == null
                ? OptionalDouble.empty()
                : OptionalDouble.of(PEAK_FACTOR * expect.perDay() / DAY_SECONDS);
    }

    /** Requests a day; empty when nothing is stated. */
    public static OptionalDouble perDay(Pattern pattern) {
        Expect expect = pattern.expect();
        if (expect == null) {
            return OptionalDouble.empty();
        }
        if (expect.perDay() != null) {
            return OptionalDouble.of(expect.perDay());
        }
        return expect.peak() == null
                ? OptionalDouble.empty()
                : OptionalDouble.of(expect.peak() / PEAK_FACTOR * DAY_SECONDS);
    }

    /** How many different partitions there can be at one time; empty when there is no telling, which is to say many. */
    public OptionalLong values(Partition partition) {
        return cardinality().values(partition.entity(), partition.variables(), partition.when());
    }

    public OptionalLong values(Entity entity, Variable variable, Where when) {
        return cardinality().values(entity, variable, when);
    }

    public OptionalLong items(Entity entity) {
        return cardinality().items(entity);
    }

    private Cardinality cardinality() {
        return new Cardinality(design);
    }

    /** How many items share a partition, on average; empty when it cannot be told. */
    public OptionalLong itemsEach(Partition partition) {
        OptionalLong items = items(partition.entity());
        OptionalLong values = values(partition);
        return items.isEmpty() || values.isEmpty()
                ? OptionalLong.empty()
                : OptionalLong.of(Math.max(1, items.getAsLong() / Math.max(1, values.getAsLong())));
    }

    /**
     * Write units in the busiest second of the busiest partition, if the items spread evenly; empty when the design does
     * not say how often they are written or how many partitions there are.
     */
    public OptionalDouble heat(Partition partition) {
        OptionalDouble peak = peakWrites(partition.entity());
        OptionalLong values = values(partition);
        return peak.isEmpty() || values.isEmpty()
                ? OptionalDouble.empty()
                : OptionalDouble.of(peak.getAsDouble() * Units.write(entryBytes(partition)) / values.getAsLong());
    }

    /** Whether few partitions do no harm: little is written, or, if that is not said, there is little. */
    public boolean isCalm(Partition partition) {
        OptionalDouble peak = mostWrites(partition.entity());
        if (peak.isPresent()) {
            return peak.getAsDouble() * Units.write(entryBytes(partition)) <= CALM_WRITE_UNITS;
        }
        OptionalLong each = itemsEach(partition);
        return each.isPresent() && each.getAsLong() <= CALM_ITEMS;
    }
}
