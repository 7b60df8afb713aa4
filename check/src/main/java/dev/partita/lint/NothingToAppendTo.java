package dev.partita.lint;

/** An append to what is no list. */
final class NothingToAppendTo implements FoundByCompiler {

    @Override
    public String explanation() {
        return """
                append: adds elements to a list or members to a set. Another value is replaced as a whole: use change:.""";
    }

    @Override
    public String bad() {
        return """
                design: shop
                tables:
                  main: { key: { partition: pk, sort: sk } }

                entities:
                  History:
                    key: { pk: "HIST#{historyId}", sk: META }
                    attributes:
                      historyId: { type: string }
                      hint: { type: string }
                patterns:
                  addHint: { update: History, by: historyId, append: [hint] }
                  #                                                  ^^^^^^ nothing-to-append-to: hint is a string, no list or set
                """;
    }
}
