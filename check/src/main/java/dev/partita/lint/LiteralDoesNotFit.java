package dev.partita.lint;

/** A value in the design that its attribute refuses. */
final class LiteralDoesNotFit implements FoundByCompiler {

    @Override
    public String explanation() {
        return """
                Defaults, the values of set: and add:, what conditions compare with and the values of a quota's limits are judged by the type, enum, \
                range, length and pattern of their attribute, as what a caller gives is. Otherwise the first write would be refused for a \
                value that nobody gave, or a condition would never hold. Correct the value, or the rule of the attribute.""";
    }

    @Override
    public String bad() {
        return """
                design: shop
                tables:
                  main: { key: { partition: pk } }

                entities:
                  Job:
                    key: { pk: "JOB#{jobId}" }
                    attributes:
                      jobId: { type: ulid, generate: ulid }
                      status: { enum: [OPEN, DONE], default: OPEN }
                patterns:
                  done: { update: Job, by: jobId, set: { status: DOEN } }
                  #                                              ^^^^ literal-does-not-fit: status: `DOEN` is not one of OPEN, DONE
                """;
    }

    @Override
    public String mended() {
        return bad().replace("DOEN }", "DONE }");
    }
}
