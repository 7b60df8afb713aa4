package dev.partita.systems;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.item.AttributeValue;
import dev.partita.systems.Served.Person;
import dev.partita.systems.Served.Reply;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Attacks on algoitny that went through once. */
class CodingAttacksTest {

    @RegisterExtension
    static final Served SERVED = new Served("algoitny");

    private final Person root = SERVED.as("root");
    private final Person worker = SERVED.as("celery", "workers");
    private final Person ada = SERVED.as("ada");
    private final Person mia = SERVED.as("mia");
    private final Person tom = SERVED.as("tom");

    @BeforeEach
    void plansAndPeople() {
        SERVED.plant(
                "createPlan",
                Map.of("name", "Free", "maxHintsPerDay", 2, "maxExecutionsPerDay", 3, "canRegisterProblems", true));
        SERVED.plant("createUser", Map.of("userId", "root", "email", "root@post.example"));
        SERVED.plant("setStaff", Map.of("userId", "root", "isStaff", true));
        for (String name : List.of("ada", "mia", "tom")) {
            SERVED.as(name)
                    .post("/users", "{'userId':'" + name + "','email':'" + name + "@post.example'}")
                    .is(201);
        }
        SERVED.later(Duration.ofSeconds(10));
    }

    private String problem(String number) {
        Reply made = ada.post(
                "/problems",
                "{'platform':'baekjoon','number':'" + number + "','title':'Sum','isCompleted':true,"
                        + "'testCases':[{'input':'1 2','output':'3'}]}");
        return Systems.map(made.is(201).body().get("problem")).get("problemId").toString();
    }

    private Reply run(String user, String problem) {
        return worker.post(
                "/histories", "{'userId':'" + user + "','problemId':'" + problem + "','language':'java','code':'x'}");
    }

    private static String historyOf(Reply run) {
        assertThat(run.status()).as(run.answer().body()).isLessThan(300);
        return Systems.map(run.body().get("recordExecution")).get("historyId").toString();
    }

    private int uses(Person person, String name, String action) {
        String day = SERVED.now().toString().substring(0, 10);
        return Integer.parseInt(person.get("/users/" + name + "/usage/" + day + "/" + action + "/count")
                .is(200)
                .text("count"));
    }

    @Test
    void whoRunsCodeIsWhoIsCharged() {
        String id = problem("1000");
        String other = problem("1001");
        String record = "'recordExecution':{'userId':'mia','problemId':'" + id + "','language':'java','code':'x'}";
        for (Person charger : List.of(worker, root)) {
            charger.post("/histories", "{" + record + ",'useExecution':{'userId':'tom','problemId':'" + id + "'}}")
                    .refused(422, "invalid-values", "userId", "the same");
            charger.post("/histories", "{" + record + ",'useExecution':{'userId':'mia','problemId':'" + other + "'}}")
                    .refused(422, "invalid-values", "problemId", "the same");
            charger.post("/histories", "{" + record + ",'useExecution':{'userId':'mia'}}")
                    .refused(422, "invalid-values", "problemId", "the same");
            charger.post("/histories", "{'userId':'tom','problemId':'" + id + "'," + record + "}")
                    .refused(422, "invalid-values", "userId", "the same");
        }
        assertThat(uses(tom, "tom", "execution")).isZero();
        assertThat(mia.get("/users/mia/histories").items()).isEmpty();
        historyOf(
                worker.post("/histories", "{" + record + ",'useExecution':{'userId':'mia','problemId':'" + id + "'}}"));
        assertThat(uses(mia, "mia", "execution")).isEqualTo(1);
        assertThat(mia.get("/users/mia/histories").items()).hasSize(1);
    }

    @Test
    void whoGetsAHintIsWhoIsCharged() {
        String id = problem("1000");
        String hers = historyOf(run("mia", id));
        String his = historyOf(run("tom", id));
        for (Person charger : List.of(worker, root)) {
            charger.post("/histories/" + hers + "/hints", "{'userId':'tom','hints':['h']}")
                    .refused(409, "condition-not-met");
            charger.post(
                            "/histories/" + hers + "/hints",
                            "{'addHints':{'historyId':'" + hers
                                    + "','userId':'mia','hints':['h']},'useHint':{'userId':'tom'}}")
                    .refused(422, "invalid-values", "userId", "the same");
            // The path says whose code it is, and the body cannot say another.
            charger.post(
                            "/histories/" + hers + "/hints",
                            "{'addHints':{'historyId':'" + his
                                    + "','userId':'tom','hints':['h']},'useHint':{'userId':'tom'}}")
                    .refused(422, "invalid-values", "historyId");
            charger.post("/histories/" + hers + "/hints", "{'hints':['h']}").is(422);
        }
        assertThat(uses(tom, "tom", "hint")).isZero();
        assertThat(uses(mia, "mia", "hint")).isZero();
        assertThat(mia.get("/histories/" + hers).body()).doesNotContainKey("hints");
        worker.post("/histories/" + hers + "/hints", "{'userId':'mia','hints':['h']}")
                .is(200);
        assertThat(uses(mia, "mia", "hint")).isEqualTo(1);
    }

    @Test
    void nothingIsRunAgainstAProblemThatIsNotThere() {
        String id = problem("1000");
        run("mia", "ghost").refused(422, "reference-missing", "problemId");
        worker.post("/users/mia/usage", "{'action':'hint','problemId':'ghost'}").refused(422, "reference-missing");
        ada.delete("/problems/" + id).is(204);
        run("mia", id).refused(422, "reference-missing");
        assertThat(uses(mia, "mia", "execution")).isZero();
        assertThat(SERVED.stored("main").keySet()).noneMatch(key -> key.startsWith("HIST#"));
        // What was run before stays the user's own.
        root.post("/problems/" + id + "/restore", "{}").is(200);
        String history = historyOf(run("mia", id));
        ada.delete("/problems/" + id).is(204);
        mia.get("/histories/" + history).is(200);
    }

    @Test
    void aJobBeginsAtItsBeginningAndOneTaskIsOneJobs() {
        String job = "{'platform':'baekjoon','number':'7'";
        for (String more :
                List.of(",'status':'COMPLETED'}", ",'celeryTaskId':'t1'}", ",'generatorCode':'x'}", ",'error':'x'}")) {
            ada.post("/jobs", job + more).is(422);
            root.post("/jobs", job + more).is(422);
        }
        String one = ada.post("/jobs", job + "}").is(201).text("jobId");
        String two = ada.post("/jobs", job + "}").is(201).text("jobId");
        assertThat(ada.get("/jobs/" + one).text("status")).isEqualTo("PENDING");
        List<Reply> taken =
                Served.atOnce(6, i -> worker.patch("/jobs/" + (i % 2 == 0 ? one : two), "{'celeryTaskId':'t1'}"));
        assertThat(taken.stream().map(Reply::status)).contains(200, 409).doesNotContain(500);
        String owner = worker.get("/tasks/t1/job").is(200).text("jobId");
        String loser = owner.equals(one) ? two : one;
        worker.patch("/jobs/" + loser, "{'celeryTaskId':'t1'}").refused(409, "not-unique");
        // A task that was given back is free, and only then.
        worker.patch("/jobs/" + owner, "{'celeryTaskId':'t2'}").is(200);
        worker.get("/tasks/t1/job").is(404);
        worker.patch("/jobs/" + loser, "{'celeryTaskId':'t1','status':'PROCESSING'}")
                .is(200);
        assertThat(worker.get("/tasks/t1/job").text("jobId")).isEqualTo(loser);
        assertThat(worker.get("/tasks/t2/job").text("jobId")).isEqualTo(owner);
    }

    /** Problem, lock and counter are three actions of DynamoDB's hundred; a test case is one more each. */
    @Test
    void aProblemComesWith97TestCasesAtOnceAndWithTheRestOneByOne() {
        List<String> cases = new ArrayList<>();
        for (int i = 1; i <= 98; i++) {
            cases.add("{'input':'" + i + "','output':'" + i + "'}");
        }
        String body = "{'platform':'baekjoon','number':'2000','title':'Many','testCases':";
        ada.post("/problems", body + cases + "}").refused(422, "invalid-values", "testCases", "at most 97");
        assertThat(SERVED.stored("main").keySet()).noneMatch(key -> key.startsWith("PROB"));
        assertThat(ada.get("/users/ada").text("problemCount")).isEqualTo("0");
        Reply made = ada.post("/problems", body + cases.subList(0, 97) + "}").is(201);
        String id = Systems.map(made.body().get("problem")).get("problemId").toString();
        assertThat(ada.post("/problems/" + id + "/test-cases", cases.get(97))
                        .is(201)
                        .text("number"))
                .isEqualTo("98");
        assertThat((List<?>) ada.get("/drafts/" + id).body().get("testCases")).hasSize(98);
    }

    @Test
    void whoeverIsDeactivatedOrGoneActsNoMore() {
        String id = problem("1000");
        String history = historyOf(run("mia", id));
        root.post("/users/mia/deactivate", "{}").is(200);
        SERVED.later(Duration.ofSeconds(10));
        for (Reply reply : List.of(
                mia.get("/users/mia"),
                mia.get("/users/mia/histories"),
                mia.get("/histories/" + history),
                mia.patch("/histories/" + history, "{'isPublic':true}"),
                mia.get("/problems/" + id),
                mia.get("/problems"),
                mia.get("/problems/search?title=sum"),
                mia.post("/problems", "{'platform':'baekjoon','number':'9','title':'T'}"),
                mia.post("/jobs", "{'platform':'baekjoon','number':'9'}"),
                mia.put("/users/mia/email", "{'email':'other@post.example'}"),
                mia.delete("/histories/" + history),
                mia.delete("/users/mia"))) {
            assertThat(reply.status()).as(reply.call()).isIn(401, 403);
        }
        // Nor does anybody run code in their name.
        run("mia", id).refused(409, "condition-not-met");
        worker.post("/histories/" + history + "/hints", "{'userId':'mia','hints':['h']}")
                .refused(409, "condition-not-met");
        worker.post("/users/mia/usage", "{'action':'hint'}").refused(409, "condition-not-met");
        root.post("/users/mia/activate", "{}").is(200);
        SERVED.later(Duration.ofSeconds(10));
        historyOf(run("mia", id));
        mia.delete("/users/mia").is(204);
        SERVED.later(Duration.ofSeconds(10));
        assertThat(mia.get("/histories/" + history).status()).isIn(401, 403, 404);
        assertThat(run("mia", id).status()).isEqualTo(422);
        assertThat(SERVED.stored("main").keySet()).noneMatch(key -> key.startsWith("HIST#"));
        // How often they ran something is still counted that day, whoever signs up under their id, and expires.
        assertThat(SERVED.stored("main").entrySet().stream()
                        .filter(item -> item.getKey().contains("USAGE#")))
                .isNotEmpty()
                .allMatch(item -> item.getValue().containsKey("ttl")
                        && Set.of("PK", "SK", "pk", "sk", "et", "entity_type", "ac", "pid", "md", "ca", "ttl")
                                .containsAll(item.getValue().keySet()));
    }

    @Test
    void aDeletedProblemHidesItsTestCasesEverywhereAndCountsNoMore() {
        String id = problem("1000");
        String other = problem("1001");
        ada.get("/problems/" + id).is(200);
        ada.delete("/problems/" + id).is(204);
        for (Person one : List.of(ada, mia, root)) {
            for (String path : List.of(
                    "/problems/" + id,
                    "/problems/" + id + "/without-test-cases",
                    "/problems/" + id + "/test-cases",
                    "/drafts/" + id,
                    "/platforms/baekjoon/problems/1000")) {
                assertThat(one.get(path).status()).as(path).isIn(403, 404);
            }
            for (String list : List.of("/problems", "/platforms/baekjoon/problems", "/problems/search?title=sum")) {
                assertThat(one.get(list).is(200).each("problemId")).as(list).containsExactly(other);
            }
        }
        assertThat(root.get("/problems/counts").body().get("counts").toString()).contains("baekjoon=1");
        assertThat(ada.get("/users/ada").text("problemCount")).isEqualTo("1");
        for (Reply reply : List.of(
                ada.post("/problems/" + id + "/test-cases", "{'input':'x','output':'x'}"),
                ada.patch("/problems/" + id + "/test-cases/1", "{'output':'x'}"),
                ada.delete("/problems/" + id + "/test-cases/1"),
                ada.patch("/problems/" + id, "{'title':'T'}"),
                ada.post("/problems/" + id + "/complete", "{}"),
                ada.delete("/problems/" + id))) {
            assertThat(reply.status()).as(reply.call()).isIn(403, 404);
        }
        Served.atOnce(6, i -> root.post("/problems/" + id + "/restore", "{}"));
        assertThat(ada.get("/users/ada").text("problemCount")).isEqualTo("2");
        Served.atOnce(6, i -> ada.delete("/problems/" + id));
        assertThat(ada.get("/users/ada").text("problemCount")).isEqualTo("1");
    }

    @Test
    void noAddressIsAnythingButAPageOfTheWeb() {
        for (String wrong :
                List.of("javascript:alert(1)", "javascript://x.example/%0aalert(1)", "http://localhost/", "x")) {
            mia.patch("/users/mia", "{'picture':'" + wrong + "'}").refused(422, "invalid-values", "picture");
            ada.post("/problems", "{'platform':'baekjoon','number':'3','title':'T','url':'" + wrong + "'}")
                    .refused(422, "invalid-values", "url");
            ada.post("/jobs", "{'platform':'baekjoon','number':'3','url':'" + wrong + "'}")
                    .refused(422, "invalid-values", "url");
        }
        for (String wrong : List.of(
                "a\u200b@post.example", "\u0430da@post.example", "ada@p\u043est.example", "a\u0000@b.example")) {
            mia.put("/users/mia/email", "{'email':'" + wrong.replace("\u0000", "\\u0000") + "'}")
                    .refused(422, "invalid-values", "email");
        }
        assertThat(SERVED.stored("main").get("USER#mia META"))
                .containsEntry("em", new AttributeValue.S("mia@post.example"));
    }
}
