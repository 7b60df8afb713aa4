package dev.partita.lint;

/** A pattern that goes on to one without a plan. */
final class ThenNotServed implements FoundByCompiler {

    @Override
    public String explanation() {
        return """
                `then:` runs another pattern with what the first one found, so that pattern needs a plan of its own: \
                it must be served, be a reading one, and not lead back to where it came from. What it asks for in `by` is taken \
                from the attributes of what was found, by their names.""";
    }

    @Override
    public String bad() {
        return """
                design: shop
                tables:
                  main: { key: { partition: pk, sort: sk } }

                entities:
                  Order:
                    key: { pk: "ORDER#{orderId}", sk: META }
                    attributes:
                      orderId: { type: string }
                patterns:
                  order: { get: Order, by: orderId }
                  orderAgain: { get: Order, by: orderId, then: orderAgain }
                # ^^^^^^^^^^ then-not-served: `then: orderAgain` has no plan of its own
                """;
    }

    @Override
    public String mended() {
        return bad().replace("then: orderAgain", "then: order");
    }
}
