package dev.partita.lint;

/** A write of items that are made from others. */
final class WriteOfFanOut implements FoundByCompiler {

    @Override
    public String explanation() {
        return """
                Items with from: are made from another entity's items and written together with them, in one transaction. Written on \
                their own they would no longer agree with what they are made from. Write the other entity; its fan-out follows.""";
    }

    @Override
    public String bad() {
        return """
                design: shop
                tables:
                  main: { key: { partition: pk, sort: sk } }

                entities:
                  Site:
                    key: { pk: "SITE#{siteId}", sk: META }
                    attributes:
                      siteId: { type: string }
                      tags: { type: list of string, max-items: 20 }
                  SiteTag:
                    from: { entity: Site, each: tags, as: tag }
                    key: { pk: "SITE#{siteId}", sk: "TAG#{tag}" }
                    attributes:
                      siteId: { type: string }
                      tag: { type: string }
                patterns:
                  addTag: { create: SiteTag }
                  #                 ^^^^^^^ write-of-fan-out: SiteTag is made from Site and written only together with it
                """;
    }
}
