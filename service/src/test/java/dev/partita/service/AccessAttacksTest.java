package dev.partita.service;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.design.Reader;
import dev.partita.design.Source;
import dev.partita.design.model.Finding;
import dev.partita.lint.Linter;
import dev.partita.plan.Request;
import dev.partita.service.Served.Answer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What strangers try in a design that {@code check} has nothing against: Ann's box, its notes and their lines; Bob has another. */
class AccessAttacksTest {

    private static final Bearers BEARERS = new Bearers();
    private static final String[] ANN = BEARERS.of("ann");
    private static final String[] BOB = BEARERS.of("bob");
    private static final String[] NOBODY = {};
    private static final String API = "/api/boxes";

    private static final String YAML = """
            design: boxes
            tables:
              main:
                key: { partition: pk, sort: sk }
                stream: new
                indexes:
                  GSI1: { partition: gsi1pk, sort: gsi1sk, projection: all }
                  GSI2: { partition: gsi2pk, sort: gsi2sk, projection: all }
            entities:
              Box:
                key: { pk: "BOX#{boxId}", sk: META }
                owner: keeper
                attributes:
                  boxId: { type: string, length: 1..40 }
                  keeper: { type: string, required: true, immutable: true, length: 1..40 }
              Note:
                key: { pk: "NOTE#{noteId}", sk: META }
                GSI1: { gsi1pk: "BOX#{boxId}", gsi1sk: "NOTE#{noteId}" }
                through: box
                version: version
                attributes:
                  noteId: { type: string, length: 1..40 }
                  boxId: { type: string, required: true, references: Box, on-delete: cascade, length: 1..40 }
                  text: { type: string, length: 0..100 }
                  version: integer
              Line:
                key: { pk: "NOTE#{noteId}", sk: "LINE#{number}" }
                GSI1: { gsi1pk: "WORD#{word}", gsi1sk: "{rank:05}#{noteId}#{number}" }
                through: note
                attributes:
                  noteId: { type: string, references: Note, on-delete: cascade, length: 1..40 }
                  number: { type: string, length: 1..10 }
                  word: { type: string, required: true, length: 1..40 }
                  rank: { type: integer, required: true, range: 0..99999 }
              Mark:
                key: { pk: "MARK#{userId}", sk: "{noteId}" }
                owner: userId
                attributes:
                  userId: { type: string, length: 1..40 }
                  noteId: { type: string, references: Note, on-delete: keep, length: 1..40 }
              Pin:
                key: { pk: "PIN#{userId}", sk: "{boxId}" }
                owner: userId
                attributes:
                  userId: { type: string, length: 1..40 }
                  boxId: { type: string, references: Box, on-delete: keep, length: 1..40 }
              Post:
                key: { pk: "POST#{postId}", sk: META }
                owner: author
                attributes:
                  postId: { type: string, length: 1..40 }
                  author: { type: string, required: true, immutable: true, length: 1..40 }
              Draft:
                key: { pk: "POST#{postId}", sk: "DRAFT#{number}" }
                through: myPost
                attributes:
                  postId: { type: string, references: Post, on-delete: cascade, length: 1..40 }
                  number: { type: string, length: 1..10 }
            patterns:
              post:      { read: [Post, Draft], by: postId, allow: anyone, route: "GET /posts/{postId}" }
              myPost:    { get: Post, by: postId, allow: owner, route: "GET /my/posts/{postId}" }
              publish:   { create: Post, allow: owner }
              addDraft:  { create: Draft }
              box:       { get: Box, by: boxId, allow: owner }
              makeBox:   { create: Box, allow: owner }
              dropBox:   { delete: Box, by: boxId, allow: owner }
              note:      { get: Note, by: noteId }
              notes:     { list: Note, by: boxId, page: 20 }
              addNote:   { create: Note }
              saveNote:  { put: Note, route: "PUT /notes/{noteId}" }
              editNote:  { update: Note, by: [boxId, noteId], change: [text], route: "PATCH /boxes/{boxId}/notes/{noteId}" }
              dropNote:  { delete: Note, by: [boxId, noteId], route: "DELETE /boxes/{boxId}/notes/{noteId}" }
              noteIn:    { get: Note, by: [boxId, noteId], route: "GET /boxes/{boxId}/notes/{noteId}" }
              lines:     { list: Line, by: noteId, page: 20, cache: 5 minutes }
              line:      { get: Line, by: [noteId, number] }
              countLines: { count: Line, by: noteId }
              byWord:    { list: Line, by: word, page: 20 }
              wordsRead: { read: [Line], by: word, route: "GET /read/{word}" }
              firstOfWord: { get: Line, by: word, order: rank, route: "GET /first/{word}" }
              someOfWord: { list: Line, by: word, max: 1, route: "GET /some/{word}" }
              search:    { search: Line, on: word, page: 20, max: 1 }
              addLine:   { create: Line }
              saveLine:  { put: Line, route: "PUT /lines/{noteId}/{number}" }
              editLine:  { update: Line, by: [noteId, number], change: [word] }
              dropLine:  { delete: Line, by: [noteId, number] }
              mark:      { create: Mark, allow: owner }
              marked:    { list: Mark, by: userId, fetch: Note, page: 20, allow: owner }
              pin:       { create: Pin, allow: owner }
              saveAndPin: { transact: [saveNote, pin], allow: signed-in }
              overview:  { gather: [box, notes], allow: signed-in, route: "GET /overview/{boxId}" }
              pinned:    { list: Pin, by: userId, fetch: Box, page: 20, allow: owner }
            """;

    /** What happens between two requests to the database. */
    private final AtomicReference<Runnable> between = new AtomicReference<>();

    private final Served served = BEARERS.serve(YAML, endpoint -> (request, context) -> {
        if (request instanceof Request.TransactWriteItems && between.get() != null) {
            between.getAndSet(null).run();
        }
        return endpoint.call(request);
    });

    AccessAttacksTest() {
        done(201, served.post(API + "/boxes", json("boxId", "a"), ANN));
        done(201, served.post(API + "/boxes", json("boxId", "b"), BOB));
        done(201, served.post(API + "/patterns/addNote", json("noteId", "na", "boxId", "a", "text", "Ann's"), ANN));
        done(201, served.post(API + "/patterns/addNote", json("noteId", "nb", "boxId", "b", "text", "Bob's"), BOB));
        done(
                201,
                served.post(
                        API + "/patterns/addLine", json("noteId", "na", "number", "1", "word", "w", "rank", "1"), ANN));
        done(
                201,
                served.post(
                        API + "/patterns/addLine", json("noteId", "nb", "number", "1", "word", "w", "rank", "2"), BOB));
    }

    @AfterEach
    void close() {
        served.close();
    }

    @Test
    void theDesignIsOneThatCheckLetsPass() {
        List<Finding> findings = Linter.lint(Reader.read(new Source("boxes.yaml", YAML)));
        assertThat(findings).filteredOn(Finding::isError).isEmpty();
    }

    @Test
    void aLineIsReadByWhoeverReadsTheBoxOfItsNote() {
        for (String path : List.of(
                "/patterns/lines?noteId=na", "/patterns/line?noteId=na&number=1", "/patterns/countLines?noteId=na")) {
            done(200, served.get(API + path, ANN));
            done(404, served.get(API + path, BOB));
            done(404, served.get(API + path, BOB));
            done(401, served.get(API + path, NOBODY));
            done(200, served.get(API + path, ANN));
        }
        assertThat(served.get(API + "/patterns/byWord?word=w", BOB).body())
                .contains("nb")
                .doesNotContain("na");
    }

    @Test
    void aLineIsWrittenByWhoeverReadsTheBoxOfItsNote() {
        done(
                404,
                served.post(
                        API + "/patterns/addLine", json("noteId", "na", "number", "2", "word", "x", "rank", "3"), BOB));
        done(404, served.withBody("PUT", API + "/lines/na/1", json("word", "x", "rank", "1"), BOB));
        done(404, edit("na", BOB));
        done(404, drop("na", BOB));
        assertThat(served.get(API + "/patterns/line?noteId=na&number=1", ANN).body())
                .contains("\"w\"");
        done(200, edit("na", ANN));
        done(200, served.withBody("PUT", API + "/lines/na/1", json("word", "x", "rank", "1"), ANN));
        done(204, drop("na", ANN));
    }

    @Test
    void aNoteThatGoesToAnotherBoxMeanwhileTakesItsLinesAlong() {
        between.set(() -> served.databases
                .get(0)
                .write("saveNote", Map.of("noteId", "na", "boxId", "b", "text", "moved"))
                .run());
        done(404, edit("na", ANN));
        done(404, served.get(API + "/patterns/lines?noteId=na", ANN));
        done(200, served.get(API + "/patterns/lines?noteId=na", BOB));
    }

    @Test
    void aBoxThatGoesMeanwhileKeepsItsLinesFromBeingWritten() {
        between.set(() ->
                served.databases.get(0).write("dropBox", Map.of("boxId", "a")).run());
        done(404, edit("na", ANN));
    }

    @Test
    void aPutDoesNotTakeANoteOutOfAnothersBox() {
        done(409, served.withBody("PUT", API + "/notes/na", json("boxId", "b", "text", "taken"), BOB));
        assertThat(served.get(API + "/patterns/note?noteId=na", ANN).json())
                .containsEntry("boxId", "a")
                .containsEntry("text", "Ann's");
        done(404, served.withBody("PUT", API + "/notes/nb", json("boxId", "a", "text", "given"), BOB));
        done(200, served.withBody("PUT", API + "/notes/nb", json("boxId", "b", "text", "mine"), BOB));
        done(201, served.withBody("PUT", API + "/notes/new", json("boxId", "b", "text", "mine"), BOB));
        done(201, served.post(API + "/boxes", json("boxId", "b2"), BOB));
        done(200, served.withBody("PUT", API + "/notes/nb", json("boxId", "b2", "text", "mine"), BOB));
    }

    @Test
    void aTransactionTakesNoNoteEither() {
        String stolen = "{\"saveNote\":{\"noteId\":\"na\",\"boxId\":\"b\"},\"pin\":{\"boxId\":\"b\"}}";
        done(409, served.post(API + "/patterns/saveAndPin", stolen, BOB));
        done(404, served.post(API + "/patterns/saveAndPin", stolen.replace("\"b\"},\"pin", "\"a\"},\"pin"), BOB));
        assertThat(served.get(API + "/patterns/note?noteId=na", ANN).json()).containsEntry("boxId", "a");
        done(200, served.post(API + "/patterns/saveAndPin", stolen.replace("na", "nb"), BOB));
    }

    @Test
    void whatIsGatheredFollowsItsParents() {
        assertThat(served.get(API + "/overview/a", ANN).body()).contains("Ann's");
        done(404, served.get(API + "/overview/a", BOB));
    }

    @Test
    void aNoteMovedMeanwhileIsNotTakenByAPut() {
        between.set(() -> served.databases
                .get(0)
                .write("saveNote", Map.of("noteId", "nb", "boxId", "a", "text", "Ann's now"))
                .run());
        done(409, served.withBody("PUT", API + "/notes/nb", json("boxId", "b", "text", "mine"), BOB));
        assertThat(served.get(API + "/patterns/note?noteId=nb", ANN).json()).containsEntry("text", "Ann's now");
    }

    @Test
    void toNameOnesOwnBoxOpensNoNoteOfAnother() {
        done(404, served.get(API + "/boxes/b/notes/na", BOB));
        done(404, served.withBody("PATCH", API + "/boxes/b/notes/na", json("text", "x"), BOB));
        done(404, served.call("DELETE", API + "/boxes/b/notes/na", BOB));
        assertThat(served.get(API + "/patterns/note?noteId=na", ANN).json()).containsEntry("text", "Ann's");
        done(200, served.withBody("PATCH", API + "/boxes/b/notes/nb", json("text", "x"), BOB));
        done(204, served.call("DELETE", API + "/boxes/b/notes/nb", BOB));
    }

    @Test
    void whatIsFetchedIsWhatTheCallerWouldRead() {
        for (String note : List.of("na", "nb")) {
            done(201, served.post(API + "/patterns/mark", json("noteId", note), BOB));
        }
        for (String box : List.of("a", "b")) {
            done(201, served.post(API + "/patterns/pin", json("boxId", box), BOB));
        }
        assertThat(served.get(API + "/patterns/marked", BOB).body())
                .contains("nb")
                .doesNotContain("na");
        assertThat(served.get(API + "/patterns/pinned", BOB).body())
                .contains("\"b\"")
                .doesNotContain("\"a\"");
    }

    @Test
    void whatIsReadAlongFollowsItsOwnParents() {
        done(201, served.post(API + "/patterns/publish", json("postId", "p"), ANN));
        done(201, served.post(API + "/patterns/addDraft", json("postId", "p", "number", "7"), ANN));
        assertThat(served.get(API + "/posts/p", ANN).body()).contains("\"7\"");
        assertThat(served.get(API + "/posts/p", BOB).body()).contains("\"ann\"").doesNotContain("\"7\"");
        assertThat(served.get(API + "/posts/p", NOBODY).body())
                .contains("\"ann\"")
                .doesNotContain("\"7\"");
    }

    @Test
    void aReadWithItemsOfSeveralParentsShowsThoseThatTheCallerSees() {
        assertThat(served.get(API + "/read/w", BOB).body()).contains("nb").doesNotContain("na");
        assertThat(served.get(API + "/read/w", ANN).body()).contains("na").doesNotContain("nb");
    }

    @Test
    void limitsCountWhatTheCallerMaySee() {
        assertThat(served.get(API + "/some/w", BOB).body()).contains("nb");
        assertThat(served.get(API + "/some/w", ANN).body()).contains("na");
        assertThat(served.get(API + "/first/w", BOB).body()).contains("nb");
        assertThat(served.get(API + "/patterns/search?word=w", BOB).body()).contains("nb");
        assertThat(served.get(API + "/patterns/search?word=w", ANN).body()).contains("na");
    }

    private Answer edit(String note, String[] who) {
        return served.withBody(
                "POST", API + "/patterns/editLine", json("noteId", note, "number", "1", "word", "x"), who);
    }

    private Answer drop(String note, String[] who) {
        return served.withBody("POST", API + "/patterns/dropLine", json("noteId", note, "number", "1"), who);
    }

    private static void done(int status, Answer answer) {
        assertThat(answer.status()).as(answer.toString()).isEqualTo(status);
    }

    private static String json(String... pairs) {
        List<String> members = new ArrayList<>();
        for (int i = 0; i < pairs.length; i += 2) {
            String value = pairs[i].equals("rank") ? pairs[i + 1] : "\"" + pairs[i + 1] + "\"";
            members.add("\"" + pairs[i] + "\":" + value);
        }
        return "{" + String.join(",", members) + "}";
    }
}
