package dev.partita.plan;

import static dev.partita.plan.Refusals.refused;
import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.design.Reader;
import dev.partita.design.Source;
import dev.partita.plan.WriteRefused.Rule;
import dev.partita.plan.internal.compile.Compiler;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** References to keys of several attributes, and items whose time is over by an attribute of their own. */
class ReferencesTest {

    private final Bench problems = new Bench("""
            design: problems
            tables:
              main: { key: { partition: pk, sort: sk } }
            entities:
              Case:
                key: { pk: "PROB#{problemId}", sk: "TC#{number:05}" }
                attributes: { problemId: string, number: { type: integer, range: 0..99999 }, closed: flag }
              Run:
                key: { pk: "RUN#{problemId}#{number:05}", sk: "{runId}" }
                attributes:
                  problemId: string
                  number:    { type: integer, references: Case, must-exist: true, on-delete: cascade }
                  runId:     string
                  note:      string
              Pin:
                key: { pk: "PIN#{problemId}#{number:05}", sk: META }
                attributes:
                  problemId: { type: string, references: Case, on-delete: refuse }
                  number:    integer
            patterns:
              addCase: { create: Case }
              addRun:  { create: Run }
              putRun:  { put: Run, requires: { Case: NOT closed } }
              pin:     { create: Pin }
              unpin:   { delete: Pin, by: [problemId, number] }
              drop:    { delete: Case, by: [problemId, number] }
            """);

    @Test
    void aReferenceToAKeyOfSeveralAttributesIsCheckedByAllOfThem() {
        problems.run("addCase", "problemId", "p", "number", 1);
        problems.run("addRun", "problemId", "p", "number", 1, "runId", "a");
        assertThat(problems.run("putRun", "problemId", "p", "number", 1, "runId", "b")
                        .outcome())
                .isEqualTo(Written.Outcome.CREATED);
        assertThat(problems.run("putRun", "problemId", "p", "number", 1, "runId", "b", "note", "x")
                        .outcome())
                .isEqualTo(Written.Outcome.REPLACED);
        refused(
                Rule.REFERENCE_MISSING,
                "Run.number",
                () -> problems.run("addRun", "problemId", "p", "number", 2, "runId", "c"));
        refused(
                Rule.REFERENCE_MISSING,
                "Run.number",
                () -> problems.run("addRun", "problemId", "q", "number", 1, "runId", "c"));
    }

    @Test
    void soItIsWhenTheParentGoes() {
        for (int number : List.of(1, 2)) {
            problems.run("addCase", "problemId", "p", "number", number);
            problems.run("addRun", "problemId", "p", "number", number, "runId", "a");
        }
        problems.run("pin", "problemId", "p", "number", 1);
        refused(Rule.STILL_REFERENCED, "Case", () -> problems.run("drop", "problemId", "p", "number", 1));
        problems.run("unpin", "problemId", "p", "number", 1);
        problems.run("drop", "problemId", "p", "number", 1);
        assertThat(problems.items()).containsOnlyKeys("PROB#p TC#00002", "RUN#p#00002 a");
    }

    private final Bench sessions = new Bench("""
            design: sessions
            tables:
              main:
                key: { partition: pk, sort: sk }
                expiry: ttl
                indexes:
                  GSI1: { partition: gsi1pk, sort: gsi1sk, projection: all }
            entities:
              Session:
                key:  { pk: "S#{id}", sk: META }
                GSI1: { gsi1pk: SESSIONS, gsi1sk: "{id}" }
                attributes:
                  id: string
                  note: string
                  endsAt: { type: epoch-seconds, stored: ttl, required: true }
            patterns:
              open:   { create: Session }
              save:   { put: Session }
              rename: { update: Session, by: id, change: [note] }
              extend: { update: Session, by: id, change: [endsAt] }
              close:  { delete: Session, by: id }
              one:    { get: Session, by: id }
              all:    { list: Session }
              every:  { scan: Session }
            """);

    @Test
    void anAttributeInThePlaceOfTheExpiryIsTheExpiry() {
        Instant end = Bench.START.plus(Duration.ofHours(1));
        sessions.run("open", "id", "a", "endsAt", end);
        sessions.run("open", "id", "b", "endsAt", end.plusSeconds(7200));
        assertThat(sessions.read("one", "id", "a").items()).hasSize(1);
        sessions.run("extend", "id", "a", "endsAt", end.plusSeconds(60));
        sessions.pass(Duration.ofHours(2));
        assertThat(sessions.read("one", "id", "a").items()).isEmpty();
        assertThat(sessions.read("all").items())
                .extracting(found -> found.values().get("id"))
                .containsExactly("b");
        assertThat(sessions.read("every").items()).hasSize(1);
        refused(Rule.NOT_FOUND, "Session", () -> sessions.run("rename", "id", "a", "note", "x"));
        assertThat(sessions.run("open", "id", "a", "endsAt", end.plusSeconds(9000))
                        .outcome())
                .isEqualTo(Written.Outcome.CREATED);
        assertThat(sessions.read("one", "id", "a").items()).hasSize(1);
    }

    @Test
    void oneRequestForEachValueAnswersInTheirOrder() {
        Bench jobs = new Bench("""
                design: jobs
                tables:
                  main:
                    key: { partition: pk, sort: sk }
                    indexes:
                      GSI1: { partition: gsi1pk, sort: gsi1sk, projection: all }
                entities:
                  Queue:
                    key:  { pk: "QUEUE#{name}", sk: META }
                    GSI1: { gsi1pk: QUEUES, gsi1sk: "{name}" }
                    attributes: { name: string }
                  Job:
                    key:  { pk: "QUEUE#{queue}", sk: "JOB#{jobId}" }
                    GSI1: { gsi1pk: "STATUS#{status}", gsi1sk: "{jobId}" }
                    attributes: { queue: string, jobId: string, status: { enum: [open, running, done], required: true } }
                patterns:
                  addQueue: { create: Queue }
                  addJob:   { create: Job }
                  queues:   { list: Queue }
                  allJobs:  { list: Job, by: status, each: status }
                  allByRun: { list: Job, by: queue, each: { queue: queues.name } }
                """);
        List.of("b", "a").forEach(name -> jobs.run("addQueue", "name", name));
        jobs.run("addJob", "queue", "b", "jobId", "1", "status", "done");
        jobs.run("addJob", "queue", "b", "jobId", "2", "status", "open");
        jobs.run("addJob", "queue", "a", "jobId", "3", "status", "running");
        jobs.run("addJob", "queue", "a", "jobId", "4", "status", "open");
        assertThat(jobs.read("allJobs").items())
                .extracting(found -> found.values().get("jobId"))
                .containsExactly("2", "4", "3", "1");
        assertThat(jobs.read("allByRun").items())
                .extracting(found -> found.values().get("jobId"))
                .containsExactly("3", "4", "1", "2");
    }

    private static final String TWO = """
            design: two
            tables: { main: { key: { partition: pk, sort: sk } } }
            entities:
              User:
                key: { pk: "USER#{userId}", sk: META }
                attributes:
                  userId: string
                  most:   { type: integer, default: 1 }
                  sent:   { type: integer, default: 0, read-only: true }
              Letter:
                key: { pk: "LETTER#{letterId}", sk: META }
                attributes:
                  letterId: string
                  sender:   { type: string, references: User }
                  receiver: { type: string, references: User }
                  kind:     { enum: [card, parcel], required: true }
            QUOTA
            patterns:
              signUp: { create: User }
              send:   { create: Letter }
            """;

    private static List<String> told(String yaml) {
        return Compiler.compile(Reader.read(new Source("two.yaml", yaml)).design()).findings().stream()
                .map(finding -> finding.rule() + ": " + finding.message() + "; " + finding.help())
                .toList();
    }

    /** The limit was that of whoever was named first in the file. */
    @Test
    void aLimitOfOneOfTwoParentsIsNamedByTheAttribute() {
        String quota = """
                quotas:
                  letters: { counts: Letter, per: kind, item: { pk: "LETTERS#{kind}", sk: COUNT }, limit: LIMIT }
                """;
        assertThat(told(TWO.replace("QUOTA\n", quota.replace("LIMIT", "User.most"))))
                .singleElement()
                .asString()
                .startsWith(
                        "no-way-to-parent: Letter refers to several User items, by sender, receiver, and nothing says"
                                + " whose most is the limit")
                .contains("`limit: sender.most` or `limit: receiver.most`");
        assertThat(told(TWO.replace("QUOTA\n", quota.replace("LIMIT", "receiver.most"))))
                .isEmpty();
    }

    /** It was counted at the sender, whatever per said. */
    @Test
    void aQuotaCountsAtTheParentThatPerNames() {
        Bench bench = new Bench(TWO.replace("QUOTA\n", """
                quotas:
                  letters: { counts: Letter, per: [kind, receiver], counter: User.sent, limit: User.most }
                """));
        bench.run("signUp", "userId", "a");
        bench.run("signUp", "userId", "b");
        bench.run("send", "letterId", "1", "sender", "a", "receiver", "b", "kind", "card");
        assertThat(bench.items().get("USER#a META")).containsEntry("sent", "0");
        assertThat(bench.items().get("USER#b META")).containsEntry("sent", "1");
        assertThat(told(TWO.replace("QUOTA\n", """
                quotas:
                  letters: { counts: Letter, per: [sender, receiver], counter: User.sent, limit: 5 }
                """)))
                .singleElement()
                .asString()
                .startsWith(
                        "no-way-to-parent: sender and receiver refer to one User each, and nothing says which of them"
                                + " counts");
    }

    /** They were made with whatever attribute stood first. */
    @Test
    void childrenWithTwoParentsAreNotCreatedWithOne() {
        String with = TWO.replace("QUOTA\n", "").replace("{ create: User }", "{ create: User, with: Letter }");
        assertThat(told(with))
                .singleElement()
                .asString()
                .startsWith(
                        "no-way-to-parent: Letter refers to several User items, by sender, receiver, and nothing says"
                                + " which is the one it is created with")
                .contains("call that one userId");
        assertThat(told(with.replace("sender", "userId"))).isEmpty();
    }
}
