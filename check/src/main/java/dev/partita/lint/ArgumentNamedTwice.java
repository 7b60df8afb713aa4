package dev.partita.lint;

/** One value where a caller should give two. */
final class ArgumentNamedTwice implements FoundByCompiler {

    @Override
    public String explanation() {
        return """
                What a caller gives has a name: an attribute's own, date for createdAt:date, numberFrom and numberTo for a range of \
                number, newStatus where status is both what is asked by and what changes. Where two of them have the same name there \
                would be one value for both, and the answer to another question. A condition may use what is given anyway, as \
                long as it is of the same type.""";
    }

    @Override
    public String bad() {
        return """
                design: desk
                tables:
                  main: { key: { partition: pk, sort: sk } }
                entities:
                  Task:
                    key: { pk: "MADE#{madeAt:date}", sk: "DUE#{dueAt:date}#{taskId}" }
                    attributes:
                      taskId: { type: ulid, generate: ulid }
                      madeAt: { type: timestamp, required: true }
                      dueAt: { type: timestamp, required: true }
                patterns:
                  add: { create: Task }
                  ofDays: { list: Task, by: [madeAt:date, dueAt:date] }
                  #                         ^^^^^^^^^^^^^^^^^^^^^^^^^ argument-named-twice: the argument date would be both
                """;
    }
}
