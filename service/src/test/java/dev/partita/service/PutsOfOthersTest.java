package dev.partita.service;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.service.Served.Answer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A put by somebody who may write an item and does not own it leaves it to its owner. */
class PutsOfOthersTest {

    private static final Bearers BEARERS = new Bearers();
    private static final String[] ANN = BEARERS.of("ann");
    private static final String[] BOB = BEARERS.of("bob");
    private static final String[] ROOT = BEARERS.of("root", "admins");
    private static final String API = "/api/docs/patterns";

    private static final String YAML = """
            design: docs
            tables:
              main:
                key: { partition: pk, sort: sk }
                indexes: { GSI1: { partition: g1pk, sort: g1sk, projection: all } }
            roles:
              admin:  { group: admins }
              member: { membership: Mem, by: userId, group: teamId }
            entities:
              Team:
                key: { pk: "T#{teamId}", sk: META }
                attributes: { teamId: string }
              Mem:
                key: { pk: "U#{userId}", sk: "T#{teamId}" }
                attributes: { userId: string, teamId: { type: string, references: Team, on-delete: keep } }
              Doc:
                key: { pk: "D#{docId}", sk: META }
                GSI1: { g1pk: "A#{author}", g1sk: "{text}#{docId}" }
                owner: author
                version: version
                attributes:
                  docId: string
                  teamId: { type: string, required: true, references: Team, must-exist: true, on-delete: keep }
                  author: { type: string, required: true }
                  text: { type: string, length: 1..50, required: true }
                  h: { type: string, hash-of: [author, text] }
                  version: integer
              Page:
                key: { pk: "P#{pageId}", sk: META }
                owner: author
                attributes: { pageId: string, teamId: { type: string, references: Team, on-delete: keep }, author: string, text: string }
            patterns:
              mkTeam: { create: Team, allow: admin }
              join:   { create: Mem, allow: admin }
              mk:     { create: Doc, allow: owner }
              save:   { put: Doc, allow: [owner, member, admin] }
              saveD:  { put: Doc, allow: [owner, member, admin], detect: h, route: none }
              both:   { transact: [save, page], allow: signed-in, route: none }
              mine:   { get: Doc, by: docId, allow: owner }
              list:   { list: Doc, by: author, allow: owner }
              erase:  { delete: Doc, by: docId, allow: owner }
              page:   { put: Page, allow: [owner, member] }
              pageA:  { put: Page, allow: admin, route: none }
              myPage: { get: Page, by: pageId, allow: owner }
            """;

    private final Served served = BEARERS.serve(YAML);

    @BeforeEach
    void fill() {
        fill(served);
    }

    private static void fill(Served served) {
        done(201, served.post(API + "/mkTeam", "{\"teamId\":\"t\"}", ROOT));
        done(201, served.post(API + "/join", "{\"userId\":\"bob\",\"teamId\":\"t\"}", ROOT));
        done(201, served.post(API + "/join", "{\"userId\":\"ann\",\"teamId\":\"t\"}", ROOT));
        done(201, served.post(API + "/mk", doc("d", "first"), ANN));
        done(201, served.post(API + "/page", "{\"pageId\":\"p\",\"teamId\":\"t\",\"author\":\"ann\"}", ANN));
    }

    @AfterEach
    void close() {
        served.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"save", "saveD"})
    void aMemberWhoReplacesAnItemDoesNotBecomeItsOwner(String save) {
        for (String[] caller : new String[][] {BOB, ROOT}) {
            Answer saved = served.post(API + "/" + save, doc("d", "of " + caller.length + save), caller);
            done(200, saved);
            // They may not read it, and learn nothing of it by writing it.
            assertThat(saved.json()).containsEntry("docId", "d").doesNotContainKey("author");
            assertThat(served.get(API + "/mine?docId=d", ANN).json()).containsEntry("author", "ann");
            assertThat(served.get(API + "/list", ANN).body()).contains("of " + caller.length + save);
            done(404, served.get(API + "/mine?docId=d", caller));
            done(404, served.post(API + "/erase", "{\"docId\":\"d\"}", caller));
        }
        done(204, served.post(API + "/erase", "{\"docId\":\"d\"}", ANN));
    }

    @Test
    void inATransactionNeither() {
        done(
                200,
                served.post(
                        API + "/both",
                        "{\"save\":" + doc("d", "two") + ",\"page\":{\"pageId\":\"p\",\"teamId\":\"t\"}}",
                        BOB));
        assertThat(served.get(API + "/mine?docId=d", ANN).json()).containsEntry("text", "two");
        done(200, served.get(API + "/myPage?pageId=p", ANN));
    }

    @Test
    void anOwnerThatNeedNotBeThereStaysToo() {
        done(200, served.post(API + "/page", "{\"pageId\":\"p\",\"teamId\":\"t\",\"text\":\"x\"}", BOB));
        assertThat(served.get(API + "/myPage?pageId=p", ANN).json()).containsEntry("text", "x");
        done(200, served.post(API + "/pageA", "{\"pageId\":\"p\",\"teamId\":\"t\",\"text\":\"y\"}", ROOT));
        assertThat(served.get(API + "/myPage?pageId=p", ANN).json()).containsEntry("text", "y");
    }

    @Test
    void anOwnerThatNobodyMayChangeIsNotInTheWay() {
        String yaml = YAML.replace(
                "author: { type: string, required: true }",
                "author: { type: string, required: true, immutable: true }");
        try (Served other = BEARERS.serve(yaml)) {
            fill(other);
            Answer saved = other.post(API + "/save", doc("d", "two"), BOB);
            done(200, saved);
            assertThat(other.get(API + "/mine?docId=d", ANN).json()).containsEntry("author", "ann");
        }
    }

    @Test
    void whatIsNewIsTheCallersAndWhoIsNamedIsTheOwner() {
        done(201, served.post(API + "/save", doc("n", "new"), BOB));
        done(200, served.get(API + "/mine?docId=n", BOB));
        done(200, served.post(API + "/save", doc("n", "again"), BOB));
        done(200, served.get(API + "/mine?docId=n", BOB));
        String given = doc("d", "given").replace("{", "{\"author\":\"bob\",");
        done(200, served.post(API + "/save", given, ROOT));
        done(200, served.get(API + "/mine?docId=d", BOB));
    }

    private static String doc(String id, String text) {
        return "{\"docId\":\"" + id + "\",\"teamId\":\"t\",\"text\":\"" + text + "\"}";
    }

    private static void done(int status, Answer answer) {
        assertThat(answer.status()).as(answer.toString()).isEqualTo(status);
    }
}
