package dev.partita.systems;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.systems.Served.Person;
import dev.partita.systems.Served.Reply;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Attacks on url-checks that went through once. */
class UrlChecksAttacksTest {

    @RegisterExtension
    static final Served SERVED = new Served("url-checks");

    private final Person admin = SERVED.as("root", "admins");
    private final Person runner = SERVED.as("robot", "runners");
    private final Person mia = SERVED.as("mia");
    private final Person tom = SERVED.as("tom");

    private void account(String id, int limit) {
        admin.post("/users", "{'userId':'" + id + "','email':'" + id + "@post.example','checkLimit':" + limit + "}")
                .is(201);
    }

    private static String check(String url) {
        return "{'url':'" + url + "','checkType':'EBAY','delayMs':60000}";
    }

    private String made(Person person) {
        return person.post("/checks", check("https://shop.example/a")).is(201).text("checkId");
    }

    @Test
    void aSuspendedAccountNeitherResumesItsChecksNorHasThemRun() {
        account("mia", 5);
        account("tom", 5);
        String hers = made(mia);
        String his = made(tom);
        mia.put("/checks/" + hers + "/status", "{'status':'PAUSED'}").is(200);
        admin.patch("/users/mia", "{'status':'SUSPENDED'}").is(200);
        for (Reply reply : List.of(
                mia.put("/checks/" + hers + "/status", "{'status':'ACTIVE'}"),
                mia.patch("/checks/" + hers, "{'delayMs':1000}"),
                mia.post("/checks", check("https://shop.example/b")),
                mia.put("/users/mia/email", "{'email':'other@post.example'}"),
                mia.delete("/checks/" + hers),
                mia.delete("/users/mia"),
                mia.get("/checks/" + hers),
                mia.get("/users/mia/checks"),
                mia.get("/users/mia"))) {
            reply.refused(403, "not-allowed");
        }
        // Also when somebody else resumed it: what there is to run is of accounts that are active.
        admin.put("/checks/" + hers + "/status", "{'status':'ACTIVE'}").is(200);
        for (String list : List.of("/checks/due?checkType=EBAY", "/checks/to-run?checkType=EBAY&status=ACTIVE")) {
            assertThat(runner.get(list).is(200).each("checkId")).as(list).containsExactly(his);
        }
        // Whatever else the account is called, only ACTIVE is active.
        admin.patch("/users/mia", "{'status':'CLOSED'}").is(200);
        mia.get("/users/mia").is(403);
        assertThat(runner.get("/checks/due?checkType=EBAY").each("checkId")).containsExactly(his);
        admin.patch("/users/mia", "{'status':'ACTIVE'}").is(200);
        assertThat(runner.get("/checks/due?checkType=EBAY").each("checkId")).containsExactlyInAnyOrder(hers, his);
        mia.get("/checks/" + hers).is(200);
        // A token of an account that is gone is nobody's.
        mia.delete("/users/mia").is(204);
        for (Reply reply : List.of(
                mia.get("/users/mia"),
                mia.get("/users/mia/checks"),
                mia.post("/checks", check("https://shop.example/b")),
                mia.put("/checks/" + his + "/status", "{'status':'PAUSED'}"))) {
            assertThat(reply.status()).as(reply.call()).isIn(401, 403, 404);
        }
        assertThat(runner.get("/checks/due?checkType=EBAY").each("checkId")).containsExactly(his);
    }

    @Test
    void thePagesOfWhatIsDueAreFullThoughHalfOfTheAccountsAreSuspended() {
        List<String> due = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            account("u" + i, 1);
            String id = made(SERVED.as("u" + i));
            if (i % 2 == 0) {
                due.add(id);
            } else {
                admin.patch("/users/u" + i, "{'status':'SUSPENDED'}").is(200);
            }
            SERVED.later(Duration.ofSeconds(1));
        }
        List<String> seen = new ArrayList<>();
        String next = "/checks/due?checkType=EBAY&limit=2";
        for (int pages = 0; next != null && pages < 20; pages++) {
            Reply page = runner.get(next).is(200);
            seen.addAll(page.each("checkId"));
            next = page.text("next");
        }
        assertThat(seen).isEqualTo(due);
    }

    @Test
    void noPageIsWatchedThatIsNotOfThePublicWeb() {
        account("mia", 50);
        String id = made(mia);
        for (String wrong : List.of(
                "javascript://shop.example/%0aalert(1)",
                "ftp://shop.example/",
                "https://root@shop.example/",
                "https://shop.example:0/",
                "https://shop.example:99999/",
                "http://[::ffff:0:127.0.0.1]/",
                "http://[::ffff:127.0.0.1]/",
                "http://[2001:0:4136:e378:8000:63bf:3fff:fdd2]/",
                "http://[2002:a00:1::1]/",
                "http://[64:ff9b::a00:1]/",
                "http://[64:ff9b:1::8.8.8.8]/",
                "http://[2001:db8::1]/",
                "http://[3fff::1]/",
                "http://192.0.2.1/",
                "http://198.51.100.7/",
                "http://203.0.113.9/",
                "http://2130706433/",
                "http://0177.0.0.1/",
                "http://0x7f.1/",
                "http://127.1/",
                "http://localhost./",
                "http://kubernetes.default.svc/",
                "http://metadata.google.internal/",
                "http://printer.local/",
                "http://printer\u3002local/",
                "http://something.onion/",
                "http://shop.example/\u200bx",
                "http://shop.example\\\\@10.0.0.1/")) {
            mia.post("/checks", check(wrong)).refused(422, "invalid-values", "url");
            mia.patch("/checks/" + id, "{'url':'" + wrong + "'}").refused(422, "invalid-values", "url");
        }
        mia.patch("/checks/" + id, "{'url':'HTTPS://Bücher.example.:443/a#b'}").is(200);
        assertThat(mia.get("/checks/" + id).text("url")).isEqualTo("https://xn--bcher-kva.example/a");
        assertThat(mia.get("/users/mia").text("checkCount")).isEqualTo("1");
    }

    @Test
    void theCountIsTheNumberOfChecksAfterManyCameAndWentAtOnce() {
        account("mia", 8);
        List<Reply> replies = Served.atOnce(24, i -> {
            Reply made = mia.post(
                    "/checks",
                    "{'checkId':'c" + i % 12 + "',"
                            + check("https://a.example/").substring(1));
            return i % 3 == 0 ? mia.delete("/checks/c" + i % 12) : made;
        });
        assertThat(replies).allSatisfy(reply -> assertThat(reply.status()).isLessThan(500));
        int there = mia.get("/users/mia/checks").items().size();
        assertThat(mia.get("/users/mia").text("checkCount")).isEqualTo("" + there);
        Served.atOnce(24, i -> mia.delete("/checks/c" + i % 12));
        assertThat(mia.get("/users/mia/checks").items()).isEmpty();
        assertThat(mia.get("/users/mia").text("checkCount")).isEqualTo("0");
        assertThat(SERVED.stored("checks")).isEmpty();
    }
}
