package dev.partita.lint;

/** An update that would carry an item from one count to another. */
final class ChangeMovesQuota implements FoundByCompiler {

    @Override
    public String explanation() {
        return """
                A quota counts items by the attributes of per:. Changing one of them would leave one count too high and another too low. Make \
                the attribute immutable; who really must move an item deletes it and creates it again.""";
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
                      checks: { type: integer, read-only: true }
                  Check:
                    key: { pk: "CHECK#{checkId}", sk: META }
                    attributes:
                      checkId: { type: string }
                      userId: { type: string, references: User, required: true }
                      url: { type: string }
                quotas:
                  checks: { counts: Check, per: userId, counter: User.checks, limit: 5 }
                patterns:
                  moveCheck: { update: Check, by: checkId, change: [url, userId] }
                  #                                                ^^^^^^^^^^^^^ change-moves-quota: changing userId would move the Check
                """;
    }
}
