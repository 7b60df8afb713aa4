package dev.partita.lint;

/** A write of an item that nothing leads to. */
final class ItemNotFoundBy implements FoundByCompiler {

    @Override
    public String explanation() {
        return """
                An update or delete needs the whole key of its item. It may be given; or a unique attribute leads to it through its lock, \
                or an index through its key. Give the attributes of the key, make the attribute unique, or add an index.""";
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
                      name: { type: string }
                patterns:
                  rename: { update: User, by: email, change: [name] }
                  #                           ^^^^^ item-not-found-by: nothing leads from email to one User
                """;
    }
}
