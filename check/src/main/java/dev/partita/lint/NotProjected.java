package dev.partita.lint;

/** A pattern that returns what its index does not hold. */
final class NotProjected implements FoundByCompiler {

    @Override
    public String explanation() {
        return """
                A global index can only return what is projected into it. List the attribute in its projection, \
                return less, or write `fetch: whole`, which reads the rest of each item from the table.""";
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
                  shopsOfCountry: { list: Shop, by: country, return: [domain, standards] }
                # ^^^^^^^^^^^^^^ not-projected: nothing serves `list: Shop, by: country` (main.byCountry: it does not hold standards
                """;
    }
}
