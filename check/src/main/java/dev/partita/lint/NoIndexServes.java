package dev.partita.lint;

/** A pattern that no key or index serves. */
final class NoIndexServes implements FoundByCompiler {

    @Override
    public String explanation() {
        return """
                Neither the table's key nor any index begins with what the pattern gives, so only a scan of \
                everything could answer it. The finding names the smallest key or index that would serve; if a scan \
                is what you want, ask for it by name with `scan:`.""";
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
                      userId: { type: string, required: true }
                patterns:
                  ordersOfUser: { list: Order, by: userId }
                # ^^^^^^^^^^^^ no-index-serves: nothing serves `list: Order, by: userId`
                """;
    }
}
