package dev.partita.lint;

/** A pattern whose order no key gives. */
final class OrderNotServed implements FoundByCompiler {

    @Override
    public String explanation() {
        return """
                DynamoDB answers in the order of the sort key, or in its reverse, and in no other. The order that \
                the pattern wants has to be the next part of the sort key behind what it gives: put the attribute \
                there, or drop the order.""";
    }

    @Override
    public String bad() {
        return """
                design: shop
                tables:
                  main: { key: { partition: pk, sort: sk } }

                entities:
                  Order:
                    key: { pk: "USER#{userId}", sk: "ORDER#{orderId}" }
                    attributes:
                      userId: { type: string }
                      orderId: { type: string }
                      createdAt: { type: timestamp, required: true }
                patterns:
                  orders: { list: Order, by: userId, order: newest-first }
                # ^^^^^^ order-not-served: nothing serves `list: Order, by: userId, order: newest-first` (main: it sorts by orderId
                """;
    }
}
