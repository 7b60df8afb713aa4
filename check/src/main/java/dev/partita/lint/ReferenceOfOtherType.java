package dev.partita.lint;

/** A reference whose values are never those of the key it refers to. */
final class ReferenceOfOtherType implements FoundByCompiler {

    @Override
    public String explanation() {
        return """
                The value of an attribute with references: is the key of the other item. A number is no text, and a time is written in each of \
                its types in another way, so a reference of another type finds nothing, or something else.""";
    }

    @Override
    public String bad() {
        return """
                design: shop
                tables:
                  main: { key: { partition: pk, sort: sk } }

                entities:
                  User:
                    key: { pk: "USER#{userId}", sk: META }
                    attributes:
                      userId: { type: string }
                  Order:
                    key: { pk: "ORDER#{orderId}", sk: META }
                    attributes:
                      orderId: { type: ulid, generate: ulid }
                      buyer: { type: integer, references: User, must-exist: true }
                      #              ^^^^^^^ reference-of-other-type: Order.buyer is an integer, and User.userId, which it refers to, is a string
                """;
    }
}
