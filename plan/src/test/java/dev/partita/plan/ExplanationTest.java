package dev.partita.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.partita.design.Reader;
import dev.partita.design.Source;
import dev.partita.plan.internal.compile.Compiler;
import dev.partita.plan.internal.read.Estimate;
import dev.partita.plan.internal.read.ReadPlan;
import dev.partita.plan.run.Explanation;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The requests a plan would send, with values where they are given and placeholders where not. */
class ExplanationTest {

    private static final String DESIGN = """
            design: sites
            tables:
              main:
                name: ${TABLE:sites}
                key: { partition: pk, sort: sk }
                expiry: ttl
                indexes:
                  byTag: { partition: tag, sort: siteId, projection: keys }
            entities:
              Site:
                key: { pk: "SITE#{siteId}", sk: META }
                unique: { url: { on: [url], lock: { pk: "URL#{url}", sk: UNIQUE } } }
                attributes:
                  siteId: { type: string, store: false }
                  url: { type: string }
              SiteTag:
                key: { pk: "SITE#{siteId}", sk: "TAG#{tag}" }
                attributes:
                  siteId: { type: string, prefix: "SITE#" }
                  tag: { type: string }
              Visit:
                key: { pk: "SITE#{siteId}", sk: "VISIT#{at:date}#{visitId}" }
                expiry: 30 days after at
                attributes:
                  siteId: { type: string, store: false }
                  visitId: { type: string, store: false }
                  at: { type: epoch-seconds }
            patterns:
              siteByUrl: { get: Site, by: url }
              sitesByTag: { list: SiteTag, by: tag, fetch: Site, page: 10 }
              visits: { list: Visit, by: siteId, range: at:date }
              siteThenVisits: { get: Site, by: url, then: visitsOfDay }
              visitsOfDay: { count: Visit, by: [siteId, at:date] }
            """;

    @Test
    void valuesStandWhereTheyAreGiven() {
        assertThat(requests("visits", Map.of("siteId", "1#2", "dateFrom", "2024-06-01", "dateTo", "2024-06-30")))
                .containsExactly("1 Query {\"TableName\":\"sites\","
                        + "\"KeyConditionExpression\":\"#n0 = :v0 AND #n1 BETWEEN :v1 AND :v2\","
                        + "\"FilterExpression\":\"attribute_not_exists(#n2) OR #n2 > :v3\","
                        + "\"ExpressionAttributeNames\":{\"#n0\":\"pk\",\"#n1\":\"sk\",\"#n2\":\"ttl\"},"
                        + "\"ExpressionAttributeValues\":{\":v0\":{\"S\":\"SITE#1%232\"},"
                        + "\":v1\":{\"S\":\"VISIT#2024-06-01\"},\":v2\":{\"S\":\"VISIT#2024-06-30$\"},"
                        + "\":v3\":{\"N\":\"1719662400\"}},\"Limit\":100} // again until the page is full");
    }

    @Test
    void anOpenEndStaysInsideThePrefix() {
        assertThat(requests("visits", Map.of("siteId", "1", "dateFrom", "2024-06-01"))
                        .get(0))
                .contains("\":v1\":{\"S\":\"VISIT#2024-06-01\"},\":v2\":{\"S\":\"VISIT$\"}");
        assertThat(requests("visits", Map.of("siteId", "1", "dateTo", "2024-06-01"))
                        .get(0))
                .contains("\":v1\":{\"S\":\"VISIT#\"},\":v2\":{\"S\":\"VISIT#2024-06-01$\"}");
        assertThat(requests("visits", Map.of("siteId", "1")).get(0))
                .contains("begins_with(#n1, :v1)")
                .contains("\":v1\":{\"S\":\"VISIT#\"}");
    }

    @Test
    void whatIsNotGivenIsAPlaceholder() {
        assertThat(requests("siteByUrl", Map.of()))
                .containsExactly(
                        "1 GetItem {\"TableName\":\"sites\",\"Key\":{\"pk\":{\"S\":\"URL#‹url›\"},\"sk\":{\"S\":\"UNIQUE\"}}}"
                                + " // the lock knows the key of the item",
                        "2 GetItem {\"TableName\":\"sites\",\"Key\":{\"pk\":{\"S\":\"‹pk of step 1›\"},"
                                + "\"sk\":{\"S\":\"‹sk of step 1›\"}}} // when there is a lock");
    }

    @Test
    void keysThatOnlyAnAnswerWillTellSayWhoseTheyAre() {
        assertThat(requests("sitesByTag", Map.of("tag", "java")).get(1))
                .isEqualTo("2 BatchGetItem {\"RequestItems\":{\"sites\":{\"Keys\":["
                        + "{\"pk\":{\"S\":\"SITE#‹siteId of step 1›\"},\"sk\":{\"S\":\"META\"}}]}}}"
                        + " // with up to a hundred keys at a time, one for each item of step 1");
    }

    @Test
    void aPatternThatFollowsShowsItsRequestsToo() {
        assertThat(requests("siteThenVisits", Map.of("url", "x", "date", "2024-06-01"))
                        .get(3))
                .startsWith("3 Query")
                .contains("SITE#‹siteId of step 2›")
                .contains("VISIT#2024-06-01#")
                .contains("\"Select\":\"COUNT\"")
                .endsWith("// visitsOfDay: again for each following page");
    }

    @Test
    void aPlanIsData() {
        assertThat(plan("visitsOfDay").data())
                .containsEntry("pattern", "visitsOfDay")
                .containsEntry("verb", "count")
                .containsEntry("readUnits", 0.5)
                .extractingByKey("steps")
                .isEqualTo(List.of(Map.of(
                        "operation",
                        "Query",
                        "table",
                        "main",
                        "consistency",
                        "eventual",
                        "entities",
                        List.of("Visit"),
                        "key",
                        List.of("pk = SITE#{siteId}", "sk begins with VISIT#{at:date}#"),
                        "forward",
                        true,
                        "count",
                        true,
                        "filters",
                        List.of("ttl > now or missing (expired ones are hidden)"))));
    }

    private static List<String> requests(String pattern, Map<String, Object> arguments) {
        return Explanation.of(plan(pattern), arguments, Map.of(), Instant.parse("2024-06-29T12:00:00Z")).stream()
                .map(one -> one.step() + " "
                        + (one.request() == null
                                ? ""
                                : one.request().operation() + " "
                                        + one.request().toJson() + " ")
                        + "// " + one.note())
                .toList();
    }

    private static ReadPlan plan(String pattern) {
        return (ReadPlan)
                Compiler.compile(Reader.read(new Source("test.yaml", DESIGN)).design())
                        .plans()
                        .get(pattern);
    }

    @Test
    void eachOfAThousandShardsCostsWhatIsReadInIt() {
        Bench bench = new Bench("""
                design: events
                tables:
                  main:
                    key: { partition: pk }
                    indexes:
                      byTime: { partition: gpk, sort: gsk, projection: all }
                entities:
                  Event:
                    key: { pk: "EVENT#{eventId}" }
                    byTime: { gpk: "EVENTS#{eventId:shard(1000)}", gsk: "{eventId}" }
                    attributes:
                      eventId: { type: ulid, generate: ulid, read-only: true }
                      text: { type: string, size: 2 KB }
                    expect: { items: 3000, size: 2 KB }
                patterns:
                  add: { create: Event }
                  newest: { list: Event, order: newest-first, page: 20 }
                  few: { list: Event, order: newest-first, page: 1 }
                  all: { count: Event }
                """);
        String text = "x".repeat(1_900);
        for (int i = 0; i < 3_000; i++) {
            bench.run("add", "text", text);
        }
        // Three items of 2 KB in each shard; ids fall unevenly.
        for (String pattern : List.of("newest", "few", "all")) {
            Estimate estimate =
                    ((ReadPlan) Compiler.compile(bench.design()).plans().get(pattern)).estimate();
            assertThat(estimate.fewest()).as(pattern).isEqualTo(1_000);
            assertThat(estimate.units())
                    .as(pattern)
                    .isCloseTo(bench.read(pattern).units(), withinPercentage(20));
        }
    }
}
