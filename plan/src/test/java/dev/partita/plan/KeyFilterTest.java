package dev.partita.plan;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** DynamoDB's filters refuse key attributes of what is read, and a condition may speak of one all the same. */
class KeyFilterTest {

    private final Bench bench = new Bench("""
            design: jobs
            tables:
              main:
                key: { partition: queue, sort: jobId }
                indexes:
                  byStatus: { partition: status, sort: at, projection: all }
            entities:
              Job:
                key: { queue: "{queue}", jobId: "{jobId}" }
                attributes: { queue: string, jobId: string, status: string, at: { type: timestamp, required: true }, n: integer }
            patterns:
              add:     { create: Job }
              others:  { list: Job, by: queue, where: "jobId <> :not" }
              either:  { list: Job, by: queue, where: "jobId = 'a' OR n > 2" }
              fresh:   { list: Job, by: status, where: "at <> :at AND n > 0" }
              counted: { count: Job, by: queue, where: "jobId <> :not" }
            """);

    @Test
    void aConditionOnAKeyOfWhatIsReadHoldsAllTheSame() {
        for (String id : new String[] {"a", "b", "c"}) {
            bench.run(
                    "add",
                    "queue",
                    "q",
                    "jobId",
                    id,
                    "status",
                    "open",
                    "at",
                    "2024-06-0" + (id.charAt(0) - 'a' + 1) + "T00:00:00Z",
                    "n",
                    id.charAt(0) - 'a' + 1);
        }
        assertThat(bench.read("others", "queue", "q", "not", "b").items()).hasSize(2);
        assertThat(bench.read("either", "queue", "q").items()).hasSize(2);
        assertThat(bench.read("fresh", "status", "open", "at", "2024-06-01T00:00:00Z")
                        .items())
                .hasSize(2);
        assertThat(bench.read("counted", "queue", "q", "not", "b").count()).isEqualTo(2);
    }
}
