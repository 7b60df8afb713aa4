package dev.partita.systems;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.item.AttributeValue;
import dev.partita.systems.Served.Person;
import dev.partita.systems.Served.Reply;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Tries to break what notifications promises: as the wrong caller, twice at once, out of order, with values that are none. */
class NotificationsBehavioursTest {

    private static final String PASSWORD = "four words make one";

    @RegisterExtension
    static final Served SERVED = new Served("notifications");

    private final Person admin = SERVED.as("root", "admins");
    private final Person sender = SERVED.as("billing", "senders");

    @AfterAll
    static void everyPatternWasCalled() {
        assertThat(SERVED.served())
                .isEqualTo(Systems.design("notifications").patterns().keySet());
    }

    /** Signs up as anybody does, and gives the id. */
    private String signUp(String name) {
        return SERVED.nobody()
                .post("/users", "{'email':'" + name + "@post.example','password':'" + PASSWORD + "'}")
                .is(201)
                .text("id");
    }

    private Person login(String name, String password) {
        return SERVED.withToken(SERVED.nobody()
                .post("/login", "{'email':'" + name + "@post.example','password':'" + password + "'}")
                .is(200)
                .text("token"));
    }

    private static String message(String to, String title) {
        return "{'userId':'" + to + "','title':'" + title + "','content':'Read me','channelName':'push'}";
    }

    @Test
    @Behaviour("004-B1")
    void bothTablesAreOfTheirEnvironment() {
        signUp("mia");
        var tables = Systems.design("notifications").tables();
        assertThat(tables.get("notifications").physicalName(Map.of("PARTITA_ENV", "prod")))
                .isEqualTo("notifications-prod");
        assertThat(tables.get("users").physicalName(Map.of("PARTITA_ENV", "prod")))
                .isEqualTo("users-prod");
        assertThat(tables.get("users").physicalName(Tables.ENVIRONMENT)).isEqualTo("users-test");
        assertThat(SERVED.stored("users")).hasSize(2);
    }

    @Test
    @Behaviour("004-B2")
    void aFeedIsInTheOrderThingsHappenedPageByPage() {
        String mia = signUp("mia");
        List<String> titles = new ArrayList<>();
        for (int i = 0; i < 7; i++) {
            sender.post("/notifications", message(mia, "n" + i)).is(201);
            titles.add(0, "n" + i);
            SERVED.later(i % 3 == 0 ? Duration.ofMillis(1100) : Duration.ofDays(20));
        }
        assertThat(login("mia", PASSWORD)
                        .get("/users/" + mia + "/notifications")
                        .each("title"))
                .isEqualTo(titles);
        List<String> paged = new ArrayList<>();
        String next = "/users/" + mia + "/notifications?limit=2";
        for (int pages = 0; next != null && pages < 9; pages++) {
            Reply page = login("mia", PASSWORD).get(next).is(200);
            paged.addAll(page.each("title"));
            next = page.text("next");
            if (pages == 0) {
                // What comes in between does not push anything onto the next page twice.
                sender.post("/notifications", message(mia, "new")).is(201);
            }
        }
        assertThat(paged).isEqualTo(titles);
        // Nobody gives the time of a notification, neither when it is made nor later.
        sender.post(
                        "/notifications",
                        "{'createdAt':'2020-01-01T00:00:00Z',"
                                + message(mia, "x").substring(1))
                .is(422);
    }

    @Test
    @Behaviour("004-B3")
    void idsAreUlidsAndNobodyChoosesWhoToBe() {
        String mia = signUp("mia");
        assertThat(mia).matches("usr_[0-9A-HJKMNP-TV-Z]{26}");
        String id = sender.post("/notifications", message(mia, "x")).is(201).text("id");
        assertThat(id).matches("[0-9A-HJKMNP-TV-Z]{26}");
        SERVED.nobody()
                .post("/users", "{'id':'usr_root','email':'r@post.example','password':'" + PASSWORD + "'}")
                .is(403);
        SERVED.nobody()
                .post("/users", "{'id':'" + mia + "','email':'r@post.example','password':'" + PASSWORD + "'}")
                .is(403);
        List<Reply> many = Served.atOnce(16, i -> sender.post("/notifications", message(mia, "n" + i)));
        assertThat(many.stream().map(reply -> reply.is(201).text("id")).distinct())
                .hasSize(16);
        admin.get("/notifications/" + id.toLowerCase(java.util.Locale.ROOT)).is(404);
    }

    @Test
    @Behaviour("004-B10")
    void anIdIsOneNotificationHoweverManyAskForIt() {
        String mia = signUp("mia");
        String tom = signUp("tom");
        sender.post("/notifications", "{'id':'inv-7'," + message(mia, "first").substring(1))
                .is(201);
        SERVED.later(Duration.ofSeconds(5));
        sender.post("/notifications", "{'id':'inv-7'," + message(mia, "second").substring(1))
                .refused(409, "not-unique");
        sender.post("/notifications", "{'id':'inv-7'," + message(tom, "third").substring(1))
                .refused(409, "not-unique");
        assertThat(admin.get("/notifications/inv-7").text("title")).isEqualTo("first");
        List<Reply> many = Served.atOnce(
                8,
                i -> sender.post(
                        "/notifications",
                        "{'id':'inv-8',"
                                + message(i % 2 == 0 ? mia : tom, "n" + i).substring(1)));
        assertThat(many.stream().filter(reply -> reply.status() == 201)).hasSize(1);
        assertThat(many.stream().filter(reply -> reply.status() == 409)).hasSize(7);
        // Found without knowing whose it is; shown to its owner, and to nobody else.
        assertThat(admin.get("/notifications/inv-7").body()).containsEntry("userId", mia);
        login("tom", PASSWORD).get("/notifications/inv-7").is(404);
        SERVED.nobody().get("/notifications/inv-7").is(401);
        sender.get("/notifications/inv-7").is(403);
        admin.get("/notifications/inv-").is(404);
        // Deleted, it is gone once, and its id stays taken, for it can be erased still.
        login("mia", PASSWORD).delete("/notifications/inv-7").is(204);
        login("mia", PASSWORD).delete("/notifications/inv-7").is(404);
        sender.post("/notifications", "{'id':'inv-7'," + message(mia, "again").substring(1))
                .refused(409, "not-unique");
        admin.post("/users/" + mia + "/notifications/erase", "{'createdAt':'2025-03-10T09:00:00Z','id':'inv-7'}")
                .is(204);
        sender.post("/notifications", "{'id':'inv-7'," + message(mia, "again").substring(1))
                .is(201);
    }

    @Test
    @Behaviour("004-B4")
    void thereAreThreeChannels() {
        String mia = signUp("mia");
        for (String channel : List.of("email", "sms", "push")) {
            sender.post("/notifications", message(mia, "x").replace("push", channel))
                    .is(201);
        }
        for (String wrong : List.of("'Email'", "'pigeon'", "''", "7", "null", "['sms']")) {
            sender.post("/notifications", message(mia, "x").replace("'push'", wrong))
                    .refused(422, "invalid-values", "channelName");
        }
        sender.post("/notifications", message(mia, "")).refused(422, "invalid-values", "title");
        sender.post("/notifications", "{'userId':'" + mia + "','title':'t','content':'c'}")
                .is(422);
        // To somebody who is there, by somebody who may.
        sender.post("/notifications", message("usr_nobody", "x")).refused(422, "reference-missing");
        sender.post("/notifications", message("", "x")).is(422);
        login("mia", PASSWORD).post("/notifications", message(mia, "x")).refused(403, "not-allowed");
        SERVED.nobody().post("/notifications", message(mia, "x")).is(401);
        assertThat(admin.get("/users/" + mia + "/notifications").items()).hasSize(3);
        assertThat(admin.get("/users/usr_nobody/notifications").items()).isEmpty();
    }

    @Test
    @Behaviour("004-B5")
    void whatIsDeletedIsMarkedAndNeverSeenAgain() {
        String mia = signUp("mia");
        String tom = signUp("tom");
        String id = sender.post("/notifications", message(mia, "x")).text("id");
        String stays = sender.post("/notifications", message(mia, "y")).text("id");
        SERVED.later(Duration.ofMinutes(1));
        login("tom", PASSWORD).delete("/notifications/" + id).is(404);
        SERVED.nobody().delete("/notifications/" + id).is(401);
        sender.delete("/notifications/" + id).is(403);
        List<Reply> deleted = Served.atOnce(5, i -> admin.delete("/notifications/" + id));
        assertThat(deleted.stream().filter(reply -> reply.status() == 204)).hasSize(1);
        assertThat(deleted.stream().filter(reply -> reply.status() == 404)).hasSize(4);
        admin.get("/notifications/" + id).is(404);
        sender.patch("/notifications/" + id, "{'title':'back'}").is(404);
        sender.patch("/notifications/" + stays, "{'deletedAt':null}").is(422);
        assertThat(login("mia", PASSWORD)
                        .get("/users/" + mia + "/notifications")
                        .each("id"))
                .containsExactly(stays);
        Map<String, AttributeValue> item = SERVED.stored("notifications").entrySet().stream()
                .filter(entry -> entry.getKey().endsWith("#" + id))
                .findFirst()
                .orElseThrow()
                .getValue();
        assertThat(item)
                .containsEntry("deleted_at", new AttributeValue.S("2025-03-10T09:01:00Z"))
                .doesNotContainKeys("GSI1PK", "GSI1SK");
        login("tom", PASSWORD).get("/users/" + mia + "/notifications").is(403);
        assertThat(tom).isNotEqualTo(mia);
    }

    @Test
    @Behaviour("004-B6")
    void oneAddressIsOneAccount() {
        List<Reply> replies = Served.atOnce(6, i -> SERVED.nobody()
                .post(
                        "/users",
                        "{'email':'" + (i % 2 == 0 ? "Ann@Post.example" : " ann@post.EXAMPLE ") + "','password':'"
                                + PASSWORD + "'}"));
        assertThat(replies.stream().filter(reply -> reply.status() == 201)).hasSize(1);
        assertThat(replies.stream().filter(reply -> reply.status() == 409)).hasSize(5);
        for (String wrong : List.of("no-at-sign", "a@", "@b.example", "a b@c.example", "a@b", "", "   ")) {
            SERVED.nobody()
                    .post("/users", "{'email':'" + wrong + "','password':'" + PASSWORD + "'}")
                    .refused(422, "invalid-values", "email");
        }
        String tom = signUp("tom");
        login("tom", PASSWORD)
                .patch("/users/" + tom, "{'email':'ann@post.example'}")
                .refused(409, "not-unique");
        login("tom", PASSWORD)
                .patch("/users/" + tom, "{'email':'tom2@post.example'}")
                .is(200);
        admin.get("/users/by-email?email=tom@post.example").is(404);
        assertThat(admin.get("/users/by-email?email=TOM2@post.example").text("id"))
                .isEqualTo(tom);
        signUp("tom");
        login("tom2", PASSWORD).delete("/users/" + tom).is(204);
        signUp("tom2");
    }

    @Test
    @Behaviour("004-B7")
    void aPasswordIsAHashOfCostTenAndNeverLeaves() {
        Reply made = SERVED.nobody()
                .post("/users", "{'email':'mia@post.example','password':'" + PASSWORD + "'}")
                .is(201);
        String mia = made.text("id");
        Person self = login("mia", PASSWORD);
        for (Reply reply : List.of(
                made,
                self.get("/users/" + mia),
                admin.get("/users/" + mia),
                admin.get("/users/by-email?email=mia@post.example"),
                self.patch("/users/" + mia, "{'password':'another " + PASSWORD + "'}"))) {
            assertThat(reply.answer().body()).doesNotContain("password", "$2", PASSWORD);
        }
        // Who knew the old password is let in no more.
        self.get("/users/" + mia).is(401);
        Person again = login("mia", "another " + PASSWORD);
        again.get("/users/" + mia).is(200);
        assertThat(SERVED.stored("users").get("USER#" + mia + " METADATA").get("password_hash"))
                .isInstanceOfSatisfying(
                        AttributeValue.S.class, hash -> assertThat(hash.value()).startsWith("$2a$10$"));
        for (String wrong :
                List.of("''", "'1234567'", "'          '", "null", "'" + "x".repeat(73) + "'", "['12345678']")) {
            Reply refused = SERVED.nobody().post("/users", "{'email':'eve@post.example','password':" + wrong + "}");
            refused.refused(422, "invalid-values", "password");
            assertThat(refused.answer().body()).doesNotContain("1234567");
            again.patch("/users/" + mia, "{'password':" + wrong + "}").is(422);
        }
        admin.patch("/users/" + mia, "{'password':'taken over by root'}").is(403);
        SERVED.nobody()
                .patch("/users/" + mia, "{'password':'taken over by me'}")
                .is(401);
        again.patch("/users/" + mia, "{'password_hash':'$2a$10$x'}").is(422);
        // A hash that is given is a password like any other.
        SERVED.nobody()
                .post(
                        "/users",
                        "{'email':'eve@post.example','password':'$2a$10$aEDwbEjyWQzxWUzuZESrauEXv5U.6zMyGxRrkbSGuv1JmCB/eoRJG'}")
                .is(201);
        SERVED.nobody()
                .post("/login", "{'email':'eve@post.example','password':'correct horse battery staple'}")
                .is(401);
    }

    @Test
    @Behaviour("004-B8")
    void aLoginIsTheAddressAndItsPassword() {
        String mia = signUp("mia");
        signUp("tom");
        Person self = login("mia", PASSWORD);
        self.get("/users/" + mia).is(200);
        for (String wrong : List.of(
                "{'email':'mia@post.example','password':''}",
                "{'email':'mia@post.example','password':'" + PASSWORD + " '}",
                "{'email':'nobody@post.example','password':'" + PASSWORD + "'}")) {
            SERVED.nobody().post("/login", wrong).is(401);
        }
        assertThat(SERVED.nobody()
                        .post("/login", "{'email':'mia@post.example'}")
                        .status())
                .isIn(400, 422);
        assertThat(SERVED.nobody()
                        .post("/login", "{'email':'mia@post.example','password':null}")
                        .status())
                .isIn(400, 401, 422);
        self.patch("/users/" + mia, "{'password':'a second long one'}").is(200);
        SERVED.nobody()
                .post("/login", "{'email':'mia@post.example','password':'" + PASSWORD + "'}")
                .is(401);
        login("mia", "a second long one").get("/users/" + mia).is(200);
        // An hour later the token is none.
        SERVED.later(Duration.ofMinutes(62));
        self.get("/users/" + mia).is(401);
        login("mia", "a second long one").delete("/users/" + mia).is(204);
        SERVED.nobody()
                .post("/login", "{'email':'mia@post.example','password':'a second long one'}")
                .is(401);
        // Tries are counted, so that passwords cannot be guessed.
        List<Integer> statuses = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            statuses.add(SERVED.nobody()
                    .post("/login", "{'email':'tom@post.example','password':'guess number " + i + "'}")
                    .status());
        }
        assertThat(statuses).contains(429);
    }

    @Test
    @Behaviour("004-B9")
    void whenItChangedFollowsEveryChange() {
        String mia = signUp("mia");
        String id = sender.post("/notifications", message(mia, "x")).text("id");
        SERVED.later(Duration.ofMinutes(30));
        sender.patch("/notifications/" + id, "{'content':'New'}").is(200);
        assertThat(admin.get("/notifications/" + id).body())
                .containsEntry("createdAt", "2025-03-10T09:00:00Z")
                .containsEntry("updatedAt", "2025-03-10T09:30:00Z");
        sender.patch("/notifications/" + id, "{'updatedAt':'2020-01-01T00:00:00Z'}")
                .is(422);
        sender.patch("/notifications/" + id, "{'userId':'" + mia + "'}").is(422);
        login("mia", PASSWORD)
                .patch("/notifications/" + id, "{'content':'Mine'}")
                .is(403);
        login("mia", PASSWORD)
                .patch("/users/" + mia, "{'email':'mia2@post.example'}")
                .is(200);
        assertThat(admin.get("/users/" + mia).body())
                .containsEntry("createdAt", "2025-03-10T09:00:00Z")
                .containsEntry("updatedAt", "2025-03-10T09:30:00Z");
    }

    @Test
    @Behaviour({"004-B5", "004-B10"})
    void whoeverLeavesTakesEverythingAlong() {
        String mia = signUp("mia");
        String tom = signUp("tom");
        for (int i = 0; i < 5; i++) {
            sender.post(
                            "/notifications",
                            "{'id':'m" + i + "'," + message(mia, "n" + i).substring(1))
                    .is(201);
        }
        sender.post("/notifications", "{'id':'t1'," + message(tom, "n").substring(1))
                .is(201);
        admin.delete("/notifications/m3").is(204);
        login("tom", PASSWORD).delete("/users/" + mia).is(403);
        login("mia", PASSWORD).delete("/users/" + mia).is(204);
        admin.get("/notifications/m1").is(404);
        assertThat(SERVED.stored("notifications")).hasSize(2);
        sender.post("/notifications", "{'id':'m9'," + message(mia, "late").substring(1))
                .refused(422, "reference-missing");
        sender.post("/notifications", "{'id':'m1'," + message(tom, "free again").substring(1))
                .is(201);
    }
}
