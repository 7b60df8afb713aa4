package dev.partita.systems;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.systems.Served.Person;
import dev.partita.systems.Served.Reply;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Attacks on notifications that went through once. */
class NotificationsAttacksTest {

    @RegisterExtension
    static final Served SERVED = new Served("notifications");

    private static final String PASSWORD = "a long one that I remember";

    private final Person admin = SERVED.as("root", "admins");
    private final Person sender = SERVED.as("billing", "senders");

    private static String json(String text) {
        StringBuilder json = new StringBuilder();
        for (char c : text.toCharArray()) {
            json.append(c > ' ' && c < 0x7f ? "" + c : String.format("\\u%04x", (int) c));
        }
        return json.toString();
    }

    private String signUp(String name) {
        return SERVED.nobody()
                .post("/users", "{'email':'" + name + "@post.example','password':'" + PASSWORD + "'}")
                .is(201)
                .text("id");
    }

    private Person login(String name) {
        return SERVED.withToken(SERVED.nobody()
                .post("/login", "{'email':'" + name + "@post.example','password':'" + PASSWORD + "'}")
                .is(200)
                .text("token"));
    }

    private static String message(String id, String to) {
        return "{'id':'" + id + "','userId':'" + to + "','title':'T','content':'Read me','channelName':'push'}";
    }

    @Test
    void aPasswordOfWhatNobodySeesIsNone() {
        String mia = signUp("mia");
        Person self = login("mia");
        for (String blank :
                List.of("\u00a0", "\u200b", "\ufeff", "\u2800", "\u3000", "\u00ad", "\u3164", "\u2060", "\u0000")) {
            SERVED.nobody()
                    .post("/users", "{'email':'eve@post.example','password':'" + json(blank.repeat(8)) + "'}")
                    .refused(422, "invalid-values", "password");
            self.patch("/users/" + mia, "{'password':'" + json(blank.repeat(8)) + "'}")
                    .refused(422, "invalid-values", "password");
        }
        SERVED.nobody()
                .post("/users", "{'email':'eve@post.example','password':'" + json("1234567\u200b\u200b") + "'}")
                .refused(422, "invalid-values", "password");
        login("mia").get("/users/" + mia).is(200);
    }

    @Test
    void anIdThatNobodyCanAskForIsNotTaken() {
        String mia = signUp("mia");
        for (String id : List.of(
                ".",
                "..",
                "",
                "a\u0000",
                "a\nb",
                "a\u007f",
                "\u200b",
                "a\u200b",
                "a\u202eb",
                " a",
                "a ",
                "a\u00a0",
                "a\u0301",
                "x".repeat(256))) {
            sender.post("/notifications", message(json(id), mia)).refused(422, "invalid-values", "id");
        }
        assertThat(SERVED.stored("notifications")).isEmpty();
        for (String id : List.of("...", "a.b", "\u00e1", "a b", "a/b", "a#b", "a%23b", "?", "x".repeat(255))) {
            sender.post("/notifications", message(json(id), mia)).is(201);
            assertThat(admin.get("/notifications/" + Served.encoded(id)).is(200).text("id"))
                    .isEqualTo(id);
            admin.delete("/notifications/" + Served.encoded(id)).is(204);
            admin.get("/notifications/" + Served.encoded(id)).is(404);
        }
    }

    @Test
    void twoAddressesThatLookTheSameAreNotTwoAccounts() {
        signUp("mia");
        for (String address : List.of(
                "mia\u200b@post.example",
                "\u043cia@post.example",
                "mia@p\u043est.example",
                "mia\u0301@post.example",
                "mia@post\u3002example",
                "m\u0131a@post.example",
                "mia@post.example\u0000",
                "mia @post.example",
                "mia@post..example",
                "mia@@post.example")) {
            SERVED.nobody()
                    .post("/users", "{'email':'" + json(address) + "','password':'" + PASSWORD + "'}")
                    .refused(422, "invalid-values", "email");
        }
        for (String address : List.of("MIA@post.example", " mia@POST.example ", "mia@post.example\u3000")) {
            SERVED.nobody()
                    .post("/users", "{'email':'" + json(address) + "','password':'" + PASSWORD + "'}")
                    .refused(409, "not-unique");
        }
    }

    @Test
    void anAccountThatIsGoneActsNoMore() {
        String mia = signUp("mia");
        String tom = signUp("tom");
        Person self = login("mia");
        sender.post("/notifications", message("m1", mia)).is(201);
        sender.post("/notifications", message("t1", tom)).is(201);
        self.delete("/users/" + mia).is(204);
        SERVED.later(Duration.ofSeconds(10));
        for (Reply reply : List.of(
                self.get("/users/" + mia),
                self.get("/users/" + mia + "/notifications"),
                self.get("/notifications/m1"),
                self.get("/notifications/t1"),
                self.delete("/notifications/t1"),
                self.patch("/users/" + mia, "{'email':'again@post.example'}"),
                self.delete("/users/" + mia))) {
            assertThat(reply.status()).as(reply.call()).isIn(401, 403);
        }
        assertThat(SERVED.stored("users").keySet()).noneMatch(key -> key.contains(mia));
        login("tom").get("/notifications/t1").is(200);
    }

    @Test
    void whatIsDeletedIsDeletedOnceAndStaysSo() {
        String mia = signUp("mia");
        Person self = login("mia");
        List<String> left = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            sender.post("/notifications", message("m" + i, mia)).is(201);
            if (i % 3 == 0) {
                left.add(0, "m" + i);
            }
            SERVED.later(Duration.ofSeconds(i % 2));
        }
        for (int i = 0; i < 12; i++) {
            if (i % 3 != 0) {
                String path = "/notifications/m" + i;
                List<Reply> replies =
                        Served.atOnce(4, k -> k == 0 ? sender.patch(path, "{'title':'New'}") : self.delete(path));
                assertThat(replies.stream().filter(reply -> reply.status() == 204))
                        .hasSize(1);
                self.get(path).is(404);
                sender.patch(path, "{'title':'Risen'}").is(404);
                self.delete(path).is(404);
                sender.post("/notifications", message("m" + i, mia)).refused(409, "not-unique");
            }
        }
        assertThat(self.get("/users/" + mia + "/notifications").each("id")).isEqualTo(left);
        List<String> seen = new ArrayList<>();
        String next = "/users/" + mia + "/notifications?limit=1";
        for (int pages = 0; next != null && pages < 20; pages++) {
            Reply page = self.get(next).is(200);
            seen.addAll(page.each("id"));
            next = page.text("next");
        }
        assertThat(seen).isEqualTo(left);
    }
}
