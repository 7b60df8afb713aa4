package dev.partita.lint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.design.Reader;
import dev.partita.design.Source;
import dev.partita.design.internal.text.Pasted;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Help;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Help is tried before it is shown: what it would bring comes with it, and what does not help is not proposed. */
class TriedHelpTest {

    private static final String TABLE = """
            design: t
            tables:
              main: { key: { partition: pk, sort: sk } }
            """;

    private static final String INDEXED = """
            design: t
            tables:
              main: { key: { partition: pk, sort: sk }, indexes: { GSI1: { partition: gsi1pk, sort: gsi1sk, projection: all } } }
            """;

    @Test
    void anIndexForLongTextsShortensThem() {
        String design = TABLE + """
                entities:
                  Page:
                    key: { pk: "SITE#{site}", sk: "{path}" }
                    attributes:
                      site: string
                      path: { type: string, length: 1..300 }
                      link: { type: string, length: 1..4000, required: true }
                patterns:
                  byLink: { list: Page, by: link, page: 20 }
                """;
        assertThat(pastedHelp(design, "no-index-serves", "byLink")).contains("gsi1pk: \"PAGE#{link:shorten}\"");
    }

    @Test
    void anIndexWithANumberFromTheKeyPadsIt() {
        String design = TABLE + """
                entities:
                  Item:
                    key: { pk: "SHOP#{shop}", sk: "{number}" }
                    attributes:
                      shop: string
                      number: { type: integer, range: 1..999999 }
                      kind: string
                patterns:
                  byKind: { list: Item, by: kind, page: 20 }
                """;
        assertThat(pastedHelp(design, "no-index-serves", "byKind")).contains("gsi1sk: \"{shop}#{number:06}\"");
    }

    @Test
    void theHelpOfTwoPatternsCanBePastedOneAfterTheOther() {
        String design = TABLE + """
                entities:
                  Page:
                    key: { pk: "SITE#{site}", sk: "{path}" }
                    attributes:
                      site: string
                      path: { type: string, length: 1..100 }
                      kind: { type: string, length: 1..10 }
                      rank: { type: integer, range: 0..99, required: true }
                      visits: { type: integer, range: 0..9999999, required: true }
                patterns:
                  byKind: { list: Page, by: kind, page: 20 }
                  byRank: { list: Page, by: rank, page: 20 }
                  byVisits: { list: Page, by: site, order: visits, page: 20 }
                  byKindAndPath: { list: Page, by: kind, order: site, page: 20 }
                """;
        String pasted = design;
        List<Finding> findings =
                PasteTest.lint(design).stream().filter(Finding::isError).toList();
        assertThat(findings).extracting(Finding::subject).contains("byKind", "byRank", "byVisits");
        for (Finding finding : findings) {
            pasted = Pasted.into(pasted, finding, finding.help().ways().get(0));
        }
        assertThat(PasteTest.lint(pasted)).as(pasted).noneMatch(Finding::isError);
    }

    @Test
    void whoIsDeletedForGoodDoesNotLeaveReferencesBehind() {
        String design = TABLE + """
                entities:
                  User:
                    key: { pk: "USER#{userId}", sk: META }
                    soft-delete: { at: deletedAt }
                    attributes:
                      userId: { type: ulid, generate: ulid }
                      email: { type: string, normalise: [trim, lower], length: 3..200, required: true, unique: true }
                      deletedAt: { type: timestamp, set: on-delete }
                  Note:
                    key: { pk: "USER#{userId}", sk: "NOTE#{noteId}" }
                    attributes:
                      userId: { type: ulid, references: User }
                      noteId: { type: ulid, generate: ulid }
                patterns:
                  signUp: { create: User }
                  user: { get: User, by: userId }
                  leave: { delete: User, by: userId }
                  addNote: { create: Note }
                  notes: { list: Note, by: userId, page: 20 }
                """;
        assertThat(pastedHelp(design, "deleted-item-keeps-lock", "leave"))
                .contains("hard: true", "`on-delete: keep` in Note.userId");
    }

    @Test
    void aNumberThatIsCountedUpIsPaddedAndBounded() {
        String design = TABLE + """
                entities:
                  Shop:
                    key: { pk: "SHOP#{shop}", sk: META }
                    attributes: { shop: string, last: { type: integer, default: 0, read-only: true } }
                  Bill:
                    key: { pk: "SHOP#{shop}", sk: "BILL#{number}" }
                    attributes:
                      shop: { type: string, references: Shop, must-exist: true, on-delete: keep }
                      number: { type: integer, generate: { sequence: Shop.last } }
                patterns:
                  addShop: { create: Shop }
                  shop: { get: Shop, by: shop }
                  add: { create: Bill }
                  bills: { list: Bill, by: shop, page: 20 }
                """;
        assertThat(pastedHelp(design, "unpadded-number-in-key", "Bill"))
                .contains("BILL#{number:10}", "max: 9999999999");
    }

    @Test
    void whatStrangersMayReadIsTiedToItsParentOrToThoseWhoReadThat() {
        String design = TABLE + """
                identity: { subject: sub, groups: groups }
                roles: { staff: { group: staff } }
                entities:
                  Doc:
                    key: { pk: "DOC#{docId}", sk: META }
                    owner: owner
                    attributes:
                      docId: { type: ulid, generate: ulid }
                      owner: { type: string, required: true }
                  Line:
                    key: { pk: "DOC#{docId}", sk: "LINE#{lineId}" }
                    attributes:
                      docId: { type: ulid, references: Doc }
                      lineId: { type: ulid, generate: ulid }
                      wordId: { type: string, required: true, references: Word }
                  Word:
                    key: { pk: "WORD#{wordId}", sk: META }
                    attributes: { wordId: string, text: string }
                patterns:
                  doc: { get: Doc, by: docId, allow: [owner, staff] }
                  lines: { list: Line, by: docId, fetch: Word, page: 20, allow: anyone }
                  word: { get: Word, by: wordId, allow: anyone }
                """;
        assertThat(pastedHelp(design, "child-more-open-than-parent", "lines")).contains("write `allow: staff`");
    }

    @Test
    void partsThatAreShortenedAreKeptApartByTheirHash() {
        String design = TABLE + """
                entities:
                  Post:
                    key: { pk: "P#{a:shorten}{b}", sk: META }
                    attributes:
                      a: { type: string, length: 1..5000 }
                      b: { type: string, length: 1..10 }
                patterns:
                  post: { get: Post, by: [a, b] }
                  put: { put: Post }
                """;
        assertThat(pastedHelp(design, "parts-run-together", "Post")).contains("P#{a:hash}#{b}");
    }

    @Test
    void whatHidesExpiredItemsIsNotAskedForInReturn() {
        String design = """
                design: t
                tables:
                  main: { key: { partition: pk, sort: sk }, expiry: ttl, indexes: { GSI1: { partition: gsi1pk, sort: gsi1sk, projection: [name] } } }
                entities:
                  Session:
                    key: { pk: "S#{id}", sk: META }
                    expiry: 1 day after at
                    GSI1: { gsi1pk: "U#{user}", gsi1sk: "{id}" }
                    attributes:
                      user: { type: string, required: true }
                      id: { type: ulid, generate: ulid }
                      name: { type: string, required: true }
                      at: { type: timestamp, set: on-create }
                patterns:
                  of: { list: Session, by: user, return: [name], page: 20 }
                """;
        assertThat(pastedHelp(design, "not-projected", "of"))
                .contains("projection: all")
                .doesNotContain("return:");
    }

    @Test
    void whatIsTheSameForAllOfAListDoesNotSortIt() {
        for (String sort : List.of("{createdAt}#{author}", "{createdAt}#{wallId}#{author}")) {
            String design = TABLE + """
                    entities:
                      Post:
                        key: { pk: "WALL#{wallId}", sk: "%s" }
                        attributes:
                          wallId: { type: ulid, generate: ulid }
                          author: string
                          createdAt: { type: timestamp, set: on-create }
                    patterns:
                      posts: { list: Post, by: wallId, order: newest-first }
                    """.formatted(sort);
            assertThat(help(design, "ties-in-any-order", "posts"))
                    .isEqualTo("put an attribute with `type: ulid, generate: ulid` right behind the time in the key");
        }
    }

    @Test
    void whatIsWrittenInOrderGoesRightBehindTheTime() {
        String design = INDEXED + """
                entities:
                  Post:
                    key: { pk: "POST#{postId}", sk: META }
                    GSI1: { gsi1pk: "WALL#{wall}", gsi1sk: "{createdAt:newest-first}#{author}#{postId}" }
                    attributes:
                      wall: { type: string, required: true }
                      postId: { type: ulid, generate: ulid }
                      author: { type: string, required: true }
                      createdAt: { type: timestamp, set: on-create }
                patterns:
                  posts: { list: Post, by: wall, order: newest-first }
                """;
        assertThat(pastedHelp(design, "ties-in-any-order", "posts"))
                .contains("{createdAt:newest-first}#{postId:newest-first}#{author}");
    }

    @Test
    void anIndexWithOneItemAPartitionHasNoTies() {
        String design = INDEXED + """
                entities:
                  Profile:
                    key: { pk: "USER#{userId}", sk: META }
                    GSI1: { gsi1pk: "PROFILE#{userId}", gsi1sk: "{createdAt}" }
                    attributes:
                      userId: string
                      createdAt: { type: timestamp, set: on-create }
                patterns:
                  profiles: { list: Profile, by: userId, order: newest-first }
                """;
        assertThat(PasteTest.lint(design)).noneMatch(finding -> finding.rule().equals("index-order-undefined"));
    }

    /** What cannot be pasted as it stands is said in words, with what is left to do. */
    @Test
    void helpThatBringsWhatSomebodyMustDecideIsInWords() {
        String design = INDEXED + """
                entities:
                  Book:
                    key: { pk: "SHELF#{shelf}", sk: "BOOK#{bookId}" }
                    attributes:
                      shelf: string
                      bookId: { type: ulid, generate: ulid }
                      tags: { type: list of string, max-items: 20 }
                patterns:
                  novels: { list: Book, by: tags }
                """;
        Finding finding = finding(design, "no-index-serves", "novels");
        assertThat(finding.help().ways()).allMatch(way -> way.edits().isEmpty());
        assertThat(finding.advice()).endsWith("and see to `key-of-wrong-type` then");
    }

    @Test
    void aChangeOfALineThatIsWrittenAnywayIsMadeInIt() {
        String design = """
                design: t
                tables:
                  main: { key: { partition: pk } }
                entities:
                  Page:
                    key: { pk: "PAGE#{pageId}" }
                    attributes:
                      pageId: { type: ulid, generate: ulid }
                      link: { type: string, length: 0..3000 }
                patterns:
                  page: { list: Page, by: link }
                """;
        assertThat(pastedHelp(design, "no-index-serves", "page").split("GSI1: \\{ gsi1pk", -1))
                .hasSize(2);
    }

    @Test
    void whatIsNotTriedInALargeDesignIsInWords() {
        StringBuilder design = new StringBuilder("design: t\n" + "# more\n".repeat(6_000) + "tables:\n");
        for (int i = 0; i < 15; i++) {
            design.append("  t").append(i).append(": { key: { partition: pk }, encryption: aws-managed }\n");
        }
        List<Finding> findings = PasteTest.lint(design.toString()).stream()
                .filter(finding ->
                        List.of("encryption-costs", "deletion-unprotected").contains(finding.rule()))
                .toList();
        assertThat(findings).hasSize(30);
        assertThat(findings)
                .filteredOn(finding -> finding.advice().contains("not tried"))
                .isNotEmpty()
                .allMatch(finding -> finding.help().ways().stream()
                        .allMatch(way -> way.edits().isEmpty()));
        assertThat(findings)
                .filteredOn(finding -> finding.help().ways().stream()
                        .anyMatch(way -> !way.edits().isEmpty()))
                .isNotEmpty()
                .hasSizeLessThanOrEqualTo(20);
    }

    /** The help of a finding, after each way of it has been pasted. */
    private static String pastedHelp(String design, String rule, String subject) {
        Finding finding = finding(design, rule, subject);
        assertThat(finding.help().ways()).as(finding.advice()).anyMatch(way -> !way.edits()
                .isEmpty());
        List<Finding> before = PasteTest.lint(design);
        for (Help.Way way : finding.help().ways()) {
            if (!way.edits().isEmpty()) {
                assertThat(PasteTest.wrong(design, before, finding, way)).isEmpty();
            }
        }
        return finding.advice();
    }

    private static String help(String design, String rule, String subject) {
        return finding(design, rule, subject).advice();
    }

    private static Finding finding(String design, String rule, String subject) {
        return Linter.lint(Reader.read(new Source("test.yaml", design))).stream()
                .filter(one -> one.rule().equals(rule) && one.subject().equals(subject))
                .findFirst()
                .orElseThrow(() -> new AssertionError(rule + " is not found"));
    }
}
