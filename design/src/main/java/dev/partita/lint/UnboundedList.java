package dev.partita.lint;

import dev.partita.design.Design;
import dev.partita.design.Finding;
import dev.partita.design.Pattern.Verb;
import dev.partita.design.Severity;
import dev.partita.plan.Compiled;
import java.util.stream.Stream;

/** A list without pages over a collection whose size nobody stated. */
final class UnboundedList implements Rule {

    @Override
    public Severity severity() {
        return Severity.ADVICE;
    }

    @Override
    public String explanation() {
        return """
                Without page or max a list gathers the whole collection before it answers. That is right for ten items \
                and wrong for ten thousand, and the design does not say which it is. Write page, or max, or expect: { \
                items: … } on the pattern.""";
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
                      customerId: { type: string }
                      orderId: { type: ulid, generate: ulid }
                patterns:
                  orders: { list: Order, by: customerId }
                # ^^^^^^ unbounded-list: orders gathers every Order it finds
                """;
    }

    @Override
    public String good() {
        return bad().replace("by: customerId }", "by: customerId, expect: { items: 20 } }");
    }

    @Override
    public Stream<Finding> check(Compiled compiled) {
        Design design = compiled.design();
        Volumes volumes = new Volumes(design);
        Uses uses = new Uses(design);
        return uses.reads()
                .filter(p -> p.verb() == Verb.LIST && uses.entityOf(p) != null)
                .filter(p -> p.page() == null && p.max() == null)
                .filter(p -> p.pinned() == null || p.pinned().limit() == null)
                .filter(p -> p.expect() == null || p.expect().items() == null)
                .filter(p -> volumes.items(uses.entityOf(p)).orElse(Long.MAX_VALUE) > FEW)
                .filter(p -> new Served(design)
                        .partition(p, uses.entityOf(p))
                        .map(partition -> volumes.itemsEach(partition).isEmpty())
                        .orElse(false))
                .map(p -> found(
                        p.name(),
                        Marks.pattern(design, p),
                        p.name() + " gathers every " + uses.entityOf(p).name()
                                + " it finds, and nothing says how many those are",
                        "write page: 50, or expect: { items: … }"));
    }

    private static final long FEW = 1_000;
}
