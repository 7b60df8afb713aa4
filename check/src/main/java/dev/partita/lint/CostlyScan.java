package dev.partita.lint;

import dev.partita.design.Design;
import dev.partita.design.Entity;
import dev.partita.design.Finding;
import dev.partita.design.Pattern.Verb;
import dev.partita.design.Severity;
import dev.partita.item.Limits;
import dev.partita.plan.Compiled;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/** A scan of a table that is known to be large. */
final class CostlyScan implements Rule {

    private static final long LARGE_BYTES = 100L * 1024 * 1024;

    @Override
    public Severity severity() {
        return Severity.WARNING;
    }

    @Override
    public String explanation() {
        return """
                A scan reads every item of the table or index, whatever it returns: half a read unit for each 4 KB, page \
                after page of 1 MB. A filter saves nothing. One scan of a few hundred megabytes costs more than a day of \
                keyed reads in most designs. Give the items that are wanted an index key of their own, or keep the \
                answer up to date from the stream.""";
    }

    @Override
    public String bad() {
        return """
                design: shop
                tables:
                  main:
                    key: { partition: pk }
                entities:
                  Order:
                    key: { pk: "ORDER#{orderId}" }
                    attributes:
                      orderId: { type: ulid, generate: ulid }
                      open: { type: flag }
                    expect: { items: 1000000, size: 2 KB }
                patterns:
                  openOrders: { scan: Order, where: open }
                  #             ^^^^ costly-scan: openOrders reads the whole of main, 1.9 GB and 250,000 read units each time
                """;
    }

    @Override
    public String mended() {
        return bad().replace("items: 1000000", "items: 1000");
    }

    @Override
    public Stream<Finding> check(Compiled compiled) {
        Design design = compiled.design();
        Volumes volumes = new Volumes(design);
        Uses uses = new Uses(design);
        return uses.reads()
                .filter(pattern -> pattern.verb() == Verb.SCAN && uses.entityOf(pattern) != null)
                .filter(pattern -> tableBytes(volumes, uses.entityOf(pattern)) >= LARGE_BYTES)
                .map(pattern -> {
                    long bytes = tableBytes(volumes, uses.entityOf(pattern));
                    long units = bytes / Limits.READ_UNIT_BYTES / 2;
                    OptionalDouble perDay = Volumes.perDay(pattern);
                    return found(
                            pattern.name(),
                            pattern.node().placeOfKey("scan"),
                            pattern.name() + " reads the whole of "
                                    + uses.entityOf(pattern).table() + ", " + Figures.size(bytes)
                                    + " and " + Figures.number(units) + " read units each time"
                                    + (perDay.isEmpty()
                                            ? ""
                                            : ", " + Figures.number(Math.round(units * perDay.getAsDouble()))
                                                    + " a day"),
                            "give the wanted items an index key with when:, and list that");
                });
    }

    private static long tableBytes(Volumes volumes, Entity entity) {
        return volumes.design().entities().values().stream()
                .filter(e -> e.table() != null && e.table().equals(entity.table()))
                .mapToLong(e -> volumes.items(e).orElse(0) * volumes.itemBytes(e))
                .sum();
    }
}
