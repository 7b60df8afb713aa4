package dev.partita.service;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.service.Served.Answer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Bob tries to learn of Ann's documents, and to change them, by whatever may differ between what is not there and what is not his. */
class OwnersUnderAttackTest {

    private static final Bearers BEARERS = new Bearers();
    private static final String[] ANN = BEARERS.of("ann");
    private static final String[] BOB = BEARERS.of("bob");
    private static final String API = "/api/vault";

    private static final String YAML = """
            design: vault
            tables:
              main:
                key: { partition: pk, sort: sk }
                stream: new
                indexes:
                  GSI1: { partition: gsi1pk, sort: gsi1sk, projection: all }
            entities:
              Doc:
                key: { pk: "DOC#{docId}", sk: META }
                GSI1: { gsi1pk: "TOPIC#{topic}", gsi1sk: "{rank:03}#{docId}" }
                owner: author
                version: version
                soft-delete: { flag: isDeleted }
                unique:
                  slug: { on: [slug], lock: { pk: "SLUG#{slug}", sk: UNIQUE } }
                attributes:
                  docId: string
                  author: { type: string, required: true }
                  slug: string
                  topic: { type: string, default: t }
                  rank: { type: integer, default: 1 }
                  state: { type: string, default: open }
                  tags: { type: list of string, max-items: 5 }
                  isDeleted: { type: flag, default: false, read-only: true }
                  version: integer
              DocTag:
                from: { entity: Doc, each: tags, as: tag }
                key: { pk: "TAG#{tag}", sk: "{docId}" }
                attributes: { tag: string, docId: string, topic: string }
              Page:
                key: { pk: "DOC#{docId}", sk: "PAGE#{number}" }
                through: doc
                attributes:
                  docId: { type: string, references: Doc, on-delete: keep }
                  number: string
                  text: string
              Score:
                key: { pk: "SCORE#{number}", sk: META }
                owner: number
                attributes: { number: integer, points: integer }
            patterns:
              write:    { create: Doc, allow: owner }
              doc:      { get: Doc, by: docId, allow: owner, cache: 5 minutes, route: "GET /papers/{docId}" }
              bySlug:   { get: Doc, by: slug, then: pages, allow: signed-in, route: "GET /slugs/{slug}" }
              topic:    { list: Doc, by: topic, allow: owner, page: 10, cache: 5 minutes }
              first:    { get: Doc, by: topic, order: rank, allow: owner, cache: 5 minutes, route: "GET /first/{topic}" }
              tagged:   { list: DocTag, by: tag, fetch: Doc, page: 10, allow: owner, cache: 5 minutes }
              both:     { gather: [topic, doc], allow: owner, route: "GET /both/{topic}/{docId}" }
              save:     { put: Doc, allow: owner, route: "PUT /papers/{docId}" }
              change:   { update: Doc, by: docId, change: [slug, topic], allow: owner, route: "PATCH /papers/{docId}" }
              close:    { update: Doc, by: docId, set: { state: closed }, when: "state = 'open'", allow: owner }
              give:     { update: Doc, by: docId, set: { author: ann }, allow: owner }
              pass:     { update: Doc, by: docId, change: [author], allow: owner }
              closeBySlug: { update: Doc, by: slug, set: { state: closed }, allow: owner }
              bin:      { delete: Doc, by: docId, allow: owner, route: "DELETE /papers/{docId}" }
              burn:     { delete: Doc, by: docId, hard: true, allow: owner }
              unbin:    { restore: Doc, by: docId, allow: owner }
              twice:    { transact: [write, close], allow: owner }
              pages:    { list: Page, by: docId, page: 10, cache: 5 minutes }
              addPage:  { create: Page }
              score:    { get: Score, by: number, allow: owner }
              setScore: { put: Score, allow: owner }
            """;

    private final Served served = BEARERS.serve(YAML);

    OwnersUnderAttackTest() {
        done(201, write("a1", ANN, "slug", "one", "tags", "[x]"));
        done(201, write("b1", BOB, "slug", "two", "tags", "[x]"));
        done(201, served.post(API + "/patterns/addPage", json("docId", "a1", "number", "1", "text", "secret"), ANN));
    }

    @AfterEach
    void close() {
        served.close();
    }

    @Test
    void whatIsKeptInTheCacheIsJudgedForEachCaller() {
        for (int i = 0; i < 2; i++) {
            done(200, served.get(API + "/papers/a1", ANN));
            done(404, served.get(API + "/papers/a1", BOB));
            shows("a1", "b1", served.get(API + "/patterns/topic?topic=t", ANN));
            shows("b1", "a1", served.get(API + "/patterns/topic?topic=t", BOB));
            shows("a1", "b1", served.get(API + "/first/t", ANN));
            shows("b1", "a1", served.get(API + "/first/t", BOB));
            shows("a1", "b1", served.get(API + "/patterns/tagged?tag=x", ANN));
            shows("b1", "a1", served.get(API + "/patterns/tagged?tag=x", BOB));
            shows("b1", "a1", served.get(API + "/both/t/b1", BOB));
            assertThat(served.get(API + "/patterns/pages?docId=a1", ANN).body()).contains("secret");
            done(404, served.get(API + "/patterns/pages?docId=a1", BOB));
            assertThat(served.get(API + "/slugs/one", ANN).body()).contains("secret");
            assertThat(served.get(API + "/slugs/one", BOB).body()).doesNotContain("secret");
        }
    }

    @Test
    void whateverIsWrongWithAnothersDocumentItIsNotThere() {
        Answer none = patch("none", "{\"topic\":\"u\"}", BOB);
        done(404, none);
        List<Answer> tries = List.of(
                patch("a1", "{\"topic\":\"u\"}", BOB),
                patch("a1", "{\"topic\":\"u\"}", BOB[0], BOB[1], "If-Match", "\"v7\""),
                patch("a1", "{\"slug\":\"two\"}", BOB),
                patch("a1", "{\"slug\":\"new\"}", BOB),
                served.post(API + "/patterns/close", json("docId", "a1"), BOB),
                served.post(API + "/patterns/closeBySlug", json("slug", "one"), BOB),
                served.call("DELETE", API + "/papers/a1", BOB),
                served.post(API + "/patterns/burn", json("docId", "a1"), BOB),
                served.post(API + "/patterns/unbin", json("docId", "a1"), BOB),
                served.get(API + "/papers/a1", BOB[0], BOB[1], "If-None-Match", "*"),
                served.get(API + "/papers/a1", BOB[0], BOB[1], "If-Match", "\"v7\""),
                served.post(API + "/patterns/addPage", json("docId", "a1", "number", "1"), BOB),
                served.post(
                        API + "/patterns/twice", "{\"write\":{\"docId\":\"b9\"},\"close\":{\"docId\":\"a1\"}}", BOB));
        for (Answer answer : tries) {
            done(404, answer);
        }
        assertThat(served.get(API + "/papers/a1", ANN).json())
                .containsEntry("state", "open")
                .containsEntry("version", 1L);
        // Closed and then closed again by its owner, and still not there for Bob.
        done(200, served.post(API + "/patterns/close", json("docId", "a1"), ANN));
        done(409, served.post(API + "/patterns/close", json("docId", "a1"), ANN));
        done(404, served.post(API + "/patterns/close", json("docId", "a1"), BOB));
    }

    @Test
    void whatIsInTheBinIsStillItsOwners() {
        done(204, served.call("DELETE", API + "/papers/a1", ANN));
        done(404, served.post(API + "/patterns/unbin", json("docId", "a1"), BOB));
        done(409, served.withBody("PUT", API + "/papers/a1", json("topic", "mine"), BOB));
        done(409, write("a1", BOB));
        done(404, served.get(API + "/patterns/pages?docId=a1", BOB));
        done(404, served.post(API + "/patterns/burn", json("docId", "a1"), BOB));
        done(200, served.post(API + "/patterns/unbin", json("docId", "a1"), ANN));
        assertThat(served.get(API + "/papers/a1", ANN).json()).containsEntry("author", "ann");
    }

    @Test
    void nobodyGivesAnItemAway() {
        assertThat(served.post(API + "/patterns/give", json("docId", "b1"), BOB).status())
                .isBetween(400, 499);
        done(403, served.post(API + "/patterns/pass", json("docId", "b1", "author", "ann"), BOB));
        assertThat(served.get(API + "/papers/b1", BOB).json()).containsEntry("author", "bob");
        done(403, served.withBody("PUT", API + "/papers/b1", json("author", "ann"), BOB));
        done(403, served.withBody("PUT", API + "/papers/b2", json("author", "ann"), BOB));
        done(403, served.post(API + "/patterns/write", json("docId", "b3", "author", "ann"), BOB));
    }

    @Test
    void aPlaceInAnothersListIsOfNoUse() {
        for (int i = 2; i < 6; i++) {
            done(201, write("a" + i, ANN));
            done(201, write("b" + i, BOB));
        }
        String next = (String)
                served.get(API + "/patterns/topic?topic=t&limit=2", ANN).json().get("next");
        assertThat(next).isNotNull();
        done(400, served.get(next, BOB));
        done(200, served.get(next, ANN));
    }

    @Test
    void anotherSpellingOfAnOwnerIsAnotherOwner() {
        String[] seven = BEARERS.of("7");
        done(201, served.post(API + "/patterns/setScore", "{\"number\":7,\"points\":3}", seven), 200);
        done(200, served.get(API + "/patterns/score?number=7", seven));
        for (String alias : List.of("007", "7.0", " 7", "+7", "7e0")) {
            String[] other = BEARERS.of(alias);
            done(403, served.get(API + "/patterns/score?number=7", other));
            done(403, served.post(API + "/patterns/setScore", "{\"number\":7,\"points\":9}", other));
        }
    }

    private Answer write(String id, String[] who, String... more) {
        List<String> pairs = new ArrayList<>(List.of("docId", id));
        pairs.addAll(List.of(more));
        return served.post(API + "/patterns/write", json(pairs.toArray(String[]::new)), who);
    }

    private Answer patch(String id, String json, String... headers) {
        return served.withBody("PATCH", API + "/papers/" + id, json, headers);
    }

    private static void shows(String own, String others, Answer answer) {
        done(200, answer);
        assertThat(answer.body()).contains("\"" + own + "\"").doesNotContain("\"" + others + "\"");
    }

    private static void done(int status, Answer answer, int... or) {
        List<Integer> statuses = new ArrayList<>(List.of(status));
        for (int other : or) {
            statuses.add(other);
        }
        assertThat(statuses).as(answer.toString()).contains(answer.status());
    }

    private static String json(String... pairs) {
        List<String> members = new ArrayList<>();
        for (int i = 0; i < pairs.length; i += 2) {
            String value = pairs[i].equals("tags") ? "[\"x\"]" : "\"" + pairs[i + 1] + "\"";
            members.add("\"" + pairs[i] + "\":" + value);
        }
        return "{" + String.join(",", members) + "}";
    }
}
