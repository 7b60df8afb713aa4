package dev.partita.systems;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.item.AttributeValue;
import dev.partita.systems.Served.Person;
import dev.partita.systems.Served.Reply;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Tries to break what algoitny promises: as the wrong caller, twice at once, out of order, with values that are none. */
class AlgoitnyBehavioursTest {

    @RegisterExtension
    static final Served SERVED = new Served("algoitny");

    /** Parts of transactions, which nobody calls alone. */
    private static final Set<String> PARTS = Set.of("recordExecution", "addHints", "useExecution", "useHint");

    private final Person root = SERVED.as("root");
    private final Person worker = SERVED.as("celery", "workers");
    private final Person ada = SERVED.as("ada");
    private final Person mia = SERVED.as("mia");
    private final Person tom = SERVED.as("tom");
    private final Person nobody = SERVED.nobody();

    @AfterAll
    static void everyPatternWasCalled() {
        Set<String> patterns =
                new TreeSet<>(Systems.design("algoitny").patterns().keySet());
        patterns.removeAll(PARTS);
        assertThat(SERVED.served()).containsAll(patterns);
    }

    /** The first plan and the first of staff are made by a command; everybody else comes over REST. */
    @BeforeEach
    void plansAndPeople() {
        SERVED.plant(
                "createPlan", Map.of("name", "Free", "maxHintsPerDay", 2, "maxExecutionsPerDay", 3, "maxProblems", 0));
        SERVED.plant("createUser", Map.of("userId", "root", "email", "root@post.example"));
        SERVED.plant("setStaff", Map.of("userId", "root", "isStaff", true));
        root.post(
                        "/plans",
                        "{'name':'Author','maxHintsPerDay':2,'maxExecutionsPerDay':-1,'maxProblems':3,"
                                + "'canRegisterProblems':true}")
                .is(201);
        root.post("/plans", "{'name':'Blind','maxHintsPerDay':0,'maxExecutionsPerDay':0,'canViewAllProblems':false}")
                .is(201);
        for (String name : List.of("ada", "mia", "tom")) {
            SERVED.as(name)
                    .post("/users", "{'userId':'" + name + "','email':'" + name + "@post.example'}")
                    .is(201);
        }
        root.put("/users/ada/plan", "{'plan':'Author'}").is(200);
        SERVED.later(Duration.ofSeconds(10));
    }

    private String problem(Person author, String number, boolean isCompleted) {
        Reply made = author.post(
                "/problems",
                "{'platform':'baekjoon','number':'" + number + "','title':'Sum of " + number + "','solutionCode':'a+b',"
                        + "'isCompleted':" + isCompleted
                        + ",'testCases':[{'input':'1 2','output':'3'},{'input':'2 2','output':'4'}]}");
        return Systems.map(made.is(201).body().get("problem")).get("problemId").toString();
    }

    private Reply run(String user, String problem, String more) {
        return worker.post(
                "/histories",
                "{'userId':'" + user + "','problemId':'" + problem + "','language':'java','code':'x'" + more + "}");
    }

    private static String historyOf(Reply run) {
        assertThat(run.status()).as(run.answer().body()).isLessThan(300);
        return Systems.map(run.body().get("recordExecution")).get("historyId").toString();
    }

    private Map<String, Map<String, AttributeValue>> items(String type) {
        Map<String, Map<String, AttributeValue>> items = new LinkedHashMap<>();
        SERVED.stored("main").forEach((key, item) -> {
            if (new AttributeValue.S(type).equals(item.get("et"))) {
                items.put(key, item);
            }
        });
        return items;
    }

    private static List<String> all(Person person, String path, String member) {
        List<String> values = new ArrayList<>();
        String next = path;
        for (int pages = 0; next != null && pages < 50; pages++) {
            Reply page = person.get(next).is(200);
            values.addAll(page.each(member));
            next = page.text("next");
        }
        return values;
    }

    @Test
    @Behaviour({"002-B1", "002-B22"})
    void whatIsListedComesNewestFirstPageByPage() {
        String problem = problem(ada, "1000", true);
        List<String> made = new ArrayList<>();
        for (int i = 0; i < 7; i++) {
            made.add(0, historyOf(run("ada", problem, ",'isPublic':true")));
            SERVED.later(i % 3 == 0 ? Duration.ofMillis(40) : Duration.ofDays(3));
        }
        assertThat(all(ada, "/users/ada/histories?limit=2", "historyId")).isEqualTo(made);
        assertThat(all(nobody, "/timeline?limit=2", "historyId")).isEqualTo(made);
        assertThat(all(root, "/problems/" + problem + "/histories?limit=3", "historyId"))
                .isEqualTo(made);
        // A cursor of one list is none of another, and cannot be made up.
        String next = ada.get("/users/ada/histories?limit=2").text("next");
        String cursor = next.substring(next.indexOf("cursor="));
        nobody.get("/timeline?limit=2&" + cursor).is(400);
        ada.get("/users/ada/histories?limit=2&cursor=AAAA").is(400);
        ada.get("/users/ada/histories?limit=0").is(400);
        ada.get("/users/ada/histories?limit=x").is(400);
        List<String> jobs = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            jobs.add(
                    0,
                    ada.post("/jobs", "{'platform':'baekjoon','number':'7'}")
                            .is(201)
                            .text("jobId"));
            SERVED.later(Duration.ofSeconds(1));
        }
        assertThat(all(root, "/jobs?status=PENDING&limit=2", "jobId")).isEqualTo(jobs);
        assertThat(all(root, "/platforms/baekjoon/problems/7/jobs?limit=2", "jobId"))
                .isEqualTo(jobs);
        // A quiet month does not end the timeline.
        SERVED.later(Duration.ofDays(70));
        assertThat(all(nobody, "/timeline?limit=3", "historyId")).isEqualTo(made);
    }

    @Test
    @Behaviour({"002-B2", "002-B3"})
    void testCasesAreNumberedByTheServiceAndReadWithTheirProblem() {
        String id = problem(ada, "1000", true);
        List<Reply> added = Served.atOnce(
                9, i -> ada.post("/problems/" + id + "/test-cases", "{'input':'" + i + "','output':'" + i + "'}"));
        assertThat(added.stream().map(reply -> reply.is(201).text("number")).distinct())
                .hasSize(9);
        assertThat(all(mia, "/problems/" + id + "/test-cases", "number"))
                .containsExactly("1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11");
        assertThat(mia.get("/problems/" + id + "/test-cases?numberFrom=9&numberTo=10")
                        .each("number"))
                .containsExactly("9", "10");
        ada.post("/problems/" + id + "/test-cases", "{'number':1,'input':'x','output':'x'}")
                .is(422);
        ada.post("/problems/ghost/test-cases", "{'input':'x','output':'x'}").is(404);
        assertThat(SERVED.stored("main")).containsKeys("PROB#" + id + " TC#00001", "PROB#" + id + " TC#00011");
        Reply whole = mia.get("/problems/" + id).is(200);
        assertThat(Systems.map(whole.body().get("problem"))).containsEntry("problemId", id);
        assertThat((List<?>) whole.body().get("testCases")).hasSize(11);
        assertThat(((List<?>) mia.get("/platforms/baekjoon/problems/1000")
                        .is(200)
                        .body()
                        .get("testCases")))
                .hasSize(11);
        assertThat(mia.get("/problems/" + id + "/without-test-cases").is(200).body())
                .doesNotContainKey("testCases");
        // A number that is free again is not given out again.
        ada.delete("/problems/" + id + "/test-cases/11").is(204);
        assertThat(ada.post("/problems/" + id + "/test-cases", "{'input':'x','output':'x'}")
                        .text("number"))
                .isEqualTo("12");
        ada.patch("/problems/" + id + "/test-cases/12", "{'output':'y'}").is(200);
        ada.patch("/problems/" + id + "/test-cases/11", "{'output':'y'}").is(404);
    }

    @Test
    @Behaviour({"002-B4", "002-B24", "002-B23"})
    void eachIndexHoldsWhatItIsForAndEachItemSaysWhatItIs() {
        String id = problem(ada, "1#0", true);
        String hidden = historyOf(run("mia", id, ""));
        ada.post("/jobs", "{'platform':'baekjoon','number':'1#0'}").is(201);
        SERVED.stored("main").forEach((key, item) -> {
            boolean isOurs = !key.contains("UNIQUE") && !key.startsWith("GOOG#") && !key.contains("QUOTA#");
            assertThat(item.containsKey("et")).as(key).isEqualTo(isOurs || item.containsKey("et"));
            assertThat(item.containsKey("gsi1pk")).as(key).isEqualTo(item.containsKey("gsi1sk"));
            assertThat(item.containsKey("gsi2pk")).as(key).isEqualTo(item.containsKey("gsi2sk"));
        });
        assertThat(items("HISTORY").get("HIST#" + hidden + " META")).doesNotContainKeys("gsi2pk", "gsi2sk");
        assertThat(items("JOB").values()).allSatisfy(job -> assertThat(job).doesNotContainKeys("gsi2pk", "gsi2sk"));
        assertThat(items("TESTCASE").values())
                .allSatisfy(one -> assertThat(one).doesNotContainKeys("gsi1pk", "gsi2pk"));
        // A # in a number is a character of it, not the end of it.
        mia.get("/platforms/baekjoon/problems/1%230").is(200);
        mia.get("/platforms/baekjoon/problems/1").is(404);
        assertThat(root.get("/platforms/baekjoon/problems/1%230/jobs").items()).hasSize(1);
        assertThat(root.get("/platforms/baekjoon/problems/1/jobs").items()).isEmpty();
        assertThat(items("PROBLEM")).containsOnlyKeys("PROB#" + id + " META");
        assertThat(items("USER").keySet()).contains("USER#mia META");
        // A person whose id looks like a key is nobody else.
        SERVED.as("mia#META").get("/users/mia").is(403);
        root.get("/users/mia%23META").is(404);
    }

    @Test
    @Behaviour("002-B5")
    void onlyWhatIsPublicIsPublic() {
        String id = problem(ada, "1000", true);
        String open = historyOf(run("mia", id, ",'isPublic':true,'userIdentifier':'mia@post.example'"));
        String closed = historyOf(run("mia", id, ""));
        assertThat(nobody.get("/timeline").each("historyId")).containsExactly(open);
        assertThat(nobody.get("/timeline").answer().body()).doesNotContain("mia");
        tom.patch("/histories/" + open, "{'isPublic':false}").is(404);
        assertThat(worker.patch("/histories/" + open, "{'isPublic':false}").status())
                .isIn(403, 404);
        nobody.patch("/histories/" + open, "{'isPublic':false}").is(401);
        tom.get("/histories/" + closed).is(404);
        tom.get("/users/mia/histories").is(403);
        nobody.get("/histories/" + open).is(401);
        mia.patch("/histories/" + open, "{'isPublic':false}").is(200);
        mia.patch("/histories/" + closed, "{'isPublic':true}").is(200);
        assertThat(nobody.get("/timeline").each("historyId")).containsExactly(closed);
        assertThat(items("HISTORY").get("HIST#" + open + " META")).doesNotContainKey("gsi2pk");
        mia.patch("/histories/" + closed, "{'isPublic':'perhaps'}").is(422);
        mia.delete("/histories/" + closed).is(204);
        assertThat(nobody.get("/timeline").items()).isEmpty();
        assertThat(root.get("/problems/" + id + "/histories").each("historyId")).containsExactly(open);
    }

    @Test
    @Behaviour({"002-B6", "002-B7", "002-B8"})
    void whatHasExpiredIsGoneToTheSecond() {
        worker.post("/users/mia/usage", "{'action':'hint'}").is(201);
        worker.put("/tasks/t1", "{'status':'SUCCESS','requestedBy':'mia'}").made();
        long made = SERVED.now().getEpochSecond();
        assertThat(items("USAGELOG").values().iterator().next())
                .containsEntry("ttl", AttributeValue.N.of(made + 90L * 86_400));
        assertThat(items("TASKRESULT").get("TASK#t1 META"))
                .containsEntry("ttl", AttributeValue.N.of(made + 7L * 86_400));
        worker.put("/tasks/t2", "{'status':'SUCCESS','ttl':1}").is(422);
        SERVED.later(Duration.ofDays(7).minusSeconds(1));
        mia.get("/tasks/t1").is(200);
        assertThat(root.get("/tasks?status=SUCCESS").items()).hasSize(1);
        SERVED.later(Duration.ofSeconds(2));
        mia.get("/tasks/t1").is(404);
        assertThat(root.get("/tasks?status=SUCCESS").items()).isEmpty();
        assertThat(root.get("/tasks/counts").body().get("counts").toString()).contains("SUCCESS=0");
        // A task of that name may begin anew, with seven days of its own.
        worker.put("/tasks/t1", "{'status':'PENDING','requestedBy':'mia'}").made();
        assertThat(mia.get("/tasks/t1").text("status")).isEqualTo("PENDING");
        assertThat(root.get("/users/mia/usage").items()).hasSize(1);
        SERVED.later(Duration.ofDays(83));
        assertThat(root.get("/users/mia/usage").items()).isEmpty();
        assertThat(root.get("/users/mia/usage/count").text("count")).isEqualTo("0");
    }

    @Test
    @Behaviour({"002-B9", "002-B10", "002-B11"})
    void nobodyRunsMoreThanThePlanAllows() {
        String id = problem(ada, "1000", true);
        String day = SERVED.now().toString().substring(0, 10);
        List<Reply> runs = Served.atOnce(10, i -> run("mia", id, ""));
        assertThat(runs.stream().filter(reply -> reply.status() < 300)).hasSize(3);
        assertThat(runs.stream().filter(reply -> reply.status() == 429)).hasSize(7);
        assertThat(all(mia, "/users/mia/histories", "historyId")).hasSize(3);
        assertThat(mia.get("/users/mia/usage/" + day + "/execution/count").text("count"))
                .isEqualTo("3");
        assertThat(mia.get("/users/mia/usage/" + day).items()).hasSize(3);
        tom.get("/users/mia/usage/" + day + "/execution/count").is(403);
        mia.get("/users/mia/usage").is(403);
        // One kind of use does not use up the other, nor one person another's.
        String history = mia.get("/users/mia/histories").each("historyId").get(0);
        for (int i = 0; i < 2; i++) {
            worker.post("/histories/" + history + "/hints", "{'userId':'mia','hints':['h" + i + "']}")
                    .is(200);
            assertThat(mia.get("/users/mia/usage/" + day + "/hint/count").text("count"))
                    .isEqualTo("" + (i + 1));
        }
        worker.post("/histories/" + history + "/hints", "{'userId':'mia','hints':['h3']}")
                .is(429);
        assertThat(mia.get("/histories/" + history).body().get("hints")).isEqualTo(List.of("h0", "h1"));
        worker.post("/users/mia/usage", "{'action':'hint'}").refused(429, "quota-reached");
        worker.post("/users/mia/usage", "{'action':'flying'}").is(422);
        historyOf(run("tom", id, ""));
        // Results are a worker's to write, for somebody who is there.
        mia.post(
                        "/histories",
                        "{'userId':'mia','problemId':'" + id + "','language':'java','code':'x','passedCount':99}")
                .is(403);
        mia.post("/patterns/recordExecution", "{'problemId':'" + id + "','language':'java','code':'x'}")
                .is(403);
        mia.post("/patterns/useExecution", "{}").is(403);
        mia.post("/users/mia/usage", "{'action':'hint'}").is(403);
        assertThat(run("ghost", id, "").status()).isEqualTo(422);
        // -1 is without limit, and another plan counts at once.
        for (int i = 0; i < 5; i++) {
            historyOf(run("ada", id, ""));
        }
        root.put("/users/mia/plan", "{'plan':'Author'}").is(200);
        historyOf(run("mia", id, ""));
        root.put("/users/mia/plan", "{'plan':'Free'}").is(200);
        assertThat(run("mia", id, "").status()).isEqualTo(429);
        SERVED.later(Duration.ofDays(1));
        historyOf(run("mia", id, ""));
        assertThat(root.get("/users/mia/usage/between?dateFrom=" + day + "&dateTo=" + day)
                        .items())
                .hasSize(6);
        assertThat(root.get("/users/mia/usage/count?dateFrom=" + day).text("count"))
                .isEqualTo("7");
    }

    /** A breaker won back the day's limit by erasing the account: with it went the log of uses, and so what was counted. */
    @Test
    @Behaviour("002-B9")
    void whoErasesTheAccountAndSignsUpAgainHasUsedWhatWasUsed() {
        String id = problem(ada, "1000", true);
        for (int i = 0; i < 3; i++) {
            historyOf(run("mia", id, ""));
        }
        assertThat(run("mia", id, "").status()).isEqualTo(429);
        mia.delete("/users/mia").is(204);
        mia.post("/users", "{'userId':'mia','email':'mia@post.example'}").is(201);
        assertThat(run("mia", id, "").status()).isEqualTo(429);
        SERVED.later(Duration.ofDays(1));
        historyOf(run("mia", id, ""));
    }

    @Test
    @Behaviour({"002-B12", "002-B13", "002-B14"})
    void whatIsKeptForAWhileIsForgottenByTheWriteThatChangesIt() {
        String id = problem(ada, "1000", true);
        for (int i = 0; i < 2; i++) {
            assertThat(mia.get("/users/mia").body()).doesNotContainKey("name");
            assertThat(mia.get("/users/by-email?email=mia@post.example").body()).doesNotContainKey("name");
            assertThat(Systems.map(mia.get("/problems/" + id).body().get("problem")))
                    .containsEntry("title", "Sum of 1000");
            assertThat(mia.get("/platforms/baekjoon/problems").each("title")).containsExactly("Sum of 1000");
            assertThat(mia.get("/problems/search?title=sum").each("title")).containsExactly("Sum of 1000");
            assertThat(mia.get("/users/mia/histories").items()).isEmpty();
            assertThat(nobody.get("/timeline").items()).isEmpty();
            assertThat(nobody.get("/plans/Free").text("maxHintsPerDay")).isEqualTo("2");
            assertThat(nobody.get("/plans").items()).hasSize(3);
            assertThat(root.get("/admin/stats").is(200).body()).containsKey("planUsage");
        }
        mia.patch("/users/mia", "{'name':'Mia','googleId':'g-mia'}").is(200);
        ada.patch("/problems/" + id, "{'title':'Total of two'}").is(200);
        ada.patch("/problems/" + id + "/test-cases/1", "{'output':'33'}").is(200);
        root.patch("/plans/Free", "{'maxHintsPerDay':4}").is(200);
        run("mia", id, ",'isPublic':true");
        assertThat(mia.get("/users/mia").text("name")).isEqualTo("Mia");
        assertThat(mia.get("/users/by-email?email=MIA@post.example").text("name"))
                .isEqualTo("Mia");
        assertThat(mia.get("/users/by-google-id?googleId=g-mia").text("userId")).isEqualTo("mia");
        assertThat(mia.get("/problems/" + id).answer().body()).contains("Total of two", "\"33\"");
        assertThat(mia.get("/platforms/baekjoon/problems/1000").answer().body()).contains("Total of two", "\"33\"");
        assertThat(mia.get("/platforms/baekjoon/problems").each("title")).containsExactly("Total of two");
        assertThat(mia.get("/problems/search?title=total").each("title")).containsExactly("Total of two");
        assertThat(mia.get("/users/mia/histories").items()).hasSize(1);
        assertThat(nobody.get("/timeline").items()).hasSize(1);
        assertThat(nobody.get("/plans/Free").text("maxHintsPerDay")).isEqualTo("4");
        // What one may see is not kept for another.
        tom.get("/users/by-email?email=mia@post.example").is(404);
        tom.get("/users/mia").is(403);
        nobody.get("/users/mia").is(401);
    }

    @Test
    @Behaviour({"002-B15", "002-B16"})
    void draftsAndDeletedProblemsAreNotThereAndNeitherAreTheirAnswers() {
        String draft = problem(ada, "1000", false);
        for (Person one : List.of(mia, tom)) {
            one.get("/problems/" + draft).is(404);
            one.get("/problems/" + draft + "/without-test-cases").is(404);
            assertThat(one.get("/problems/" + draft + "/test-cases").status()).isIn(403, 404);
            one.get("/drafts/" + draft).is(404);
            one.get("/drafts").is(403);
        }
        assertThat(nobody.get("/problems/" + draft + "/test-cases").status()).isEqualTo(401);
        assertThat(mia.get("/problems").items()).isEmpty();
        ada.get("/drafts/" + draft).is(200);
        assertThat(ada.get("/problems/" + draft + "/test-cases").is(200).items())
                .hasSize(2);
        assertThat(root.get("/drafts").each("problemId")).containsExactly(draft);
        mia.post("/problems/" + draft + "/complete", "{}").is(404);
        ada.post("/problems/" + draft + "/complete", "{}").is(200);
        assertThat(mia.get("/problems/" + draft + "/test-cases").is(200).items())
                .hasSize(2);
        assertThat(mia.get("/problems").each("problemId")).containsExactly(draft);
        assertThat(root.get("/problems/counts").body().get("counts").toString()).contains("baekjoon=1");
        // Whose plan does not let them see all problems sees none, and no answers either.
        root.put("/users/tom/plan", "{'plan':'Blind'}").is(200);
        SERVED.later(Duration.ofSeconds(10));
        for (String path : List.of(
                "/problems",
                "/problems/" + draft,
                "/problems/" + draft + "/without-test-cases",
                "/platforms/baekjoon/problems",
                "/platforms/baekjoon/problems/1000",
                "/problems/search?title=sum",
                "/problems/" + draft + "/test-cases")) {
            assertThat(tom.get(path).status()).as(path).isIn(403, 404);
            assertThat(nobody.get(path).status()).as(path).isEqualTo(401);
        }
        mia.delete("/problems/" + draft).is(404);
        List<Reply> deleted = Served.atOnce(4, i -> ada.delete("/problems/" + draft + "?deletedReason=wrong"));
        assertThat(deleted.stream().filter(reply -> reply.status() == 204)).hasSize(1);
        mia.get("/problems/" + draft).is(404);
        mia.get("/platforms/baekjoon/problems/1000").is(404);
        assertThat(mia.get("/problems/" + draft + "/test-cases").status()).isIn(403, 404);
        assertThat(mia.get("/problems").items()).isEmpty();
        assertThat(items("PROBLEM").get("PROB#" + draft + " META"))
                .containsEntry("id", AttributeValue.N.of(1))
                .containsEntry("dr", new AttributeValue.S("wrong"))
                .containsKey("da")
                .doesNotContainKeys("gsi1pk", "gsi2pk");
        ada.post("/problems/" + draft + "/restore", "{}").is(403);
        root.post("/problems/" + draft + "/restore", "{}").is(200);
        mia.get("/problems/" + draft).is(200);
    }

    @Test
    @Behaviour({"002-B17", "002-B18"})
    void flagsAreNumbersAndTimesAreSeconds() {
        Map<String, AttributeValue> user = items("USER").get("USER#mia META");
        assertThat(user)
                .containsEntry("ia", AttributeValue.N.of(1))
                .containsEntry("is", AttributeValue.N.of(0))
                .containsEntry("ca", AttributeValue.N.of(Served.START.getEpochSecond()));
        assertThat(mia.get("/users/mia").body())
                .containsEntry("isActive", true)
                .containsEntry("isStaff", false)
                .containsEntry("createdAt", Served.START.toString());
        for (String wrong : List.of("2", "'maybe'", "null", "[]")) {
            root.put("/users/mia/is-staff", "{'isStaff':" + wrong + "}").is(422);
        }
        assertThat(root.get("/users/active").each("userId")).contains("mia", "ada", "root");
        SERVED.at("2025-03-10T10:00:00.999Z");
        root.post("/users/mia/deactivate", "{}").is(200);
        assertThat(items("USER").get("USER#mia META"))
                .containsEntry("ia", AttributeValue.N.of(0))
                .containsEntry(
                        "ua",
                        AttributeValue.N.of(
                                Instant.parse("2025-03-10T10:00:00Z").getEpochSecond()));
        assertThat(root.get("/users/active").each("userId")).doesNotContain("mia");
        mia.patch("/users/mia", "{'createdAt':'2020-01-01T00:00:00Z'}");
        assertThat(items("USER").get("USER#mia META"))
                .containsEntry("ca", AttributeValue.N.of(Served.START.getEpochSecond()));
    }

    @Test
    @Behaviour("002-B19")
    void whatIsMissingIsStoredAsNothing() {
        String job = ada.post("/jobs", "{'platform':'baekjoon','number':'7'}")
                .is(201)
                .text("jobId");
        worker.put("/tasks/t1", "{'status':'PENDING','requestedBy':'ada'}").made();
        assertThat(items("JOB").get("JOB#" + job + " META")).containsEntry("err", AttributeValue.Null.NULL);
        assertThat(items("TASKRESULT").get("TASK#t1 META")).containsEntry("tb", AttributeValue.Null.NULL);
        assertThat(ada.get("/jobs/" + job).body()).doesNotContainKey("error");
        worker.patch("/jobs/" + job, "{'status':'FAILED','error':'Boom','celeryTaskId':'t1'}")
                .is(200);
        assertThat(ada.get("/tasks/t1/job").text("error")).isEqualTo("Boom");
        worker.patch("/jobs/" + job, "{'error':null}").is(200);
        assertThat(items("JOB").get("JOB#" + job + " META")).containsEntry("err", AttributeValue.Null.NULL);
        // Somebody's code is theirs: neither a signed-in stranger nor whoever guesses a task's id reads it.
        for (String path : List.of("/jobs/" + job, "/tasks/t1/job", "/tasks/t1")) {
            tom.get(path).is(404);
            nobody.get(path).is(401);
            worker.get(path).is(200);
            ada.get(path).is(200);
        }
        tom.patch("/jobs/" + job, "{'status':'COMPLETED'}").is(403);
        tom.put("/tasks/t1", "{'status':'SUCCESS'}").is(403);
        tom.post("/jobs", "{'platform':'baekjoon','number':'7'}").is(403);
        assertThat(root.get("/jobs/counts").is(200).body()).containsKey("counts");
    }

    @Test
    @Behaviour("002-B20")
    void staffIsWhoeverTheTableSaysAndAsLongAsItSays() {
        List<String> doors = List.of(
                "/plans/Free/users",
                "/users/active",
                "/plans/usage",
                "/drafts",
                "/users/tom/usage",
                "/jobs?status=PENDING",
                "/tasks?status=PENDING",
                "/problems/counts",
                "/jobs/counts",
                "/tasks/counts",
                "/admin/stats");
        for (String door : doors) {
            root.get(door).is(200);
            mia.get(door).is(403);
            SERVED.as("mia", "staff", "admins").get(door).is(403);
            nobody.get(door).is(401);
        }
        mia.put("/users/mia/is-staff", "{'isStaff':true}").is(403);
        SERVED.as("new")
                .post("/users", "{'userId':'new','email':'new@post.example','isStaff':true}")
                .is(422);
        SERVED.as("new")
                .post("/users", "{'userId':'new','email':'new@post.example','plan':'Author'}")
                .is(422);
        nobody.post("/users", "{'userId':'root2','email':'r2@post.example'}").is(403);
        mia.put("/users/mia/plan", "{'plan':'Author'}").is(403);
        mia.post("/plans", "{'name':'Mine','maxHintsPerDay':-1,'maxExecutionsPerDay':-1}")
                .is(403);
        mia.patch("/plans/Free", "{'maxHintsPerDay':-1}").is(403);
        root.put("/users/mia/is-staff", "{'isStaff':true}").is(200);
        SERVED.later(Duration.ofSeconds(10));
        mia.get("/admin/stats").is(200);
        // Whoever is deactivated is nobody, whatever else they are.
        root.post("/users/mia/deactivate", "{}").is(200);
        SERVED.later(Duration.ofSeconds(10));
        for (String door : doors) {
            assertThat(mia.get(door).status()).as(door).isIn(401, 403);
        }
        assertThat(mia.patch("/users/mia", "{'name':'Still here'}").status()).isIn(401, 403, 404);
        assertThat(mia.post("/users/mia/activate", "{}").status()).isIn(401, 403);
        root.post("/users/mia/activate", "{}").is(200);
        SERVED.later(Duration.ofSeconds(10));
        mia.get("/admin/stats").is(200);
        // Whoever is gone is gone, although the token is good.
        mia.delete("/users/mia").is(204);
        SERVED.later(Duration.ofSeconds(10));
        assertThat(mia.get("/admin/stats").status()).isIn(401, 403);
    }

    @Test
    @Behaviour("002-B21")
    void plansSayWhoRegistersProblemsAndHowMany() {
        mia.post("/problems", "{'platform':'baekjoon','number':'1','title':'T'}")
                .is(403);
        List<Reply> made = Served.atOnce(
                8, i -> ada.post("/problems", "{'platform':'baekjoon','number':'" + i + "','title':'T'}"));
        assertThat(made.stream().filter(reply -> reply.status() == 201)).hasSize(3);
        assertThat(made.stream().filter(reply -> reply.status() == 429)).hasSize(5);
        String id = Systems.map(made.stream()
                        .filter(reply -> reply.status() == 201)
                        .findFirst()
                        .orElseThrow()
                        .body()
                        .get("problem"))
                .get("problemId")
                .toString();
        ada.delete("/problems/" + id).is(204);
        // In its place one, and in nobody else's name.
        ada.post("/problems", "{'platform':'baekjoon','number':'20','title':'T','registeredBy':'mia'}")
                .is(422);
        String mine = problem(ada, "21", true);
        root.post("/problems/" + id + "/restore", "{}").is(429);
        // Whoever may register does not edit what others registered.
        root.put("/users/tom/plan", "{'plan':'Author'}").is(200);
        SERVED.later(Duration.ofSeconds(10));
        tom.patch("/problems/" + mine, "{'title':'Mine'}").is(404);
        tom.delete("/problems/" + mine).is(404);
        for (Reply reply : List.of(
                tom.post("/problems/" + mine + "/test-cases", "{'input':'x','output':'x'}"),
                tom.patch("/problems/" + mine + "/test-cases/1", "{'output':'wrong'}"),
                tom.delete("/problems/" + mine + "/test-cases/1"))) {
            assertThat(reply.status()).as(reply.call()).isIn(403, 404);
        }
        assertThat(mia.get("/problems/" + mine + "/test-cases").each("output")).containsExactly("3", "4");
        // A plan that is taken away is gone.
        root.put("/users/ada/plan", "{'plan':'Free'}").is(200);
        SERVED.later(Duration.ofSeconds(10));
        ada.post("/problems", "{'platform':'baekjoon','number':'22','title':'T'}")
                .is(403);
        root.put("/users/ada/plan", "{'plan':'Gold'}").is(422);
        assertThat(root.get("/plans/usage").body().get("counts").toString()).contains("Author=1", "Free=3");
        assertThat(root.get("/plans/Author/users").each("userId")).containsExactly("tom");
    }

    @Test
    @Behaviour("002-B25")
    void nothingUniqueIsThereTwice() {
        List<Reply> emails = Served.atOnce(6, i -> SERVED.as("n" + i)
                .post(
                        "/users",
                        "{'userId':'n" + i + "','email':'" + (i % 2 == 0 ? "New@Post.example" : " new@post.example")
                                + "'}"));
        assertThat(emails.stream().filter(reply -> reply.status() == 201)).hasSize(1);
        assertThat(emails.stream().filter(reply -> reply.status() == 409)).hasSize(5);
        for (String wrong : List.of("no-at-sign", "a@", "@b.example", "a b@c.example", "")) {
            SERVED.as("x")
                    .post("/users", "{'userId':'x','email':'" + wrong + "'}")
                    .refused(422, "invalid-values", "email");
        }
        mia.put("/users/mia/email", "{'email':'TOM@post.example'}").refused(409, "not-unique");
        tom.put("/users/tom/email", "{'email':'moved@post.example'}").is(200);
        mia.put("/users/mia/email", "{'email':'tom@post.example'}").is(200);
        List<Reply> google = Served.atOnce(4, i -> List.of(ada, mia, tom, root)
                .get(i)
                .patch("/users/" + List.of("ada", "mia", "tom", "root").get(i), "{'googleId':'g1'}"));
        assertThat(google.stream().filter(reply -> reply.status() == 200)).hasSize(1);
        List<Reply> problems = Served.atOnce(
                3, i -> ada.post("/problems", "{'platform':'baekjoon','number':'1000','title':'T" + i + "'}"));
        assertThat(problems.stream().filter(reply -> reply.status() == 201)).hasSize(1);
        assertThat(problems.stream().filter(reply -> reply.status() == 409)).hasSize(2);
        ada.post("/problems", "{'platform':'codeforces','number':'1000','title':'T'}")
                .is(201);
        root.post("/plans", "{'name':'Free','maxHintsPerDay':1,'maxExecutionsPerDay':1}")
                .refused(409, "already-exists");
        assertThat(items("USER")).hasSize(5);
    }

    @Test
    @Behaviour("002-B26")
    void noItemComesNearWhatDynamoDbTakes() {
        String id = problem(ada, "1000", true);
        assertThat(run("ada", id, ",'isPublic':false").status()).isLessThan(300);
        assertThat(worker.post(
                                "/histories",
                                "{'userId':'ada','problemId':'" + id + "','language':'java','code':'"
                                        + "x".repeat(65_537) + "'}")
                        .status())
                .isEqualTo(422);
        ada.post("/problems/" + id + "/test-cases", "{'input':'" + "x".repeat(60_001) + "','output':''}")
                .is(422);
        ada.post(
                        "/problems/" + id + "/test-cases",
                        "{'input':'" + "x".repeat(60_000) + "','output':'" + "y".repeat(60_000) + "'}")
                .is(201);
        ada.patch("/problems/" + id, "{'solutionCode':'" + "x".repeat(65_537) + "'}")
                .is(422);
        worker.put("/tasks/big", "{'status':'SUCCESS','result':{'x':'" + "y".repeat(420_000) + "'}}")
                .is(422);
        root.get("/tasks/big").is(404);
        // Hints are counted as well as bounded, and a list that is full says so.
        List<String> cases = new ArrayList<>();
        for (int i = 0; i < 99; i++) {
            cases.add("{'input':'" + i + "','output':'" + i + "'}");
        }
        Reply many = ada.post(
                "/problems",
                "{'platform':'baekjoon','number':'2000','title':'Many','isCompleted':true,'testCases':" + cases + "}");
        assertThat(many.status()).as(many.answer().body()).isIn(201, 422);
        if (many.status() == 201) {
            assertThat((List<?>) many.body().get("testCases")).hasSize(99);
        } else {
            assertThat(many.answer().body()).contains("testCases");
            assertThat(items("PROBLEM")).hasSize(1);
        }
    }
}
