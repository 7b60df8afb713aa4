package dev.partita.lint;

import dev.partita.design.Design;
import dev.partita.design.Finding;
import dev.partita.design.Pattern;
import dev.partita.design.Pattern.Verb;
import dev.partita.design.Severity;
import dev.partita.item.Limits;
import dev.partita.plan.Compiled;
import java.util.Set;
import java.util.stream.Stream;

/** A list without pages over a collection of more than a megabyte. */
final class CollectionReadWhole implements Rule {

    @Override
    public Severity severity() {
        return Severity.WARNING;
    }

    @Override
    public String explanation() {
        return """
                Without page or max a list gathers the whole collection before it answers: a request for each megabyte, \
                one after the other, and all of it in memory and on the wire. By the expected volumes it has more than a \
                megabyte. Write page and let callers ask on by cursor, or return fewer attributes through a narrow \
                index.""";
    }

    @Override
    public String bad() {
        return """
                design: shop
                tables:
                  main:
                    key: { partition: pk, sort: sk }
                entities:
                  Order:
                    key: { pk: "CUST#{customerId}", sk: "ORDER#{orderId}" }
                    attributes:
                      customerId: { type: string, cardinality: 100 }
                      orderId: { type: ulid, generate: ulid }
                    expect: { items: 100000, size: 3 KB }
                patterns:
                  orders: { list: Order, by: customerId }
                # ^^^^^^ collection-read-whole: orders gathers about 1,000 items, 2.9 MB
                """;
    }

    @Override
    public String good() {
        return bad().replace("by: customerId }", "by: customerId, page: 50 }");
    }

    @Override
    public Stream<Finding> check(Compiled compiled) {
        Design design = compiled.design();
        Volumes volumes = new Volumes(design);
        Uses uses = new Uses(design);
        return uses.reads()
                .filter(p -> p.verb() == Verb.LIST || p.verb() == Verb.READ)
                .filter(p -> p.page() == null && p.max() == null && p.range() == null && p.walkSeconds() == null)
                .filter(p -> p.pinned() == null || p.pinned().limit() == null)
                .filter(p -> p.expect() == null || p.expect().items() == null)
                .flatMap(p -> uses.entitiesOf(p)
                        .flatMap(e -> new Served(design).partition(p, e).stream())
                        .filter(partition -> isAllOfPartition(p, partition))
                        .filter(partition -> volumes.itemsEach(partition).orElse(0) * volumes.entryBytes(partition)
                                > Limits.PAGE_BYTES)
                        .map(partition -> found(
                                p.name(),
                                Marks.pattern(design, p),
                                p.name() + " gathers about "
                                        + Volumes.number(
                                                volumes.itemsEach(partition).getAsLong()) + " items, "
                                        + Volumes.size(
                                                volumes.itemsEach(partition).getAsLong()
                                                        * volumes.entryBytes(partition))
                                        + ", before it answers",
                                "write page: 50, or max")));
    }

    // With more given than the partition's parts, the sort key narrows it by an amount nobody stated.
    private static boolean isAllOfPartition(Pattern pattern, Partition partition) {
        Set<String> parts = Uses.variables(partition.templates());
        return pattern.by().stream().allMatch(v -> parts.contains(v.attribute()));
    }
}
