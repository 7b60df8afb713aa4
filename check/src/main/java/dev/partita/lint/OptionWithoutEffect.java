package dev.partita.lint;

/** A word in a pattern or an attribute that changes nothing there. */
final class OptionWithoutEffect implements FoundByCompiler {

    @Override
    public String explanation() {
        return """
                The word is known, but nothing is different without it. In a pattern: a `walk:` where no key goes \
                by days, `fetch: whole` where whole items are read anyway, an `order:` of one item, `hard:` where \
                nothing is only marked, `same:` of what one part takes. In an attribute: `must-exist:` without `references:`, a `default:` of what is \
                derived, `absent: null` of what is required, `unique:` inside a record. Whoever wrote it expected something that does not happen. Leave it out, or \
                change what should give it a meaning.""";
    }

    @Override
    public String bad() {
        return """
                design: shop
                tables:
                  main: { key: { partition: pk, sort: sk } }
                entities:
                  Order:
                    key: { pk: "CUSTOMER#{customerId}", sk: "ORDER#{orderId}" }
                    attributes:
                      customerId: { type: string }
                      orderId: { type: ulid, generate: ulid }
                patterns:
                  orders: { list: Order, by: customerId, walk: 30 days }
                #                                              ^^^^^^^ option-without-effect: `walk` has no effect
                """;
    }

    @Override
    public String mended() {
        return bad().replace(", walk: 30 days", "");
    }
}
