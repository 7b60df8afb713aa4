package dev.partita.lint;

/** A key in which a time and the id behind it run in opposite directions. */
final class TiesOutOfOrder implements FoundByCompiler {

    @Override
    public String explanation() {
        return """
                Times are kept to the second, and many items are written within one. Those are sorted by what stands \
                behind the time in the key: with the time counted down and a ULID counted up, the first of them comes \
                first in a list that promises the newest. `:newest-first` counts ULIDs down too; or put the plain \
                time into the key, and `order: newest-first` reads it backwards.""";
    }

    @Override
    public String bad() {
        return """
                design: timeline
                tables:
                  main: { key: { partition: pk, sort: sk } }
                entities:
                  Post:
                    key: { pk: "WALL#{wall}", sk: "{createdAt:newest-first}#{postId}" }
                    attributes:
                      wall: { type: string }
                      postId: { type: ulid, generate: ulid }
                      createdAt: { type: timestamp, set: on-create }
                patterns:
                  posts: { list: Post, by: wall, order: newest-first }
                # ^^^^^ ties-out-of-order: nothing serves `list: Post, by: wall, order: newest-first`
                """;
    }
}
