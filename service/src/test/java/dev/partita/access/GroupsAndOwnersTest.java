package dev.partita.access;

import static dev.partita.access.Office.as;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partita.access.AccessDenied.Reason;
import dev.partita.plan.InvalidValues;
import dev.partita.plan.Result;
import dev.partita.plan.WriteRefused;
import dev.partita.plan.WriteRefused.Rule;
import dev.partita.runtime.Values;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Items with an owner and a group, for either: Ann is in t1, Bob in t2, Cid in both, Zoe in none. */
class GroupsAndOwnersTest {

    private static final Caller STAFF = as("root", "staff");
    private static final Caller ANN = as("ann");
    private static final Caller BOB = as("bob");
    private static final Caller CID = as("cid");
    private static final Caller ZOE = as("zoe");

    private final Office office = new Office("""
            design: office
            tables:
              main:
                key: { partition: pk, sort: sk }
                indexes:
                  GSI1: { partition: gsi1pk, sort: gsi1sk, projection: all }
            roles:
              staff:  { group: staff }
              member: { membership: Membership, by: userId, group: tenantId }
            entities:
              Tenant:
                key: { pk: "TENANT#{tenantId}", sk: META }
                owner: founder
                attributes: { tenantId: string, founder: string }
              Membership:
                key: { pk: "USER#{userId}", sk: "TENANT#{tenantId}" }
                owner: userId
                attributes: { userId: string, tenantId: { type: string, references: Tenant, must-exist: true } }
              Task:
                key: { pk: "TASK#{taskId}", sk: META }
                GSI1: { gsi1pk: "BOARD#{board}", gsi1sk: "TASK#{taskId}" }
                owner: author
                attributes:
                  taskId: string
                  tenantId: { type: string, required: true, references: Tenant, must-exist: true }
                  author: { type: string, required: true }
                  board: string
                  title: string
              Step:
                key: { pk: "TASK#{taskId}", sk: "STEP#{number}" }
                attributes:
                  taskId: { type: string, references: Task, on-delete: cascade }
                  tenantId: string
                  number: integer
              Thread:
                key: { pk: "THREAD#{threadId}", sk: META }
                owner: author
                attributes: { threadId: string, author: { type: string, required: true } }
              Draft:
                key: { pk: "THREAD#{threadId}", sk: "DRAFT#{draftId}" }
                owner: writer
                attributes:
                  threadId: { type: string, references: Thread, must-exist: true }
                  draftId: string
                  writer: { type: string, required: true }
              Remark:
                key: { pk: "THREAD#{threadId}", sk: "REMARK#{number}" }
                attributes: { threadId: { type: string, references: Thread }, number: integer }
              Vote:
                key: { pk: "THREAD#{threadId}", sk: "VOTE#{userId}" }
                owner: userId
                attributes: { threadId: { type: string, references: Thread, must-exist: true }, userId: string }
            patterns:
              found:     { create: Tenant, allow: [owner, member] }
              join:      { create: Membership, allow: staff }
              leave:     { delete: Membership, by: [userId, tenantId], allow: staff }
              joinIn:    { create: Membership, allow: [owner, member], route: "POST /joined" }
              add:       { create: Task, allow: [owner, member] }
              addSteps:  { create: Task, with: Step, allow: [owner, member] }
              save:      { put: Task, allow: [owner, member] }
              saveM:     { put: Task, allow: member }
              move:      { update: Task, by: taskId, change: [tenantId, title], allow: [owner, member] }
              moveBoth:  { transact: [add, move], allow: signed-in }
              task:      { get: Task, by: taskId, allow: staff }
              board:     { read: [Task], by: board, allow: [owner, member] }
              addStep:   { create: Step, allow: staff }
              steps:     { read: [Task, Step], by: taskId, allow: [owner, member] }
              open:      { create: Thread, allow: owner }
              draft:     { create: Draft, allow: owner }
              remark:    { create: Remark, allow: staff }
              whole:     { read: [Thread, Draft, Remark], by: threadId, allow: owner }
              drafts:    { read: [Draft], by: threadId, allow: owner }
              cast:      { create: Vote, allow: owner }
              touch:     { update: Thread, by: threadId, set: { author: ann }, allow: together }
              vote:      { transact: [cast, touch], allow: signed-in }
            """);

    @BeforeEach
    void fill() {
        for (String tenant : List.of("t1", "t2")) {
            office.write(as("founder"), "found", Map.of("tenantId", tenant));
        }
        join("ann", "t1");
        join("dan", "t1");
        join("bob", "t2");
        join("cid", "t1");
        join("cid", "t2");
        office.write(ANN, "add", Map.of("taskId", "a1", "tenantId", "t1", "author", "ann", "board", "b"));
        office.write(as("dan"), "add", Map.of("taskId", "d1", "tenantId", "t1", "author", "dan", "board", "b"));
        office.write(BOB, "add", Map.of("taskId", "b1", "tenantId", "t2", "author", "bob", "board", "b"));
    }

    @AfterEach
    void close() {
        office.close();
    }

    @Test
    void toOwnATaskShowsNoStepsOfOtherGroups() {
        office.write(STAFF, "addStep", Map.of("taskId", "a1", "tenantId", "t1", "number", 1));
        office.write(STAFF, "addStep", Map.of("taskId", "a1", "tenantId", "t2", "number", 2));
        office.write(STAFF, "addStep", Map.of("taskId", "a1", "number", 3));
        assertThat(steps(ANN)).containsExactly(1L, 3L);
        assertThat(steps(CID)).contains(1L, 2L);
        office.write(STAFF, "leave", Map.of("userId", "ann", "tenantId", "t1"));
        assertThat(steps(ANN)).containsExactly(1L, 3L);
    }

    private List<Object> steps(Caller caller) {
        return office.read(caller, "steps", Map.of("taskId", "a1")).items().stream()
                .filter(item -> item.entity().equals("Step"))
                .map(item -> item.values().get("number"))
                .toList();
    }

    @Test
    void anOwnerMakesNothingInAGroupTheyAreNotIn() {
        forbidden(() -> office.write(ANN, "add", Map.of("taskId", "x", "tenantId", "t2", "author", "ann")));
        forbidden(() -> office.write(ANN, "add", Map.of("taskId", "x", "tenantId", "t2")));
        forbidden(() -> office.write(ZOE, "add", Map.of("taskId", "x", "tenantId", "t2")));
        forbidden(() -> office.write(ZOE, "joinIn", Map.of("tenantId", "t2")));
        office.write(CID, "add", Map.of("taskId", "c1", "tenantId", "t2", "author", "cid"));
        office.write(ZOE, "found", Map.of("tenantId", "t3"));
    }

    @Test
    void whatIsMadeWithAnItemIsInItsGroup() {
        Map<String, Object> step = Map.of("number", 1, "tenantId", "t2");
        assertThatThrownBy(() -> office.write(
                        ANN,
                        "addSteps",
                        Map.of("taskId", "x", "tenantId", "t1", "author", "ann", "steps", List.of(step))))
                .isInstanceOf(RuntimeException.class);
        office.write(
                ANN,
                "addSteps",
                Map.of(
                        "taskId",
                        "y",
                        "tenantId",
                        "t1",
                        "author",
                        "ann",
                        "steps",
                        List.of(Map.of("number", 1, "tenantId", "t1"))));
        assertThat(tenant("y")).isEqualTo("t1");
    }

    @Test
    void anOwnerPutsNothingIntoAGroupTheyAreNotIn() {
        forbidden(() -> office.write(ANN, "save", Map.of("taskId", "a1", "tenantId", "t2", "author", "ann")));
        forbidden(() -> office.write(ANN, "save", Map.of("taskId", "a1", "tenantId", "t2")));
        forbidden(() -> office.write(ZOE, "save", Map.of("taskId", "x", "tenantId", "t2")));
        assertThat(tenant("a1")).isEqualTo("t1");
        office.write(ANN, "save", Map.of("taskId", "a1", "tenantId", "t1", "author", "ann", "title", "t"));
    }

    @Test
    void anOwnerMovesNothingIntoAGroupTheyAreNotIn() {
        notFound(() -> office.write(ANN, "move", Map.of("taskId", "a1", "tenantId", "t2")));
        assertThatThrownBy(() -> office.write(
                        ANN, "move", Values.none().and("taskId", "a1").and("tenantId", null)))
                .isInstanceOf(InvalidValues.class);
        assertThat(tenant("a1")).isEqualTo("t1");
        office.write(ANN, "move", Map.of("taskId", "a1", "tenantId", "t1", "title", "one"));
        office.write(ANN, "move", Map.of("taskId", "a1", "title", "two"));
        office.write(CID, "move", Map.of("taskId", "a1", "tenantId", "t2"));
        // It is in a group that its owner is not in: they keep it there, or take it to one of theirs.
        office.write(ANN, "move", Map.of("taskId", "a1", "tenantId", "t2", "title", "three"));
        assertThat(tenant("a1")).isEqualTo("t2");
        office.write(ANN, "move", Map.of("taskId", "a1", "tenantId", "t1"));
        assertThat(tenant("a1")).isEqualTo("t1");
    }

    @Test
    void inATransactionAnOwnerOpensNoOtherGroupEither() {
        forbidden(() -> office.write(
                ANN,
                "moveBoth",
                Map.of(
                        "add", Map.of("taskId", "x", "tenantId", "t2"),
                        "move", Map.of("taskId", "a1", "title", "t"))));
        notFound(() -> office.write(
                ANN,
                "moveBoth",
                Map.of(
                        "add", Map.of("taskId", "x", "tenantId", "t1"),
                        "move", Map.of("taskId", "a1", "tenantId", "t2"))));
        assertThat(tenant("a1")).isEqualTo("t1");
        office.write(
                ANN,
                "moveBoth",
                Map.of(
                        "add", Map.of("taskId", "x", "tenantId", "t1"),
                        "move", Map.of("taskId", "a1", "tenantId", "t1")));
    }

    @Test
    void aPutMovesAnItemBetweenGroupsOfTheCaller() {
        for (String put : List.of("saveM", "save")) {
            office.write(CID, put, Map.of("taskId", "a1", "tenantId", "t2", "author", "ann"));
            assertThat(tenant("a1")).isEqualTo("t2");
            office.write(CID, put, Map.of("taskId", "a1", "tenantId", "t1", "author", "ann"));
            assertThat(tenant("a1")).isEqualTo("t1");
            refused(
                    Rule.ALREADY_EXISTS,
                    () -> office.write(BOB, put, Map.of("taskId", "a1", "tenantId", "t2", "author", "bob")));
        }
    }

    @Test
    void everyItemOfAReadIsJudgedByItsOwnOwner() {
        threads();
        assertThat(ids(office.read(ANN, "whole", Map.of("threadId", "h")))).containsExactly("ann1", "Thread", "Remark");
        assertThat(office.read(BOB, "whole", Map.of("threadId", "h")).items()).isEmpty();
        assertThat(ids(office.read(ANN, "drafts", Map.of("threadId", "h")))).containsExactly("ann1");
        assertThat(ids(office.read(BOB, "drafts", Map.of("threadId", "h")))).containsExactly("bob1", "bob2");
        assertThat(office.read(ZOE, "drafts", Map.of("threadId", "h")).items()).isEmpty();
    }

    @Test
    void aReadLeavesOutWhatIsOfAnotherGroup() {
        assertThat(office.read(ANN, "board", Map.of("board", "b")).items())
                .extracting(item -> item.values().get("taskId"))
                .containsExactly("a1", "d1");
        assertThat(office.read(BOB, "board", Map.of("board", "b")).items())
                .extracting(item -> item.values().get("taskId"))
                .containsExactly("b1");
        assertThat(office.read(CID, "board", Map.of("board", "b")).items()).hasSize(3);
    }

    @Test
    void aPartThatGoesAlongIsNotHeldToItsOwnerWhereTheWholeIsForMore() {
        threads();
        office.write(BOB, "vote", Map.of("threadId", "h"));
        forbidden(() -> office.write(BOB, "vote", Map.of("threadId", "h", "userId", "ann")));
    }

    private void threads() {
        office.write(ANN, "open", Map.of("threadId", "h"));
        office.write(ANN, "draft", Map.of("threadId", "h", "draftId", "ann1"));
        office.write(BOB, "draft", Map.of("threadId", "h", "draftId", "bob1"));
        office.write(BOB, "draft", Map.of("threadId", "h", "draftId", "bob2"));
        office.write(STAFF, "remark", Map.of("threadId", "h", "number", 1));
    }

    private static List<Object> ids(Result result) {
        return result.items().stream()
                .map(item -> item.values().getOrDefault("draftId", item.entity()))
                .toList();
    }

    private Object tenant(String taskId) {
        return office.read(STAFF, "task", Map.of("taskId", taskId))
                .one()
                .values()
                .get("tenantId");
    }

    private void join(String user, String tenant) {
        office.write(STAFF, "join", Map.of("userId", user, "tenantId", tenant));
    }

    private static void forbidden(ThrowingCallable call) {
        assertThatThrownBy(call).isInstanceOfSatisfying(AccessDenied.class, e -> assertThat(e.reason())
                .isEqualTo(Reason.FORBIDDEN));
    }

    private static void notFound(ThrowingCallable call) {
        refused(Rule.NOT_FOUND, call);
    }

    private static void refused(Rule rule, ThrowingCallable call) {
        assertThatThrownBy(call).isInstanceOfSatisfying(WriteRefused.class, e -> assertThat(e.rule())
                .isEqualTo(rule));
    }
}
