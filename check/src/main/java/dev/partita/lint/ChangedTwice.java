package dev.partita.lint;

/** An attribute that one write changes in two ways. */
final class ChangedTwice implements FoundByCompiler {

    @Override
    public String explanation() {
        return """
                change, set, add, append and remove each change an attribute in their way, and take what callers give under its name. The same attribute in two of \
                them would be changed twice by one request, which DynamoDB refuses, or one of them would have no effect. Make two patterns of it.""";
    }

    @Override
    public String bad() {
        return """
                design: shop
                tables:
                  main: { key: { partition: pk, sort: sk } }

                entities:
                  Job:
                    key: { pk: "JOB#{jobId}", sk: META }
                    attributes:
                      jobId: { type: string }
                      status: { enum: [open, done] }
                      note: { type: string }
                patterns:
                  finish: { update: Job, by: jobId, change: [note, status], set: { status: done } }
                  #                                                         ^^^ changed-twice: status stands in `change` and in `set`
                """;
    }
}
