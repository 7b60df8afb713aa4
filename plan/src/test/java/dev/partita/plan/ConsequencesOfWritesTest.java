package dev.partita.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partita.plan.internal.key.QuotaItem;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a write does besides writing its item: locks, counts, references, answers. */
class ConsequencesOfWritesTest {

    private static final String PASSES = """
            design: t
            tables: { main: { key: { partition: pk }, expiry: ttl } }
            entities:
              Pass:
                key: { pk: "PASS#{passId}" }
                expiry: 40 days after startsOn
                attributes:
                  passId: string
                  plate: { type: string, required: true, unique: true }
                  startsOn: { type: timestamp, required: true }
              Ticket:
                key: { pk: "TICKET#{ticketId}" }
                attributes:
                  ticketId: string
                  seat: { type: string, required: true, unique: true }
                  endsAt: { type: epoch-seconds, required: true, stored: ttl }
              Card:
                key: { pk: "CARD#{cardId}" }
                soft-delete: { at: goneAt }
                expiry: 30 days after goneAt
                attributes:
                  cardId: string
                  name: { type: string, unique: true }
                  goneAt: { type: timestamp, set: on-delete }
            patterns:
              buy: { create: Pass }
              save: { put: Pass }
              extend: { update: Pass, by: passId, change: [startsOn] }
              issue: { create: Ticket }
              prolong: { update: Ticket, by: ticketId, change: [endsAt] }
              make: { create: Card }
              drop: { delete: Card, by: cardId }
              back: { restore: Card, by: cardId }
            """;

    @Test
    void aLockLivesAsLongAsTheItemWhoseValueItHolds() {
        Bench bench = new Bench(PASSES);
        Instant later = Bench.START.plus(Duration.ofDays(30));
        bench.run("buy", "passId", "1", "plate", "B-1", "startsOn", Bench.START);
        bench.run("buy", "passId", "2", "plate", "B-2", "startsOn", Bench.START);
        bench.run("issue", "ticketId", "1", "seat", "7", "endsAt", Bench.START.plus(Duration.ofDays(40)));
        bench.run("extend", "passId", "1", "startsOn", later);
        bench.run("save", "passId", "2", "plate", "B-2", "startsOn", later);
        bench.run("prolong", "ticketId", "1", "endsAt", later.plus(Duration.ofDays(40)));
        assertThat(expiries(bench)).hasSize(6).containsOnly(text(later.plus(Duration.ofDays(40))));
        bench.pass(Duration.ofDays(50));
        refused("not-unique", () -> bench.run("buy", "passId", "3", "plate", "B-1", "startsOn", later));
        refused("not-unique", () -> bench.run("buy", "passId", "3", "plate", "B-2", "startsOn", later));
        refused("not-unique", () -> bench.run("issue", "ticketId", "3", "seat", "7", "endsAt", later));
    }

    @Test
    void aLockGoesWhenItsItemGoesEarlier() {
        Bench bench = new Bench(PASSES);
        bench.run("buy", "passId", "1", "plate", "B-1", "startsOn", Bench.START);
        bench.run("extend", "passId", "1", "startsOn", Bench.START.minus(Duration.ofDays(39)));
        bench.pass(Duration.ofDays(2));
        bench.run("buy", "passId", "2", "plate", "B-1", "startsOn", Bench.START);
        assertThat(bench.items()).hasSize(3);
        // What is over has no say any more over what another holds.
        refused("not-found", () -> bench.run("extend", "passId", "1", "startsOn", Bench.START));
    }

    @Test
    void theLockOfAMarkedItemGoesWithItAndStaysWhenItIsRestored() {
        Bench bench = new Bench(PASSES);
        bench.run("make", "cardId", "1", "name", "a");
        bench.run("drop", "cardId", "1");
        assertThat(expiries(bench)).containsExactly(month(), month());
        bench.run("back", "cardId", "1");
        assertThat(expiries(bench)).containsExactly("null", "null");
        bench.run("drop", "cardId", "1");
        bench.pass(Duration.ofDays(31));
        bench.run("make", "cardId", "2", "name", "a");
    }

    private static String month() {
        return text(Bench.START.plus(Duration.ofDays(30)));
    }

    private static String text(Instant time) {
        return String.valueOf(time.getEpochSecond());
    }

    private static List<String> expiries(Bench bench) {
        return bench.items().values().stream()
                .map(item -> String.valueOf(item.get("ttl")))
                .toList();
    }

    private static final String READERS = """
            design: t
            tables: { main: { key: { partition: pk, sort: sk } } }
            entities:
              Reader:
                key: { pk: "READER#{card}", sk: META }
                soft-delete: { at: leftAt }
                attributes: { card: string, leftAt: { type: timestamp, set: on-delete } }
              Loan:
                key: { pk: "READER#{card}", sk: "LOAN#{loanId}" }
                soft-delete: { flag: isBack }
                attributes:
                  card: { type: string, references: Reader, must-exist: true, on-delete: REST }
                  loanId: string
                  isBack: flag
            patterns:
              join: { create: Reader }
              quit: { delete: Reader, by: card }
              erase: { delete: Reader, by: card, hard: true }
              rejoin: { restore: Reader, by: card }
              lend: { create: Loan }
              end: { delete: Loan, by: [card, loanId] }
              forget: { delete: Loan, by: [card, loanId], hard: true }
              again: { restore: Loan, by: [card, loanId] }
            """;

    @Test
    void aSoftDeleteIsRefusedToo() {
        Bench bench = new Bench(READERS.replace("REST", "refuse"));
        bench.run("join", "card", "a");
        bench.run("lend", "card", "a", "loanId", "1");
        refused("still-referenced", () -> bench.run("quit", "card", "a"));
        assertThat(bench.items().get("READER#a META")).doesNotContainKey("leftAt");
        bench.run("forget", "card", "a", "loanId", "1");
        bench.run("quit", "card", "a");
    }

    @Test
    void whatIsRestoredRefersToWhatIsThere() {
        Bench bench = new Bench(READERS.replace("REST", "keep"));
        bench.run("join", "card", "a");
        bench.run("lend", "card", "a", "loanId", "1");
        bench.run("end", "card", "a", "loanId", "1");
        bench.run("quit", "card", "a");
        refused("reference-missing", () -> bench.run("again", "card", "a", "loanId", "1"));
        bench.run("rejoin", "card", "a");
        bench.run("again", "card", "a", "loanId", "1");
        bench.run("end", "card", "a", "loanId", "1");
        bench.run("erase", "card", "a");
        refused("reference-missing", () -> bench.run("again", "card", "a", "loanId", "1"));
    }

    @Test
    void emptyTextInAnIndexKeyIsRefusedAndNotLost() {
        Bench bench = new Bench("""
                design: t
                tables:
                  main:
                    key: { partition: pk, sort: sk }
                    indexes: { GSI1: { partition: gsi1pk, sort: gsi1sk, projection: all } }
                entities:
                  House:
                    key: { pk: "HOUSE#{id}", sk: META }
                    GSI1: { gsi1pk: "CITY#{city}", gsi1sk: "STREET#{street}#{id}" }
                    attributes:
                      id: string
                      city: string
                      street: { type: string, required: true }
                patterns:
                  add: { create: House }
                  save: { put: House }
                  move: { update: House, by: id, change: [street, city] }
                  houses: { list: House, by: city }
                """);
        for (String pattern : List.of("add", "save")) {
            assertThatThrownBy(() -> bench.run(pattern, "id", "1", "city", "c", "street", ""))
                    .isInstanceOf(InvalidValues.class)
                    .hasMessageContaining("street")
                    .hasMessageContaining("may not be empty")
                    .hasMessageNotContaining("leave it out");
        }
        assertThatThrownBy(() -> bench.run("add", "id", "1", "city", "", "street", "s"))
                .isInstanceOf(InvalidValues.class)
                .hasMessageContaining("may not be empty; leave it out instead");
        bench.run("add", "id", "1", "city", "c", "street", "s");
        assertThatThrownBy(() -> bench.run("move", "id", "1", "street", "")).isInstanceOf(InvalidValues.class);
        assertThat(bench.read("houses", "city", "c").items()).hasSize(1);
        // Without its city it is in no list anyway, as the design says.
        bench.run("add", "id", "2", "street", "");
    }

    private static final String TASKS = """
            design: t
            tables: { main: { key: { partition: pk, sort: sk } } }
            entities:
              Task:
                key: { pk: "TASK#{taskId}", sk: META }
                attributes: { taskId: string, kind: { enum: [a, b], required: true }, text: string }
            quotas:
              tasks: { counts: Task, per: kind, item: { pk: "QUOTA#{kind}", sk: QUOTA }, limit: 1 }
            patterns:
              save: { put: Task }
              toB: { update: Task, by: taskId, set: { kind: b } }
              drop: { delete: Task, by: taskId }
            """;

    @Test
    void aPutThatMovesAnItemIsCountedWhereItGoes() {
        Bench bench = new Bench(TASKS);
        bench.run("save", "taskId", "1", "kind", "a");
        bench.run("save", "taskId", "2", "kind", "b");
        refused("quota-reached", () -> bench.run("save", "taskId", "1", "kind", "b"));
        bench.run("drop", "taskId", "2");
        bench.run("save", "taskId", "1", "kind", "b");
        assertThat(counted(bench)).containsExactly("0", "1");
        bench.run("save", "taskId", "1", "kind", "b", "text", "x");
        bench.run("save", "taskId", "2", "kind", "a");
        assertThat(counted(bench)).containsExactly("1", "1");
    }

    @Test
    void whatAnUpdateSetsIsCountedWhereItGoes() {
        Bench bench = new Bench(TASKS);
        bench.run("save", "taskId", "1", "kind", "a");
        bench.run("toB", "taskId", "1");
        bench.run("toB", "taskId", "1");
        assertThat(counted(bench)).containsExactly("0", "1");
        bench.run("save", "taskId", "2", "kind", "a");
        refused("quota-reached", () -> bench.run("toB", "taskId", "2"));
    }

    private static List<String> counted(Bench bench) {
        Map<String, Map<String, String>> items = bench.items();
        return List.of(
                items.get("QUOTA#a QUOTA").get(QuotaItem.COUNT),
                items.get("QUOTA#b QUOTA").get(QuotaItem.COUNT));
    }

    private static final String DOCS = """
            design: t
            tables: { main: { key: { partition: pk, sort: sk } } }
            entities:
              Doc:
                key: { pk: "DOC#{id}", sk: META }
                soft-delete: { flag: isGone }
                attributes:
                  id: string
                  text: string
                  note: string
                  isGone: { type: flag, default: false, read-only: true }
                  hash: { type: string, hash-of: [text] }
            patterns:
              save: { put: Doc, detect: hash }
              edit: { update: Doc, by: id, change: [text, note], detect: hash }
              drop: { delete: Doc, by: id }
            """;

    @Test
    void aPutBringsBackWhatHasTheSameHash() {
        Bench bench = new Bench(DOCS);
        bench.run("save", "id", "1", "text", "x");
        bench.run("drop", "id", "1");
        assertThat(bench.run("save", "id", "1", "text", "x").outcome()).isEqualTo(Written.Outcome.REPLACED);
        assertThat(bench.run("save", "id", "1", "text", "x").outcome()).isEqualTo(Written.Outcome.UNCHANGED);
    }

    @Test
    void anUpdateThatGivesMoreThanTheHashIsMadeOfIsWritten() {
        Bench bench = new Bench(DOCS);
        bench.run("save", "id", "1", "text", "x");
        assertThat(bench.run("edit", "id", "1", "text", "x").outcome()).isEqualTo(Written.Outcome.UNCHANGED);
        assertThat(bench.run("edit", "id", "1", "text", "x", "note", "n").outcome())
                .isEqualTo(Written.Outcome.UPDATED);
        assertThat(bench.items().get("DOC#1 META")).containsEntry("note", "n");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "per: userId, item: { pk: \"COUNT#{userId}\" }",
                "per: [userId, projectId], counter: Project.tasks"
            })
    void childrenThatGoWithTheirParentAreCountedDown(String counted) {
        Bench bench = new Bench("""
                design: t
                tables: { main: { key: { partition: pk }, indexes: { GSI1: { partition: gsi1pk, projection: all } } } }
                entities:
                  User: { key: { pk: "USER#{userId}" }, attributes: { userId: string } }
                  Project:
                    key: { pk: "PROJECT#{userId}#{projectId}" }
                    attributes: { userId: string, projectId: string, tasks: { type: integer, default: 0, read-only: true } }
                  Task:
                    key: { pk: "TASK#{userId}#{projectId}#{taskId}" }
                    GSI1: { gsi1pk: "USER#{userId}" }
                    attributes:
                      userId: { type: string, references: User, must-exist: true, on-delete: cascade }
                      projectId: string
                      taskId: string
                quotas:
                  tasks: { counts: Task, COUNTED, limit: 2 }
                patterns:
                  join: { create: User }
                  leave: { delete: User, by: userId }
                  plan: { create: Project }
                  add: { create: Task }
                """.replace("COUNTED", counted));
        bench.run("plan", "userId", "u", "projectId", "p");
        for (int round = 0; round < 2; round++) {
            bench.run("join", "userId", "u");
            bench.run("add", "userId", "u", "projectId", "p", "taskId", "1");
            bench.run("add", "userId", "u", "projectId", "p", "taskId", "2");
            refused("quota-reached", () -> bench.run("add", "userId", "u", "projectId", "p", "taskId", "3"));
            bench.run("leave", "userId", "u");
        }
    }

    @Test
    void whatCountsForAnotherOfTheSameKindIsCountedDown() {
        Bench bench = new Bench("""
                design: t
                tables: { main: { key: { partition: pk }, indexes: { GSI1: { partition: gsi1pk, projection: all } } } }
                entities:
                  Account:
                    key: { pk: "ACC#{accId}" }
                    attributes: { accId: string, got: { type: integer, default: 0, read-only: true } }
                  Transfer:
                    key: { pk: "TR#{trId}" }
                    GSI1: { gsi1pk: "FROM#{fromId}" }
                    attributes:
                      trId: string
                      fromId: { type: string, required: true, references: Account, on-delete: cascade }
                      toId: { type: string, required: true, references: Account }
                quotas:
                  incoming: { counts: Transfer, per: toId, counter: Account.got, limit: 9 }
                patterns:
                  open: { create: Account }
                  close: { delete: Account, by: accId }
                  send: { create: Transfer }
                """);
        bench.run("open", "accId", "a");
        bench.run("open", "accId", "b");
        bench.run("send", "trId", "1", "fromId", "a", "toId", "b");
        bench.run("close", "accId", "a");
        assertThat(bench.items().get("ACC#b")).containsEntry("got", "0");
    }

    @Test
    void whatIsRequiredIsRequiredOfEveryOneThatIsReferredTo() {
        Bench bench = new Bench("""
                design: t
                tables: { main: { key: { partition: pk } } }
                entities:
                  Account:
                    key: { pk: "ACC#{accId}" }
                    attributes: { accId: string, closed: { type: flag, default: false } }
                  Transfer:
                    key: { pk: "TR#{trId}" }
                    attributes:
                      trId: string
                      fromId: { type: string, required: true, references: Account }
                      toId: { type: string, references: Account }
                patterns:
                  open: { create: Account }
                  send: { create: Transfer, requires: { Account: "NOT closed" } }
                  save: { put: Transfer, requires: { Account: "NOT closed" } }
                  turn: { update: Transfer, by: trId, change: [toId], requires: { Account: "NOT closed" } }
                """);
        bench.run("open", "accId", "a");
        bench.run("open", "accId", "b", "closed", true);
        refused("condition-not-met", () -> bench.run("send", "trId", "1", "fromId", "a", "toId", "b"));
        refused("condition-not-met", () -> bench.run("send", "trId", "1", "fromId", "b", "toId", "a"));
        refused("condition-not-met", () -> bench.run("save", "trId", "1", "fromId", "a", "toId", "b"));
        // Who refers to one only is asked for one only.
        bench.run("send", "trId", "1", "fromId", "a");
        refused("condition-not-met", () -> bench.run("turn", "trId", "1", "toId", "b"));
        bench.run("turn", "trId", "1", "toId", "a");
    }

    @Test
    void anUpdateThatGivesNothingIsUnchangedWhereAHashDetects() {
        Bench bench = new Bench("""
                design: t
                tables: { main: { key: { partition: pk, sort: sk } } }
                entities:
                  Doc:
                    key: { pk: "DOC#{id}", sk: META }
                    version: version
                    attributes:
                      id: string
                      text: string
                      state: string
                      hash: { type: string, hash-of: [text] }
                      changedAt: { type: timestamp, set: on-write }
                      version: integer
                patterns:
                  save: { put: Doc, detect: hash }
                  edit: { update: Doc, by: id, change: [text], detect: hash }
                  close: { update: Doc, by: id, change: [text], set: { state: closed }, detect: hash }
                """);
        bench.run("save", "id", "1", "text", "x");
        Map<String, String> before = bench.items().get("DOC#1 META");

        Written nothing = bench.run("edit", "id", "1");

        assertThat(nothing.outcome()).isEqualTo(Written.Outcome.UNCHANGED);
        assertThat(nothing.values()).containsEntry("text", "x");
        assertThat(bench.items().get("DOC#1 META")).isEqualTo(before);
        assertThat(bench.run("close", "id", "1").outcome()).isEqualTo(Written.Outcome.UPDATED);
    }

    @Test
    void theAnswerOfAPartShowsWhatOtherPartsCounted() {
        Bench bench = new Bench("""
                design: t
                tables: { main: { key: { partition: pk }, indexes: { GSI1: { partition: gsi1pk, projection: all } } } }
                entities:
                  Post:
                    key: { pk: "POST#{postId}" }
                    GSI1: { when: isPublic, gsi1pk: "WALL#{wall}" }
                    attributes:
                      postId: string
                      wall: { type: string, required: true }
                      isPublic: { type: flag, default: false }
                      likes: { type: integer, default: 0, read-only: true }
                  Like:
                    key: { pk: "LIKE#{postId}#{likeId}" }
                    attributes: { postId: { type: string, references: Post, must-exist: true }, likeId: string }
                quotas:
                  likes: { counts: Like, per: postId, counter: Post.likes, limit: 9 }
                patterns:
                  add: { create: Post }
                  save: { put: Post }
                  publish: { update: Post, by: postId, set: { isPublic: true } }
                  like: { create: Like }
                  both: { transact: [publish, like], same: postId }
                  saved: { transact: [save, like], same: postId }
                """);
        bench.run("add", "postId", "p", "wall", "w");
        assertThat(bench.run("both", "postId", "p", "likeId", "1")
                        .parts()
                        .get(0)
                        .values())
                .containsEntry("likes", 1L)
                .containsEntry("isPublic", true);
        assertThat(bench.run("saved", "postId", "p", "wall", "w", "likeId", "2")
                        .parts()
                        .get(0)
                        .values())
                .containsEntry("likes", 2L);
        assertThat(bench.items().get("POST#p")).containsEntry("likes", "2");
    }

    @Test
    void theAnswerOfACreateShowsWhatItsChildrenCounted() {
        Bench bench = new Bench("""
                design: t
                tables: { main: { key: { partition: pk, sort: sk } } }
                entities:
                  User:
                    key: { pk: "USER#{uid}", sk: META }
                    attributes: { uid: string, n: { type: integer, default: 0, read-only: true } }
                  Check:
                    key: { pk: "USER#{uid}", sk: "CHECK#{no}" }
                    attributes: { uid: { type: string, references: User, must-exist: true }, no: string }
                quotas:
                  checks: { counts: Check, per: uid, counter: User.n, limit: 3 }
                patterns:
                  signUp: { create: User, with: Check }
                  addUser: { create: User }
                  addCheck: { create: Check }
                  both: { transact: [addUser, addCheck] }
                """);
        Written made = bench.run(
                "signUp", "uid", "a", "checks", List.of(Map.of("no", "1"), Map.of("no", "2"), Map.of("no", "3")));
        assertThat(made.values()).containsEntry("n", 3L);
        assertThat(bench.items().get("USER#a META")).containsEntry("n", "3");
        Written both = bench.run("both", "uid", "b", "no", "1");
        assertThat(both.parts().get(0).values()).containsEntry("n", 1L);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "soft-delete: { flag: isGone }"})
    void whatATransactionDeletesNothingItWritesRefersTo(String softDelete) {
        Bench bench = new Bench("""
                design: t
                tables: { main: { key: { partition: pk, sort: sk } } }
                entities:
                  Shelf:
                    key: { pk: "SHELF#{shelf}", sk: META }
                    %s
                    attributes: { shelf: string, isGone: { type: flag, default: false, read-only: true } }
                  Book:
                    key: { pk: "BOOK#{book}", sk: META }
                    attributes: { shelf: { type: string, references: Shelf, must-exist: true }, book: string }
                patterns:
                  addShelf: { create: Shelf }
                  dropShelf: { delete: Shelf, by: shelf }
                  addBook: { create: Book }
                  putBook: { put: Book }
                  moveBook: { update: Book, by: book, change: [shelf] }
                  first: { transact: [dropShelf, addBook], same: [shelf] }
                  last: { transact: [putBook, dropShelf], same: [shelf] }
                  moved: { transact: [dropShelf, moveBook], same: [shelf] }
                """.formatted(softDelete));
        bench.run("addShelf", "shelf", "a");
        bench.run("addShelf", "shelf", "b");
        bench.run("addBook", "shelf", "b", "book", "0");
        Map<String, Map<String, String>> before = bench.items();
        for (String pattern : List.of("first", "last")) {
            refused("reference-missing", () -> bench.run(pattern, "shelf", "a", "book", "1"));
        }
        refused("reference-missing", () -> bench.run("moved", "shelf", "a", "book", "0"));
        assertThat(bench.items()).isEqualTo(before);
    }

    @Test
    void anEmptyTextIsNoUniqueValue() {
        Bench bench = new Bench("""
                design: t
                tables: { main: { key: { partition: pk, sort: sk } } }
                entities:
                  User:
                    key: { pk: "USER#{uid}", sk: META }
                    unique:
                      nick: { on: [tenant, nick], lock: { pk: "NICK#{tenant}#{nick}", sk: LOCK } }
                    attributes: { uid: string, tenant: string, nick: string, code: { type: string, unique: true } }
                patterns:
                  add: { create: User }
                  change: { update: User, by: uid, change: [nick, code] }
                """);
        for (String nick : List.of("", "n")) {
            String code = nick.isEmpty() ? "c" : "";
            assertThatThrownBy(() -> bench.run("add", "uid", "a", "tenant", "t", "nick", nick, "code", code))
                    .isInstanceOf(InvalidValues.class)
                    .hasMessageContaining("is unique and may not be empty; leave it out instead");
        }
        // Without a tenant there is no lock that the empty text would be missing from.
        bench.run("add", "uid", "a", "nick", "");
        bench.run("add", "uid", "b", "tenant", "t");
        bench.run("add", "uid", "c", "tenant", "t", "nick", "n");
        for (String user : List.of("b", "c")) {
            assertThatThrownBy(() -> bench.run("change", "uid", user, "nick", ""))
                    .isInstanceOf(InvalidValues.class)
                    .hasMessageContaining("User.nick = '' is unique and may not be empty");
        }
        bench.run("change", "uid", "a", "code", "x");
    }

    private static void refused(String rule, org.assertj.core.api.ThrowableAssert.ThrowingCallable write) {
        assertThatThrownBy(write).isInstanceOfSatisfying(WriteRefused.class, refused -> assertThat(
                        refused.rule().name().toLowerCase(java.util.Locale.ROOT).replace('_', '-'))
                .isEqualTo(rule));
    }
}
