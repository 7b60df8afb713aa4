package dev.partita.lint;

/** A condition on an item that is only being made. */
final class WhenOfNewItem implements FoundByCompiler {

    @Override
    public String explanation() {
        return """
                when: is a condition on the item as it is stored. A create or put makes the item, so there is nothing yet to ask. \
                Conditions on other items go into requires:, and a change of an item that is there is an update:.""";
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
                      isOpen: { type: flag }
                patterns:
                  saveNote: { put: Note, when: isOpen }
                  #                            ^^^^^^ when-of-new-item: when speaks of the item as it is
                """;
    }
}
