package dev.partita.systems;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.systems.Served.Person;
import dev.partita.systems.Served.Reply;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Attacks on fus-main that went through once. */
class CatalogueAttacksTest {

    @RegisterExtension
    static final Served SERVED = new Served("fus-main");

    private final Person admin = SERVED.as("root", "admins");
    private final Person mia = SERVED.as("mia");
    private final Person tom = SERVED.as("tom");

    private String site(String more) {
        return admin.post("/sites", "{'url':'https://a.example','title':'A'" + more + "}")
                .is(201)
                .text("siteId");
    }

    @Test
    void noSiteIsAnythingButAPageOfThePublicWeb() {
        String id = site("");
        for (String wrong : List.of(
                "javascript://a.example/%0aalert(1)",
                "data://a.example/x",
                "ftp://a.example/",
                "https://root:secret@a.example/",
                "https://a.example:99999/",
                "http://localhost/",
                "http://[::1]/",
                "http://10.0.0.1/",
                "http://0x7f.1/",
                "https://a..example/",
                "https://a.example/\u202egnp.exe",
                "//a.example/x",
                "a.example")) {
            admin.post("/sites", "{'url':'" + wrong + "','title':'A'}").refused(422, "invalid-values", "url");
            admin.patch("/sites/" + id, "{'url':'" + wrong + "'}").refused(422, "invalid-values", "url");
        }
        for (String same : List.of("https://a.example.", "https://A\u3002example:443", "HTTPS://a.example#x")) {
            admin.patch("/sites/" + id, "{'url':'" + same + "'}").is(200);
            assertThat(mia.get("/sites/" + id).text("url")).isEqualTo("https://a.example");
        }
    }

    @Test
    void aTagThatNobodyCanAskForIsNotTaken() {
        for (String tag : List.of(".", "..", "a\\u0000b", "a\\nb")) {
            admin.post("/sites", "{'url':'https://a.example','title':'A','tags':['ok','" + tag + "']}")
                    .refused(422, "invalid-values", "tags");
        }
        String id = site(",'tags':['Ok','a/b','a#b']");
        for (String tag : List.of("ok", "a/b", "a#b")) {
            assertThat(mia.get("/sites/by-tag?tag=" + Served.encoded(tag)).each("siteId"))
                    .containsExactly(id);
        }
        assertThat(mia.get("/sites/" + id + "/tags").each("tag")).containsExactlyInAnyOrder("ok", "a/b", "a#b");
    }

    @Test
    void theDistributionIsTheNumberOfRatingsAfterManyRatedAndLeftAtOnce() {
        String id = site("");
        List<Reply> replies = Served.atOnce(24, i -> {
            Person person = SERVED.as("p" + i % 8);
            return i % 3 == 2
                    ? person.delete("/sites/" + id + "/ratings/mine")
                    : person.put("/sites/" + id + "/ratings/mine", "{'stars':" + (1 + i % 5) + "}");
        });
        assertThat(replies).allSatisfy(reply -> assertThat(reply.status()).isLessThan(500));
        List<Map<String, Object>> ratings =
                mia.get("/sites/" + id + "/ratings").is(200).items();
        Map<String, Long> expected = ratings.stream()
                .collect(Collectors.groupingBy(rating -> String.valueOf(rating.get("stars")), Collectors.counting()));
        Map<String, Object> counts = Systems.map(
                mia.get("/sites/" + id + "/ratings/distribution").is(200).body().get("counts"));
        counts.forEach((stars, count) ->
                assertThat(String.valueOf(count)).as(stars).isEqualTo("" + expected.getOrDefault(stars, 0L)));
        assertThat(ratings.stream().map(rating -> rating.get("userId")).distinct())
                .hasSize(ratings.size());
    }

    @Test
    void whatBelongedToASiteThatIsGoneIsGoneEverywhere() {
        String id = site(",'tags':['x']");
        String other = site(",'tags':['x']");
        for (Person person : List.of(mia, tom)) {
            for (String one : List.of(id, other)) {
                person.put("/sites/" + one + "/ratings/mine", "{'stars':4}").made();
                person.post("/sites/" + one + "/comments", "{'body':'Hello'}").is(201);
            }
        }
        List<Reply> deleted = Served.atOnce(4, i -> admin.delete("/sites/" + id));
        assertThat(deleted.stream().filter(reply -> reply.status() == 204)).isNotEmpty();
        mia.get("/sites/" + id).is(404);
        assertThat(mia.get("/sites").each("siteId")).containsExactly(other);
        assertThat(mia.get("/my/ratings").each("siteId")).containsExactly(other);
        mia.get("/sites/" + id + "/ratings/mine").is(404);
        mia.put("/sites/" + id + "/ratings/mine", "{'stars':1}").refused(422, "reference-missing");
        mia.post("/sites/" + id + "/comments", "{'body':'Ghost'}").refused(422, "reference-missing");
        assertThat(SERVED.stored("main").keySet()).noneMatch(key -> key.contains(id));
    }

    @Test
    void aMemberWhoWasRemovedHasNoPermissionLeft() {
        String id = site("");
        String comment = mia.post("/sites/" + id + "/comments", "{'body':'Hello'}")
                .is(201)
                .text("commentId");
        String path = "/sites/" + id + "/comments/mia/" + comment;
        admin.post("/groups", "{'name':'mods','permissions':['comments.delete','groups.read']}")
                .is(201);
        admin.post("/groups/mods/members", "{'userId':'tom'}").is(201);
        tom.get("/groups").is(200);
        admin.delete("/groups/mods/members/tom").is(204);
        tom.get("/groups").is(403);
        assertThat(tom.delete(path).status()).isIn(403, 404);
        admin.post("/groups/mods/members", "{'userId':'tom'}").is(201);
        admin.delete("/groups/mods").is(204);
        tom.get("/groups").is(403);
        // A group of the same name, made anew, has none of its old members.
        admin.post("/groups", "{'name':'mods','permissions':['comments.delete','groups.read']}")
                .is(201);
        tom.get("/groups").is(403);
        assertThat(admin.get("/groups/mods/members").items()).isEmpty();
    }
}
