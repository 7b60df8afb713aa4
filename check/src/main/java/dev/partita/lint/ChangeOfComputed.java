package dev.partita.lint;

/** An update of what the design fills in. */
final class ChangeOfComputed implements FoundByCompiler {

    @Override
    public String explanation() {
        return """
                Derived values, hashes, times that are set, versions and read-only attributes are filled in by the design. A caller who could \
                change them could make them wrong. Leave them out of the changes; a constant can be given with set:.""";
    }

    @Override
    public String bad() {
        return """
                design: shop
                tables:
                  main: { key: { partition: pk, sort: sk } }

                entities:
                  Rating:
                    key: { pk: "RATING#{ratingId}", sk: META }
                    attributes:
                      ratingId: { type: string }
                      stars: { type: integer, range: 1..5 }
                      starRating: { type: integer, derive: stars }
                patterns:
                  rate: { update: Rating, by: ratingId, change: [stars, starRating] }
                  #                                             ^^^^^^^^^^^^^^^^^^^ change-of-computed: starRating is filled in by the design
                """;
    }
}
