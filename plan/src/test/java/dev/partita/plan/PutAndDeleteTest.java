package dev.partita.plan;

import static dev.partita.plan.Refusals.refused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partita.plan.WriteRefused.Rule;
import dev.partita.plan.Written.Outcome;
import dev.partita.plan.internal.value.Sha256;
import dev.partita.plan.internal.write.WriteInput;
import dev.partita.plan.internal.write.WritePlan;
import dev.partita.plan.run.CombinedWrites;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PutAndDeleteTest {

    private static final String SITES = """
            design: sites
            tables:
              main:
                name: sites
                key: { partition: pk, sort: sk }
                type-attribute: et
                expiry: ttl
                indexes:
                  GSI1: { partition: gsi1pk, sort: gsi1sk, projection: all }
                  bySite: { partition: siteId, sort: sk, projection: keys }
            entities:
              Site:
                type: SITE
                key: { pk: "SITE#{siteId}", sk: META }
                attributes:
                  siteId: { type: string, store: false }
                  domain: { type: string, normalise: [domain], unique: true }
                  title: { type: string }
              Rating:
                type: RATING
                key: { pk: "USER#{userId}", sk: "SITE#{siteId}" }
                attributes:
                  userId: { type: string, store: false }
                  siteId: { type: string, prefix: "SITE#", references: Site, must-exist: true, on-delete: cascade }
                  stars: { type: integer, required: true, range: 1..5 }
                  note: { type: string }
                  createdAt: { type: timestamp, set: on-create }
                  updatedAt: { type: timestamp, set: on-write }
              Comment:
                type: COMMENT
                key: { pk: "USER#{userId}", sk: "SITE#{siteId}#C#{commentId}" }
                attributes:
                  userId: { type: string, store: false }
                  siteId: { type: string, prefix: "SITE#", references: Site, on-delete: cascade }
                  commentId: { type: string, generate: ulid, store: false }
                  slug: { type: string, unique: true }
              Reply:
                type: REPLY
                key: { pk: "REPLY#{commentId}", sk: "{replyId}" }
                attributes:
                  commentId: { type: string, store: false }
                  replyId: { type: string, store: false }
              Page:
                type: PAGE
                key: { pk: "PAGE#{url:hash}", sk: META }
                attributes:
                  url: { type: string, normalise: [url] }
                  price: { type: decimal, store: false }
                  status: { type: string, store: false }
                  hash: { type: string, hash-of: [status, price] }
                  seenAt: { type: timestamp, set: on-write }
              Task:
                type: TASK
                key: { pk: "TASK#{taskId}", sk: META }
                GSI1: { gsi1pk: "STATUS#{status}", gsi1sk: "{createdAt:newest-first}#{taskId}" }
                expiry: 7 days after createdAt
                attributes:
                  taskId: { type: string, store: false }
                  status: { type: string, required: true }
                  result: { type: map }
                  createdAt: { type: epoch-seconds, set: on-create }
              Badge:
                type: BADGE
                key: { pk: "BADGE#{badgeId}", sk: META }
                version: version
                attributes:
                  badgeId: { type: string }
                  code: { type: string, unique: true }
                  kind: { type: string, immutable: true }
                  version: { type: integer, read-only: true }
                  createdAt: { type: timestamp, set: on-create }
              Shelf:
                type: SHELF
                key: { pk: "SHELF#{shelfId}", sk: META }
                attributes:
                  shelfId: { type: string }
              Book:
                type: BOOK
                key: { pk: "SHELF#{shelfId}", sk: "BOOK#{bookId}" }
                attributes:
                  shelfId: { type: string, store: false, references: Shelf, must-exist: true, on-delete: refuse }
                  bookId: { type: string }
              Member:
                type: MEMBER
                key: { pk: "MEMBER#{memberId}", sk: META }
                attributes:
                  memberId: { type: string }
                  votes: { type: integer, default: 0, read-only: true }
              Vote:
                type: VOTE
                key: { pk: "SITE#{siteId}", sk: "VOTE#{memberId}" }
                attributes:
                  siteId: { type: string, store: false, references: Site, must-exist: true, on-delete: cascade }
                  memberId: { type: string, references: Member }
                  tags: { type: list of string, default: [] }
              VoteTag:
                type: VOTETAG
                from: { entity: Vote, each: tags, as: tag }
                key: { pk: "VOTETAG#{tag}", sk: "{siteId}#{memberId}" }
                attributes:
                  tag: { type: string }
                  siteId: { type: string, store: false }
                  memberId: { type: string, store: false }
            quotas:
              votes: { counts: Vote, per: memberId, counter: Member.votes, limit: 3 }
            patterns:
              createMember: { create: Member }
              vote: { create: Vote }
              saveSite: { put: Site }
              deleteSite: { delete: Site, by: siteId }
              deleteSiteByDomain: { delete: Site, by: domain }
              rate: { put: Rating }
              comment: { create: Comment }
              savePage: { put: Page, detect: hash }
              saveTask: { put: Task }
              saveBadge: { put: Badge }
              createShelf: { create: Shelf }
              createBook: { create: Book }
              deleteBook: { delete: Book, by: [shelfId, bookId] }
              deleteShelf: { delete: Shelf, by: shelfId }
              openShelf: { transact: [createShelf, createBook] }
              swap: { transact: [deleteBook, createShelf] }
              seeAndOpen: { transact: [savePage, createShelf] }
            """;

    private final Bench bench = new Bench(SITES);

    @Test
    void aPutMakesThenReplacesAndKeepsWhenItWasMade() {
        bench.run("saveSite", "siteId", "1", "title", "Example");
        bench.sent();
        assertThat(bench.run("rate", "userId", "u", "siteId", "1", "stars", 3, "note", "so")
                        .outcome())
                .isEqualTo(Outcome.CREATED);
        bench.pass(Duration.ofHours(1));
        Written again = bench.run("rate", "userId", "u", "siteId", "1", "stars", 5);
        assertThat(again.outcome()).isEqualTo(Outcome.REPLACED);
        assertThat(bench.sent()).containsExactly("GetItem", "TransactWriteItems", "GetItem", "TransactWriteItems");
        assertThat(bench.items().get("USER#u SITE#1"))
                .containsEntry("stars", "5")
                .containsEntry("siteId", "SITE#1")
                .containsEntry("et", "RATING")
                .containsEntry("createdAt", "2024-06-29T12:00:00Z")
                .containsEntry("updatedAt", "2024-06-29T13:00:00Z")
                .doesNotContainKey("note");
        // A transaction does not tell what was there, so it was read.
        assertThat(again.values()).containsEntry("stars", 5L).containsEntry("createdAt", Bench.START);
        refused(
                Rule.REFERENCE_MISSING,
                "Rating.siteId",
                () -> bench.run("rate", "userId", "u", "siteId", "2", "stars", 3));
    }

    @Test
    void onlyAChangeIsWritten() {
        assertThat(bench.run("savePage", "url", "HTTPS://Example.com:443/a#x", "price", "9.90", "status", "new")
                        .outcome())
                .isEqualTo(Outcome.CREATED);
        bench.pass(Duration.ofHours(1));
        assertThat(bench.run("savePage", "url", "https://example.com/a", "price", 9.9, "status", "new")
                        .outcome())
                .isEqualTo(Outcome.UNCHANGED);
        assertThat(bench.sent()).containsExactly("UpdateItem", "UpdateItem");
        assertThat(bench.items().values()).singleElement().satisfies(page -> assertThat(page)
                .containsEntry("seenAt", "2024-06-29T12:00:00Z")
                .containsEntry("hash", Sha256.hex("new\n9.9"))
                .containsEntry("url", "https://example.com/a"));
        assertThat(bench.run("savePage", "url", "https://example.com/a", "price", 8, "status", "new")
                        .outcome())
                .isEqualTo(Outcome.REPLACED);
        assertThat(bench.sent()).containsExactly("UpdateItem");
    }

    @Test
    void whatFollowsFromKeptAndNewValuesIsRightAndTheDeadAreReplaced() {
        bench.run("saveTask", "taskId", "1", "status", "PENDING");
        bench.pass(Duration.ofDays(1));
        Written written = bench.run("saveTask", "taskId", "1", "status", "DONE", "result", Map.of("n", 1));
        assertThat(written.outcome()).isEqualTo(Outcome.REPLACED);
        assertThat(bench.items().get("TASK#1 META"))
                .containsEntry("createdAt", "1719662400")
                .containsEntry("ttl", "1720267200")
                .containsEntry("gsi1pk", "STATUS#DONE")
                .containsEntry("gsi1sk", "8280337599#1")
                .containsEntry("result", "{\"M\":{\"n\":{\"N\":\"1\"}}}");
        bench.pass(Duration.ofDays(6));
        assertThat(bench.run("saveTask", "taskId", "1", "status", "PENDING").outcome())
                .isEqualTo(Outcome.CREATED);
        assertThat(bench.items().get("TASK#1 META"))
                .containsEntry("createdAt", "1720267200")
                .doesNotContainKey("result");
    }

    @Test
    void aPutMovesLocksCountsVersionsAndKeepsTheImmutable() {
        bench.run("saveBadge", "badgeId", "1", "code", "a", "kind", "gold");
        bench.run("saveBadge", "badgeId", "1", "code", "b");
        assertThat(bench.items().keySet()).containsExactly("BADGE#1 META", "BADGE_CODE#b UNIQUE");
        assertThat(bench.items().get("BADGE#1 META"))
                .containsEntry("version", "2")
                .containsEntry("kind", "gold");
        assertThatThrownBy(() -> bench.run("saveBadge", "badgeId", "1", "kind", "tin"))
                .isInstanceOf(InvalidValues.class)
                .hasMessage("Badge.kind = 'tin' cannot be changed once it is there");
        refused(Rule.VERSION_CHANGED, "Badge", () -> bench.run("saveBadge", "badgeId", "1", "version", 1));
        refused(Rule.NOT_UNIQUE, "Badge.code", () -> bench.run("saveBadge", "badgeId", "2", "code", "b"));
        bench.run("saveBadge", "badgeId", "1", "version", 2);
        assertThat(bench.items().keySet()).containsExactly("BADGE#1 META");
    }

    @Test
    void aPutThatNamesAVersionMakesNothingNew() {
        refused(Rule.VERSION_CHANGED, "Badge", () -> bench.run("saveBadge", "badgeId", "1", "code", "a", "version", 3));
        assertThat(bench.items()).isEmpty();
    }

    @Test
    void aDeleteTakesItsChildrenAndTheirLocksAlong() {
        bench.run("saveSite", "siteId", "1", "domain", "Example.com");
        bench.run("saveSite", "siteId", "10", "domain", "example.org");
        for (int i = 0; i < 60; i++) {
            bench.run("rate", "userId", "u" + i, "siteId", "1", "stars", 3);
            bench.run("comment", "userId", "u" + i, "siteId", "1", "slug", "s" + i);
        }
        bench.run("rate", "userId", "u1", "siteId", "10", "stars", 3);
        bench.sent();
        bench.run("deleteSiteByDomain", "domain", "https://EXAMPLE.com/x");
        assertThat(bench.items().keySet())
                .containsExactly("SITE#10 META", "SITE_DOMAIN#example.org UNIQUE", "USER#u1 SITE#10");
        refused(Rule.NOT_FOUND, "Site", () -> bench.run("deleteSite", "siteId", "1"));
    }

    @Test
    void childrenThatGoLeaveTheirCountsAndTheirFanOut() {
        bench.run("createMember", "memberId", "m");
        for (String site : List.of("1", "2", "3")) {
            bench.run("saveSite", "siteId", site);
            bench.run("vote", "siteId", site, "memberId", "m", "tags", List.of("x", site));
        }
        assertThat(bench.items().get("MEMBER#m META")).containsEntry("votes", "3");
        bench.run("deleteSite", "siteId", "2");
        assertThat(bench.items().get("MEMBER#m META")).containsEntry("votes", "2");
        assertThat(bench.items().keySet()).noneMatch(key -> key.contains("2"));
    }

    @Test
    void aLockOfAnotherIsLeftAlone() {
        bench.run("saveSite", "siteId", "1", "domain", "example.com");
        Map<String, String> names = Map.of("#h", "lockedBy", "#pk", "pk");
        bench.call(new Request.UpdateItem(
                "sites",
                dev.partita.item.Item.of(Map.of(
                        "pk", new dev.partita.item.AttributeValue.S("SITE_DOMAIN#example.com"),
                        "sk", new dev.partita.item.AttributeValue.S("UNIQUE"))),
                "REMOVE #h",
                "attribute_exists(#pk)",
                names,
                Map.of(),
                null));
        bench.run("deleteSite", "siteId", "1");
        assertThat(bench.items().keySet()).containsExactly("SITE_DOMAIN#example.com UNIQUE");
    }

    @Test
    void aDeleteThatWasCutOffIsFinishedByTheNext() {
        bench.run("saveSite", "siteId", "1");
        List<String> seen = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            bench.run("rate", "userId", "u" + i, "siteId", "1", "stars", 3);
        }
        Endpoint dying = (request, context) -> {
            seen.add(request.operation());
            if (request instanceof Request.BatchWriteItem) {
                throw new IllegalStateException("power cut");
            }
            return bench.call(request);
        };
        assertThatThrownBy(() -> bench.plan("deleteSite").run(dying, Map.of("siteId", "1"), bench.surroundings()))
                .hasMessage("power cut");
        assertThat(bench.items()).containsKeys("USER#u0 SITE#1", "USER#u1 SITE#1", "USER#u2 SITE#1");
        assertThat(bench.run("deleteSite", "siteId", "1").outcome()).isEqualTo(Outcome.DELETED);
        assertThat(bench.items()).isEmpty();
        refused(Rule.NOT_FOUND, "Site", () -> bench.run("deleteSite", "siteId", "1"));
    }

    @Test
    void aParentStaysWhileAChildForbidsIt() {
        bench.run("createShelf", "shelfId", "s");
        bench.run("createBook", "shelfId", "s", "bookId", "b");
        refused(Rule.STILL_REFERENCED, "Shelf", () -> bench.run("deleteShelf", "shelfId", "s"));
        bench.run("deleteBook", "shelfId", "s", "bookId", "b");
        bench.run("deleteShelf", "shelfId", "s");
        assertThat(bench.items()).isEmpty();
    }

    @Test
    void aPartWithoutAChangeDoesNotKeepTheOthersFromTheirs() {
        List<Written.Outcome> outcomes = new java.util.ArrayList<>();
        for (String shelf : List.of("1", "2")) {
            bench.run("seeAndOpen", "url", "https://example.com/a", "status", "new", "shelfId", shelf)
                    .parts()
                    .forEach(part -> outcomes.add(part.outcome()));
        }
        assertThat(outcomes)
                .containsExactly(
                        Written.Outcome.CREATED,
                        Written.Outcome.CREATED,
                        Written.Outcome.UNCHANGED,
                        Written.Outcome.CREATED);
        assertThat(bench.items()).containsKeys("SHELF#1 META", "SHELF#2 META");
        Written again = bench.run("savePage", "url", "https://example.com/a", "status", "new");
        assertThat(again.outcome()).isEqualTo(Written.Outcome.UNCHANGED);
        // Nothing but parts without a change: nothing to do at all.
        WritePlan plan = bench.plan("savePage");
        assertThat(new CombinedWrites()
                        .add(
                                plan,
                                WriteInput.of(Bench.map("url", "https://example.com/a", "status", "new")),
                                bench.surroundings())
                        .run(bench))
                .extracting(Written::outcome)
                .containsExactly(Written.Outcome.UNCHANGED);
    }

    @Test
    void severalPatternsAreOneTransaction() {
        Written written = bench.run("openShelf", "shelfId", "s", "bookId", "b");
        assertThat(bench.sent()).containsExactly("TransactWriteItems");
        assertThat(written.parts()).extracting(Written::entity).containsExactly("Shelf", "Book");
        assertThat(bench.items().keySet()).containsExactly("SHELF#s BOOK#b", "SHELF#s META");
        refused(
                Rule.ALREADY_EXISTS,
                "Shelf",
                () -> bench.run(
                        "swap",
                        "deleteBook",
                        Map.of("shelfId", "s", "bookId", "b"),
                        "createShelf",
                        Map.of("shelfId", "s")));
        assertThat(bench.items()).hasSize(2);
        bench.run("swap", "deleteBook", Map.of("shelfId", "s", "bookId", "b"), "createShelf", Map.of("shelfId", "t"));
        assertThat(bench.items().keySet()).containsExactly("SHELF#s META", "SHELF#t META");
    }

    @Test
    void aTimeInTheAnswerIsTheMomentOfTheWrite() {
        bench.pass(Duration.ofMillis(1500));
        assertThat(bench.run("saveBadge", "badgeId", "1").values())
                .containsEntry("createdAt", Instant.parse("2024-06-29T12:00:01Z"));
    }
}
