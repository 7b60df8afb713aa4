package dev.partita.lint;

import dev.partita.design.Attribute;
import dev.partita.design.Design;
import dev.partita.design.Entity;
import dev.partita.design.Entity.Expect;
import dev.partita.design.Pattern;
import dev.partita.design.Table.Projection;
import dev.partita.design.Template;
import dev.partita.design.Template.Format.Kind;
import dev.partita.design.Template.Variable;
import dev.partita.design.Type;
import dev.partita.design.Type.Enumeration;
import dev.partita.design.Type.Simple;
import dev.partita.design.Where;
import dev.partita.item.Limits;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Matcher;

/**
 * How much there is of everything, as far as the design says: bytes, items, distinct values, requests a second.
 * What it does not say is empty, never guessed, but for the sizes of values, where a rough figure is better than none.
 */
record Volumes(Design design) {

    static final long DAY_SECONDS = 86_400;

    /** What a partition takes: {@value} one-kilobyte writes a second. */
    static final long PARTITION_WRITE_UNITS = 1_000;

    static final long PARTITION_READ_UNITS = 3_000;

    /** Traffic of a day comes in waves; the busiest second has about five times the average. */
    private static final double PEAK_FACTOR = 5;

    /** A tenth of what a partition takes. */
    private static final long CALM_WRITE_UNITS = PARTITION_WRITE_UNITS / 10;

    private static final long CALM_ITEMS = 10_000;

    private static final long KEY_BYTES = 60;
    private static final long FREE_TEXT_BYTES = 40;
    private static final long FREE_MAP_BYTES = 200;
    private static final long LIST_ITEMS = 5;

    private static final java.util.regex.Pattern FEW_VALUES = java.util.regex.Pattern.compile(
            "(?:^|.*[a-z_-])(status|state|type|kind|category|gender|tier|priority|severity|stars|rating|grade|level|country|currency|language"
                    + "|country_?code)$",
            java.util.regex.Pattern.CASE_INSENSITIVE);
    private static final Set<String> MANY_COUNTRIES =
            Set.of("country", "countrycode", "country_code", "currency", "language");
    private static final long FEW = 10;
    private static final long COUNTRIES = 200;

    /** Bytes of a typical item: as expected, or added up from its attributes. */
    long itemBytes(Entity entity) {
        Expect expect = entity.expect();
        return expect != null && expect.sizeBytes() != null ? expect.sizeBytes() : summedBytes(entity);
    }

    /** Bytes of a typical item by its attributes alone. */
    long summedBytes(Entity entity) {
        long bytes = 2 * KEY_BYTES + entity.indexKeys().size() * 2 * KEY_BYTES;
        for (Attribute attribute : entity.attributes().values()) {
            if (attribute.isStored()) {
                bytes += attribute.stored().length() + valueBytes(attribute);
            }
        }
        return bytes;
    }

    /** Bytes of a typical value. */
    long valueBytes(Attribute attribute) {
        if (attribute.sizeBytes() != null) {
            return attribute.sizeBytes();
        }
        long bytes = typicalBytes(attribute.type());
        return attribute.maxLength() == null ? bytes : Math.max(1, Math.min(bytes, attribute.maxLength()));
    }

    /** Bytes of a typical value of this type. */
    long typicalBytes(Type type) {
        if (type instanceof Type.Record record) {
            return record.attributes().values().stream()
                    .mapToLong(a -> a.stored().length() + 1 + valueBytes(a))
                    .sum();
        }
        if (type instanceof Type.ListOf list) {
            return LIST_ITEMS * (1 + typicalBytes(list.element()));
        }
        if (type instanceof Type.SetOf set) {
            return LIST_ITEMS * typicalBytes(set.element());
        }
        if (type instanceof Type.MapOf) {
            return FREE_MAP_BYTES;
        }
        if (type instanceof Enumeration) {
            return 10;
        }
        return switch ((Simple) type) {
            case STRING, ANY, BINARY -> FREE_TEXT_BYTES;
            case INTEGER, DECIMAL -> 6;
            case BOOLEAN, FLAG -> 1;
            case TIMESTAMP, DATE -> 20;
            case TIMESTAMP_MILLIS, ISO_TIME -> 24;
            case EPOCH_SECONDS, EPOCH_MILLIS -> 8;
            case ULID -> 26;
            case UUID -> 36;
            case PASSWORD -> 60;
        };
    }

    /** Bytes of a typical entry in an index, or of the item when it is the table. */
    long entryBytes(Partition partition) {
        if (partition.index() == null) {
            return itemBytes(partition.entity());
        }
        Projection projection = partition.index().projection();
        if (projection == Projection.ALL || projection == Projection.UNSTATED) {
            return itemBytes(partition.entity());
        }
        long bytes = 4 * KEY_BYTES;
        for (Attribute attribute : partition.entity().attributes().values()) {
            if (attribute.isStored()
                    && (partition.index().projected().contains(attribute.name())
                            || partition.index().projected().contains(attribute.stored()))) {
                bytes += attribute.stored().length() + valueBytes(attribute);
            }
        }
        return bytes;
    }

    /** How many items there will be: as expected, or so many a day for as long as they are kept. */
    OptionalLong items(Entity entity) {
        Expect expect = entity.expect();
        if (expect == null) {
            return OptionalLong.empty();
        }
        if (expect.items() != null) {
            return OptionalLong.of(expect.items());
        }
        OptionalLong kept = keptSeconds(entity);
        return expect.perDay() == null || kept.isEmpty()
                ? OptionalLong.empty()
                : OptionalLong.of(Math.max(1, expect.perDay() * kept.getAsLong() / DAY_SECONDS));
    }

    /** How long an item stays: what it is expected to, or until it expires. */
    static OptionalLong keptSeconds(Entity entity) {
        Expect expect = entity.expect();
        if (expect != null && expect.keepSeconds() != null) {
            return OptionalLong.of(expect.keepSeconds());
        }
        return entity.expiry() == null
                ? OptionalLong.empty()
                : OptionalLong.of(entity.expiry().seconds());
    }

    /** Write requests in the busiest second, over all patterns that write the entity; empty when none is stated. */
    OptionalDouble peakWrites(Entity entity) {
        double[] stated = design.patterns().values().stream()
                .filter(p -> p.verb().writes() && p.entities().contains(entity.name()))
                .map(Volumes::peak)
                .flatMapToDouble(OptionalDouble::stream)
                .toArray();
        if (stated.length > 0) {
            return OptionalDouble.of(java.util.Arrays.stream(stated).sum());
        }
        return peak(entity.expect());
    }

    /** Requests in the busiest second; empty when nothing is stated. */
    static OptionalDouble peak(Pattern pattern) {
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
    static OptionalDouble perDay(Pattern pattern) {
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

    static long writeUnits(long bytes) {
        return Math.max(1, (bytes + Limits.WRITE_UNIT_BYTES - 1) / Limits.WRITE_UNIT_BYTES);
    }

    /** Of a strongly consistent read; an eventually consistent one takes half. */
    static long readUnits(long bytes) {
        return Math.max(1, (bytes + Limits.READ_UNIT_BYTES - 1) / Limits.READ_UNIT_BYTES);
    }

    /** How many different partitions there can be at one time; empty when there is no telling, which is to say many. */
    OptionalLong values(Partition partition) {
        long product = 1;
        for (Variable variable : partition.variables().toList()) {
            OptionalLong values = values(partition.entity(), variable, partition.when());
            if (values.isEmpty()) {
                return values;
            }
            product = saturatedProduct(product, values.getAsLong());
        }
        return OptionalLong.of(product);
    }

    private static long saturatedProduct(long a, long b) {
        return a > Integer.MAX_VALUE || b > Integer.MAX_VALUE ? Long.MAX_VALUE : a * b;
    }

    /** How many values a variable has; a part of the time has one at a time. */
    OptionalLong values(Entity entity, Variable variable, Where when) {
        Attribute attribute = entity.attributes().get(variable.attribute());
        if (isTimeBucket(variable)) {
            return OptionalLong.of(1);
        }
        OptionalLong values = attribute == null ? OptionalLong.empty() : values(entity, attribute, when);
        Optional<Integer> shards = variable.formats().stream()
                .filter(f -> f.kind() == Kind.SHARD)
                .map(Template.Format::number)
                .findFirst();
        if (shards.isPresent()) {
            return OptionalLong.of(Math.min(values.orElse(Long.MAX_VALUE), shards.get()));
        }
        return values;
    }

    static boolean isTimeBucket(Variable variable) {
        return variable.has(Kind.DATE)
                || variable.has(Kind.MONTH)
                || variable.has(Kind.YEAR)
                || variable.has(Kind.HOUR);
    }

    private OptionalLong values(Entity entity, Attribute attribute, Where when) {
        if (attribute.cardinality() != null) {
            return OptionalLong.of(attribute.cardinality());
        }
        if (isFixed(attribute.name(), when)) {
            return OptionalLong.of(1);
        }
        if (attribute.derive() != null) {
            return derivedValues(entity, attribute.derive(), when);
        }
        if (attribute.type() == Simple.FLAG || attribute.type() == Simple.BOOLEAN) {
            return OptionalLong.of(2);
        }
        if (attribute.type() instanceof Enumeration enumeration) {
            return OptionalLong.of(Math.max(1, enumeration.values().size()));
        }
        if (attribute.type() == Simple.INTEGER && attribute.min() != null && attribute.max() != null) {
            return OptionalLong.of(
                    Math.max(1, attribute.max().subtract(attribute.min()).longValue() + 1));
        }
        OptionalLong owners = itemsKeyedBy(entity, attribute);
        return owners.isPresent() ? owners : fewByName(attribute);
    }

    private OptionalLong derivedValues(Entity entity, Template derive, Where when) {
        long product = 1;
        for (Variable variable : derive.variables().toList()) {
            OptionalLong values = values(entity, variable, when);
            if (values.isEmpty()) {
                return values;
            }
            product = saturatedProduct(product, values.getAsLong());
        }
        return OptionalLong.of(product);
    }

    /** Whether all items for which {@code when} holds have the same value. */
    private static boolean isFixed(String attribute, Where when) {
        if (when instanceof Where.And and) {
            return isFixed(attribute, and.left()) || isFixed(attribute, and.right());
        }
        if (when instanceof Where.IsTrue truth) {
            return truth.path().attribute().equals(attribute);
        }
        if (when instanceof Where.Not not && not.inner() instanceof Where.IsTrue truth) {
            return truth.path().attribute().equals(attribute);
        }
        return when instanceof Where.Compare compare
                && compare.operator().equals("=")
                && compare.left() instanceof Where.Operand.Path path
                && path.attribute().equals(attribute);
    }

    /** An attribute that is another entity's whole key has as many values as there are of those. */
    private OptionalLong itemsKeyedBy(Entity entity, Attribute attribute) {
        if (attribute.references() != null && design.entities().containsKey(attribute.references())) {
            return items(design.entities().get(attribute.references()));
        }
        for (Entity other : design.entities().values()) {
            List<String> variables = other.key().values().stream()
                    .flatMap(Template::variables)
                    .map(Variable::attribute)
                    .distinct()
                    .toList();
            if (variables.equals(List.of(attribute.name()))
                    && (other == entity
                            || other.table() != null && other.table().equals(entity.table()))) {
                return items(other);
            }
        }
        return OptionalLong.empty();
    }

    private static OptionalLong fewByName(Attribute attribute) {
        Matcher matcher = FEW_VALUES.matcher(attribute.name());
        if (attribute.type() != Simple.STRING && attribute.type() != Simple.INTEGER || !matcher.matches()) {
            return OptionalLong.empty();
        }
        return OptionalLong.of(MANY_COUNTRIES.contains(matcher.group(1).toLowerCase(Locale.ROOT)) ? COUNTRIES : FEW);
    }

    /** How many items share a partition, on average; empty when it cannot be told. */
    OptionalLong itemsEach(Partition partition) {
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
    OptionalDouble heat(Partition partition) {
        OptionalDouble peak = peakWrites(partition.entity());
        OptionalLong values = values(partition);
        return peak.isEmpty() || values.isEmpty()
                ? OptionalDouble.empty()
                : OptionalDouble.of(peak.getAsDouble() * writeUnits(entryBytes(partition)) / values.getAsLong());
    }

    /** Whether few partitions do no harm: little is written, or, if that is not said, there is little. */
    boolean isCalm(Partition partition) {
        OptionalDouble peak = peakWrites(partition.entity());
        if (peak.isPresent()) {
            return peak.getAsDouble() * writeUnits(entryBytes(partition)) <= CALM_WRITE_UNITS;
        }
        OptionalLong each = itemsEach(partition);
        return each.isPresent() && each.getAsLong() <= CALM_ITEMS;
    }
}
