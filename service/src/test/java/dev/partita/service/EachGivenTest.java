package dev.partita.service;

import static dev.partita.service.BadRequestsTest.check;
import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.service.Served.Answer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Many items by their ids, and others by values that callers give: over HTTP, and by whoever asks. */
class EachGivenTest {

    private static final String YAML = """
            design: desk
            tables:
              main:
                key: { partition: pk, sort: sk }
                indexes:
                  GSI1: { partition: gsi1pk, sort: gsi1sk, projection: all }
            roles:
              member: { membership: Member, by: userId, group: teamId }
            allow: anyone
            entities:
              Note:
                key: { pk: "NOTE#{noteId}", sk: META }
                GSI1: { gsi1pk: "KIND#{kind}", gsi1sk: "{noteId}" }
                owner: userId
                attributes:
                  noteId: string
                  userId: string
                  kind:   { enum: [memo, list], required: true }
                  key:    { type: string, hidden: true }
              Team:
                key: { pk: "TEAM#{teamId}", sk: META }
                attributes: { teamId: string }
              Member:
                key: { pk: "USER#{userId}", sk: "TEAM#{teamId}" }
                attributes: { userId: string, teamId: { type: string, references: Team } }
              Plan:
                key: { pk: "TEAM#{teamId}", sk: "PLAN#{planId}" }
                GSI1: { gsi1pk: "PLAN#{planId}", gsi1sk: META }
                attributes: { teamId: { type: string, references: Team }, planId: string }
              Series:
                key: { pk: "SERIES#{series}", sk: META }
                attributes: { series: string }
              Reply:
                key: { pk: "NOTE#{noteId}", sk: "REPLY#{replyId}" }
                through: note
                attributes: { noteId: { type: string, references: Note }, replyId: string }
            patterns:
              write:   { create: Note }
              found:   { create: Team }
              join:    { create: Member }
              draw:    { create: Plan }
              air:     { create: Series }
              reply:   { create: Reply, through: anyNote }
              anyNote: { get: Note, by: noteId }
              note:    { get: Note, by: noteId, allow: owner }
              notes:   { list: Note, by: noteId, each: { noteId: given } }
              two:     { list: Note, by: noteId, each: { noteId: given }, page: 2 }
              kinds:   { list: Note, by: kind, each: { kind: given } }
              howMany: { count: Note, by: kind, each: { kind: given } }
              mine:    { list: Note, by: noteId, each: { noteId: given }, allow: owner }
              kept:    { list: Note, by: noteId, each: { noteId: given }, allow: owner, cache: 5 minutes }
              plans:   { list: Plan, by: [teamId, planId], each: { planId: given }, allow: member }
              ofTeams: { list: Plan, by: [teamId, planId], each: { teamId: given }, allow: member }
              replies: { list: Reply, by: [noteId, replyId], each: { noteId: given } }
              shows:   { list: Series, by: series, each: { series: given } }
              stated:  { list: Note, by: noteId, each: { noteId: given }, route: "GET /picked/notes" }
              both:    { gather: [two, howMany] }
            """;

    private static final Bearers BEARERS = new Bearers();

    private static Served served;

    @BeforeAll
    static void fill() {
        served = BEARERS.serve(YAML);
        for (int i = 0; i < 5; i++) {
            String kind = i % 2 == 0 ? "memo" : "list";
            made(
                    "write",
                    "{'noteId':'n" + i + "','userId':'" + (i < 3 ? "ann" : "bob") + "','kind':'" + kind
                            + "','key':'k'}");
            made("reply", "{'noteId':'n" + i + "','replyId':'r'}");
        }
        for (String team : List.of("red", "blue")) {
            made("found", "{'teamId':'" + team + "'}");
            made("draw", "{'teamId':'" + team + "','planId':'p1'}");
            made("draw", "{'teamId':'" + team + "','planId':'p2'}");
        }
        made("join", "{'userId':'ann','teamId':'red'}");
        made("air", "{'series':'news'}");
    }

    @AfterAll
    static void close() {
        served.close();
    }

    @Test
    void theQueryHasTheNameAgainForEachValue() {
        assertThat(ids("notes?noteIds=n3&noteIds=n1&noteIds=none&noteIds=n3")).containsExactly("n3", "n1");
        assertThat(ids("kinds?kinds=list&kinds=memo")).containsExactly("n1", "n3", "n0", "n2", "n4");
        assertThat(served.get("/api/desk/picked/notes?noteIds=n2").body()).contains("n2");
        assertThat(served.get("/api/desk/patterns/howMany?kinds=memo&kinds=list")
                        .json())
                .isEqualTo(Map.of("counts", Map.of("memo", 3L, "list", 2L)));
        assertThat(ids("shows?series=news&series=none", "series")).containsExactly("news");
    }

    @Test
    void withoutOneThereIsNone() {
        assertThat(served.get("/api/desk/patterns/notes").json()).isEqualTo(Map.of("items", List.of()));
        assertThat(served.get("/api/desk/patterns/howMany").json()).isEqualTo(Map.of("counts", Map.of()));
        assertThat(served.get("/api/desk/teams/red/plans", as("ann")).json()).isEqualTo(Map.of("items", List.of()));
        assertThat(served.get("/api/desk/teams/red/plans?planIds=p2", as("ann")).body())
                .contains("p2");
    }

    @Test
    void whatIsWrongIsNamedByItsPlace() {
        check(served.get("/api/desk/patterns/kinds?kinds=memo&kinds=Memo"), 422, "invalid-values", "kinds[1]");
        check(served.get("/api/desk/patterns/notes?noteIds=n1&noteIds="), 422, "invalid-values", "noteIds[1]");
        check(served.get("/api/desk/patterns/notes?noteId=n1"), 422, "invalid-values", "noteIds");
        String many = IntStream.range(0, 101).mapToObj(i -> "noteIds=x" + i).collect(Collectors.joining("&"));
        check(served.get("/api/desk/patterns/notes?" + many), 422, "invalid-values", "100 different values at most");
    }

    @Test
    void aPageLeadsToTheNextOneOfTheSameValuesOnly() {
        List<Object> all = new ArrayList<>();
        String next = "/api/desk/patterns/two?noteIds=n4&noteIds=n0&noteIds=gone&noteIds=n2";
        String first = next;
        while (next != null) {
            Map<String, Object> page = served.get(next).json();
            all.addAll(ids(page));
            if (next.equals(first)) {
                String second = (String) page.get("next");
                check(
                        served.get(second.replace("noteIds=n2", "noteIds=n3")),
                        400,
                        "unusable-cursor",
                        "other arguments");
                check(served.get(second.replace("noteIds=n4&", "")), 400, "unusable-cursor", "other arguments");
            }
            next = (String) page.get("next");
        }
        assertThat(all).containsExactly("n4", "n0", "n2");
    }

    @Test
    void aPartOfAGatheringGoesOnByItself() {
        Map<String, Object> both = served.get("/api/desk/patterns/both?noteIds=n4&noteIds=n0&noteIds=n1&kinds=list")
                .json();
        Map<?, ?> two = (Map<?, ?>) both.get("two");
        assertThat(ids(served.get((String) two.get("next")).json())).containsExactly("n1");
    }

    @Test
    void ownersSeeTheirOwnAmongThoseTheyName() {
        check(served.get("/api/desk/patterns/mine?noteIds=n1"), 401, "not-signed-in", "");
        for (String pattern : List.of("mine", "kept", "kept")) {
            assertThat(ids(pattern + "?noteIds=n4&noteIds=n1&noteIds=n0", "noteId", as("ann")))
                    .containsExactly("n1", "n0");
            assertThat(ids(pattern + "?noteIds=n4&noteIds=n1&noteIds=n0", "noteId", as("bob")))
                    .containsExactly("n4");
            assertThat(ids(pattern + "?noteIds=n4&noteIds=n1", "noteId", as("eve")))
                    .isEmpty();
        }
    }

    @Test
    void membersSeeWhatIsOfTheirGroups() {
        assertThat(ids("plans?teamId=red&planIds=p2&planIds=p1", "planId", as("ann")))
                .containsExactly("p2", "p1");
        check(served.get("/api/desk/patterns/plans?teamId=blue&planIds=p2", as("ann")), 403, "not-allowed", "");
        assertThat(ids("ofTeams?planId=p1&teamIds=blue&teamIds=red", "teamId", as("ann")))
                .containsExactly("red");
        assertThat(served.get("/api/desk/patterns/ofTeams?planId=p1&teamIds=blue", as("ann"))
                        .body())
                .doesNotContain("blue\"}");
    }

    @Test
    void childrenFollowTheParentOfEach() {
        assertThat(ids("replies?replyId=r&noteIds=n4&noteIds=n1&noteIds=n0", "noteId", as("ann")))
                .containsExactly("n1", "n0");
        assertThat(ids("replies?replyId=r&noteIds=n4&noteIds=n1", "noteId", as("bob")))
                .containsExactly("n4");
    }

    @Test
    void theDocumentSaysArray() {
        String document = served.get("/api/desk/openapi.json").body();
        assertThat(document)
                .contains("Given again for each value, 100 different ones at most; without it there are none.")
                .contains("\"name\":\"noteIds\",\"in\":\"query\",\"required\":false")
                .contains("{\"type\":\"array\",\"items\":{\"type\":\"string\",\"enum\":[\"memo\",\"list\"]}}")
                .contains("Notes by noteIds");
        assertThat(served.get("/api/desk/patterns/notes?noteIds=n0").body()).doesNotContain("\"key\"");
    }

    private static String[] as(String subject) {
        return BEARERS.of(subject);
    }

    private static void made(String pattern, String json) {
        Answer answer = served.post("/api/desk/patterns/" + pattern, json.replace('\'', '"'));
        assertThat(answer.status()).as(answer.body()).isEqualTo(201);
    }

    private static List<Object> ids(String path) {
        return ids(path, "noteId");
    }

    private static List<Object> ids(String path, String attribute, String... headers) {
        Answer answer = served.get("/api/desk/patterns/" + path, headers);
        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        return ids(answer.json(), attribute);
    }

    private static List<Object> ids(Map<String, Object> page) {
        return ids(page, "noteId");
    }

    private static List<Object> ids(Map<String, Object> page, String attribute) {
        return ((List<?>) page.get("items"))
                .stream()
                        .map(item -> (Object) ((Map<?, ?>) item).get(attribute))
                        .toList();
    }
}
