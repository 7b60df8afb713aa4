package dev.partita.lint;

/** A pattern for each value of an attribute whose values are not known. */
final class EachWithoutValues implements FoundByCompiler {

    @Override
    public String explanation() {
        return """
                `each:` asks once for every value, so the values must be known: a closed enum, a `range:` of \
                integers, or a list pattern that names them (`each: { plan: plans.name }`).""";
    }

    @Override
    public String bad() {
        return """
                design: ratings
                tables:
                  main:
                    key: { partition: pk }
                    indexes:
                      byStars: { partition: { name: stars, type: number }, projection: keys }
                entities:
                  Rating:
                    key: { pk: "RATING#{ratingId}" }
                    attributes:
                      ratingId: { type: string }
                      stars: { type: integer, required: true }
                patterns:
                  distribution: { count: Rating, by: stars, each: stars }
                # ^^^^^^^^^^^^ each-without-values: `each: stars` has no list of values
                """;
    }

    @Override
    public String mended() {
        return bad().replace("required: true", "required: true, range: 1..5");
    }
}
