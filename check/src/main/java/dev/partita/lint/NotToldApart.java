package dev.partita.lint;

/** A pattern whose range holds another kind of items that nothing tells apart. */
final class NotToldApart implements FoundByCompiler {

    @Override
    public String explanation() {
        return """
                The items asked for share their range of keys with another kind, and neither a type attribute nor an \
                attribute that only one of them has tells which is which. Give the table a `type-attribute:` and \
                each entity a `type:`, or begin their sort keys differently.""";
    }

    @Override
    public String bad() {
        return """
                design: shop
                tables:
                  main: { key: { partition: pk, sort: sk } }

                entities:
                  Note:
                    key: { pk: "USER#{userId}", sk: "{noteId}" }
                    attributes:
                      userId: { type: string }
                      noteId: { type: string, store: false }
                  Task:
                    key: { pk: "USER#{userId}", sk: "{taskId}" }
                    attributes:
                      userId: { type: string }
                      taskId: { type: string, store: false }
                patterns:
                  notes: { list: Note, by: userId }
                # ^^^^^ not-told-apart: nothing serves `list: Note, by: userId`
                """;
    }
}
