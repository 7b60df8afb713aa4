package dev.partita.lint;

import dev.partita.design.Design;
import dev.partita.design.Finding;
import dev.partita.design.Severity;
import dev.partita.plan.Compiled;
import java.util.List;
import java.util.stream.Stream;

/** A local index that has to look up each item in the table. */
final class LocalIndexFetches implements Rule {

    @Override
    public Severity severity() {
        return Severity.WARNING;
    }

    @Override
    public String explanation() {
        return """
                What a local index does not hold, DynamoDB reads from the table: one more read for every item, \
                rounded up each time. List what the pattern returns in the projection, or return less.""";
    }

    @Override
    public String bad() {
        return """
                design: pages
                tables:
                  main:
                    key: { partition: pk, sort: sk }
                    indexes:
                      products: { local: true, sort: { name: is_product, type: number }, projection: keys }
                entities:
                  Page:
                    key: { pk: "SHOP#{shopId}", sk: "PAGE#{pageId}" }
                    attributes:
                      shopId: { type: string }
                      pageId: { type: string }
                      title: { type: string }
                      isProduct: { type: flag, stored: is_product, required: true }
                patterns:
                  productsOfShop: { list: Page, by: [shopId, isProduct], return: [pageId, title] }
                # ^^^^^^^^^^^^^^ local-index-fetches: productsOfShop reads title
                """;
    }

    @Override
    public Stream<Finding> check(Compiled compiled) {
        Design design = compiled.design();
        return Plans.queries(compiled)
                .filter(read -> read.query().target().isLocal())
                .flatMap(read -> {
                    List<String> missing = Plans.notHeld(read);
                    return missing.isEmpty()
                            ? Stream.empty()
                            : Stream.of(found(
                                    read.pattern().name(),
                                    Marks.pattern(design, read.pattern()),
                                    read.pattern().name() + " reads " + String.join(", ", missing)
                                            + " from the table, one more read for every item of "
                                            + read.query().target().index().name(),
                                    Repairs.projecting(
                                            read.query().target().table(),
                                            read.query().target().index(),
                                            missing)));
                });
    }
}
