package dev.partita.lint;

/** A pattern that takes away what every item must have. */
final class RemovalOfRequired implements FoundByCompiler {

    @Override
    public String explanation() {
        return """
                A required attribute is there in every item. A pattern that removes it would leave items behind that no write accepts, and that generated code \
                cannot read.""";
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
                      email: { type: string, required: true }
                patterns:
                  forget: { update: User, by: userId, remove: [email] }
                  #                                           ^^^^^^^ removal-of-required: email is required, so it cannot be taken away
                """;
    }
}
