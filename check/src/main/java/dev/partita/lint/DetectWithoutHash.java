package dev.partita.lint;

/** Change detection by what shows no change. */
final class DetectWithoutHash implements FoundByCompiler {

    @Override
    public String explanation() {
        return """
                detect: compares the new hash with the stored one and writes only when they differ. The attribute must be computed from the \
                attributes that matter: give it hash-of:.""";
    }

    @Override
    public String bad() {
        return """
                design: shop
                tables:
                  main: { key: { partition: pk, sort: sk } }

                entities:
                  Page:
                    key: { pk: "PAGE#{pageId}", sk: META }
                    attributes:
                      pageId: { type: string }
                      text: { type: string, length: 0..1000 }
                      hash: { type: string }
                patterns:
                  savePage: { put: Page, detect: hash }
                  #                              ^^^^ detect-without-hash: hash is not computed from other attributes
                """;
    }
}
