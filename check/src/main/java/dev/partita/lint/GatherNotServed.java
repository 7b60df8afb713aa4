package dev.partita.lint;

/** A pattern that gathers one without a plan. */
final class GatherNotServed implements FoundByCompiler {

    @Override
    public String explanation() {
        return """
                `gather:` answers with what several patterns answer, so each of them needs a plan of its own. The \
                finding about the other pattern says what it lacks; mend that one and this goes too.""";
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
                      status: { type: string, required: true }
                patterns:
                  byStatus: { count: Order, by: status }
                  figures: { gather: [byStatus] }
                # ^^^^^^^ gather-not-served: `byStatus` has no plan
                """;
    }

    @Override
    public String mended() {
        return """
                design: shop
                tables:
                  main:
                    key: { partition: pk, sort: sk }
                    indexes:
                      perStatus: { partition: status, projection: keys }
                entities:
                  Order:
                    key: { pk: "ORDER#{orderId}", sk: META }
                    attributes:
                      orderId: { type: string }
                      status: { type: string, required: true }
                patterns:
                  byStatus: { count: Order, by: status }
                  figures: { gather: [byStatus] }
                """;
    }
}
