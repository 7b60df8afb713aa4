package dev.partita.lint;

import static dev.partita.lint.LintCheck.check;
import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.design.model.Finding;
import dev.partita.lint.internal.entity.GrowingList;
import dev.partita.lint.internal.entity.ItemCanPassItsLimit;
import dev.partita.lint.internal.key.IndexKeyFlips;
import dev.partita.lint.internal.key.LowCardinalityPartition;
import dev.partita.lint.internal.key.SingleValuePartition;
import dev.partita.lint.internal.key.TimeBucketPartition;
import dev.partita.lint.internal.read.CountReadsEverything;
import dev.partita.lint.internal.table.HotPartition;
import org.junit.jupiter.api.Test;

/** Volumes, heat and sizes: what the examples of the rules leave out. */
class VolumeRulesTest {

    @Test
    void aCountryHasFewValuesEvenWhenNobodySaysHowMany() {
        check(new LowCardinalityPartition(), """
                design: test
                tables:
                  main:
                    key: { partition: pk, sort: sk }
                    indexes:
                      byX: { partition: xpk, sort: xsk, projection: all }
                entities:
                  Shop:
                    key: { pk: "SHOP#{domain}", sk: META }
                    byX: { xpk: "{country}", xsk: "{domain}" }
                    #           ^^^^^^^^^^^ low-cardinality-partition: Shop has 200 different partitions `{country}` in byX
                    attributes:
                      domain: { type: string }
                      country: { type: string }
                """);
    }

    @Test
    void aStatedCardinalityIsBelieved() {
        check(new LowCardinalityPartition(), """
                design: test
                tables:
                  main:
                    key: { partition: pk, sort: sk }
                    indexes:
                      byX: { partition: xpk, sort: xsk, projection: all }
                entities:
                  Shop:
                    key: { pk: "SHOP#{domain}", sk: META }
                    byX: { xpk: "{category}", xsk: "{domain}" }
                    attributes:
                      domain: { type: string }
                      category: { type: string, cardinality: 50000 }
                """);
    }

    @Test
    void anAttributeHasAsManyValuesAsThereAreItemsItRefersTo() {
        check(new LowCardinalityPartition(), """
                design: test
                tables:
                  main:
                    key: { partition: pk, sort: sk }
                    indexes:
                      byX: { partition: xpk, sort: xsk, projection: all }
                entities:
                  Plan:
                    key: { pk: "PLAN#{name}", sk: META }
                    attributes:
                      name: { type: string }
                    expect: { items: 5 }
                  User:
                    key: { pk: "USER#{userId}", sk: META }
                    byX: { xpk: "SP#{plan}", xsk: "{userId}" }
                    #           ^^^^^^^^^^^ low-cardinality-partition: User has 5 different partitions
                    attributes:
                      userId: { type: string }
                      plan: { type: string, references: Plan }
                """);
    }

    @Test
    void fewItemsMayShareAPartition() {
        check(new SingleValuePartition(), """
                design: test
                tables:
                  main:
                    key: { partition: pk, sort: sk }
                    indexes:
                      byX: { partition: xpk, sort: xsk, projection: all }
                entities:
                  Plan:
                    key: { pk: "PLAN#{name}", sk: META }
                    byX: { xpk: PLAN, xsk: "{name}" }
                    attributes:
                      name: { type: string }
                    expect: { items: 5 }
                """);
    }

    @Test
    void manyItemsMayShareAPartitionThatIsRarelyWritten() {
        check(new SingleValuePartition(), """
                design: test
                tables:
                  main:
                    key: { partition: pk, sort: sk }
                    indexes:
                      byX: { partition: xpk, sort: xsk, projection: all }
                entities:
                  Site:
                    key: { pk: "SITE#{siteId}", sk: META }
                    byX: { xpk: SITE, xsk: "{siteId}" }
                    attributes:
                      siteId: { type: string }
                    expect: { items: 1000000, per-day: 1000 }
                """);
    }

    @Test
    void anItemThatThereIsOnceIsNoCollection() {
        check(new SingleValuePartition(), """
                design: test
                tables:
                  main:
                    key: { partition: pk, sort: sk }
                entities:
                  Settings:
                    key: { pk: SETTINGS, sk: META }
                    attributes:
                      motto: { type: string }
                """);
    }

    @Test
    void readersHeatAPartitionToo() {
        check(new HotPartition(), """
                design: test
                tables:
                  main:
                    key: { partition: pk, sort: sk }
                entities:
                  Post:
                    key: { pk: PUBLIC, sk: "{postId}" }
                    attributes:
                      postId: { type: ulid, generate: ulid }
                    expect: { size: 3 KB, per-day: 100 }
                patterns:
                  timeline: { list: Post, page: 20, expect: { peak: 1000 } }
                  #                                 ^^^^^^ hot-partition: the busiest partition `PUBLIC` of main takes 7,500 read units a second
                """);
    }

    @Test
    void aCacheCoolsAPartition() {
        check(new HotPartition(), """
                design: test
                tables:
                  main:
                    key: { partition: pk, sort: sk }
                entities:
                  Post:
                    key: { pk: PUBLIC, sk: "{postId}" }
                    attributes:
                      postId: { type: ulid, generate: ulid }
                    expect: { size: 3 KB, per-day: 100 }
                patterns:
                  timeline: { list: Post, page: 20, cache: 5 minutes, expect: { peak: 1000, hit-rate: 95 % } }
                """);
    }

    @Test
    void aDayBesideAnIdIsNoPartitionOfTheMoment() {
        check(new TimeBucketPartition(), """
                design: test
                tables:
                  main:
                    key: { partition: pk, sort: sk }
                entities:
                  Use:
                    key: { pk: "USER#{userId}#{at:date}", sk: "{useId}" }
                    attributes:
                      userId: { type: string }
                      useId: { type: ulid, generate: ulid }
                      at: { type: epoch-seconds, set: on-create }
                """);
    }

    @Test
    void aDayBesideAFewCountriesIsOne() {
        check(new TimeBucketPartition(), """
                design: test
                tables:
                  main:
                    key: { partition: pk, sort: sk }
                entities:
                  Visit:
                    key: { pk: "{region}#{at:date}", sk: "{visitId}" }
                    #          ^^^^^^^^^^^^^^^^^^^^ time-bucket-partition: all writes of Visit go to the partition of the moment
                    attributes:
                      region: { enum: [EU, US] }
                      visitId: { type: ulid, generate: ulid }
                      at: { type: epoch-seconds, set: on-create }
                """);
    }

    @Test
    void aStatedSizeBeyondTheLimitIsReportedOnTheLargestPart() {
        check(new ItemCanPassItsLimit(), """
                design: test
                tables:
                  main:
                    key: { partition: pk, sort: sk }
                entities:
                  Page:
                    key: { pk: "PAGE#{pageId}", sk: META }
                    attributes:
                      pageId: { type: ulid, generate: ulid }
                      html: { type: string, size: 300 KB }
                    # ^^^^ item-can-pass-its-limit: a Page may have
                """);
    }

    @Test
    void aListOfSmallThingsFits() {
        check(new ItemCanPassItsLimit(), """
                design: test
                tables:
                  main:
                    key: { partition: pk, sort: sk }
                entities:
                  Run:
                    key: { pk: "RUN#{runId}", sk: META }
                    attributes:
                      runId: { type: ulid, generate: ulid }
                      code: { type: string, length: 0..65536 }
                      results: { type: list of string, max-items: 1000 }
                """);
    }

    @Test
    void aTimeOfTheLastChangeInAnIndexKeyMovesWithEveryUpdate() {
        check(new IndexKeyFlips(), """
                design: test
                tables:
                  main:
                    key: { partition: pk, sort: sk }
                    indexes:
                      byX: { partition: xpk, sort: xsk, projection: all }
                entities:
                  Note:
                    key: { pk: "NOTE#{noteId}", sk: META }
                    byX: { xpk: "{userId}", xsk: "{updatedAt}" }
                    attributes:
                      noteId: { type: ulid, generate: ulid }
                      userId: { type: string }
                      text: { type: string }
                      updatedAt: { type: timestamp, set: on-write }
                patterns:
                  edit: { update: Note, by: noteId, change: [text] }
                # ^^^^ index-key-flips: edit moves the Note in byX
                """);
    }

    @Test
    void anEmailThatChangesNowAndThenIsNoState() {
        check(new IndexKeyFlips(), """
                design: test
                tables:
                  main:
                    key: { partition: pk, sort: sk }
                    indexes:
                      byX: { partition: xpk, sort: xsk, projection: all }
                entities:
                  User:
                    key: { pk: "USER#{userId}", sk: META }
                    byX: { xpk: "{email}", xsk: META }
                    attributes:
                      userId: { type: ulid, generate: ulid }
                      email: { type: string }
                patterns:
                  move: { update: User, by: userId, change: [email] }
                """);
    }

    @Test
    void aCountPerValueReadsThemAll() {
        check(new CountReadsEverything(), """
                design: test
                tables:
                  main:
                    key: { partition: pk, sort: sk }
                    indexes:
                      byX: { partition: xpk, sort: xsk, projection: all }
                entities:
                  Task:
                    key: { pk: "TASK#{taskId}", sk: META }
                    byX: { xpk: "{status}", xsk: "{taskId}" }
                    attributes:
                      taskId: { type: ulid, generate: ulid }
                      status: { enum: [OPEN, DONE] }
                    expect: { items: 1000000, size: 1 KB, per-day: 100 }
                patterns:
                  counts: { count: Task, by: status, each: status }
                # ^^^^^^ count-reads-everything: counts reads 977 MB to answer with a number
                """);
    }

    @Test
    void aCachedCountMayReadMuch() {
        check(new CountReadsEverything(), """
                design: test
                tables:
                  main:
                    key: { partition: pk, sort: sk }
                    indexes:
                      byX: { partition: xpk, sort: xsk, projection: all }
                entities:
                  Task:
                    key: { pk: "TASK#{taskId}", sk: META }
                    byX: { xpk: "{status}", xsk: "{taskId}" }
                    attributes:
                      taskId: { type: ulid, generate: ulid }
                      status: { enum: [OPEN, DONE] }
                    expect: { items: 1000000, size: 1 KB, per-day: 100 }
                patterns:
                  counts: { count: Task, by: status, each: status, cache: 1 hour }
                """);
    }

    @Test
    void aSetGrowsAsAListDoes() {
        check(new GrowingList(), """
                design: test
                tables:
                  main:
                    key: { partition: pk, sort: sk }
                entities:
                  Post:
                    key: { pk: "POST#{postId}", sk: META }
                    attributes:
                      postId: { type: ulid, generate: ulid }
                      likedBy: { type: set of string }
                    # ^^^^^^^ growing-list: like appends to likedBy of Post without end
                patterns:
                  like: { update: Post, by: postId, append: [likedBy] }
                """);
    }

    @Test
    void oneOfTwoWritersThatSaysHowOftenDoesNotSpeakForBoth() {
        String design = """
                design: test
                tables:
                  main:
                    key: { partition: pk }
                    indexes:
                      byStatus: { partition: status, sort: pk, projection: all }
                entities:
                  Job:
                    key: { pk: "JOB#{jobId}" }
                    attributes:
                      jobId: { type: ulid, generate: ulid }
                      status: { enum: [PENDING, DONE, FAILED] }
                    %s
                patterns:
                  jobsByStatus: { list: Job, by: status, page: 50 }
                  createJob: { create: Job, expect: { per-day: 100 } }
                  setStatus: { update: Job, by: jobId, change: [status]%s }
                  forget: { delete: Job, by: jobId }
                """;
        String carets = "# ^^^^^^ low-cardinality-partition: Job has 3 different partitions";
        check(new LowCardinalityPartition(), design.formatted(carets, ""));
        check(new LowCardinalityPartition(), design.formatted("", ", expect: { per-day: 300 }"));
        check(new LowCardinalityPartition(), design.formatted("expect: { per-day: 400 }", ""));
    }

    @Test
    void whatMovesInAnIndexIsCalledByItsName() {
        String design = """
                design: test
                tables:
                  main:
                    key: { partition: pk }
                    indexes:
                      byX: { partition: userId, sort: %s, projection: all }
                entities:
                  Note:
                    key: { pk: "NOTE#{noteId}" }
                    attributes:
                      noteId: { type: ulid, generate: ulid }
                      userId: { type: string }
                      title: { type: string }
                      state: { enum: [OPEN, DONE] }
                      updatedAt: { type: timestamp, set: on-write }
                patterns:
                  edit: { update: Note, by: noteId, change: [title, state], expect: { per-day: 9000 } }
                """;
        assertThat(flips(design.formatted("title"))).endsWith("take title out of the key, if nothing asks by it");
        assertThat(flips(design.formatted("state"))).endsWith("take state out of the key and into when:");
        assertThat(flips(design.formatted("updatedAt")))
                .endsWith("take updatedAt out of the key, and sort by a time that stays");
    }

    private static String flips(String design) {
        return LintCheck.lint(design).stream()
                .filter(finding -> finding.rule().equals("index-key-flips"))
                .map(Finding::advice)
                .findFirst()
                .orElseThrow();
    }
}
