package dev.partita.service;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.plan.Request;
import dev.partita.service.Served.Answer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Children that whoever does not see their parent neither reads nor changes; accounts that are closed; parts that go together. */
class ParentsTest {

    private static final Bearers BEARERS = new Bearers();
    private static final String[] ANN = BEARERS.of("ann");
    private static final String[] BOB = BEARERS.of("bob");
    private static final String[] ROOT = BEARERS.of("root", "admins");
    private static final String[] ROBOT = BEARERS.of("robot", "robots");
    private static final String[] NOBODY = {};
    private static final String API = "/api/exams";

    private static final String YAML = """
            design: exams
            tables:
              main:
                key: { partition: pk, sort: sk }
                stream: new
                indexes:
                  GSI1: { partition: gsi1pk, sort: gsi1sk, projection: all }
            identity: { subject: sub, entity: User, by: userId, when: isActive }
            roles:
              admin: { group: admins }
              robot: { group: robots }
              staff: { entity: User, by: userId, when: isStaff }
            allow: signed-in
            entities:
              User:
                key: { pk: "USER#{userId}", sk: META }
                owner: userId
                attributes:
                  userId: string
                  isActive: { type: flag, default: true }
                  isStaff: { type: flag, default: false }
              Exam:
                key: { pk: "EXAM#{examId}", sk: META }
                owner: author
                soft-delete: { flag: isDeleted }
                attributes:
                  examId: string
                  author: { type: string, required: true, immutable: true }
                  isOpen: { type: flag, default: false }
                  isDeleted: { type: flag, default: false, read-only: true }
              Question:
                key: { pk: "EXAM#{examId}", sk: "QUESTION#{number}" }
                GSI1: { gsi1pk: "ANSWER#{answer}", gsi1sk: "{examId}#{number}" }
                through: [open, mine]
                attributes:
                  examId: { type: string, references: Exam }
                  number: string
                  answer: string
              Remark:
                key: { pk: "REMARK#{examId}#{number}", sk: "{remarkId}" }
                through: question
                attributes:
                  examId: { type: string }
                  number: { type: string }
                  remarkId: string
                  text: string
              Try:
                key: { pk: "USER#{userId}", sk: "TRY#{tryId}" }
                owner: userId
                attributes: { userId: string, tryId: string, score: integer }
              Use:
                key: { pk: "USER#{userId}", sk: "USE#{tryId}" }
                owner: userId
                attributes: { userId: string, tryId: string }
            patterns:
              open:      { get: Exam, by: examId, where: isOpen, allow: anyone }
              mine:      { get: Exam, by: examId, allow: [owner, admin], route: "GET /mine/{examId}" }
              write:     { create: Exam, allow: owner }
              publish:   { update: Exam, by: examId, set: { isOpen: true }, allow: owner }
              bin:       { delete: Exam, by: examId, allow: owner }
              questions: { list: Question, by: examId, cache: 5 minutes }
              count:     { count: Question, by: examId }
              question:  { get: Question, by: [examId, number] }
              byAnswer:  { list: Question, by: answer, page: 10 }
              search:    { search: Question, on: answer, page: 10 }
              exam:      { read: [Exam, Question], by: examId, where: isOpen, allow: anyone, route: "GET /whole/{examId}" }
              both:      { gather: [questions, open], allow: anyone }
              entire:    { gather: [exam, count], allow: anyone }
              page:      { gather: [questions, forStaff], allow: anyone }
              held:      { list: Question, by: examId, allow: together }
              all:       { gather: [held], allow: anyone }
              led:       { get: Exam, by: examId, where: isOpen, then: held, allow: anyone, route: "GET /led/{examId}" }
              ask:       { create: Question, through: mine }
              save:      { put: Question, through: mine, route: "PUT /save/{examId}/{number}" }
              change:    { update: Question, by: [examId, number], change: [answer], through: mine }
              drop:      { delete: Question, by: [examId, number], through: mine }
              remarks:   { list: Remark, by: [examId, number] }
              remark:    { create: Remark }
              me:        { get: User, by: userId, allow: owner }
              hire:      { create: User, allow: admin }
              close:     { update: User, by: userId, change: [isActive], allow: admin }
              forStaff:  { list: Try, by: userId, allow: [staff, robot], route: "GET /tries" }
              forAll:    { get: User, by: userId, route: "GET /known/{userId}" }
              score:     { create: Try, set: { score: 0 }, allow: together }
              use:       { create: Use, allow: together }
              attempt:   { transact: [score, use], allow: owner }
            """;

    /** What happens between two requests to the database. */
    private final AtomicReference<Runnable> between = new AtomicReference<>();

    private final Served served = BEARERS.serve(YAML, endpoint -> (request, context) -> {
        if (request instanceof Request.TransactWriteItems && between.get() != null) {
            between.getAndSet(null).run();
        }
        return endpoint.call(request);
    });

    ParentsTest() {
        for (String user : List.of("ann", "bob")) {
            done(201, served.post(API + "/users", json("userId", user), ROOT));
        }
        done(201, served.post(API + "/exams", json("examId", "e1"), ANN));
        done(201, served.post(API + "/exams/e1/questions", json("number", "1", "answer", "42"), ANN));
    }

    @AfterEach
    void close() {
        served.close();
    }

    /** Without its head a read has nothing to show, whether the head is missing or not for the caller. */
    @Test
    void aReadWithoutItsHeadIsNullAmongOthers() {
        String path = API + "/patterns/entire?examId=";
        assertThat(served.get(path + "e1", ANN).body()).isEqualTo("{\"exam\":null,\"count\":{\"count\":1}}");
        publish();
        assertThat(served.get(path + "e1", ANN).body()).contains("\"exam\":{\"exam\":{", "\"questions\":[{");
    }

    @Test
    void theChildrenOfADraftAreReadByWhoeverReadsTheDraft() {
        for (String path : children()) {
            assertThat(served.get(API + path, ANN).body()).as(path).contains("42");
            done(404, served.get(API + path, BOB));
            done(404, served.get(API + path, NOBODY));
            assertThat(served.get(API + path, ROOT).body()).as(path).contains("42");
        }
        assertThat(served.get(API + "/exams/e1/questions/count", ANN).status()).isEqualTo(200);
        done(404, served.get(API + "/exams/e1/questions/count", BOB));
        done(404, served.get(API + "/exams/none/questions", ANN));
    }

    /** It was 404 or 403, as the exam is there for them or not. */
    @Test
    void whoMayNotCallAPartLearnsNothingOfTheParentsOfAnother() {
        for (String exam : List.of("e1", "none")) {
            for (String[] caller : List.of(ANN, BOB)) {
                done(403, served.get(API + "/patterns/page?userId=ann&examId=" + exam, caller));
            }
            done(401, served.get(API + "/patterns/page?userId=ann&examId=" + exam, NOBODY));
        }
    }

    /** What is for `together` alone was open to whoever gets through, where another pattern goes on with it. */
    @Test
    void whatGoesTogetherIsNotReachedByThen() {
        publish();
        assertThat(served.get(API + "/patterns/all?examId=e1", ANN).body()).contains("42");
        done(403, served.get(API + "/led/e1", ANN));
        done(401, served.get(API + "/led/e1", NOBODY));
        done(403, served.get(API + "/patterns/held?examId=e1", ANN));
    }

    @Test
    void theChildrenOfWhatIsOpenAreOpen() {
        publish();
        for (String path : children()) {
            assertThat(served.get(API + path, BOB).body()).as(path).contains("42");
            assertThat(served.get(API + path, NOBODY).body()).as(path).contains("42");
        }
        assertThat(served.get(API + "/both?examId=e1", NOBODY).body()).contains("42");
    }

    @Test
    void theChildrenOfWhatIsDeletedAreGoneForEverybody() {
        publish();
        assertThat(served.get(API + "/exams/e1/questions", ANN).body()).contains("42");
        done(204, served.call("DELETE", API + "/exams/e1", ANN));
        for (String path : children()) {
            done(404, served.get(API + path, ANN));
            done(404, served.get(API + path, ROOT));
            done(404, served.get(API + path, NOBODY));
        }
        done(404, served.get(API + "/both?examId=e1", NOBODY));
        done(404, served.post(API + "/exams/e1/questions", json("number", "2"), ANN));
        done(404, served.withBody("PATCH", API + "/exams/e1/questions/1", json("answer", "x"), ANN));
        done(404, served.call("DELETE", API + "/exams/e1/questions/1", ROOT));
    }

    @Test
    void whatIsFoundInAnotherWayIsLeftOutWhereItsParentIsNotSeen() {
        for (String path : List.of("/patterns/byAnswer?answer=42", "/patterns/search?answer=42")) {
            assertThat(served.get(API + path, ANN).body()).as(path).contains("e1");
            assertThat(served.get(API + path, BOB).body()).as(path).doesNotContain("e1");
            assertThat(served.get(API + path, NOBODY).body()).as(path).doesNotContain("e1");
            String[] lines = {BOB[0], BOB[1], "Accept", "application/x-ndjson"};
            assertThat(served.get(API + path, lines).body()).as(path).doesNotContain("e1");
        }
        publish();
        assertThat(served.get(API + "/patterns/byAnswer?answer=42", BOB).body()).contains("e1");
    }

    @Test
    void aChildIsChangedByWhoeverMayChangeItsParent() {
        publish();
        done(404, served.post(API + "/exams/e1/questions", json("number", "2", "answer", "x"), BOB));
        done(404, served.withBody("PATCH", API + "/exams/e1/questions/1", json("answer", "x"), BOB));
        done(404, served.withBody("PUT", API + "/save/e1/1", json("answer", "x"), BOB));
        done(404, served.call("DELETE", API + "/exams/e1/questions/1", BOB));
        done(401, served.call("DELETE", API + "/exams/e1/questions/1", NOBODY));
        done(404, served.post(API + "/exams/none/questions", json("number", "2"), ANN));
        assertThat(served.get(API + "/exams/e1/questions/1", ANN).json()).containsEntry("answer", "42");
        done(200, served.withBody("PATCH", API + "/exams/e1/questions/1", json("answer", "43"), ANN));
        done(200, served.withBody("PUT", API + "/save/e1/1", json("answer", "44"), ANN));
        done(204, served.call("DELETE", API + "/exams/e1/questions/1", ROOT));
    }

    @Test
    void aParentThatGoesMeanwhileTakesTheWriteAlong() {
        between.set(() ->
                served.databases.get(0).write("bin", Map.of("examId", "e1")).run());
        done(404, served.withBody("PATCH", API + "/exams/e1/questions/1", json("answer", "x"), ANN));
        done(404, served.get(API + "/exams/e1/questions", ANN));
    }

    @Test
    void aChildOfAChildFollowsBoth() {
        done(
                201,
                served.post(
                        API + "/patterns/remark",
                        json("examId", "e1", "number", "1", "remarkId", "r", "text", "t"),
                        ANN));
        String path = API + "/patterns/remarks?examId=e1&number=1";
        assertThat(served.get(path, ANN).body()).contains("\"t\"");
        done(404, served.get(path, BOB));
        done(404, served.post(API + "/patterns/remark", json("examId", "e1", "number", "1", "remarkId", "s"), BOB));
        done(404, served.post(API + "/patterns/remark", json("examId", "e1", "number", "9", "remarkId", "s"), ANN));
        publish();
        assertThat(served.get(path, BOB).body()).contains("\"t\"");
        between.set(() ->
                served.databases.get(0).write("bin", Map.of("examId", "e1")).run());
        done(404, served.post(API + "/patterns/remark", json("examId", "e1", "number", "1", "remarkId", "u"), ANN));
    }

    @Test
    void localModeAsksNobody() {
        try (Served local = Served.design(YAML)) {
            String[] ann = {"Partita-As", "ann"};
            local.post(API + "/exams", json("examId", "e1", "author", "ann"), ann);
            done(201, local.post(API + "/exams/e1/questions", json("number", "1", "answer", "42"), ann));
            done(200, local.get(API + "/exams/e1/questions"));
            done(200, local.get(API + "/exams/e1/questions", "Partita-As", "bob"));
        }
    }

    @Test
    void anAccountThatIsClosedEndsEveryRightAtOnce() {
        done(200, served.get(API + "/patterns/me", ANN));
        done(200, served.get(API + "/known/bob", ANN));
        done(200, served.withBody("PATCH", API + "/users/ann", "{\"isActive\":false}", ROOT));
        done(403, served.get(API + "/patterns/me", ANN));
        done(403, served.get(API + "/known/bob", ANN));
        done(403, served.post(API + "/exams", json("examId", "e2"), ANN));
        done(403, served.get(API + "/mine/e1", ANN));
        done(403, served.withBody("PATCH", API + "/exams/e1/questions/1", json("answer", "x"), ANN));
        done(403, served.post(API + "/attempt", json("tryId", "t"), ANN));
        publishByRoot();
        done(200, served.get(API + "/exams/e1", ANN));
        done(200, served.withBody("PATCH", API + "/users/ann", "{\"isActive\":true}", ROOT));
        done(200, served.get(API + "/patterns/me", ANN));
    }

    @Test
    void whoHasNoAccountIsNotSignedInButAMachineHasItsGroups() {
        String[] eve = BEARERS.of("eve");
        done(403, served.get(API + "/known/bob", eve));
        done(403, served.get(API + "/patterns/me", eve));
        done(403, served.post(API + "/exams", json("examId", "e3"), eve));
        done(200, served.get(API + "/tries?userId=ann", ROBOT));
        done(403, served.get(API + "/tries?userId=ann", eve));
        done(201, served.post(API + "/users", json("userId", "root", "isActive", "false"), ROOT), 422);
        served.post(API + "/users", "{\"userId\":\"root\",\"isActive\":false}", ROOT);
        done(403, served.post(API + "/users", json("userId", "x"), ROOT));
    }

    @Test
    void whatGoesTogetherIsNotCalledAlone() {
        done(403, served.post(API + "/patterns/score", json("userId", "ann", "tryId", "t"), ANN));
        done(403, served.post(API + "/patterns/use", json("userId", "ann", "tryId", "t"), ANN));
        done(403, served.post(API + "/patterns/use", json("userId", "ann", "tryId", "t"), ROOT));
        done(401, served.post(API + "/patterns/use", json("userId", "ann", "tryId", "t"), NOBODY));
        done(200, served.post(API + "/attempt", json("tryId", "t"), ANN));
        done(403, served.post(API + "/attempt", json("userId", "bob", "tryId", "u"), ANN));
        done(
                422,
                served.post(
                        API + "/attempt",
                        "{\"score\":{\"tryId\":\"v\",\"score\":100},\"use\":{\"tryId\":\"v\"}}",
                        ANN));
    }

    private static List<String> children() {
        return List.of("/exams/e1/questions", "/exams/e1/questions/1");
    }

    private void publish() {
        done(200, served.post(API + "/exams/e1/publish", "{}", ANN));
    }

    private void publishByRoot() {
        served.databases.get(0).write("publish", Map.of("examId", "e1")).run();
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
            members.add("\"" + pairs[i] + "\":\"" + pairs[i + 1] + "\"");
        }
        return "{" + String.join(",", members) + "}";
    }
}
