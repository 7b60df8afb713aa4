package dev.partita.lint;

import dev.partita.design.Design;
import dev.partita.design.Edit;
import dev.partita.design.Finding;
import dev.partita.design.Help;
import dev.partita.design.Pattern;
import dev.partita.design.Pattern.Verb;
import dev.partita.design.Severity;
import dev.partita.item.Limits;
import dev.partita.plan.Compiled;
import dev.partita.plan.OwnNames;
import java.util.Set;
import java.util.stream.Stream;

/** A read of a whole collection that has more than a megabyte. */
final class CollectionReadWhole implements Rule {

    @Override
    public Severity severity() {
        return Severity.WARNING;
    }

    @Override
    public String explanation() {
        return """
                A read gathers the whole collection before it answers: a request for each megabyte, one after the other, \
                and all of it in memory and on the wire. By the expected volumes this one has more than a megabyte. List \
                the children by a pattern of their own, page by page, or bound them.""";
    }

    @Override
    public String bad() {
        return """
                design: shop
                tables:
                  main:
                    key: { partition: pk, sort: sk }
                entities:
                  Customer:
                    key: { pk: "CUST#{customerId}", sk: META }
                    attributes:
                      customerId: { type: string }
                    expect: { items: 100, size: 1 KB }
                  Order:
                    key: { pk: "CUST#{customerId}", sk: "ORDER#{orderId}" }
                    attributes:
                      customerId: { type: string }
                      orderId: { type: ulid, generate: ulid }
                    expect: { items: 100000, size: 3 KB }
                patterns:
                  customer: { read: [Customer, Order], by: customerId }
                # ^^^^^^^^ collection-read-whole: customer gathers about 1,000 Order items, 2.9 MB
                """;
    }

    @Override
    public Stream<Finding> check(Compiled compiled) {
        Design design = compiled.design();
        Volumes volumes = new Volumes(design);
        Uses uses = new Uses(design);
        return uses.reads()
                .filter(p -> p.verb() == Verb.READ && p.page() == null && p.max() == null && p.range() == null)
                .filter(p -> p.expect() == null || p.expect().items() == null)
                .flatMap(p -> uses.entitiesOf(p)
                        .flatMap(e -> new Served(compiled).partition(p, e).stream())
                        .filter(partition -> isAllOfPartition(design, p, partition))
                        .filter(partition -> volumes.itemsEach(partition).orElse(0) * volumes.entryBytes(partition)
                                > Limits.PAGE_BYTES)
                        .map(partition -> found(
                                p.name(),
                                Marks.pattern(design, p),
                                p.name() + " gathers about "
                                        + Figures.number(
                                                volumes.itemsEach(partition).getAsLong()) + " "
                                        + partition.entity().name() + " items, "
                                        + Figures.size(
                                                volumes.itemsEach(partition).getAsLong()
                                                        * volumes.entryBytes(partition))
                                        + ", before it answers",
                                Help.edit(Edit.ofPattern(p, "page", "100"))
                                        .or("list " + partition.entity().name() + " by a pattern of its own"))));
    }

    // With more given than the partition's parts, the sort key narrows it by an amount nobody stated.
    private static boolean isAllOfPartition(Design design, Pattern pattern, Partition partition) {
        Set<String> parts = Uses.variables(partition.templates());
        return OwnNames.by(design, pattern, partition.entity()).stream().allMatch(v -> parts.contains(v.attribute()));
    }
}
