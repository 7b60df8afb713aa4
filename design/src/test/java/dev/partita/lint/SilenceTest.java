package dev.partita.lint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.design.Finding;
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
