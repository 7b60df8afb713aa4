package dev.partita.lint;

/** Fan-out items of which two have the same key. */
final class CopiesOverwrite implements FoundByCompiler {

    @Override
    public String explanation() {
        return """
                Items made by from: are put without a question, so two with the same key are one item, and the last write wins. Their key holds the whole key of \
                the origin and, with each:, the element.""";
    }

    @Override
    public String bad() {
        return """
                design: shop
                tables:
                  main: { key: { partition: pk, sort: sk } }

                entities:
                  Post:
                    key: { pk: "POST#{postId}", sk: META }
                    attributes:
                      postId: { type: ulid, generate: ulid }
                      author: { type: string, required: true }
                      tags: { type: list of string, max-items: 20 }
                  PostTag:
                    key: { pk: "TAG#{tag}", sk: "BY#{author}" }
                #   ^^^ copies-overwrite: copies of different Posts take each other's place: postId of Post is not
                    from: { entity: Post, each: tags, as: tag }
                    attributes:
                      tag: { type: string }
                      author: { type: string }
                      postId: { type: ulid, references: Post }
                """;
    }

    @Override
    public String mended() {
        return bad().replace("BY#{author}", "BY#{author}#{postId}");
    }
}
