package dev.partita.systems;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.design.Design;
import dev.partita.design.model.Type;
import dev.partita.item.AttributeValue;
import dev.partita.systems.Served.Person;
import dev.partita.systems.Served.Reply;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Tries to break what fus-main promises: as the wrong caller, twice at once, out of order, with values that are none. */
class FusMainBehavioursTest {

    @RegisterExtension
    static final Served SERVED = new Served("fus-main");

    private final Person admin = SERVED.as("root", "admins");
    private final Person mia = SERVED.as("mia");
    private final Person tom = SERVED.as("tom");
    private final Person nobody = SERVED.nobody();

    @AfterAll
    static void everyPatternWasCalled() {
        assertThat(SERVED.served())
                .isEqualTo(Systems.design("fus-main").patterns().keySet());
    }

    private String site(String title, String tags) {
        return admin.post("/sites", "{'url':'https://news.example/','title':'" + title + "','tags':" + tags + "}")
                .is(201)
                .text("siteId");
    }

    private void member(String person, String group) {
        admin.post("/groups/" + group + "/members", "{'userId':'" + person + "'}")
                .is(201);
    }

    @Test
    @Behaviour("003-B1")
    void onlyAdministratorsWriteSites() {
        String id = site("News", "['press']");
        admin.post("/groups", "{'name':'all','permissions':['comments.delete','ratings.delete','groups.read']}")
                .is(201);
        member("mia", "all");
        // Neither a member of every group nor somebody whose token says "admin" somewhere else.
        for (Person one : List.of(mia, SERVED.as("eve", "Admins"), SERVED.as("admins"), SERVED.as("eve", "admin"))) {
            one.post("/sites", "{'url':'https://x.example','title':'X'}").is(403);
            one.patch("/sites/" + id, "{'title':'Mine'}").is(403);
            one.delete("/sites/" + id).is(403);
        }
        nobody.post("/sites", "{'url':'https://x.example','title':'X'}").is(401);
        nobody.patch("/sites/" + id, "{'title':'Mine'}").is(401);
        nobody.delete("/sites/" + id).is(401);
        assertThat(nobody.get("/sites").each("title")).containsExactly("News");
        admin.post("/sites", "{'title':'No address'}").refused(422, "invalid-values", "url");
        admin.post("/sites", "{'url':'javascript:alert(1)','title':'X'}").refused(422, "invalid-values", "url");
        admin.post("/sites", "{'url':'https://x.example','title':''}").refused(422, "invalid-values", "title");
        admin.patch("/sites/" + id, "{'title':'Better news'}").is(200);
        admin.patch("/sites/ghost", "{'title':'Boo'}").is(404);
        assertThat(nobody.get("/sites/" + id).text("title")).isEqualTo("Better news");
    }

    @Test
    @Behaviour("003-B2")
    void everybodyReads() {
        String id = site("News", "['press']");
        mia.put("/sites/" + id + "/ratings/mine", "{'stars':4,'note':'Good'}").made();
        mia.post("/sites/" + id + "/comments", "{'body':'Hello'}").is(201);
        for (Person one : List.of(nobody, tom)) {
            assertThat(one.get("/sites/" + id).is(200).text("title")).isEqualTo("News");
            assertThat(one.get("/sites").items()).hasSize(1);
            assertThat(one.get("/sites/by-tag?tag=press").each("siteId")).containsExactly(id);
            assertThat(one.get("/sites/" + id + "/tags").each("tag")).containsExactly("press");
            assertThat(one.get("/ratings?stars=4").each("userId")).containsExactly("mia");
            assertThat(one.get("/sites/" + id + "/ratings").each("stars")).containsExactly("4");
            assertThat(one.get("/sites/" + id + "/ratings/distribution")
                            .body()
                            .get("counts")
                            .toString())
                    .isEqualTo("{1=0, 2=0, 3=0, 4=1, 5=0}");
            assertThat(one.get("/sites/" + id + "/comments").each("body")).containsExactly("Hello");
            one.get("/sites/ghost").is(404);
        }
        // A token that is not believed is not nobody.
        SERVED.withToken("not.a.token").get("/sites").is(401);
        // What is not everybody's is not for everybody.
        nobody.get("/groups").is(401);
        tom.get("/groups").is(403);
        tom.get("/users/mia/groups").is(403);
    }

    @Test
    @Behaviour({"003-B3", "003-B9"})
    void peopleWriteTheirOwnAndNobodyElses() {
        String id = site("News", "[]");
        mia.put("/sites/" + id + "/ratings/mine", "{'stars':5}").made();
        String comment = mia.post("/sites/" + id + "/comments", "{'body':'First'}")
                .is(201)
                .text("commentId");
        String place = "/sites/" + id + "/comments/mia/" + comment;
        // In somebody's name.
        tom.put("/sites/" + id + "/ratings/mine", "{'userId':'mia','stars':1}").is(403);
        tom.post("/sites/" + id + "/comments", "{'userId':'mia','body':'Not me'}")
                .is(403);
        tom.patch(place, "{'body':'Changed'}").is(403);
        tom.delete(place).is(403);
        tom.delete("/sites/" + id + "/ratings/mine?userId=mia").is(403);
        tom.get("/sites/" + id + "/ratings/mine?userId=mia").is(403);
        tom.get("/my/ratings?userId=mia").is(403);
        tom.get("/sites/" + id + "/comments/mine?userId=mia").is(403);
        admin.put("/sites/" + id + "/ratings/mine", "{'userId':'mia','stars':1}")
                .is(403);
        admin.patch(place, "{'body':'Changed'}").is(403);
        // Without a name.
        nobody.put("/sites/" + id + "/ratings/mine", "{'stars':1}").is(401);
        nobody.post("/sites/" + id + "/comments", "{'body':'Hello'}").is(401);
        nobody.get("/my/ratings").is(401);
        // A subject is the whole subject: # in it does not make it another's.
        Person odd = SERVED.as("mia#SITE#" + id);
        assertThat(odd.get("/my/ratings").items()).isEmpty();
        odd.get("/sites/" + id + "/ratings/mine").is(404);
        assertThat(mia.get("/sites/" + id + "/ratings/mine").text("stars")).isEqualTo("5");
        assertThat(mia.get("/my/ratings").each("siteId")).containsExactly(id);
        SERVED.later(Duration.ofMinutes(5));
        mia.patch(place, "{'body':'First!'}").is(200);
        assertThat(mia.get("/sites/" + id + "/comments/mine").each("body")).containsExactly("First!");
        mia.patch(place, "{'body':''}").is(422);
        mia.patch(place, "{'userId':'tom','body':'Moved'}").is(422);
        mia.delete(place).is(204);
        mia.delete(place).is(404);
        mia.delete("/sites/" + id + "/ratings/mine").is(204);
        assertThat(SERVED.stored("main").keySet()).containsExactly("SITE#" + id + " METADATA");
    }

    @Test
    @Behaviour("003-B4")
    void onePersonHasOneRatingOfASite() {
        String id = site("News", "[]");
        String other = site("Olds", "[]");
        List<Reply> replies =
                Served.atOnce(8, i -> mia.put("/sites/" + id + "/ratings/mine", "{'stars':" + (1 + i % 5) + "}"));
        assertThat(replies).allMatch(reply -> reply.status() == 201 || reply.status() == 200);
        assertThat(nobody.get("/sites/" + id + "/ratings").items()).hasSize(1);
        long counted = ((Map<?, ?>) nobody.get("/sites/" + id + "/ratings/distribution")
                        .body()
                        .get("counts"))
                .values().stream()
                        .mapToLong(count -> ((Number) count).longValue())
                        .sum();
        assertThat(counted).isEqualTo(1);
        mia.put("/sites/" + other + "/ratings/mine", "{'stars':2}").made();
        tom.put("/sites/" + id + "/ratings/mine", "{'stars':2}").made();
        assertThat(mia.get("/my/ratings").items()).hasSize(2);
        mia.put("/sites/ghost/ratings/mine", "{'stars':2}").refused(422, "reference-missing");
        // A rating of a site that goes, goes.
        admin.delete("/sites/" + other).is(204);
        assertThat(mia.get("/my/ratings").each("siteId")).containsExactly(id);
    }

    @Test
    @Behaviour("003-B5")
    void tagsFollowTheirSiteAndAreFoundAsTheirAuthorWroteThem() {
        String id = site("News", "[' JavaScript ','Press','a#b']");
        for (String tag : List.of("javascript", "JavaScript", " JAVASCRIPT ", "press", "PRESS", "a#b")) {
            assertThat(nobody.get("/sites/by-tag?tag=" + Served.encoded(tag)).each("siteId"))
                    .as(tag)
                    .containsExactly(id);
        }
        assertThat(nobody.get("/sites/by-tag?tag=java").items()).isEmpty();
        admin.post("/sites", "{'url':'https://x.example','title':'X','tags':['a','A ']}")
                .refused(422, "invalid-values", "tags");
        admin.post("/sites", "{'url':'https://x.example','title':'X','tags':['  ']}")
                .is(422);
        admin.patch("/sites/" + id, "{'tags':['press','web']}").is(200);
        assertThat(nobody.get("/sites/" + id + "/tags").each("tag")).containsExactly("press", "web");
        assertThat(nobody.get("/sites/by-tag?tag=JavaScript").items()).isEmpty();
        // Two who edit at once: the tags of the site and the tag items agree, whoever won.
        Served.atOnce(8, i -> admin.patch("/sites/" + id, "{'tags':['press','t" + i + "','u" + i % 3 + "']}"));
        List<String> tags = new ArrayList<>();
        ((List<?>) nobody.get("/sites/" + id).body().get("tags")).forEach(tag -> tags.add(tag.toString()));
        assertThat(nobody.get("/sites/" + id + "/tags").each("tag")).containsExactlyInAnyOrderElementsOf(tags);
        // Of one version one edit is made.
        String version = nobody.get("/sites/" + id).text("version");
        List<Reply> edits =
                Served.atOnce(6, i -> admin.patch("/sites/" + id, "{'title':'T" + i + "','version':" + version + "}"));
        assertThat(edits.stream().filter(reply -> reply.status() == 200)).hasSize(1);
        assertThat(edits.stream().filter(reply -> reply.status() == 409 || reply.status() == 412))
                .hasSize(5);
        admin.delete("/sites/" + id).is(204);
        assertThat(SERVED.stored("main")).isEmpty();
    }

    @Test
    @Behaviour({"003-B6", "003-B7"})
    void starsAreOneToFiveAndTheIndexSaysTheSame() {
        String id = site("News", "[]");
        for (String wrong : List.of("0", "6", "-1", "2.5", "'many'", "null", "true", "[3]", "1e3")) {
            mia.put("/sites/" + id + "/ratings/mine", "{'stars':" + wrong + "}")
                    .refused(422, "invalid-values", "stars");
        }
        mia.put("/sites/" + id + "/ratings/mine", "{'stars':3,'starRating':5}")
                .refused(422, "invalid-values", "starRating");
        mia.put("/sites/" + id + "/ratings/mine", "{'stars':3}").made();
        mia.put("/sites/" + id + "/ratings/mine", "{'stars':1}").is(200);
        Map<String, AttributeValue> stored = SERVED.stored("main").get("USER#mia SITE#" + id);
        assertThat(stored.get("starRating")).isEqualTo(AttributeValue.N.of(1)).isEqualTo(stored.get("stars"));
        assertThat(nobody.get("/ratings?stars=3").items()).isEmpty();
        assertThat(nobody.get("/ratings?stars=1").each("userId")).containsExactly("mia");
    }

    @Test
    @Behaviour("003-B8")
    void aGroupGivesItsMembersWhatItMayAndNothingElse() {
        String id = site("News", "[]");
        mia.put("/sites/" + id + "/ratings/mine", "{'stars':1}").made();
        String comment = mia.post("/sites/" + id + "/comments", "{'body':'Rude'}")
                .is(201)
                .text("commentId");
        String place = "/sites/" + id + "/comments/mia/" + comment;
        String rating = "/sites/" + id + "/ratings/of/mia";
        admin.post("/groups", "{'name':'empty'}").is(201);
        admin.post("/groups", "{'name':'wrong','permissions':['sites.fly']}")
                .refused(422, "invalid-values", "permissions");
        admin.post("/groups", "{'name':'wrong','permissions':['comments.delete','Comments.Delete']}")
                .is(422);
        admin.post("/groups", "{'name':'a#b'}").is(422);
        tom.post("/groups", "{'name':'mine','permissions':['comments.delete']}").is(403);
        tom.post("/groups/empty/members", "{'userId':'tom'}").is(403);
        tom.patch("/groups/empty", "{'permissions':['comments.delete']}").is(403);
        member("tom", "empty");
        assertThat(mayDo(tom, place, rating)).isEmpty();
        List<String> permissions = permissions();
        assertThat(permissions).hasSizeGreaterThan(2);
        for (String permission : permissions) {
            // Each opens one door, and closes it when it is taken away.
            admin.patch("/groups/empty", "{'permissions':['" + permission + "']}")
                    .is(200);
            SERVED.later(Duration.ofSeconds(10));
            assertThat(mayDo(tom, "/sites/" + id + "/comments/mia/none", "/sites/" + id + "/ratings/of/none"))
                    .as(permission)
                    .containsExactly(permission);
        }
        admin.patch("/groups/empty", "{'permissions':['comments.delete','ratings.delete']}")
                .is(200);
        SERVED.later(Duration.ofSeconds(10));
        tom.delete(place).is(204);
        tom.delete(rating).is(204);
        // A group of that name at the identity provider is another thing.
        assertThat(mayDo(SERVED.as("eve", "empty"), place, rating)).isEmpty();
        admin.delete("/groups/empty/members/tom").is(204);
        SERVED.later(Duration.ofSeconds(10));
        assertThat(mayDo(tom, place, rating)).isEmpty();
        member("tom", "empty");
        assertThat(tom.get("/users/tom/groups").items().get(0))
                .containsEntry("groupName", "empty")
                .containsEntry("addedBy", "root")
                .containsKey("addedAt");
        assertThat(admin.get("/groups/empty/members").each("userId")).containsExactly("tom");
        admin.post("/groups/empty/members", "{'userId':'x','addedBy':'somebody'}")
                .is(422);
        admin.post("/groups/empty/members", "{'userId':'tom'}").refused(409, "already-exists");
        admin.post("/groups/ghosts/members", "{'userId':'tom'}").refused(422, "reference-missing");
        admin.delete("/groups/empty").is(204);
        SERVED.later(Duration.ofSeconds(10));
        assertThat(tom.get("/users/tom/groups").items()).isEmpty();
        assertThat(mayDo(tom, place, rating)).isEmpty();
    }

    /** The permissions whose doors are open. */
    private static TreeSet<String> mayDo(Person person, String comment, String rating) {
        TreeSet<String> open = new TreeSet<>();
        if (person.delete(comment).status() != 403) {
            open.add("comments.delete");
        }
        if (person.delete(rating).status() != 403) {
            open.add("ratings.delete");
        }
        List<Integer> reads = List.of(
                person.get("/groups").status(),
                person.get("/groups/empty").status(),
                person.get("/groups/empty/members").status());
        assertThat(reads.stream().distinct()).hasSize(1);
        if (reads.get(0) != 403) {
            open.add("groups.read");
        }
        return open;
    }

    private static List<String> permissions() {
        Design design = Systems.design("fus-main");
        Type.ListOf list = (Type.ListOf)
                design.entities().get("Group").attributes().get("permissions").type();
        return ((Type.Enumeration) list.element()).values();
    }

    @Test
    @Behaviour("003-B10")
    void theCatalogueIsInTheOrderItWasMade() {
        List<String> made = new ArrayList<>();
        for (int i = 0; i < 7; i++) {
            made.add(0, site("S" + i, "[]"));
            SERVED.later(i % 2 == 0 ? Duration.ofMillis(7) : Duration.ofDays(40));
        }
        List<String> paged = new ArrayList<>();
        String next = "/sites?limit=3";
        while (next != null) {
            Reply page = nobody.get(next).is(200);
            paged.addAll(page.each("siteId"));
            next = page.text("next");
        }
        assertThat(paged).isEqualTo(made);
        admin.patch("/sites/" + made.get(6), "{'title':'Oldest, edited'}").is(200);
        assertThat(nobody.get("/sites").each("siteId")).isEqualTo(made);
        assertThat(nobody.get("/sites").items().get(0)).doesNotContainKey("scrapedContent");
    }

    @Test
    @Behaviour("003-B11")
    void eachIndexHoldsWhatItIsForAndNothingElse() {
        String id = site("News", "['5','GROUP','SITE']");
        mia.put("/sites/" + id + "/ratings/mine", "{'stars':5}").made();
        mia.post("/sites/" + id + "/comments", "{'body':'Hello'}").is(201);
        admin.post("/groups", "{'name':'SITE'}").is(201);
        member("mia", "SITE");
        assertThat(nobody.get("/sites").items()).hasSize(1);
        assertThat(admin.get("/groups").each("name")).containsExactly("SITE");
        assertThat(nobody.get("/ratings?stars=5").items()).hasSize(1);
        assertThat(nobody.get("/sites/" + id + "/comments").items()).hasSize(1);
        assertThat(nobody.get("/sites/" + id + "/ratings").items()).hasSize(1);
        assertThat(admin.get("/groups/SITE/members").items()).hasSize(1);
        assertThat(mia.get("/my/ratings").items()).hasSize(1);
        assertThat(mia.get("/users/mia/groups").items()).hasSize(1);
        Map<String, List<String>> index = Map.of(
                "entityType", List.of("SITE#" + id + " METADATA", "GROUP#SITE METADATA"),
                "tag",
                        List.of("5", "group", "site").stream()
                                .map(tag -> "SITE#" + id + " TAG#" + tag)
                                .toList(),
                "starRating", List.of("USER#mia SITE#" + id),
                "groupName", List.of("USER#mia MEMBERSHIP#SITE"));
        index.forEach((attribute, keys) -> assertThat(SERVED.stored("main").entrySet().stream()
                        .filter(entry -> entry.getValue().containsKey(attribute))
                        .map(Map.Entry::getKey)
                        .collect(Collectors.toList()))
                .as(attribute)
                .containsExactlyInAnyOrderElementsOf(keys));
    }

    @Test
    @Behaviour("003-B12")
    void theCommentsOfASiteAreAllThereNewestFirst() {
        String one = site("One", "[]");
        String other = site("Other", "[]");
        List<String> made = new ArrayList<>();
        for (int i = 0; i < 25; i++) {
            Person person = SERVED.as("p" + i % 4);
            person.post("/sites/" + one + "/comments", "{'body':'c" + i + "'}").is(201);
            made.add(0, "c" + i);
            SERVED.later(Duration.ofSeconds(1));
            if (i % 5 == 0) {
                person.post("/sites/" + other + "/comments", "{'body':'elsewhere'}")
                        .is(201);
                person.put("/sites/" + one + "/ratings/mine", "{'stars':3}");
            }
        }
        List<String> paged = new ArrayList<>();
        String next = "/sites/" + one + "/comments";
        while (next != null) {
            Reply page = nobody.get(next).is(200);
            paged.addAll(page.each("body"));
            next = page.text("next");
        }
        assertThat(paged).isEqualTo(made);
        mia.post("/sites/ghost/comments", "{'body':'Hello?'}").refused(422, "reference-missing");
        mia.post("/sites/" + one + "/comments", "{'body':'" + "x".repeat(10_001) + "'}")
                .is(422);
        admin.delete("/sites/" + one).is(204);
        assertThat(nobody.get("/sites/" + one + "/comments").items()).isEmpty();
        assertThat(nobody.get("/sites/" + other + "/comments").items()).hasSize(5);
    }
}
