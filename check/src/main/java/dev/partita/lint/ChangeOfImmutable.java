package dev.partita.lint;

/** An update of what is given once. */
final class ChangeOfImmutable implements FoundByCompiler {

    @Override
    public String explanation() {
        return """
                An immutable attribute gets its value when the item is created and keeps it; a pattern that changes it contradicts that. \
                Leave it out of the changes, or drop immutable.""";
    }

    @Override
    public String bad() {
        return """
                design: shop
                tables:
                  main: { key: { partition: pk, sort: sk } }

                entities:
                  Check:
                    key: { pk: "CHECK#{checkId}", sk: META }
                    attributes:
                      checkId: { type: string }
                      kind: { type: string, immutable: true }
                      url: { type: string }
                patterns:
                  updateCheck: { update: Check, by: checkId, change: [url, kind] }
                  #                                                  ^^^^^^^^^^^ change-of-immutable: kind is immutable
                """;
    }
}
