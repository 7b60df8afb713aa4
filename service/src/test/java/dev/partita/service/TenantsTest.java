package dev.partita.service;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.service.Served.Answer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The design with tenants on docs/identity.md: Ann is in north, Bob in south, Cid in both, and none of them sees across. */
class TenantsTest {

    private static final Bearers BEARERS = new Bearers();
    private static final String[] ROOT = BEARERS.of("root", "operators");
    private static final String[] ANN = BEARERS.of("ann");
    private static final String[] BOB = BEARERS.of("bob");
    private static final String[] CID = BEARERS.of("cid");
    private static final String[] EVE = BEARERS.of("eve");
    private static final String API = "/api/workspaces";

    /** A list that knows no tenant, and what could give it away. */
    private static final String FETCHED = """
              TaskOfAll:
                type: TASKREF
                from: { entity: Task }
                key: { pk: "ALLTASKS", sk: "{taskId}" }
                attributes:
                  taskId: { type: string, references: Task }
            patterns:
              allTasks:    { list: TaskOfAll, fetch: Task, page: 50, allow: member }
              leakyTasks:  { list: TaskOfAll, fetch: Task, return: [taskId, title], page: 50, allow: [member, operator] }
              countAll:    { count: TaskOfAll, allow: [member, operator] }
            """;

    private static Served served;
    private static int made;

    @BeforeAll
    static void open() throws IOException {
        served = BEARERS.serve(IdentityPageTest.onPage("workspaces").replace("patterns:\n", FETCHED));
        for (String tenant : List.of("north", "south")) {
            done(201, served.post(API + "/tenants", json("tenantId", tenant, "name", tenant), ROOT));
        }
        join("north", "ann", "admin");
        join("south", "bob", "admin");
        join("north", "cid", "user");
        join("south", "cid", "user");
    }

    @AfterAll
    static void close() {
        served.close();
    }

    @Test
    void aMemberReadsTheirOwnTenantAndNoOther() {
        done(200, served.get(API + "/tenants/north", ANN));
        done(403, served.get(API + "/tenants/south", ANN));
        done(200, served.get(API + "/tenants/south", ROOT));
        done(403, served.get(API + "/tenants/north", EVE));
        done(401, served.get(API + "/tenants/north"));
        done(403, served.get(API + "/tenants/nowhere", ANN));
    }

    @Test
    void aListAndACountAreOfOnesOwnTenant() {
        project("south", "secret", BOB);
        Answer mine = served.get(API + "/tenants/south/projects", CID);
        assertThat(mine.body()).contains("secret");
        done(403, served.get(API + "/tenants/south/projects", ANN));
        done(403, served.get(API + "/tenants/south/projects/count", ANN));
        done(200, served.get(API + "/tenants/south/projects/count", BOB));
    }

    @Test
    void anAnswerFromTheCacheDoesNotCross() {
        String task = task("south", "cached", BOB);
        done(200, served.get(API + "/tasks/" + task, BOB));
        done(404, served.get(API + "/tasks/" + task, ANN));
        done(200, served.get(API + "/tasks/" + task, BOB));
        done(200, served.get(API + "/tenants/south/projects", BOB));
        done(403, served.get(API + "/tenants/south/projects", ANN));
    }

    @Test
    void whereOnlyTheItemTellsAnothersIsNotThere() {
        String task = task("south", "hidden", BOB);
        Answer answer = served.get(API + "/tasks/" + task, ANN);
        done(404, answer);
        assertThat(answer.body()).doesNotContain("hidden").doesNotContain("south");
        assertThat(served.get(API + "/tasks/never", ANN).body().replaceAll("requestId.*", ""))
                .isEqualTo(answer.body().replaceAll("requestId.*", ""));
        done(200, served.get(API + "/tasks/" + task, CID));
    }

    @Test
    void whatLeadsToAnotherPatternIsJudgedThereToo() {
        String code = "C" + ++made;
        done(
                201,
                served.post(
                        API + "/tasks",
                        json("taskId", "coded" + made, "tenantId", "south", "title", "by code", "code", code),
                        BOB));
        done(200, served.get(API + "/tasks/by-code?code=" + code, BOB));
        done(404, served.get(API + "/tasks/by-code?code=" + code, ANN));
    }

    @Test
    void anItemIsMadeInOnesOwnTenantOnly() {
        done(403, served.post(API + "/tenants/south/projects", json("name", "x"), ANN));
        done(403, served.post(API + "/tasks", json("taskId", "t1", "tenantId", "south", "title", "x"), ANN));
        Answer without = served.post(API + "/tasks", json("taskId", "t1", "title", "x"), ANN);
        assertThat(without.status()).isIn(403, 422);
        done(404, served.get(API + "/tasks/t1", BOB));
    }

    /** It was answered 403, as if the item went to somebody else. */
    @Test
    void aTenantThatEveryItemHasCannotBeTakenAway() {
        String task = task("north", "stays", ANN);
        Answer none = served.post(API + "/patterns/moveTask", "{\"taskId\":\"" + task + "\",\"tenantId\":null}", ANN);
        assertThat(none.status()).as(none.toString()).isEqualTo(422);
        assertThat(none.body()).contains("tenantId").contains("required");
        done(403, served.post(API + "/patterns/moveTask", json("taskId", task, "tenantId", "south"), ANN));
        done(200, served.get(API + "/tasks/" + task, ANN));
    }

    @Test
    void aTenantInTheBodyThatIsNotThatOfThePathIsRefused() {
        int before = served.get(API + "/tenants/south/projects", BOB).body().length();
        Answer answer = served.post(API + "/tenants/north/projects", json("tenantId", "south", "name", "x"), ANN);
        assertThat(answer.status()).isBetween(400, 422);
        Answer other = served.post(API + "/tenants/south/projects", json("tenantId", "north", "name", "x"), ANN);
        assertThat(other.status()).isBetween(400, 422);
        assertThat(served.get(API + "/tenants/south/projects", BOB).body()).hasSize(before);
    }

    @Test
    void aChangeOfAnothersItemIsRefusedInTheWriteItself() {
        String task = task("south", "change me", BOB);
        done(404, served.post(API + "/tasks/" + task + "/finish", "{}", ANN));
        done(404, served.call("DELETE", API + "/tasks/" + task, ANN));
        assertThat(served.get(API + "/tasks/" + task, BOB).json()).containsEntry("done", false);
        done(200, served.post(API + "/tasks/" + task + "/finish", "{}", CID));
        String project = project("south", "p", BOB);
        String path = API + "/tenants/south/projects/" + project;
        done(403, served.withBody("PATCH", path, json("name", "mine"), ANN));
        done(403, served.call("DELETE", path, ANN));
        done(404, served.withBody("PATCH", path.replace("south", "north"), json("name", "mine"), ANN));
        done(403, served.call("DELETE", path, CID));
        done(204, served.call("DELETE", path, BOB));
        done(204, served.call("DELETE", API + "/tasks/" + task, BOB));
    }

    @Test
    void nobodyMovesAnItemOutOfOrIntoAnothersTenant() {
        String mine = task("north", "mine", ANN);
        String theirs = task("south", "theirs", BOB);
        done(403, served.withBody("PATCH", API + "/tasks/" + mine, json("tenantId", "south"), ANN));
        done(404, served.withBody("PATCH", API + "/tasks/" + theirs, json("tenantId", "north"), ANN));
        assertThat(served.get(API + "/tasks/" + theirs, BOB).json()).containsEntry("tenantId", "south");
        assertThat(served.get(API + "/tasks/" + mine, ANN).json()).containsEntry("tenantId", "north");
        done(200, served.withBody("PATCH", API + "/tasks/" + mine, json("tenantId", "south"), CID));
        done(404, served.get(API + "/tasks/" + mine, ANN));
    }

    @Test
    void aPutDoesNotReplaceAnothersItem() {
        String task = task("south", "original", BOB);
        Answer over =
                served.withBody("PUT", API + "/tasks/" + task, json("tenantId", "north", "title", "taken over"), ANN);
        done(409, over);
        done(403, served.withBody("PUT", API + "/tasks/" + task, json("tenantId", "south", "title", "x"), ANN));
        assertThat(served.get(API + "/tasks/" + task, BOB).json()).containsEntry("title", "original");
        done(200, served.withBody("PUT", API + "/tasks/" + task, json("tenantId", "south", "title", "new"), BOB));
    }

    @Test
    void aTransactionIsJudgedPartByPart() {
        String body = json("tenantId", "south", "name", "p", "taskId", "tx1", "title", "t");
        done(403, served.post(API + "/start", body, ANN));
        String split = """
                {"addProject": {"tenantId": "north", "name": "p"}, "addTask": {"tenantId": "south", "taskId": "tx2", "title": "t"}}""";
        done(403, served.post(API + "/start", split, ANN));
        done(404, served.get(API + "/tasks/tx2", BOB));
        assertThat(served.post(API + "/start", split, CID).status()).isEqualTo(200);
    }

    @Test
    void whatIsGatheredIsOfOnesOwnTenant() {
        done(200, served.get(API + "/overview?tenantId=north", ANN));
        done(403, served.get(API + "/overview?tenantId=south", ANN));
    }

    @Test
    void whatIsFetchedForAListIsLeftOutWhereItIsAnothers() {
        task("south", "fetched of south", BOB);
        task("north", "fetched of north", ANN);
        assertThat(served.get(API + "/patterns/allTasks", ANN).body())
                .contains("fetched of north")
                .doesNotContain("south");
        assertThat(served.get(API + "/patterns/allTasks", CID).body())
                .contains("fetched of north")
                .contains("fetched of south");
        done(403, served.get(API + "/patterns/leakyTasks", ANN));
        done(403, served.get(API + "/patterns/countAll", ANN));
        done(200, served.get(API + "/patterns/leakyTasks", ROOT));
    }

    /** What is left out makes no page shorter, and none is lost or told twice. */
    @Test
    void aPageIsFilledWhereItemsOfOthersAreLeftOut() {
        for (int i = 0; i < 12; i++) {
            task("south", "filling of south", BOB);
        }
        List<String> mine = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            mine.add(task("north", "filling of north", ANN));
            task("south", "filling of south", BOB);
        }
        List<String> seen = new ArrayList<>();
        String next = API + "/patterns/allTasks?limit=2";
        while (next != null) {
            Answer page = served.get(next, ANN);
            done(200, page);
            List<?> items = (List<?>) page.json().get("items");
            next = (String) page.json().get("next");
            assertThat(items.size()).isLessThanOrEqualTo(2);
            if (next != null) {
                assertThat(items).hasSize(2);
            }
            items.forEach(item -> seen.add((String) ((java.util.Map<?, ?>) item).get("taskId")));
        }
        assertThat(seen).doesNotHaveDuplicates().containsAll(mine);
        String found = API + "/patterns/findTasks?title=filling&limit=3";
        assertThat((List<?>) served.get(found, ANN).json().get("items")).hasSize(3);
    }

    @Test
    void aSearchFindsWhatIsOnesOwn() {
        task("south", "zebra of south", BOB);
        task("north", "zebra of north", ANN);
        String found = served.get(API + "/patterns/findTasks?title=zebra", ANN).body();
        assertThat(found).contains("zebra of north").doesNotContain("zebra of south");
    }

    @Test
    void linesLeaveOutWhatIsAnothers() {
        task("south", "line of south", BOB);
        task("north", "line of north", ANN);
        String[] lines = {ANN[0], ANN[1], "Accept", "application/x-ndjson"};
        assertThat(served.get(API + "/patterns/allTasks", lines).body())
                .contains("line of north")
                .doesNotContain("of south");
    }

    @Test
    void aCursorOfAnotherTenantIsOfNoUse() {
        for (int i = 0; i < 3; i++) {
            project("south", "page " + i, BOB);
            project("north", "page " + i, ANN);
        }
        String next = (String)
                served.get(API + "/tenants/south/projects?limit=1", BOB).json().get("next");
        done(200, served.get(next, BOB));
        done(400, served.get(next, CID));
        done(403, served.get(next, ANN));
        Answer replayed = served.get(next.replace("/south/", "/north/"), ANN);
        done(400, replayed);
    }

    @Test
    void anAdministratorIsOneInTheirOwnTenant() {
        done(403, served.post(API + "/tenants/south/memberships", json("userId", "ann"), ANN));
        done(403, served.post(API + "/tenants/north/memberships", json("userId", "x", "level", "admin"), CID));
        done(403, served.get(API + "/tenants/south/memberships", ANN));
        done(403, served.get(API + "/tenants/north/memberships", CID));
        done(200, served.get(API + "/tenants/north/memberships", ANN));
        done(403, served.call("DELETE", API + "/tenants/south/memberships/cid", ANN));
        done(204, served.call("DELETE", API + "/tenants/south/memberships/" + guest(), BOB));
    }

    @Test
    void whoeverLeavesHasNoRightLeft() {
        String guest = guest();
        String[] token = BEARERS.of(guest);
        String task = task("south", "for guests", BOB);
        done(200, served.get(API + "/tasks/" + task, token));
        done(204, served.call("DELETE", API + "/tenants/south/memberships/" + guest, token));
        done(404, served.get(API + "/tasks/" + task, token), 403);
        done(403, served.get(API + "/tenants/south/tasks", token));
        done(403, served.post(API + "/tasks/" + task + "/finish", "{}", token), 404);
    }

    /** More groups than a condition has room for. */
    @Test
    void whoIsInManyTenantsMayChangeWhatIsInThem() {
        String[] many = BEARERS.of("many");
        for (int i = 0; i < 250; i++) {
            String tenant = "t" + i;
            done(201, served.post(API + "/tenants", json("tenantId", tenant, "name", tenant), ROOT));
            join(tenant, "many", "user");
        }
        String own = task("t249", "of the last", many);
        done(200, served.post(API + "/tasks/" + own + "/finish", "{}", many));
        String theirs = task("south", "of another", BOB);
        done(404, served.post(API + "/tasks/" + theirs + "/finish", "{}", many));
        done(409, served.withBody("PUT", API + "/tasks/" + theirs, json("tenantId", "t1", "title", "x"), many));
        done(200, served.withBody("PUT", API + "/tasks/" + own, json("tenantId", "t249", "title", "x"), many));
        done(200, served.withBody("PATCH", API + "/tasks/" + own, json("tenantId", "t3"), many));
        done(204, served.call("DELETE", API + "/tasks/" + own, many));
    }

    private static String guest() {
        String guest = "guest" + ++made;
        join("south", guest, "user");
        return guest;
    }

    private static void join(String tenant, String user, String level) {
        done(201, served.post(API + "/tenants/" + tenant + "/memberships", json("userId", user, "level", level), ROOT));
    }

    private static String project(String tenant, String name, String[] caller) {
        Answer answer = served.post(API + "/tenants/" + tenant + "/projects", json("name", name), caller);
        done(201, answer);
        return (String) answer.json().get("projectId");
    }

    private static String task(String tenant, String title, String[] caller) {
        String id = "task" + ++made;
        done(201, served.post(API + "/tasks", json("taskId", id, "tenantId", tenant, "title", title), caller));
        return id;
    }

    private static void done(int status, Answer answer, int... or) {
        List<Integer> statuses = new ArrayList<>(List.of(status));
        for (int other : or) {
            statuses.add(other);
        }
        assertThat(statuses).as(answer.toString()).contains(answer.status());
    }

    private static String json(Object... pairs) {
        List<String> members = new ArrayList<>();
        for (int i = 0; i < pairs.length; i += 2) {
            members.add("\"" + pairs[i] + "\":\"" + pairs[i + 1] + "\"");
        }
        return "{" + String.join(",", members) + "}";
    }
}
