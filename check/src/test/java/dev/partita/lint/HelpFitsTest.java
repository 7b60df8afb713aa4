package dev.partita.lint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.design.Reader;
import dev.partita.design.Source;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Help;
import dev.partita.plan.internal.compile.Compiler;
import dev.partita.plan.internal.read.ReadPlan;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Help names the cause and what there is: each case was met by somebody who followed a help that did not. */
class HelpFitsTest {

    private static final String ROOMS = """
            design: rooms
            tables:
              main:
                key: { partition: pk, sort: sk }
                indexes: { GSI1: { partition: gsi1pk, sort: gsi1sk, projection: all } }
            roles:
              member: { membership: Membership, by: userId, group: tenantId }
            entities:
              Tenant:
                key: { pk: "TENANT#{tenantId}", sk: META }
                attributes: { tenantId: { type: ulid, generate: ulid } }
              Membership:
                key: { pk: "USER#{userId}", sk: "TENANT#{tenantId}" }
                attributes: { userId: string, tenantId: { type: ulid, references: Tenant } }
              Room:
                key: { pk: "ROOM#{roomId}", sk: META }
                GSI1: { gsi1pk: "LABEL#{label}", gsi1sk: "{roomId}" }
                attributes:
                  roomId: { type: ulid, generate: ulid }
                  label: { type: string, length: 1..50, required: true }
            """;

    @Test
    void aGroupThatIsNotKnownIsTiedBeforeItIsOpened() {
        String design = ROOMS + "patterns:\n  byLabel: { list: Room, by: label, allow: member }\n"
                + "  howMany: { count: Room, by: label, allow: member }\n";
        assertThat(finding(design, "group-not-known", "byLabel").advice())
                .startsWith("write `tenantId: { type: ulid, required: true, immutable: true, references: Tenant }`");
        Finding count = finding(design, "group-not-known", "howMany");
        assertThat(count.advice()).startsWith("give Room an attribute that says of which Tenant it is, and ask by it");
        assertThat(PasteTest.lint(design))
                .filteredOn(finding -> finding.rule().equals("group-not-known"))
                .allMatch(finding -> finding.help().ways().stream()
                        .flatMap(way -> way.edits().stream())
                        .noneMatch(edit -> edit.text("").contains("everywhere")));
    }

    @Test
    void anAttributeCalledAfterTheGroupIsMadeToReferToIt() {
        String design = ROOMS + "      tenant: { type: ulid, required: true }\n"
                + "patterns:\n  room: { get: Room, by: roomId, allow: member }\n";
        assertThat(finding(design, "group-not-known", "room").advice())
                .startsWith("write `references: Tenant` in Room.tenant");
    }

    private static final String EXAMS = """
            design: exams
            tables:
              main: { key: { partition: pk, sort: sk } }
            entities:
              Exam:
                key: { pk: "EXAM#{schoolId}", sk: "{examId}" }
                attributes: { schoolId: string, examId: { type: ulid, generate: ulid }, isOpen: flag, code: string }
              Question:
                key: { pk: "Q#{examId}", sk: "QUESTION#{questionId}" }
                attributes:
                  examId: { type: ulid }
                  questionId: { type: ulid, generate: ulid }
              Answer:
                key: { pk: "A#{schoolId}#{examId}", sk: "ANSWER#{answerId}" }
                attributes:
                  schoolId: string
                  examId: ulid
                  answerId: { type: ulid, generate: ulid }
            patterns:
              exam: { get: Exam, by: [schoolId, examId], allow: anyone }
              withCode: { get: Exam, by: [schoolId, examId], where: code = :code, allow: anyone }
              answer: { get: Answer, by: [schoolId, examId, answerId], allow: anyone }
            """;

    @Test
    void whatThroughLacksIsNamed() {
        String design = EXAMS
                + "  questions: { list: Question, by: examId, through: exam }\n"
                + "  coded: { list: Answer, by: [schoolId, examId], through: withCode }\n"
                + "  itself: { list: Answer, by: [schoolId, examId], through: answer }\n"
                + "  add: { create: Answer, set: { schoolId: s }, through: exam }\n";
        assertThat(finding(design, "through-not-served", "questions").advice())
                .isEqualTo("give it every attribute of the key of Exam, under the same name: schoolId is missing");
        assertThat(finding(design, "through-not-served", "coded").message())
                .isEqualTo("withCode does not get Exam by its key alone: it also wants code");
        assertThat(finding(design, "through-not-served", "itself").message())
                .isEqualTo("answer gets the Answer itself, not what it is a part of");
        assertThat(finding(design, "through-not-served", "add").advice())
                .isEqualTo("leave schoolId out of `set:`, so that the caller says it");
    }

    @Test
    void aShardIsOfAnAttributeThatThereIsAndThatHasManyValues() {
        String design = """
                design: wall
                tables:
                  main: { key: { partition: pk }, indexes: { byStatus: { partition: status, sort: kind, projection: all } } }
                entities:
                  Post:
                    key: { pk: "{status}#{kind}" }
                    attributes:
                      status: { enum: [a, b] }
                      kind: { enum: [c, d] }
                patterns:
                  posts: { list: Post, by: status }
                """;
        assertThat(PasteTest.lint(design))
                .filteredOn(finding -> finding.rule().equals("low-cardinality-partition"))
                .hasSize(2)
                .allMatch(finding -> finding.advice().contains("a shard of a new attribute with many values"));
        assertThat(finding(
                                design.replace("kind: { enum: [c, d] }", "kind: string"),
                                "low-cardinality-partition",
                                "Post.byStatus")
                        .advice())
                .contains("{kind:shard(16)}");
    }

    private static final String SHOPS = """
            design: shops
            tables:
              main:
                key: { partition: pk }
                indexes:
                  byCountry: { partition: country, projection: [domain] }
                  byStatus: { partition: status, sort: pk, projection: all }
            entities:
              Shop:
                key: { pk: "SHOP#{shopId}" }
                attributes:
                  shopId: { type: ulid, generate: ulid }
                  domain: { type: string }
                  country: { type: string, required: true }
                  stars: { type: integer, range: 1..5 }
                  status: { enum: [open, closed, dead], default: open }
            patterns:
            """;

    @Test
    void aCountReturnsNothingThatCouldBeNamed() {
        String design = SHOPS + "  howMany: { count: Shop, by: country, where: stars = 5 }\n";
        assertThat(finding(design, "not-projected", "howMany").advice())
                .contains("projection: all")
                .doesNotContain("return:");
    }

    @Test
    void aListOfAllIsSpreadUnlessThereAreFew() {
        String design = SHOPS + "  all: { list: Shop, page: 20 }\n";
        assertThat(finding(design, "no-index-serves", "all").advice()).contains("\"SHOP#{shopId:shard(16)}\"");
        String few = design.replace("    attributes:", "    expect: { items: 500 }\n    attributes:");
        assertThat(finding(few, "no-index-serves", "all").advice()).contains("gsi1pk: \"SHOP\"");
    }

    @Test
    void anIndexByAValueIsAskedForEachOfSome() {
        for (String where : List.of("status = 'open' OR status = 'closed'", "status IN ('open', 'closed')")) {
            String design = SHOPS + "  living: { list: Shop, where: \"" + where + "\", page: 20 }\n";
            assertThat(finding(design, "no-index-serves", "living").advice())
                    .startsWith("write `by: status`, and `each: status`, or");
        }
    }

    @Test
    void anOrOfEqualTestsSelectsASparseIndexWithThoseValues() {
        String design = SHOPS.replace(
                        "    attributes:",
                        "    byDomain: { when: \"status IN ('open', 'closed')\", domain: \"{domain}\" }\n    attributes:")
                .replace("byStatus: {", "byDomain: { partition: domain, sort: pk, projection: all }\n      byStatus: {")
                .replace("domain: { type: string }", "domain: { type: string, required: true }");
        String or = "  living: { list: Shop, by: domain, where: \"status = 'open' OR status = 'closed'\" }\n";
        assertThat(PasteTest.lint(design + or))
                .noneMatch(finding -> finding.subject().equals("living") && finding.isError());
        String other = "  living: { list: Shop, by: domain, where: \"status = 'open' OR status = 'dead'\" }\n";
        assertThat(PasteTest.lint(design + other))
                .anyMatch(finding -> finding.rule().equals("no-index-serves"));
    }

    private static final String WALL = """
            design: wall
            tables:
              main: { key: { partition: pk, sort: sk }, indexes: { byTitle: { local: true, sort: title, projection: all } } }
            entities:
              Post:
                key: { pk: "WALL#{wall}", sk: "{createdAt:newest-first}#{postId:newest-first}" }
                attributes:
                  wall: string
                  createdAt: { type: timestamp, set: on-create }
                  postId: { type: ulid, generate: ulid }
                  title: { type: string, length: 1..50, required: true }
                expect: { items: 4000000, size: 50 bytes }
            patterns:
              byTitle: { list: Post, by: wall, order: title }
              latest: { list: Post, by: wall, order: newest-first }
            """;

    @Test
    void whoeverNamesNoOrderGetsTheSameOneFromAPlainTime() {
        assertThat(finding(WALL + "  posts: { list: Post, by: wall }\n", "newest-first-unneeded", "main")
                        .advice())
                .contains("`order: newest-first` in posts");
        assertThat(finding(
                                WALL + "  posts: { list: Post, by: wall, order: descending }\n",
                                "newest-first-unneeded",
                                "main")
                        .help()
                        .ways())
                .allMatch(way -> way.edits().isEmpty());
    }

    @Test
    void aCollectionIsNotLargerThanAllItems() {
        assertThat(PasteTest.lint(WALL))
                .noneMatch(finding -> finding.rule().equals("unbounded-collection-with-local-index"));
        assertThat(finding(WALL.replace("4000000", "4000000000"), "unbounded-collection-with-local-index", "Post")
                        .advice())
                .startsWith("state with cardinality: how many different wall there are");
    }

    @Test
    void aSearchOfOnesOwnHasAConditionSinceItTakesNoBy() {
        String design = """
                design: notes
                tables:
                  main: { key: { partition: pk }, stream: new, type-attribute: type }
                entities:
                  Note:
                    type: NOTE
                    key: { pk: "NOTE#{noteId}" }
                    owner: userId
                    attributes: { noteId: { type: ulid, generate: ulid }, userId: { type: string, required: true }, text: string }
                patterns:
                  find: { search: Note, on: text, allow: owner }
                """;
        assertThat(finding(design, "owner-list-not-by-owner", "find").advice())
                .isEqualTo("write `where: \"userId = :userId\"`, or allow another role");
    }

    @Test
    void aNameForATableIsProposedThatItMayHave() {
        String design = "design: shop\ntables:\n  main: { name: ab/dev, key: { partition: pk } }\n";
        assertThat(finding(design, "illegal-name", "main").advice()).endsWith("such as ab-dev");
    }

    @Test
    void aSequenceIsPaddedToItsGreatestNumber() {
        String design = """
                design: bills
                tables:
                  main: { key: { partition: pk, sort: sk } }
                entities:
                  Shop:
                    key: { pk: "SHOP#{shop}", sk: META }
                    attributes: { shop: string, last: { type: integer, default: 0, read-only: true } }
                  Bill:
                    key: { pk: "SHOP#{shop}", sk: "BILL#{number}" }
                    attributes:
                      shop: { type: string, references: Shop, must-exist: true, on-delete: keep }
                      number: { type: integer, generate: { sequence: Shop.last, max: 99999 } }
                patterns:
                  addShop: { create: Shop }
                  shop: { get: Shop, by: shop }
                  add: { create: Bill }
                  bills: { list: Bill, by: shop, page: 20 }
                """;
        assertThat(finding(design, "unpadded-number-in-key", "Bill").advice()).contains("BILL#{number:05}");
    }

    @Test
    void aNumberBelowZeroIsTheSortKeyItself() {
        String design = """
                design: shop
                tables:
                  main: { key: { partition: pk, sort: sk } }
                entities:
                  Order:
                    key: { pk: "SHOP#{shopId}", sk: "{orderId}" }
                    attributes:
                      shopId: string
                      orderId: { type: ulid, generate: ulid }
                      pieces: { type: integer, range: -5..5000, required: true }
                patterns:
                  byPieces: { list: Order, by: shopId, order: pieces, range: pieces }
                """;
        List<Finding> findings = PasteTest.lint(design);
        assertThat(findings)
                .filteredOn(finding -> finding.subject().equals("byPieces") && finding.isError())
                .isNotEmpty()
                .allMatch(finding -> finding.advice().contains("sort: pieces"));
    }

    @Test
    void aShardThatIsThereAlreadyIsNotAskedForAgain() {
        String design = """
                design: jobs
                tables:
                  main: { key: { partition: pk }, indexes: { GSI1: { partition: gsi1pk, sort: gsi1sk, projection: all } } }
                entities:
                  Job:
                    key: { pk: "JOB#{jobId}" }
                    GSI1: { gsi1pk: "{status}#{jobId:shard(16)}", gsi1sk: "{jobId}" }
                    attributes:
                      jobId: { type: ulid, generate: ulid }
                      status: { enum: [PENDING, DONE, FAILED], default: PENDING }
                patterns:
                  jobs: { list: Job, by: status, page: 50 }
                """;
        assertThat(PasteTest.lint(design)).noneMatch(finding -> finding.rule().equals("low-cardinality-partition"));
        assertThat(PasteTest.lint(design.replace("#{jobId:shard(16)}", "")))
                .anyMatch(finding -> finding.rule().equals("low-cardinality-partition"));
    }

    @Test
    void pointsCountedDownAreNoTimeAndNeedNoPadding() {
        String design = """
                design: game
                tables:
                  main: { key: { partition: pk, sort: sk } }
                entities:
                  Score:
                    key: { pk: "GAME#{game}", sk: "{points:newest-first}#{player}" }
                    attributes: { game: string, points: { type: integer, range: 0..99999 }, player: string }
                patterns:
                  best: { list: Score, by: game, page: 10 }
                """;
        assertThat(PasteTest.lint(design))
                .noneMatch(finding -> finding.rule().equals("newest-first-unneeded")
                        || finding.rule().equals("unpadded-number-in-key"));
    }

    @Test
    void aCountIsEstimatedByWhatItReads() {
        String design = """
                design: shop
                tables:
                  main: { key: { partition: pk, sort: sk } }
                entities:
                  Event:
                    key: { pk: "SHOP#{shopId}", sk: "{eventId}" }
                    attributes:
                      shopId: { type: string, cardinality: 10 }
                      eventId: { type: ulid, generate: ulid }
                    expect: { items: 4000000, size: 500 bytes }
                patterns:
                  events: { count: Event, by: shopId }
                """;
        ReadPlan plan = (ReadPlan)
                Compiler.compile(Reader.read(new Source("t.yaml", design)).design())
                        .plans()
                        .get("events");
        assertThat(finding(design, "count-reads-everything", "events").message())
                .contains("24,415 read units");
        assertThat(plan.estimate().units()).isBetween(24_414.0, 24_415.0);
    }

    @Test
    void whatIsWalkedKeepsAPartitionForEachDay() {
        String design = """
                design: posts
                tables:
                  main: { key: { partition: pk, sort: sk } }
                entities:
                  Post:
                    key: { pk: "POST#{postId}", sk: META }
                    attributes:
                      postId: { type: ulid, generate: ulid, read-only: true }
                      wall: { type: string, length: 1..40, required: true }
                      %s: { type: timestamp, set: on-create }
                patterns:
                  newest: { list: Post, %swalk: %s, page: 20 }
                """;
        assertThat(finding(design.formatted("at", "order: newest-first, ", "30 days"), "no-index-serves", "newest")
                        .advice())
                .contains("gsi1pk: \"POST#{at:date}\", gsi1sk: \"{at}#{postId}\"")
                .doesNotContain("remove");
        assertThat(finding(
                                design.formatted("at", "by: wall, order: newest-first, ", "6 hours"),
                                "no-index-serves",
                                "newest")
                        .advice())
                .contains("gsi1pk: \"POST#{wall}#{at:hour}\"");
        assertThat(finding(design.formatted("at", "order: wall, ", "30 days"), "no-index-serves", "newest")
                        .advice())
                .isEqualTo("order by the time that is walked, in an index by its day, or leave `walk:` out");
        assertThat(finding(
                                design.formatted("at", "", "30 days")
                                        .replace("at: { type: timestamp, set: on-create }", "no: string"),
                                "no-index-serves",
                                "newest")
                        .advice())
                .startsWith("walk by a time that every Post has");
    }

    @Test
    void theHeadOfAnOrderedReadIsNotSortedByWhatItLacks() {
        String design = """
                design: teams
                tables:
                  main: { key: { partition: pk, sort: sk } }
                entities:
                  Team:
                    key: { pk: "TEAM#{team}", sk: META }
                    attributes: { team: string, city: string, madeAt: timestamp }
                  Player:
                    key: { pk: "TEAM#{team}", sk: "PLAYER#{name}" }
                    attributes:
                      team: { type: string, references: Team }
                      name: string
                      goals: { type: integer, required: true }
                      madeAt: { type: timestamp, set: on-create }
                patterns:
                  teamWith: { read: [Team, Player], by: team, order: %s }
                """;
        assertThat(finding(design.formatted("goals descending"), "order-not-served", "teamWith")
                        .advice())
                .startsWith("write `GSI1: { gsi1pk: \"TEAM#{team}\", gsi1sk: \"TEAM\" }` in Team, "
                        + "`GSI1: { gsi1pk: \"TEAM#{team}\", gsi1sk: \"PLAYER#{goals:10}#{name}\" }` in Player")
                .doesNotContain("see to");
        assertThat(finding(design.formatted("newest-first"), "order-not-served", "teamWith")
                        .advice())
                .startsWith("write `GSI1: { gsi1pk: \"TEAM#{team}\", gsi1sk: \"TEAM\" }` in Team, "
                        + "`GSI1: { gsi1pk: \"TEAM#{team}\", gsi1sk: \"PLAYER#{madeAt}#{name}\" }` in Player")
                .doesNotContain("required");
    }

    private static final String INVITATIONS = """
            design: rooms
            tables:
              main: { key: { partition: pk, sort: sk } }
            roles:
              house: { group: house }
              guest: { membership: Invitation, by: userId, group: roomId, when: accepted }
            entities:
              Room:
                key: { pk: "ROOM#{roomId}", sk: META }
                owner: host
                attributes: { roomId: { type: ulid, generate: ulid }, host: { type: string, required: true, immutable: true } }
              Invitation:
                key: { pk: "USER#{userId}", sk: "ROOM#{roomId}" }
                owner: userId
                attributes:
                  userId: string
                  roomId: { type: ulid, references: Room, must-exist: true, on-delete: cascade }
                  accepted: { type: flag, default: false }
            patterns:
              room: { get: Room, by: roomId, allow: [owner, house] }
              guestRoom: { get: Room, by: roomId, allow: guest, route: "GET /guest-rooms/{roomId}" }
            """;

    /** Each room has guests of its own, so there is a first one who is none yet. */
    @Test
    void aRoleThatNobodyHasYetIsNotAskedForWhereItIsGiven() {
        String invite = "  invite: { create: Invitation, through: room, set: { accepted: false }, allow: signed-in }\n";
        String accept =
                "  accept: { update: Invitation, by: [userId, roomId], set: { accepted: true }, %sallow: owner }\n";
        assertThat(finding(INVITATIONS + invite + accept.formatted(""), "self-granted-rights", "accept")
                        .advice())
                .isEqualTo("say in when: of which items, such as `when: NOT accepted` of those that were invited");
        assertThat(finding(
                                INVITATIONS + invite + accept.formatted("when: NOT accepted, "),
                                "self-granted-rights",
                                "accept")
                        .advice())
                .isEqualTo("allow a role of those who invite");
        String first =
                "  begin: { create: Invitation, set: { accepted: true }, allow: house, " + "route: \"POST /begin\" }\n";
        assertThat(finding(INVITATIONS + invite + first + accept.formatted(""), "self-granted-rights", "accept")
                        .advice())
                .startsWith("write `allow: guest`");
    }

    @Test
    void aNumberStoresWhoCallsWhereItRefersToThem() {
        String design = """
                design: notes
                tables:
                  main: { key: { partition: pk, sort: sk } }
                entities:
                  User:
                    key: { pk: "USER#{userId}", sk: META }
                    owner: userId
                    attributes: { userId: %s, name: string }
                  Note:
                    key: { pk: "NOTE#{noteId}", sk: META }
                    attributes: { noteId: { type: ulid, generate: ulid }, editorId: { type: integer, set: on-write } }
                patterns:
                  add: { create: Note }
                """;
        assertThat(finding(design.formatted("integer"), "literal-does-not-fit", "Note.editorId")
                        .advice())
                .isEqualTo("write `references: User` for who calls, or write `type: epoch-seconds` for the moment");
        assertThat(finding(design.formatted("string"), "literal-does-not-fit", "Note.editorId")
                        .advice())
                .isEqualTo(
                        "write `type: epoch-seconds` for the moment, or say by `references:` whose id it is, for who calls");
    }

    @Test
    void whatIsAskedForOneParentWalksThroughNoDays() {
        String design = """
                design: auction
                tables:
                  main:
                    key: { partition: pk, sort: sk }
                    indexes: { GSI2: { partition: gsi2pk, sort: gsi2sk, projection: all } }
                entities:
                  Room:
                    key: { pk: "ROOM#{roomId}", sk: META }
                    attributes: { roomId: { type: ulid, generate: ulid } }
                  Lot:
                    key: { pk: "ROOM#{roomId}", sk: "LOT#{lotId}" }
                    GSI2: { when: "state = 'running'", gsi2pk: "ENDS#{endsAt:date}", gsi2sk: "{endsAt}#{lotId}" }
                    expect: { per-day: 100 }
                    through: room
                    attributes:
                      roomId: { type: ulid, references: Room }
                      lotId: { type: ulid, generate: ulid }
                      state: { enum: [draft, running], default: draft }
                      endsAt: { type: timestamp, required: true }
                patterns:
                  room: { get: Room, by: roomId, allow: signed-in }
                  ending: { list: Lot, where: "state = 'running' AND endsAt > now", order: oldest-first, walk: 5 days, allow: signed-in }
                  howMany: { count: Lot, where: "state = 'running' AND endsAt > now", walk: 5 days, allow: signed-in }
                """;
        assertThat(finding(design, "through-not-served", "howMany").advice())
                .isEqualTo("write `by: roomId`, and remove `walk:`");
    }

    private static final String TRUCKS = """
            design: trucks
            tables:
              main: { key: { partition: pk } }
            entities:
              Truck:
                key: { pk: "TRUCK#{truckId}" }
                attributes:
                  truckId: { type: ulid, generate: ulid }
                  depot: { type: string, required: true }
                  seenAt: timestamp
                  load: decimal
                  createdAt: { type: timestamp, set: on-create }
            patterns:
              addTruck: { create: Truck }
            """;

    @Test
    void whatARangeIsOfNeedNotBeRequired() {
        String design = TRUCKS + "  seen: { list: Truck, range: seenAt, order: seenAt descending }\n";
        assertThat(finding(design, "no-index-serves", "seen").advice())
                .contains("gsi1sk: \"{seenAt}#{truckId}\"")
                .doesNotContain("required");
    }

    @Test
    void whatSomebodySeeksMissingIsNotMadeRequired() {
        String design = TRUCKS
                + "  unseen: { list: Truck, where: \"missing(seenAt)\", order: oldest-first }\n"
                + "  seen: { list: Truck, range: seenAt, order: seenAt descending }\n"
                + "  loads: { list: Truck, by: depot, order: load descending }\n"
                + "  unloaded: { list: Truck, by: depot, where: \"load = null\" }\n";
        assertThat(finding(design, "no-index-serves", "unseen").advice()).contains("when: \"missing(seenAt)\"");
        assertThat(finding(design, "no-index-serves", "loads").advice()).contains("`where: \"exists(load)\"`");
        assertThat(PasteTest.lint(design))
                .filteredOn(Finding::isError)
                .hasSize(4)
                .noneMatch(finding -> finding.advice().contains("required: true"));
    }

    private static Finding finding(String design, String rule, String subject) {
        List<Finding> findings = PasteTest.lint(design);
        Finding found = findings.stream()
                .filter(one -> one.rule().equals(rule) && one.subject().equals(subject))
                .findFirst()
                .orElseThrow(() -> new AssertionError(rule + " is not found: " + findings));
        for (Help.Way way : found.help().ways()) {
            if (!way.edits().isEmpty()) {
                assertThat(PasteTest.wrong(design, findings, found, way)).isEmpty();
            }
        }
        return found;
    }
}
