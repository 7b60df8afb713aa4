package dev.partita.lint;

/** A list that is to fetch items it does not lead to. */
final class FetchNotServed implements FoundByCompiler {

    @Override
    public String explanation() {
        return """
                `fetch:` reads the items that those of the list lead to, so each item of the list has to hold every \
                attribute of the other's key: as an attribute with `references:`, or under the same name.""";
    }

    @Override
    public String bad() {
        return """
                design: catalogue
                tables:
                  main: { key: { partition: pk, sort: sk } }
                entities:
                  Site:
                    key: { pk: "SITE#{siteId}", sk: META }
                    attributes:
                      siteId: { type: string }
                  SiteTag:
                    key: { pk: "TAG#{tag}", sk: "{number:05}" }
                    attributes:
                      tag: { type: string, normalise: [lower] }
                      number: { type: integer, range: 0..99999 }
                patterns:
                  sitesByTag: { list: SiteTag, by: tag, fetch: Site }
                # ^^^^^^^^^^ fetch-not-served: SiteTag does not have siteId
                """;
    }
}
