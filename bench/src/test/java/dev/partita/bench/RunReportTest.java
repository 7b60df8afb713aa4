package dev.partita.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.bench.Contender.Kind;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class RunReportTest {

    private final Results results = new Results();
    private final BenchArguments arguments = BenchArguments.parse(new String[] {"--only", "GetItem,mixed"});

    RunReportTest() {
        for (double perSecond : new double[] {30_000, 70_000, 50_000}) {
            results.add(new Measurement(Kind.PARTITA, Workload.GET_ITEM, 16, perSecond, 200, 400, 20, 5, 0, false));
        }
        results.add(new Measurement(Kind.DYNAMODB_LOCAL, Workload.GET_ITEM, 16, 5_000, 2_000, 9_000, 220, 5, 0, false));
        results.add(new Measurement(Kind.PARTITA, Workload.MIXED, 16, 9_000, 200, 400, 20, 5, 0, false));
        results.add(new Measurement(Kind.DYNAMODB_LOCAL, Workload.MIXED, 16, 3_000, 2_000, 9_000, 220, 5, 0, false));
        results.addStart(Kind.PARTITA, 0.5);
        results.addStart(Kind.DYNAMODB_LOCAL, 1.4);
        results.add(new Results.Growth(Kind.PARTITA, 1_000, 100, 50, 100));
        results.add(new Results.Growth(Kind.PARTITA, 200_000, 500, 60, 150));
        for (TypedWay way : TypedWay.values()) {
            boolean isFast = way == TypedWay.GENERATED_ENDPOINT;
            results.add(new Results.TypedCall(way, "get", isFast ? 5 : 24, 52 * 1024));
            results.add(new Results.TypedCall(way, "query", 160, 320 * 1024));
            results.addFirstCall(way, isFast ? 0.4 : 1.0);
        }
    }

    @Test
    void typedReadsAreComparedAndJudged() {
        assertThat(new RunReport(results, arguments).text())
                .contains("generated, endpoint()       5.0     52.0")
                .contains("get   generated, on the SDK takes 1.00× of hand-written SDK (at most 1.1×: yes)")
                .contains("get   generated, endpoint() is 4.80× as fast as the Enhanced Client (at least 1.3×: yes)")
                .contains("query generated, endpoint() is 1.00× as fast as the Enhanced Client (at least 1.3×: NO)")
                .contains("first call: generated, endpoint() takes 40 % of the Enhanced Client’s (below 60 %: yes)");
        assertThat(new ResultsJson(results, arguments).text(Instant.EPOCH))
                .contains("{\"way\":\"Enhanced Client\",\"operation\":\"get\",\"micros\":24.00,\"bytes\":53248}")
                .contains("{\"way\":\"generated, endpoint()\",\"seconds\":0.400}");
    }

    @Test
    void mediansAreComparedAndPromisesJudged() {
        String text = new RunReport(results, arguments).text();
        assertThat(text.lines().filter(line -> line.startsWith("GetItem")))
                .anySatisfy(line -> assertThat(line).contains("50,000", "10.0× ≥ 7 yes", "11.0× ≥ 8 yes"));
        assertThat(text.lines().filter(line -> line.startsWith("mixed")))
                .anySatisfy(line -> assertThat(line).contains("3.0× ≥ 6 NO"));
        assertThat(text).contains("below 0.8 s: yes", "more than 3×: NO", "below 600 MB: yes");
        assertThat(text).contains("GetItem takes 1.20× as long (within 1.3×: yes)");
        assertThat(text).contains("Query takes 1.50× as long (within 1.3×: NO)");
    }

    @Test
    void readsOverRestAreComparedWithGetItemAndJudged() {
        assertThat(new RunReport(results, arguments).text()).doesNotContain("REST");
        results.add(new Measurement(Kind.PARTITA, Workload.HISTORY_GET, 16, 50_000, 200, 500, 14, 5, 0, false));
        results.add(new Measurement(Kind.PARTITA, Workload.HISTORY_REST, 16, 40_000, 250, 600, 17, 5, 0, false));
        results.add(
                new Measurement(Kind.DYNAMODB_LOCAL, Workload.HISTORY_GET, 16, 8_000, 1_900, 5_000, 180, 5, 0, false));
        String text = new RunReport(results, arguments).text();
        assertThat(text)
                .contains("REST has 80 % of GetItem’s throughput (at least 70 %: yes)")
                .contains("at most 600 µs over REST; half of DynamoDB Local’s GetItems take 1,900 µs or more"
                        + " (less than that: yes)");
        assertThat(text.lines().filter(line -> line.startsWith("REST, Partita")))
                .singleElement()
                .asString()
                .contains("40,000", "250", "600", "17");
        results.add(new Measurement(Kind.PARTITA, Workload.HISTORY_REST, 16, 10_000, 250, 6_000, 17, 5, 0, false));
        assertThat(new RunReport(results, arguments).text()).contains("at least 70 %: NO", "less than that: NO");
        assertThat(new Chart(results).svg()).doesNotContain("REST");
    }

    @Test
    void oneConnectionIsComparedWithABareServerAndJudged() {
        assertThat(new RunReport(results, arguments).text()).doesNotContain("bare");
        for (boolean isCrowded : new boolean[] {false, true}) {
            double factor = isCrowded ? 0.5 : 1;
            results.add(new Measurement(
                    Kind.PARTITA, Workload.PUT_ITEM, 1, 2_700 * factor, 300, 700 / factor, 70, 5, 0, isCrowded));
            results.add(new Measurement(Kind.BARE, Workload.PUT_ITEM, 1, 3_000, 300, 500, 70, 5, 0, isCrowded));
        }
        assertThat(new RunReport(results, arguments).text())
                .contains(
                        "on an idle machine: PutItem has 90 % of the bare server’s throughput (at least 80 %: yes),"
                                + " 99 of 100 take at most 700 µs (below 1 ms: yes)",
                        "beside a busy thread: PutItem has 45 % of the bare server’s throughput (at least 80 %: NO),"
                                + " 99 of 100 take at most 1,400 µs (below 1 ms: NO)");
    }

    @Test
    void aBulkLoadIsSummedUpAndDrawn() {
        assertThat(new RunReport(results, arguments).text()).doesNotContain("loaded in");
        List<Bulk.Step> steps =
                List.of(new Bulk.Step(500, 10, 50), new Bulk.Step(1_000, 30, 25), new Bulk.Step(1_500, 50, 25));
        results.addBulk(steps, 3, 1);
        assertThat(new RunReport(results, arguments).text())
                .contains(
                        "1,500 items loaded in 50 s (30 a second), 3 requests refused and sent again, 1 given up (none: NO)");
        assertThat(new ResultsJson(results, arguments).text(Instant.EPOCH))
                .contains("{\"items\":1000,\"seconds\":30.0,\"perSecond\":25}");
        assertThat(new BulkChart(steps).svg())
                .contains("<polyline points=\"293.3,96.7 516.7,188.3")
                .contains(">1,500</text>");
    }

    @Test
    void aBusyMachineIsNamed() {
        assertThat(new RunReport(results, arguments).text()).doesNotContain("not to be trusted");
        results.add(new Measurement(Kind.PARTITA, Workload.MIXED, 16, 9_000, 200, 400, 20, 5, 0.7, false));
        assertThat(new RunReport(results, arguments).text()).contains("Other processes used 10 %");
    }

    @Test
    void theChartHasABarForEachSystemAndTheRatio() {
        assertThat(new Chart(results).svg())
                .contains("GetItem", ">10.0×<", ">50,000<", ">5,000<", "prefers-color-scheme: dark")
                .doesNotContain("PutItem");
    }

    @Test
    void theJsonHoldsEveryMeasurement() {
        assertThat(new ResultsJson(results, arguments).text(Instant.EPOCH))
                .contains("\"when\": \"1970-01-01T00:00:00Z\"", "\"perSecond\":30000", "\"perSecond\":70000");
    }
}
