package dev.partita.lint;

/** An attribute that a word cannot use. */
final class AttributeOfWrongType implements FoundByCompiler {

    @Override
    public String explanation() {
        return """
                A version, a counter, a limit and a numbered attribute are integers, a mark of deletion is a flag or a time, an expiry is counted from a time, \
                a generated id and a hash are text. With another type every write would fail, or store what no read understands.""";
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
                    version: version
                    #        ^^^^^^^ attribute-of-wrong-type: `version` wants an integer, and Page.version is a string
                    attributes:
                      pageId: { type: string }
                      version: { type: string }
                patterns:
                  savePage: { put: Page }
                """;
    }
}
