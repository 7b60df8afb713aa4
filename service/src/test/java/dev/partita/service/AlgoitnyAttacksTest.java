package dev.partita.service;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.service.Served.Answer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * What a stranger, a student, somebody with another plan and somebody who was deactivated get out of algoitny over REST, from an
 * empty database on, where only what the operator does by {@code partita call} is not asked for a token.
 */
class AlgoitnyAttacksTest {

    private static final Bearers BEARERS = new Bearers();
    private static final String[] ROOT = BEARERS.of("root");
    private static final String[] ANN = BEARERS.of("ann");
    private static final String[] BOB = BEARERS.of("bob");
    private static final String[] STUDENT = BEARERS.of("student");
    private static final String[] POOR = BEARERS.of("poor");
    private static final String[] WORKER = BEARERS.of("celery", "workers");
    private static final String[] NOBODY = {};
    private static final String API = "/api/algoitny";

    private Served served;

    @BeforeEach
    void fromEmptyToTheFirstStudent() throws IOException {
        served = BEARERS.serve(Files.readString(Path.of("..", "systems", "designs", "algoitny.yaml")));
        // Nobody can begin: a user needs a plan, a plan needs staff.
        assertThat(signUp("student", STUDENT).status()).isIn(409, 422);
        done(403, served.post(API + "/plans", plan("Free", true, false, 2), ROOT));
        // The operator, at the tables: docs/identity.md, "The first account".
        operator("createPlan", Map.of("name", "Free", "maxHintsPerDay", 1, "maxExecutionsPerDay", 2));
        operator("createUser", Map.of("userId", "root", "email", "root@example.com"));
        operator("setStaff", Map.of("userId", "root", "isStaff", true));
        // What another process wrote counts after five seconds.
        served.clock.advance(Duration.ofSeconds(6));
        // From here on over REST, with tokens.
        done(201, served.post(API + "/plans", plan("Author", true, true, -1), ROOT));
        done(201, served.post(API + "/plans", plan("Blind", false, true, -1), ROOT));
        for (String user : List.of("ann", "bob", "student", "poor")) {
            done(201, signUp(user, BEARERS.of(user)));
        }
        change("ann", "Author");
        change("bob", "Author");
        change("poor", "Blind");
    }

    @AfterEach
    void close() {
        served.close();
    }

    @Test
    void nobodySignsUpAsStaffOrWithAnotherPlanOrAsSomebodyElse() {
        done(
                422,
                served.post(
                        API + "/users", "{\"userId\":\"x\",\"email\":\"x@y.z\",\"isStaff\":true}", BEARERS.of("x")));
        done(
                422,
                served.post(
                        API + "/users", "{\"userId\":\"x\",\"email\":\"x@y.z\",\"plan\":\"Author\"}", BEARERS.of("x")));
        done(
                422,
                served.post(
                        API + "/users", "{\"userId\":\"x\",\"email\":\"x@y.z\",\"isActive\":true}", BEARERS.of("x")));
        done(403, served.post(API + "/users", "{\"userId\":\"victim\",\"email\":\"v@y.z\"}", STUDENT));
        done(409, signUp("student", STUDENT));
    }

    @Test
    void theAnswersOfADraftAreItsAuthorsAndStaffs() {
        String problem = problem("1", ANN);
        String cases = API + "/problems/" + problem + "/test-cases";
        done(404, served.get(API + "/problems/" + problem, STUDENT));
        done(404, served.get(cases, STUDENT));
        done(404, served.get(cases, BOB));
        done(401, served.get(cases, NOBODY));
        done(401, served.get(API + "/problems/" + problem, NOBODY));
        assertThat(served.get(cases, ANN).body()).contains("answer");
        assertThat(served.get(cases, ROOT).body()).contains("answer");
        done(200, served.post(API + "/problems/" + problem + "/complete", "{}", ANN));
        assertThat(served.get(cases, STUDENT).body()).contains("answer");
        done(204, served.call("DELETE", API + "/problems/" + problem, ANN));
        for (String[] caller : List.of(STUDENT, BOB, ANN, ROOT)) {
            done(404, served.get(cases, caller));
            done(404, served.get(API + "/problems/" + problem, caller));
        }
        done(404, served.post(cases, "{\"input\":\"1\",\"output\":\"2\"}", ANN));
        done(200, served.post(API + "/problems/" + problem + "/restore", "{}", ROOT));
        done(200, served.get(cases, STUDENT));
    }

    @Test
    void nobodyChangesAnothersTestCases() {
        String problem = problem("1", ANN);
        done(200, served.post(API + "/problems/" + problem + "/complete", "{}", ANN));
        String cases = API + "/problems/" + problem + "/test-cases";
        for (String[] caller : List.of(BOB, STUDENT, POOR)) {
            done(404, served.withBody("PATCH", cases + "/1", "{\"output\":\"wrong\"}", caller));
            done(404, served.call("DELETE", cases + "/1", caller));
            done(404, served.post(cases, "{\"input\":\"1\",\"output\":\"2\"}", caller));
        }
        done(401, served.call("DELETE", cases + "/1", NOBODY));
        assertThat(served.get(cases, ANN).body()).contains("answer").doesNotContain("wrong");
        done(200, served.withBody("PATCH", cases + "/1", "{\"output\":\"better\"}", ANN));
        done(200, served.withBody("PATCH", cases + "/1", "{\"output\":\"best\"}", ROOT));
        done(201, served.post(cases, "{\"input\":\"1\",\"output\":\"2\"}", ANN));
        done(204, served.call("DELETE", cases + "/1", ANN));
    }

    @Test
    void aPlanThatMayNotViewAllProblemsSeesItsOwnAlone() {
        String problem = problem("1", ANN);
        done(200, served.post(API + "/problems/" + problem + "/complete", "{}", ANN));
        for (String path : List.of(
                "/problems/" + problem,
                "/problems/" + problem + "/without-test-cases",
                "/platforms/baekjoon/problems/1",
                "/platforms/baekjoon/problems",
                "/problems/search?title=sum")) {
            Answer student = served.get(API + path, STUDENT);
            done(200, student);
            done(403, served.get(API + path, POOR));
            Answer nobody = served.get(API + path, NOBODY);
            done(401, nobody);
            assertThat(nobody.body()).doesNotContain("solve").doesNotContain("answer");
        }
        done(404, served.get(API + "/problems/" + problem + "/test-cases", POOR), 403);
        done(404, served.get(API + "/drafts/" + problem, POOR));
        String own = problem("2", POOR);
        done(200, served.get(API + "/drafts/" + own, POOR));
        done(200, served.get(API + "/problems/" + own + "/test-cases", POOR));
    }

    @Test
    void whoIsDeactivatedHasNoRightLeft() {
        String problem = problem("1", ANN);
        done(200, served.post(API + "/users/ann/deactivate", "{}", ROOT));
        done(403, served.get(API + "/users/ann", ANN));
        done(403, served.get(API + "/drafts/" + problem, ANN));
        done(403, served.get(API + "/problems/" + problem + "/test-cases", ANN));
        done(403, served.withBody("PATCH", API + "/problems/" + problem, "{\"title\":\"x\"}", ANN));
        done(403, served.post(API + "/problems", problemJson("9", 1), ANN));
        done(403, served.call("DELETE", API + "/users/ann", ANN));
        done(403, served.post(API + "/users/ann/activate", "{}", ANN));
        done(200, served.get(API + "/plans", ANN));
        // Staff, too, and whoever was made staff by them.
        operator("createUser", Map.of("userId", "boss", "email", "boss@example.com"));
        String[] boss = BEARERS.of("boss");
        done(200, served.withBody("PUT", API + "/users/boss/is-staff", "{\"isStaff\":true}", ROOT));
        done(200, served.get(API + "/drafts", boss));
        done(200, served.post(API + "/users/boss/deactivate", "{}", ROOT));
        for (String path : List.of("/drafts", "/users/ann", "/plans/usage", "/admin/stats", "/jobs?status=PENDING")) {
            done(403, served.get(API + path, boss));
        }
        done(403, served.post(API + "/users/boss/activate", "{}", boss));
        done(403, served.withBody("PUT", API + "/users/bob/is-staff", "{\"isStaff\":true}", boss));
        done(200, served.post(API + "/users/ann/activate", "{}", ROOT));
        done(200, served.get(API + "/users/ann", ANN));
    }

    @Test
    void resultsAreWrittenByWorkersAndCountedWithTheRun() throws Exception {
        String problem = problem("1", ANN);
        String forged = run("student", problem, 100);
        done(403, served.post(API + "/histories", forged, STUDENT));
        done(403, served.post(API + "/patterns/runCode", forged, STUDENT));
        done(403, served.post(API + "/patterns/recordExecution", forged, STUDENT));
        done(403, served.post(API + "/patterns/recordExecution", forged, WORKER));
        done(403, served.post(API + "/patterns/useExecution", "{\"userId\":\"student\"}", WORKER));
        done(401, served.post(API + "/histories", forged, NOBODY));
        // Two a day, however many come at once.
        List<Callable<Answer>> calls = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            calls.add(() -> served.post(API + "/histories", run("student", problem, 1), WORKER));
        }
        ExecutorService threads = Executors.newFixedThreadPool(8);
        List<Integer> statuses = new ArrayList<>();
        try {
            for (Future<Answer> answer : threads.invokeAll(calls)) {
                statuses.add(answer.get().status());
            }
        } finally {
            threads.shutdown();
        }
        assertThat(statuses).filteredOn(status -> status == 200).hasSize(2);
        Answer mine = served.get(API + "/users/student/histories", STUDENT);
        assertThat((List<?>) mine.json().get("items")).as(mine.toString()).hasSize(2);
        done(404, served.get(API + "/users/student/histories", BOB), 403);
        String history = (String) ((Map<?, ?>) ((List<?>) mine.json().get("items")).get(0)).get("historyId");
        done(403, served.post(API + "/histories/" + history + "/hints", hint("student"), STUDENT));
        done(
                403,
                served.post(
                        API + "/patterns/addHints", "{\"historyId\":\"" + history + "\",\"hints\":[\"x\"]}", STUDENT));
        done(200, served.post(API + "/histories/" + history + "/hints", hint("student"), WORKER));
        assertThat(served.post(API + "/histories/" + history + "/hints", hint("student"), WORKER)
                        .status())
                .isIn(409, 422, 429);
        done(404, served.get(API + "/histories/" + history, BOB));
        done(200, served.get(API + "/histories/" + history, STUDENT));
    }

    @Test
    void aJobAndItsTaskAreForWhoeverAskedForThem() {
        Answer made = served.post(
                API + "/jobs", "{\"platform\":\"baekjoon\",\"number\":\"7\",\"solutionCode\":\"mine\"}", ANN);
        done(201, made);
        String job = API + "/jobs/" + made.json().get("jobId");
        done(200, served.get(job, ANN));
        done(404, served.get(job, BOB));
        done(404, served.get(job, STUDENT));
        done(401, served.get(job, NOBODY));
        done(200, served.withBody("PATCH", job, "{\"celeryTaskId\":\"t1\",\"status\":\"PROCESSING\"}", WORKER));
        done(403, served.withBody("PATCH", job, "{\"status\":\"COMPLETED\"}", ANN));
        done(200, served.get(API + "/tasks/t1/job", ANN));
        done(404, served.get(API + "/tasks/t1/job", STUDENT));
        done(
                201,
                served.withBody(
                        "PUT",
                        API + "/tasks/t1",
                        "{\"status\":\"SUCCESS\",\"requestedBy\":\"ann\",\"result\":{\"code\":\"c\"}}",
                        WORKER),
                200);
        done(200, served.get(API + "/tasks/t1", ANN));
        done(404, served.get(API + "/tasks/t1", STUDENT));
        done(403, served.withBody("PUT", API + "/tasks/t1", "{\"status\":\"FAILURE\"}", ANN));
        done(
                422,
                served.post(
                        API + "/jobs", "{\"platform\":\"baekjoon\",\"number\":\"7\",\"requestedBy\":\"bob\"}", ANN));
    }

    @Test
    void aProblemTakesAsManyTestCasesAsATransactionHasRoomFor() {
        done(201, served.post(API + "/problems", problemJson("97", 97), ANN));
        Answer over = served.post(API + "/problems", problemJson("98", 98), ANN);
        done(422, over);
        assertThat(over.body()).contains("testCases").contains("97");
        assertThat(served.get(API + "/platforms/baekjoon/problems/98", ANN).status())
                .isEqualTo(404);
        done(422, served.post(API + "/problems", problemJson("99", 99), ANN));
        done(422, served.post(API + "/problems", problemJson("150", 150), ANN));
    }

    private Answer signUp(String user, String[] token) {
        return served.post(
                API + "/users", "{\"userId\":\"" + user + "\",\"email\":\"" + user + "@example.com\"}", token);
    }

    private void change(String user, String plan) {
        done(200, served.withBody("PUT", API + "/users/" + user + "/plan", "{\"plan\":\"" + plan + "\"}", ROOT));
    }

    private void operator(String pattern, Map<String, Object> arguments) {
        served.databases.get(0).write(pattern, arguments).run();
    }

    private String problem(String number, String[] author) {
        Answer made = served.post(API + "/problems", problemJson(number, 1), author);
        done(201, made);
        return (String) ((Map<?, ?>) made.json().get("problem")).get("problemId");
    }

    private static String problemJson(String number, int cases) {
        List<String> all = new ArrayList<>();
        for (int i = 0; i < cases; i++) {
            all.add("{\"input\":\"1\",\"output\":\"answer\"}");
        }
        return "{\"platform\":\"baekjoon\",\"number\":\"" + number
                + "\",\"title\":\"sum\",\"solutionCode\":\"solve()\",\"testCases\":[" + String.join(",", all) + "]}";
    }

    private static String run(String user, String problem, int passed) {
        return "{\"userId\":\"" + user + "\",\"problemId\":\"" + problem
                + "\",\"language\":\"python\",\"code\":\"print(1)\",\"passedCount\":" + passed + ",\"totalCount\":100}";
    }

    private static String hint(String user) {
        return "{\"userId\":\"" + user + "\",\"hints\":[\"Think\"]}";
    }

    private static String plan(String name, boolean views, boolean registers, int problems) {
        return "{\"name\":\"" + name + "\",\"maxHintsPerDay\":5,\"maxExecutionsPerDay\":5,\"maxProblems\":" + problems
                + ",\"canViewAllProblems\":" + views + ",\"canRegisterProblems\":" + registers + "}";
    }

    private static void done(int status, Answer answer, int... or) {
        List<Integer> statuses = new ArrayList<>(List.of(status));
        for (int other : or) {
            statuses.add(other);
        }
        assertThat(statuses).as(answer.toString()).contains(answer.status());
    }
}
