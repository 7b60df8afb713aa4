package dev.partita.plan;

import static dev.partita.plan.Refusals.refused;
import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.plan.WriteRefused.Rule;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Moments a while after or before now: what is set by them, and what is compared with them. */
class MomentTest {

    private final Bench bench = new Bench("""
            design: work
            tables:
              main:
                key: { partition: pk, sort: sk }
                expiry: ttl
                indexes:
                  GSI1: { partition: gsi1pk, sort: gsi1sk, projection: all }
            entities:
              Job:
                key: { pk: "JOB#{jobId}", sk: META }
                GSI1: { gsi1pk: JOBS, gsi1sk: "{dueAt}#{jobId}" }
                attributes:
                  jobId:   string
                  dueAt:   { type: timestamp, required: true }
                  day:     date
                  worker:  string
                  until:   { type: timestamp-millis }
                  goneAt:  { type: epoch-seconds, stored: ttl }
                expect: { items: 100 }
            patterns:
              plan:    { create: Job, set: { dueAt: now + 90 seconds, day: now + 1 day, goneAt: now + 2 hours } }
              take:    { update: Job, by: jobId, set: { worker: me, until: now + 5 minutes }, when: missing(until) OR until < now }
              extend:  { update: Job, by: jobId, set: { until: now + 5 minutes }, when: "worker = :who AND until < now + 1 minute" }
              due:     { list: Job, where: dueAt <= now, order: ascending }
              soon:    { list: Job, where: dueAt BETWEEN now AND now + 10 minutes, order: ascending }
              late:    { list: Job, where: dueAt < now - 1 minute, order: ascending }
              put:     { put: Job, set: { until: now - 1 day } }
            """);

    private Instant now() {
        return bench.surroundings().clock().instant();
    }

    private List<Object> ids(String pattern) {
        return bench.read(pattern).of("Job").stream()
                .map(found -> found.get("jobId"))
                .toList();
    }

    @Test
    void aMomentThatIsSetIsSoLongAfterTheWrite() {
        Map<String, Object> made = bench.run("plan", "jobId", "a").values();
        assertThat(made.get("dueAt")).isEqualTo(now().plusSeconds(90));
        assertThat(made.get("goneAt")).isEqualTo(now().plusSeconds(7200));
        assertThat(made.get("day"))
                .hasToString(now().plusSeconds(86_400).toString().substring(0, 10));
        assertThat(bench.run("put", "jobId", "b", "dueAt", "2024-01-01T00:00:00Z")
                        .values()
                        .get("until"))
                .isEqualTo(now().minusSeconds(86_400));
    }

    @Test
    void aLeaseIsHeldUntilItsTimeIsOver() {
        bench.run("plan", "jobId", "a");
        bench.run("take", "jobId", "a");
        bench.pass(Duration.ofMinutes(3));
        refused(Rule.CONDITION_NOT_MET, "Job", () -> bench.run("take", "jobId", "a"));
        refused(Rule.CONDITION_NOT_MET, "Job", () -> bench.run("extend", "jobId", "a", "who", "me-1"));
        bench.pass(Duration.ofSeconds(90));
        bench.run("extend", "jobId", "a", "who", "me-1");
        bench.pass(Duration.ofSeconds(299));
        refused(Rule.CONDITION_NOT_MET, "Job", () -> bench.run("take", "jobId", "a"));
        bench.pass(Duration.ofSeconds(2));
        bench.run("take", "jobId", "a");
    }

    @Test
    void conditionsReachKeysThroughIt() {
        bench.run("plan", "jobId", "a");
        bench.pass(Duration.ofSeconds(30));
        bench.run("plan", "jobId", "b");
        assertThat(ids("soon")).containsExactly("a", "b");
        assertThat(ids("due")).isEmpty();
        bench.pass(Duration.ofSeconds(61));
        assertThat(ids("due")).containsExactly("a");
        assertThat(ids("soon")).containsExactly("b");
        bench.pass(Duration.ofSeconds(60));
        assertThat(ids("late")).containsExactly("a");
        bench.sent();
        ids("soon");
        assertThat(bench.sent()).containsExactly("Query");
    }
}
