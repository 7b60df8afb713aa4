package dev.partita.lint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.design.model.Finding;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Where rules spoke without cause and are silent now, and where they were silent and speak. */
class SilenceTest {

    @Test
    void aGetWithAnOrderSaysWhichOneIsMeant() {
        String design = """
                design: t
                tables:
                  main: { key: { partition: pk, sort: sk } }
                entities:
                  Price:
                    key: { pk: "PRODUCT#{product}", sk: "{at}#{priceId}" }
                    attributes:
                      product: string
                      priceId: { type: ulid, generate: ulid }
                      at: { type: timestamp, set: on-create }
                patterns:
                  latest: { get: Price, by: product%s }
                  add: { create: Price }
                """;
        assertThat(rules(design.formatted(""))).contains("uniqueness-expected-of-index");
        assertThat(rules(design.formatted(", order: newest-first"))).doesNotContain("uniqueness-expected-of-index");
    }

    @Test
    void whoeverIsSignedInMayLike() {
        String design = """
                design: t
                tables:
                  main: { key: { partition: pk } }
                identity: { subject: sub }
                entities:
                  Post:
                    key: { pk: "POST#{postId}" }
                    owner: author
                    attributes:
                      postId: { type: ulid, generate: ulid }
                      author: { type: string, required: true }
                      likes: { type: integer, default: 0, read-only: true }
                patterns:
                  like: { update: Post, by: postId, add: { likes: 1 }, allow: anyone }
                  post: { get: Post, by: postId, allow: anyone }
                """;
        assertThat(help(design, "anyone-may-change")).isEqualTo("write `allow: signed-in`");
    }

    @Test
    void aSumIsAnAdd() {
        String design = """
                design: t
                tables:
                  main: { key: { partition: pk } }
                entities:
                  Post:
                    key: { pk: "POST#{postId}" }
                    attributes:
                      postId: { type: ulid, generate: ulid }
                      votes: { type: integer, default: 0, read-only: true }
                patterns:
                  vote: { update: Post, by: postId, set: { votes: votes + 1 } }
                  post: { get: Post, by: postId }
                """;
        assertThat(help(design, "literal-does-not-fit"))
                .contains("remove `votes:` in vote.set")
                .contains("write `votes: 1` in vote.add");
    }

    @Test
    void anIndexWithoutDeletedItemsFillsPages() {
        String design = """
                design: t
                tables:
                  main:
                    key: { partition: pk }
                    indexes:
                      GSI1: { partition: gsi1pk, sort: gsi1sk, projection: all }
                entities:
                  Note:
                    key: { pk: "NOTE#{noteId}" }
                    GSI1: { %sgsi1pk: "USER#{userId}", gsi1sk: "{noteId}" }
                    soft-delete: { flag: isDeleted }
                    attributes:
                      noteId: { type: ulid, generate: ulid }
                      userId: { type: string, required: true }
                      isDeleted: { type: flag, default: false, read-only: true }
                patterns:
                  notes: { list: Note, by: userId, page: 20 }
                """;
        assertThat(rules(design.formatted("when: NOT isDeleted, "))).doesNotContain("deleted-items-fill-pages");
    }

    @Test
    void aMomentThatIsStoredSaysNothingOfHowLongAnItemLives() {
        String design = """
                design: t
                tables:
                  main: { key: { partition: pk }, expiry: ttl }
                entities:
                  Code:
                    key: { pk: "CODE#{code}" }
                    attributes:
                      code: string
                      endsAt: { type: epoch-seconds, stored: ttl, required: true }
                patterns:
                  code: { get: Code, by: code, cache: 10 minutes }
                """;
        assertThat(rules(design)).doesNotContain("cache-outlives-item");
    }

    @Test
    void versionsOfADayCollideWhateverTheyAreCalled() {
        String design = """
                design: t
                tables:
                  main: { key: { partition: pk, sort: sk } }
                entities:
                  Draft:
                    key: { pk: "DOC#{docId}", sk: "V#{at:date}" }
                    attributes:
                      docId: string
                      at: { type: timestamp, required: true }
                patterns:
                  save: { put: Draft }
                  draft: { get: Draft, by: [docId, at] }
                """;
        assertThat(rules(design)).contains("versions-of-one-day-collide");
    }

    @Test
    void aCacheOfNoTimeIsFound() {
        String design = """
                design: t
                tables:
                  main: { key: { partition: pk } }
                entities:
                  Code:
                    key: { pk: "CODE#{code}" }
                    attributes: { code: string }
                patterns:
                  code: { get: Code, by: code, cache: 0 seconds }
                """;
        assertThat(help(design, "cache-always-misses")).isEqualTo("remove `cache:`");
    }

    @Test
    void aSampleOfAnEnumIsGuessed() {
        String design = """
                design: t
                tables:
                  main: { key: { partition: pk } }
                entities:
                  Order:
                    key: { pk: "ORDER#{orderId}" }
                    attributes: { orderId: string, status: { enum: [open, paid, shipped] } }
                samples:
                  Order: [ { orderId: o1, status: shiped } ]
                """;
        assertThat(help(design, "sample-does-not-fit")).isEqualTo("did you mean `shipped`?");
    }

    @Test
    void aRangeIsServedByTheItemsThatHaveIt() {
        String design = """
                design: t
                tables:
                  main:
                    key: { partition: pk, sort: sk }
                    indexes:
                      GSI1: { partition: gsi1pk, sort: gsi1sk, projection: all }
                entities:
                  Job:
                    key: { pk: "Q#{queue}", sk: "J#{jobId}" }
                    GSI1: { when: exists(rank), gsi1pk: "R#{queue}", gsi1sk: "{rank:04}#{jobId}" }
                    attributes:
                      queue: string
                      jobId: { type: ulid, generate: ulid, read-only: true }
                      rank: { type: integer, range: 0..9999 }
                patterns:
                  ranked: { list: Job, by: queue%s, order: rank }
                """;
        assertThat(rules(design.formatted(", range: rank"))).doesNotContain("no-index-serves", "order-not-served");
        assertThat(rules(design.formatted(""))).contains("order-not-served");
    }

    @Test
    void numbersOfOneDigitSortAsTexts() {
        String design = """
                design: t
                tables:
                  main: { key: { partition: pk, sort: sk } }
                entities:
                  Task:
                    key: { pk: "L#{list}", sk: "{priority}#{taskId}" }
                    attributes:
                      list: string
                      taskId: { type: ulid, generate: ulid, read-only: true }
                      priority: { type: integer, range: %s }
                patterns:
                  tasks: { list: Task, by: list, order: priority }
                """;
        assertThat(rules(design.formatted("1..5"))).doesNotContain("order-not-served", "unpadded-number-in-key");
        assertThat(rules(design.formatted("10..99"))).doesNotContain("order-not-served", "unpadded-number-in-key");
        assertThat(rules(design.formatted("1..10"))).contains("order-not-served", "unpadded-number-in-key");
        assertThat(rules(design.formatted("-1..5"))).contains("order-not-served");
        // A bound that a caller gives may have more digits.
        assertThat(rules(design.formatted("1..5").replace("order: priority", "range: priority")))
                .contains("order-not-served");
    }

    @Test
    void whatIsListedForAnyoneIsNoSecret() {
        String design = """
                design: t
                tables:
                  main:
                    key: { partition: pk }
                    indexes:
                      byField: { partition: field, projection: all }
                roles:
                  desk: { group: desk }
                entities:
                  Doctor:
                    key: { pk: "D#{doctorId}" }
                    attributes: { doctorId: string, field: string, isActive: { type: flag, default: true } }
                  Visit:
                    key: { pk: "V#{visitId}" }
                    owner: patient
                    attributes:
                      visitId: { type: ulid, generate: ulid, read-only: true }
                      patient: { type: string, required: true }
                      doctorId: { type: string, references: Doctor, must-exist: true, on-delete: keep }
                patterns:
                  book: { create: Visit, requires: { Doctor: isActive }, allow: owner }
                  doctor: { get: Doctor, by: doctorId, allow: desk }
                  doctors: { list: Doctor, by: field, where: %s, allow: %s }
                """;
        assertThat(rules(design.formatted("isActive", "anyone"))).doesNotContain("condition-tells-strangers");
        assertThat(rules(design.formatted("isActive", "desk"))).contains("condition-tells-strangers");
        assertThat(rules(design.formatted("NOT isActive", "anyone"))).contains("condition-tells-strangers");
    }

    @Test
    void whatNobodyDeletesTakesNothingAlong() {
        String design = """
                design: t
                tables:
                  main: { key: { partition: pk } }
                entities:
                  Fleet:
                    key: { pk: "F#{fleetId}" }
                    attributes: { fleetId: string }
                  Ship:
                    key: { pk: "S#{shipId}" }
                    attributes: { shipId: string, fleetId: { type: string, references: Fleet, on-delete: cascade } }
                  Crew:
                    key: { pk: "C#{crewId}" }
                    attributes: { crewId: string, shipId: { type: string, references: Ship, on-delete: cascade } }
                patterns:
                  ship: { get: Ship, by: shipId }
                """;
        assertThat(rules(design)).doesNotContain("cascade-without-index");
        assertThat(rules(design + "  sink: { delete: Ship, by: shipId }\n")).containsOnlyOnce("cascade-without-index");
        assertThat(PasteTest.lint(design + "  disband: { delete: Fleet, by: fleetId }\n").stream()
                        .filter(finding -> finding.rule().equals("cascade-without-index"))
                        .map(Finding::subject))
                .containsExactly("Ship.fleetId", "Crew.shipId");
    }

    @Test
    void whatAnIndexLeavesOutIsNotCounted() {
        String design = """
                design: t
                tables:
                  main:
                    key: { partition: pk }
                    indexes:
                      GSI1: { partition: gsi1pk, sort: gsi1sk, projection: all }
                entities:
                  Player:
                    key: { pk: "P#{playerId}" }
                    GSI1: { when: "%s", gsi1pk: "DIV#{division}", gsi1sk: "{playerId}" }
                    attributes:
                      playerId: string
                      division: { enum: [gold, silver, bronze, none], default: none }
                patterns:
                  add: { create: Player }
                """;
        assertThat(message(design.formatted("division <> 'none'"))).contains("has 3 different partitions");
        assertThat(message(design.formatted("NOT division IN ('none', 'bronze')")))
                .contains("has 2 different partitions");
        assertThat(message(design.formatted("division = 'gold' OR division = 'silver'")))
                .contains("has 2 different partitions");
        assertThat(message(design.formatted("exists(division)"))).contains("has 4 different partitions");
    }

    private static String message(String design) {
        return PasteTest.lint(design).stream()
                .filter(finding -> finding.rule().equals("low-cardinality-partition"))
                .findFirst()
                .orElseThrow()
                .message();
    }

    @Test
    void whatTheKeyBoundsIsNotThrownAway() {
        String design = """
                design: t
                separator: "%1$s"
                tables:
                  main: { key: { partition: pk, sort: sk } }
                entities:
                  Word:
                    key: { pk: "B%1$s{box}", sk: "T%1$s{name}" }
                    attributes: { box: string, name: string }
                patterns:
                  between: { list: Word, by: box, where: "name > :x AND name <= :y" }
                """;
        assertThat(rules(design.formatted("#"))).doesNotContain("filter-discards-most");
        // Letters sort before this separator, so they bound nothing.
        assertThat(rules(design.formatted("|"))).contains("filter-discards-most");
    }

    @Test
    void whatNothingServesLooksNowhere() {
        String design = """
                design: t
                tables:
                  main:
                    key: { partition: pk }
                    indexes:
                      GSI1: { partition: gsi1pk, sort: gsi1sk, projection: all }
                entities:
                  Player:
                    key: { pk: "P#{playerId}" }
                    GSI1: { when: "division <> 'none'", gsi1pk: "DIV#{division}", gsi1sk: "{rating:04}#{playerId}" }
                    attributes:
                      playerId: string
                      division: { enum: [gold, silver, none], default: none }
                      rating: { type: integer, range: 0..9999 }
                patterns:
                  add: { create: Player }
                  topOf: { get: Player, by: division, order: "rating descending" }
                """;
        assertThat(rules(design)).contains("no-index-serves").doesNotContain("read-your-write-through-index");
    }

    private static List<String> rules(String design) {
        return PasteTest.lint(design).stream().map(Finding::rule).toList();
    }

    private static String help(String design, String rule) {
        return PasteTest.lint(design).stream()
                .filter(finding -> finding.rule().equals(rule))
                .findFirst()
                .orElseThrow(() -> new AssertionError(rule + " is not found in " + rules(design)))
                .advice();
    }
}
