package dev.partita.lint;

/** A reference by one attribute to a key of several. */
final class ReferenceToCompoundKey implements FoundByCompiler {

    @Override
    public String explanation() {
        return """
                references: with must-exist looks for the other item by the value of one attribute. A key of several attributes cannot be made \
                of it. Drop must-exist, and write requires: in the pattern, which finds the parent by the attributes of its key.""";
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
                patterns:
                  saveRun: { create: Run }
                # ^^^^^^^ reference-to-compound-key: Run.test refers to TestCase, whose key takes several attributes
                """;
    }
}
