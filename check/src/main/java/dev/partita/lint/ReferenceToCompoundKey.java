package dev.partita.lint;

/** A reference by one attribute to a key of several. */
final class ReferenceToCompoundKey implements FoundByCompiler {

    @Override
    public String explanation() {
        return """
                references: with must-exist, or with on-delete: cascade or refuse, needs the whole key of the other item. Where that takes several \
                attributes, the one that refers and others of the same names must hold them, given by callers: an id or a time that the item makes for itself is \
                its own. Make the key of the other entity of one attribute, give this one the attributes of that key, or do without the check.""";
    }

    @Override
    public String bad() {
        return """
                design: shop
                tables:
                  main: { key: { partition: pk, sort: sk } }

                entities:
                  TestCase:
                    key: { pk: "PROB#{problemId}", sk: "TC#{number:05}" }
                    attributes:
                      problemId: { type: string }
                      number: { type: integer, range: 0..99999 }
                  Run:
                    key: { pk: "RUN#{runId}", sk: META }
                    attributes:
                      runId: { type: string }
                      test: { type: string, required: true, references: TestCase, must-exist: true }
                      #                                                           ^^^^^^^^^^ reference-to-compound-key: Run.test refers to TestCase, whose key takes several attributes
                """;
    }
}
