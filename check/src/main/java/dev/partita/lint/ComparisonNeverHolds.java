package dev.partita.lint;

/** A condition that compares what cannot be compared. */
final class ComparisonNeverHolds implements FoundByCompiler {

    @Override
    public String explanation() {
        return """
                DynamoDB compares values of one type only: a number is never above a text, a list never equals one of its elements, and an \
                attribute that is not stored is never there. Such a condition holds for no item, whatever is stored. Compare values of the same type; \
                use contains for lists and sets, begins_with for text, size for how many there are.""";
    }

    @Override
    public String bad() {
        return """
                design: shop
                tables:
                  main: { key: { partition: pk, sort: sk } }

                entities:
                  Book:
                    key: { pk: "SHELF#{shelf}", sk: "BOOK#{bookId}" }
                    attributes:
                      shelf: { type: string }
                      bookId: { type: ulid, generate: ulid }
                      tags: { type: list of string, max-items: 20 }
                patterns:
                  novels: { list: Book, by: shelf, where: "tags = 'novel'" }
                  #                                        ^^^^^^^^^^^^^^ comparison-never-holds: tags is a list of string
                """;
    }

    @Override
    public String mended() {
        return bad().replace("tags = 'novel'", "contains(tags, 'novel')");
    }
}
