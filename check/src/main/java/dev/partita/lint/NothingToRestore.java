package dev.partita.lint;

/** A restore of what is never marked as deleted. */
final class NothingToRestore implements FoundByCompiler {

    @Override
    public String explanation() {
        return """
                Only an item that was marked as deleted can be restored; one that was removed is gone. Say soft-delete: at the entity, with \
                a flag or a time, and its deletes mark it.""";
    }

    @Override
    public String bad() {
        return """
                design: shop
                tables:
                  main: { key: { partition: pk, sort: sk } }

                entities:
                  Note:
                    key: { pk: "NOTE#{noteId}", sk: META }

                    attributes:
                      noteId: { type: string }
                      deletedAt: { type: timestamp }
                patterns:
                  undelete: { restore: Note, by: noteId }
                  #                    ^^^^ nothing-to-restore: Note is not marked when it is deleted
                """;
    }
}
