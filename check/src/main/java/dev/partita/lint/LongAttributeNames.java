package dev.partita.lint;

import dev.partita.design.Attribute;
import dev.partita.design.Entity;
import dev.partita.design.Finding;
import dev.partita.design.Severity;
import dev.partita.plan.Compiled;
import java.util.Comparator;
import java.util.stream.Stream;

/** Attribute names that take a good part of the storage. */
final class LongAttributeNames implements Rule {

    private static final long MUCH_BYTES = 1024L * 1024 * 1024;

    @Override
    public Severity severity() {
        return Severity.ADVICE;
    }

    @Override
    public String explanation() {
        return """
                Names are stored with every item and count towards its size. Usually that is a few per cent and not \
                worth a cryptic name. Here, by the stated volumes, the names take more than a fifth of an item and more \
                than a gigabyte in all. Give the longest a short stored name; people and code still see the logical one.""";
    }

    @Override
    public String bad() {
        return """
                design: sensors
                tables:
                  main:
                    key: { partition: pk, sort: sk }
                entities:
                  Reading:
                    key: { pk: "S#{sensorId}", sk: "{at}" }
                    attributes:
                      sensorId: { type: string, store: false }
                      at: { type: timestamp, store: false }
                      relativeHumidityInPercentAtTwoMetres: { type: decimal }
                      temperatureInDegreesCelsiusAtTwoMetres: { type: decimal }
                    # ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ long-attribute-names: the names of Reading take 6.9 GB
                    expect: { items: 100000000, size: 150 bytes }
                patterns:
                  readings: { list: Reading, by: sensorId, page: 100 }
                """;
    }

    @Override
    public String mended() {
        return bad().replace(
                        "relativeHumidityInPercentAtTwoMetres: { type: decimal }",
                        "humidity: { type: decimal, stored: h }")
                .replace(
                        "temperatureInDegreesCelsiusAtTwoMetres: { type: decimal }",
                        "temperature: { type: decimal, stored: t }");
    }

    @Override
    public Stream<Finding> check(Compiled compiled) {
        Volumes volumes = new Volumes(compiled.design());
        return compiled.design().entities().values().stream()
                .filter(entity -> nameBytes(entity) * 5 > volumes.itemBytes(entity))
                .filter(entity -> nameBytes(entity) * volumes.items(entity).orElse(0) > MUCH_BYTES)
                .map(entity -> {
                    Attribute longest = stored(entity)
                            .max(Comparator.comparingInt(a -> a.stored().length()))
                            .orElseThrow();
                    return found(
                            entity.name(),
                            Marks.attribute(entity, longest),
                            "the names of " + entity.name() + " take "
                                    + Figures.size(nameBytes(entity)
                                            * (double) volumes.items(entity).getAsLong()) + ", "
                                    + 100 * nameBytes(entity) / volumes.itemBytes(entity) + " % of its storage",
                            "give the longest a short stored: name");
                });
    }

    private static Stream<Attribute> stored(Entity entity) {
        return entity.attributes().values().stream().filter(Attribute::isStored);
    }

    private static long nameBytes(Entity entity) {
        return stored(entity).mapToLong(a -> a.stored().length()).sum();
    }
}
