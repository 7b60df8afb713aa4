package dev.partita.systems;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.item.AttributeValue;
import dev.partita.systems.Served.Person;
import dev.partita.systems.Served.Reply;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Tries to break what url-checks promises: as the wrong caller, twice at once, out of order, with values that are none. */
class UrlChecksBehavioursTest {

    @RegisterExtension
    static final Served SERVED = new Served("url-checks");

    private final Person admin = SERVED.as("root", "admins");
    private final Person runner = SERVED.as("robot", "runners");
    private final Person mia = SERVED.as("mia");
    private final Person tom = SERVED.as("tom");

    @AfterAll
    static void everyPatternWasCalled() {
        assertThat(SERVED.served())
                .isEqualTo(Systems.design("url-checks").patterns().keySet());
    }

    private Reply account(String id, int limit) {
        return admin.post(
                        "/users",
                        "{'userId':'" + id + "','email':'" + id + "@post.example','checkLimit':" + limit + "}")
                .is(201);
    }

    private static String check(String type) {
        return "{'url':'https://shop.example/a?b=1','checkType':'" + type + "','delayMs':60000}";
    }

    private static String idOf(Reply made) {
        return made.is(201).text("checkId");
    }

    @Test
    @Behaviour({"000-B1", "000-B2"})
    void idsAreUsedAsTheyAreAndNobodySeesTheConstant() {
        account("USER", 3);
        account("a#b", 3);
        String check = ",'url':'https://x.example','checkType':'EBAY','delayMs':1000}";
        SERVED.as("a#b").post("/checks", "{'checkId':'c#1'" + check).is(201);
        SERVED.as("USER").post("/checks", "{'checkId':'c#1'" + check).refused(409, "already-exists");
        assertThat(SERVED.stored("users").keySet()).contains("USER USER", "a#b USER");
        assertThat(SERVED.stored("checks").keySet()).containsExactly("c#1 CHECK");
        Reply user = SERVED.as("a#b").get("/users/a%23b").is(200);
        assertThat(user.body()).containsEntry("userId", "a#b").doesNotContainKeys("PK", "SK");
        assertThat(SERVED.as("a#b").get("/checks/c%231").is(200).body())
                .containsEntry("checkId", "c#1")
                .doesNotContainKeys("PK", "SK");
        // The lock of an address lies in the same table and is nobody's account.
        admin.get("/users/EMAIL%23usER@post.example").is(404);
        admin.get("/users/EMAIL%23USER@post.example").is(404);
        admin.post("/users", "{'userId':'x','email':'x@post.example','SK':'OTHER'}")
                .refused(422, "invalid-values", "SK");
        admin.post("/users", "{'userId':'','email':'y@post.example'}").is(422);
    }

    @Test
    @Behaviour("000-B3")
    void listsOfWordsAreOpenButNoWordHasTwoSpellings() {
        account("mia", 9);
        admin.patch("/users/mia", "{'tier':'platinum'}").is(200);
        assertThat(admin.get("/users/mia").text("tier")).isEqualTo("PLATINUM");
        admin.patch("/users/mia", "{'tier':''}").refused(422, "invalid-values", "tier");
        admin.patch("/users/mia", "{'tier':'   '}").refused(422, "invalid-values", "tier");
        admin.patch("/users/mia", "{'tier':7}").refused(422, "invalid-values", "tier");
        admin.patch("/users/mia", "{'status':'" + "X".repeat(41) + "'}").refused(422, "invalid-values", "status");
        String id = idOf(mia.post("/checks", check("ebay")));
        mia.put("/checks/" + id + "/status", "{'status':' paused '}").is(200);
        assertThat(mia.get("/checks/" + id).body())
                .containsEntry("checkType", "EBAY")
                .containsEntry("status", "PAUSED");
        assertThat(runner.get("/checks/by-type-and-status?checkType=EBAY&status=PAUSED")
                        .each("checkId"))
                .containsExactly(id);
        assertThat(runner.get("/checks/by-type-and-status?checkType=Ebay&status=paused")
                        .each("checkId"))
                .containsExactly(id);
        mia.put("/checks/" + id + "/status", "{'status':'active'}").is(200);
        assertThat(runner.get("/checks/due?checkType=EBAY").each("checkId")).containsExactly(id);
        // A suspended account is suspended however that is written.
        runner.get("/users/mia/active").is(200);
        admin.patch("/users/mia", "{'status':'suspended'}").is(200);
        admin.post("/checks", "{'userId':'mia'," + check("EBAY").substring(1)).refused(409, "condition-not-met");
        mia.post("/checks", check("EBAY")).refused(403, "not-allowed");
        runner.get("/users/mia/active").is(404);
    }

    @Test
    @Behaviour("000-B4")
    void anAccountNeverHasMoreChecksThanItMay() {
        account("mia", 3);
        account("tom", 1);
        List<Reply> replies = Served.atOnce(12, i -> mia.post("/checks", check("AVAILABILITY")));
        assertThat(replies.stream().filter(reply -> reply.status() == 201)).hasSize(3);
        assertThat(replies.stream().filter(reply -> reply.status() == 429 || reply.status() == 409))
                .hasSize(9);
        assertThat(mia.get("/users/mia/checks").items()).hasSize(3);
        assertThat(mia.get("/users/mia").text("checkCount")).isEqualTo("3");
        // The limit is the account's, not its owner's to raise, and not to be had on somebody else's account.
        mia.patch("/users/mia", "{'checkLimit':100}").refused(403, "not-allowed");
        admin.patch("/users/mia", "{'checkCount':0}").refused(422, "invalid-values", "checkCount");
        mia.post("/checks", "{'userId':'tom'," + check("EBAY").substring(1)).refused(403, "not-allowed");
        SERVED.nobody().post("/checks", check("EBAY")).is(401);
        // A place that is given back is one place, however often it is given back.
        String gone = mia.get("/users/mia/checks").each("checkId").get(0);
        List<Reply> deleted = Served.atOnce(6, i -> mia.delete("/checks/" + gone));
        assertThat(deleted.stream().filter(reply -> reply.status() == 204)).hasSize(1);
        List<Reply> again = Served.atOnce(6, i -> mia.post("/checks", check("EBAY")));
        assertThat(again.stream().filter(reply -> reply.status() == 201)).hasSize(1);
        // A limit below what is there takes nothing away, and gives nothing new.
        admin.patch("/users/mia", "{'checkLimit':1}").is(200);
        assertThat(mia.get("/users/mia/checks").items()).hasSize(3);
        mia.post("/checks", check("EBAY")).is(429);
    }

    @Test
    @Behaviour("000-B5")
    void whenItWasMadeStaysAndWhenItChangedFollows() {
        account("mia", 3);
        String id = idOf(mia.post("/checks", check("EBAY")));
        SERVED.later(Duration.ofHours(2));
        admin.patch("/users/mia", "{'tier':'PRO'}").is(200);
        mia.patch("/checks/" + id, "{'delayMs':5000}").is(200);
        for (Reply reply : List.of(mia.get("/users/mia"), mia.get("/checks/" + id))) {
            assertThat(reply.text("createdAt")).isEqualTo("2025-03-10T09:00:00Z");
            assertThat(reply.text("updatedAt")).isEqualTo("2025-03-10T11:00:00Z");
        }
        mia.patch("/checks/" + id, "{'createdAt':'2020-01-01T00:00:00Z'}").refused(422, "invalid-values", "createdAt");
        admin.patch("/users/mia", "{'updatedAt':'2020-01-01T00:00:00Z'}").refused(422, "invalid-values", "updatedAt");
        admin.post("/users", "{'email':'z@post.example','createdAt':'2020-01-01T00:00:00Z'}")
                .is(422);
        // An update that is refused is no update.
        SERVED.later(Duration.ofHours(1));
        mia.patch("/checks/" + id, "{'delayMs':1}").is(422);
        assertThat(mia.get("/checks/" + id).text("updatedAt")).isEqualTo("2025-03-10T11:00:00Z");
    }

    @Test
    @Behaviour("000-B6")
    void aRunIsRecordedWholeOrNotAtAllAndByRunnersOnly() {
        account("mia", 3);
        String id = idOf(mia.post("/checks", check("EBAY")));
        assertThat(mia.get("/checks/" + id).body()).doesNotContainKeys("lastExecutedAt", "lastResult");
        mia.post("/checks", "{'lastResult':{'status':'UP'}," + check("EBAY").substring(1))
                .is(422);
        String when = "'lastExecutedAt':'2025-03-10T09:00:05Z'";
        String what = "'lastResult':{'status':'UP'}";
        String next = "'nextRunAt':'2025-03-10T09:01:05Z'";
        String runs = "/checks/" + id + "/runs";
        for (String part : List.of(when, what, next, when + "," + what, when + "," + next, what + "," + next)) {
            runner.post(runs, "{" + part + "}").refused(422, "invalid-values", "is required");
        }
        runner.post(runs, "{" + when + ",'lastResult':null," + next + "}").is(422);
        mia.post(runs, "{" + when + "," + what + "," + next + "}").refused(403, "not-allowed");
        SERVED.nobody().post(runs, "{" + when + "," + what + "," + next + "}").is(401);
        assertThat(mia.get("/checks/" + id).body()).doesNotContainKeys("lastExecutedAt", "lastResult");
        runner.post(runs, "{" + when + "," + what + "," + next + "}").is(200);
        assertThat(mia.get("/checks/" + id).body())
                .containsEntry("lastExecutedAt", "2025-03-10T09:00:05Z")
                .containsEntry("lastResult", Map.of("status", "UP"));
        // A run of a check that is gone makes no ghost of it.
        mia.delete("/checks/" + id).is(204);
        runner.post(runs, "{" + when + "," + what + "," + next + "}").is(404);
        assertThat(SERVED.stored("checks")).isEmpty();
    }

    @Test
    @Behaviour({"000-B7", "000-B8"})
    void mapsAreFreeAndKeepTheirTypes() {
        account("mia", 3);
        String odd = "{'größe':1.50,'a.b':{'#n':[true,null,'x',{}]},'PK':'no key','list':[]}";
        String id = idOf(
                mia.post("/checks", "{'attributes':" + odd + "," + check("EBAY").substring(1)));
        assertThat(mia.get("/checks/" + id).answer().body())
                .contains("\"a.b\":{\"#n\":[true,null,\"x\",{}]}", "\"PK\":\"no key\"", "\"größe\":1.5");
        mia.patch("/checks/" + id, "{'attributes':{'maxPrice':7}}").is(200);
        assertThat(mia.get("/checks/" + id).answer().body()).contains("\"attributes\":{\"maxPrice\":7}");
        mia.patch("/checks/" + id, "{'attributes':[1]}").refused(422, "invalid-values", "attributes");
        mia.patch("/checks/" + id, "{'attributes':{'':1}}").refused(422, "invalid-values", "attributes");
        mia.patch("/checks/" + id, "{'attributes':{'x':'" + "y".repeat(420_000) + "'}}")
                .is(422);
        runner.post(
                        "/checks/" + id + "/runs",
                        "{'lastExecutedAt':'2025-03-10T09:00:05Z','nextRunAt':'2025-03-10T09:01:05Z',"
                                + "'lastResult':{'status':'UP','responseTime':250,'keywordFound':true,'share':0.1}}")
                .is(200);
        assertThat(mia.get("/checks/" + id).answer().body())
                .contains("\"responseTime\":250", "\"keywordFound\":true", "\"share\":0.1");
        AttributeValue stored = SERVED.stored("checks").get(id + " CHECK").get("lastResult");
        assertThat(((AttributeValue.M) stored).values())
                .containsEntry("keywordFound", AttributeValue.Bool.of(true))
                .containsEntry("responseTime", AttributeValue.N.of(250));
        assertThat(mia.get("/checks/" + id).body()).doesNotContainKey("PK");
    }

    @Test
    @Behaviour("000-B9")
    void numbersAreIntegersWithinTheirRange() {
        account("mia", 3);
        for (String wrong : List.of("1.5", "'1.5'", "'many'", "-1", "1e30", "true", "[5]", "null")) {
            Reply reply = admin.patch("/users/mia", "{'checkLimit':" + wrong + "}");
            assertThat(reply.status()).as(wrong).isEqualTo(wrong.equals("null") ? 200 : 422);
            admin.patch("/users/mia", "{'checkLimit':3}").is(200);
            mia.post("/checks", "{'url':'https://x.example','checkType':'EBAY','delayMs':" + wrong + "}")
                    .is(422);
        }
        mia.post("/checks", "{'url':'https://x.example','checkType':'EBAY','delayMs':999}")
                .is(422);
        mia.post("/checks", "{'url':'https://x.example','checkType':'EBAY','delayMs':86400001}")
                .is(422);
        String id = idOf(mia.post("/checks", "{'url':'https://x.example','checkType':'EBAY','delayMs':5000.0}"));
        assertThat(mia.get("/checks/" + id).text("delayMs")).isEqualTo("5000");
        mia.patch("/checks/" + id, "{'delayMs':1000.5}").is(422);
        assertThat(mia.get("/checks/" + id).text("delayMs")).isEqualTo("5000");
    }

    @Test
    @Behaviour("000-B10")
    void timesAreUtcToTheSecondHoweverTheyAreGiven() {
        account("mia", 3);
        String id = idOf(mia.post("/checks", check("EBAY")));
        String runs = "/checks/" + id + "/runs";
        runner.post(
                        runs,
                        "{'lastExecutedAt':'2025-03-10T11:00:05.999+02:00','lastResult':{},'nextRunAt':'2025-03-10T09:01:05Z'}")
                .is(200);
        assertThat(mia.get("/checks/" + id).text("lastExecutedAt")).isEqualTo("2025-03-10T09:00:05Z");
        assertThat(SERVED.stored("checks").get(id + " CHECK"))
                .containsEntry("lastExecutedAt", new AttributeValue.S("2025-03-10T09:00:05Z"))
                .containsEntry("createdAt", new AttributeValue.S("2025-03-10T09:00:00Z"));
        for (String wrong : List.of("'yesterday'", "'2025-02-30T00:00:00Z'", "'2025-03-10T25:00:00Z'", "true", "''")) {
            runner.post(runs, "{'lastExecutedAt':" + wrong + ",'lastResult':{},'nextRunAt':'2025-03-10T09:01:05Z'}")
                    .refused(422, "invalid-values", "lastExecutedAt");
        }
    }

    @Test
    @Behaviour("000-B11")
    void nothingIsWrittenThatNoIndexWouldFind() {
        admin.post("/users", "{'userId':'u1'}").refused(422, "invalid-values", "email");
        admin.post("/users", "{'userId':'u1','email':null}").is(422);
        for (String wrong :
                List.of("no-at-sign", "@x.example", "a@", "a b@x.example", "a@b@c.example", "a@nodot", "")) {
            admin.post("/users", "{'userId':'u1','email':'" + wrong + "'}").refused(422, "invalid-values", "email");
        }
        account("mia", 3);
        mia.put("/users/mia/email", "{'email':'no-at-sign'}").refused(422, "invalid-values", "email");
        mia.put("/users/mia/email", "{'email':null}").is(422);
        tom.put("/users/mia/email", "{'email':'tom@post.example'}").refused(403, "not-allowed");
        mia.post("/checks", "{'url':'https://x.example','delayMs':1000}").refused(422, "invalid-values", "checkType");
        String id = idOf(mia.post("/checks", check("EBAY")));
        mia.put("/checks/" + id + "/status", "{'status':null}").is(422);
        assertThat(SERVED.stored("checks").get(id + " CHECK")).containsKeys("userid", "checkType", "status");
        assertThat(SERVED.stored("users")).hasSize(2);
    }

    @Test
    @Behaviour("000-B11")
    void oneAddressIsOneAccountHoweverItIsWrittenAndWhoeverComesFirst() {
        List<Reply> replies = Served.atOnce(
                8,
                i -> admin.post(
                        "/users",
                        "{'userId':'u" + i + "','email':'" + (i % 2 == 0 ? "Ann@Post.example" : " ann@post.example")
                                + "'}"));
        assertThat(replies.stream().filter(reply -> reply.status() == 201)).hasSize(1);
        assertThat(replies.stream().filter(reply -> reply.status() == 409)).hasSize(7);
        String id = replies.stream()
                .filter(reply -> reply.status() == 201)
                .findFirst()
                .orElseThrow()
                .text("userId");
        assertThat(admin.get("/users/by-email?email=ANN@post.example").text("userId"))
                .isEqualTo(id);
        account("tom", 1);
        tom.put("/users/tom/email", "{'email':'ANN@POST.example'}").refused(409, "not-unique");
        assertThat(admin.get("/users/by-email-now?email=tom@post.example").text("userId"))
                .isEqualTo("tom");
        SERVED.as(id)
                .put("/users/" + id + "/email", "{'email':'moved@post.example'}")
                .is(200);
        tom.put("/users/tom/email", "{'email':'ann@post.example'}").is(200);
        assertThat(admin.get("/users/by-email-now?email=ann@post.example").text("userId"))
                .isEqualTo("tom");
    }

    @Test
    @Behaviour({"000-B2", "000-B4"})
    void aRunnerGetsWhatIsDueAndNothingElse() {
        account("mia", 9);
        account("tom", 9);
        String first = idOf(mia.post("/checks", check("EBAY")));
        SERVED.later(Duration.ofMinutes(1));
        String second = idOf(tom.post(
                "/checks", "{'attributes':{'keyword':'k'}," + check("EBAY").substring(1)));
        String paused = idOf(tom.post("/checks", check("EBAY")));
        tom.put("/checks/" + paused + "/status", "{'status':'PAUSED'}").is(200);
        idOf(tom.post("/checks", check("AVAILABILITY")));
        Reply due = runner.get("/checks/due?checkType=EBAY").is(200);
        assertThat(due.each("checkId")).containsExactly(first, second);
        assertThat(due.items().get(1))
                .containsEntry("attributes", Map.of("keyword", "k"))
                .containsKey("url");
        assertThat(runner.get("/checks/to-run?checkType=EBAY&status=ACTIVE").items())
                .hasSize(2);
        assertThat(admin.get("/checks?checkType=EBAY").items()).hasSize(3);
        mia.get("/checks/due?checkType=EBAY").refused(403, "not-allowed");
        // Run once, it is not due until its time has come, to the second.
        runner.post(
                        "/checks/" + first + "/runs",
                        "{'lastExecutedAt':'2025-03-10T09:01:00Z','lastResult':{},'nextRunAt':'2025-03-10T09:02:00Z'}")
                .is(200);
        assertThat(runner.get("/checks/due?checkType=EBAY").each("checkId")).containsExactly(second);
        SERVED.at("2025-03-10T09:01:59Z");
        assertThat(runner.get("/checks/due?checkType=EBAY").each("checkId")).containsExactly(second);
        SERVED.at("2025-03-10T09:02:00Z");
        assertThat(runner.get("/checks/due?checkType=EBAY").each("checkId")).containsExactly(second, first);
        // What is resumed is due, what is deleted is not.
        tom.put("/checks/" + paused + "/status", "{'status':'ACTIVE'}").is(200);
        mia.delete("/checks/" + first).is(204);
        assertThat(new TreeSet<>(runner.get("/checks/due?checkType=EBAY").each("checkId")))
                .isEqualTo(new TreeSet<>(Set.of(second, paused)));
        assertThat(runner.get("/checks/due?checkType=EBAY&limit=1").items()).hasSize(1);
        assertThat(runner.get("/checks/due?checkType=NEVER_HEARD").items()).isEmpty();
    }

    @Test
    @Behaviour("000-B3")
    void aCheckLooksAtThePublicWebOnly() {
        account("mia", 9);
        for (String url : List.of(
                "javascript:alert(1)",
                "file:///etc/passwd",
                "ftp://shop.example/",
                "shop.example",
                "http://localhost:8000/",
                "http://127.0.0.1/",
                "http://[::1]/",
                "http://169.254.169.254/latest/meta-data/",
                "http://10.0.0.7/",
                "http://192.168.1.1/",
                "http://2130706433/",
                "https://user:pw@shop.example/",
                "")) {
            mia.post("/checks", "{'url':'" + url + "','checkType':'EBAY','delayMs':1000}")
                    .refused(422, "invalid-values", "url");
        }
        assertThat(mia.get("/users/mia").text("checkCount")).isEqualTo("0");
        String id = idOf(mia.post("/checks", check("EBAY")));
        mia.patch("/checks/" + id, "{'url':'http://169.254.169.254/'}").refused(422, "invalid-values", "url");
        mia.patch("/checks/" + id, "{'url':'HTTPS://Shop.Example:443/b#c'}").is(200);
        assertThat(mia.get("/checks/" + id).text("url")).isEqualTo("https://shop.example/b");
    }

    @Test
    @Behaviour({"000-B4", "000-B5"})
    void whatIsSomebodyElsesIsNotThere() {
        account("mia", 3);
        account("tom", 3);
        String id = idOf(mia.post("/checks", check("EBAY")));
        tom.get("/checks/" + id).is(404);
        tom.patch("/checks/" + id, "{'delayMs':2000}").is(404);
        tom.put("/checks/" + id + "/status", "{'status':'PAUSED'}").is(404);
        tom.delete("/checks/" + id).is(404);
        tom.get("/users/mia").is(403);
        tom.get("/users/mia/checks").is(403);
        tom.delete("/users/mia").is(403);
        for (String path :
                List.of("/users/mia", "/users/mia/checks", "/checks/" + id, "/users/by-email?email=mia@post.example")) {
            SERVED.nobody().get(path).is(401);
        }
        assertThat(mia.get("/checks/" + id).is(200).text("delayMs")).isEqualTo("60000");
        // Whoever leaves takes their checks along, and the address is free.
        mia.delete("/users/mia").is(204);
        mia.get("/checks/" + id).is(403);
        runner.get("/checks/" + id).is(404);
        assertThat(runner.get("/checks/due?checkType=EBAY").items()).isEmpty();
        admin.post("/users", "{'email':'mia@post.example'}").is(201);
        mia.post("/checks", check("EBAY")).refused(403, "not-allowed");
        admin.post("/checks", "{'userId':'mia'," + check("EBAY").substring(1)).refused(422, "reference-missing");
    }
}
