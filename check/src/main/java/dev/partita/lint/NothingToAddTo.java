package dev.partita.lint;

/** An addition to what is no number. */
final class NothingToAddTo implements FoundByCompiler {

    @Override
    public String explanation() {
        return """
                add: counts a number up or down in place, whatever others do at the same moment. Lists grow by append:, other values are \
                replaced by change:.""";
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
                      views: { type: string }
                patterns:
                  view: { update: Page, by: pageId, add: { views: 1 } }
                  #                                 ^^^ nothing-to-add-to: views is a string, no number
                """;
    }
}
