package dev.partita.lint;

/** An attribute of fan-out items whose value comes from nowhere, or changes behind their back. */
final class CopyWithoutSource implements FoundByCompiler {

    @Override
    public String explanation() {
        return """
                Items made by from: are copies of their origin, written together with it and in no other way. Each attribute has the value of the \
                origin's attribute of the same name (or is the element, or the key that it refers to), a constant default, or is derived from those. What the \
                origin does not store, what a quota or sequence counts in it, and what is made anew by chance or by the clock cannot be copied: the next write \
                would not find the old copy, or the copy would not follow.""";
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
                      tags: { type: list of string, max-items: 20 }
                  PostTag:
                    key: { pk: "TAG#{tag}", sk: "POST#{postId}" }
                    from: { entity: Post, each: tags, as: tag }
                    attributes:
                      tag: { type: string }
                      postId: { type: ulid, references: Post }
                      title: { type: string }
                #     ^^^^^ copy-without-source: PostTag.title has no source
                """;
    }

    @Override
    public String mended() {
        return bad().replace(
                        "      tags: { type: list of string, max-items: 20 }\n",
                        "      tags: { type: list of string, max-items: 20 }\n      title: { type: string }\n");
    }
}
