package dev.partita.lint;

import dev.partita.design.Finding;
import dev.partita.design.Severity;
import dev.partita.plan.Compiled;
import java.util.List;
import java.util.stream.Stream;

/** A pinned request for what its index does not hold. */
final class UnprojectedAttribute implements Rule {

    @Override
    public Severity severity() {
        return Severity.ERROR;
    }

    @Override
    public String explanation() {
        return """
                A global index returns only what is projected into it; DynamoDB refuses a request that names another \
                attribute. List the attribute in the projection, or return less.""";
    }

    @Override
    public String bad() {
        return """
                design: shops
                tables:
                  main:
                    key: { partition: pk }
                    indexes:
                      byCountry: { partition: country, projection: [domain] }
                entities:
                  Shop:
                    key: { pk: "SHOP#{shopId}" }
                    attributes:
                      shopId: { type: string }
                      domain: { type: string }
                      country: { type: string, required: true }
                      standards: { type: list of string, max-items: 5 }
                patterns:
                  shops: { list: Shop, index: byCountry, key: { country: "{country}" }, return: [domain, standards] }
                  #                                                                             ^^^^^^^^^^^^^^^^^^^ unprojected-attribute: shops returns standards
                """;
    }

    @Override
    public Stream<Finding> check(Compiled compiled) {
        return Plans.queries(compiled)
                .filter(read -> read.query().literal() && read.query().target().isGlobal())
                .flatMap(read -> {
                    List<String> missing = Plans.notHeld(read);
                    return missing.isEmpty()
                            ? Stream.empty()
                            : Stream.of(found(
                                    read.pattern().name(),
                                    read.pattern().node().placeOf("return"),
                                    read.pattern().name() + " returns " + String.join(", ", missing) + ", which "
                                            + read.query().target().index().name() + " does not hold",
                                    Repairs.projecting(
                                            read.query().target().table(),
                                            read.query().target().index(),
                                            missing)));
                });
    }
}
