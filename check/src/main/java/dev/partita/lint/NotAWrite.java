package dev.partita.lint;

/** A transaction of what does not write. */
final class NotAWrite implements FoundByCompiler {

    @Override
    public String explanation() {
        return """
                transact: puts several writes into one transaction: patterns with create, put, update, delete or restore. A read has no place in \
                it, nor has another transaction; name its parts instead.""";
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
                      name: { type: string }
                patterns:
                  user: { get: User, by: userId }
                  rename: { update: User, by: userId, change: [name] }
                  both: { transact: [rename, user] }
                  #                 ^^^^^^^^^^^^^^ not-a-write: user is no single write
                """;
    }
}
