package dev.partita.lint;

import dev.partita.design.Edit;
import dev.partita.design.Finding;
import dev.partita.design.Help;
import dev.partita.design.Severity;
import dev.partita.item.Limits;
import dev.partita.plan.Compiled;
import java.util.stream.Stream;

/** A page whose items are fetched in more than one batch. */
final class FetchOverHundred implements Rule {

    @Override
    public Severity severity() {
        return Severity.ADVICE;
    }

    @Override
    public String explanation() {
        return """
                Following references is one BatchGetItem for up to a hundred keys and 16 MB. A larger page takes \
                several, one after the other, and every key that DynamoDB leaves unprocessed a repeat. Make the page a \
                hundred or fewer, or project what the page shows.""";
    }

    @Override
    public String bad() {
        return """
                design: sites
                tables:
                  main:
                    key: { partition: pk, sort: sk }
                entities:
                  Site:
                    key: { pk: "SITE#{siteId}", sk: META }
                    attributes:
                      siteId: { type: ulid, generate: ulid }
                      tags: { type: list of string, max-items: 20, distinct: true }
                  SiteTag:
                    from: { entity: Site, each: tags, as: tag }
                    key: { pk: "TAG#{tag}", sk: "{siteId}" }
                    attributes:
                      tag: { type: string }
                      siteId: { type: string, references: Site }
                patterns:
                  sitesByTag: { list: SiteTag, by: tag, fetch: Site, page: 500 }
                  #                                                        ^^^ fetch-over-hundred: sitesByTag fetches 500 items
                """;
    }

    @Override
    public Stream<Finding> check(Compiled compiled) {
        return new Uses(compiled.design())
                .reads()
                .filter(p -> p.fetch() != null && p.page() != null && p.page() > Limits.BATCH_GET_KEYS)
                .map(p -> found(
                        p.name(),
                        p.node().placeOf("page"),
                        p.name() + " fetches " + p.page() + " items a page, and a batch takes 100",
                        Help.edit(Edit.ofPattern(p, "page", "100")).saying("or fewer")));
    }
}
