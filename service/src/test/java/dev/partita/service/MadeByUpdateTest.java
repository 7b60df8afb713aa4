package dev.partita.service;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.service.Served.Answer;
import java.util.Arrays;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Updates with {@code or-create} over REST: what they answer, and whom they let make what. Ann is in t1, Mallory in none. */
class MadeByUpdateTest {

    private static final Bearers BEARERS = new Bearers();

    private final Served served = BEARERS.serve("""
            design: marks
            tables:
              main: { key: { partition: pk, sort: sk } }
            identity: { subject: sub, entity: User, by: userId }
            roles:
              admin:  { group: admins }
              member: { membership: Membership, by: userId, group: teamId }
            entities:
              User:
                key: { pk: "USER#{userId}", sk: META }
                owner: userId
                attributes:
                  userId: { type: string, length: 1..40 }
                  name: string
                  email: { type: string, unique: true }
                  password: { type: password, hidden: true, cost: 4 }
              Membership:
                key: { pk: "USER#{userId}", sk: "TEAM#{teamId}" }
                attributes: { userId: string, teamId: string }
              Visits:
                key: { pk: "PAGE#{path}", sk: "DAY#{day}" }
                version: version
                attributes: { path: string, day: date, count: { type: integer, default: 0, read-only: true }, version: integer }
              Rating:
                key: { pk: "PAGE#{path}", sk: "RATING#{reader}" }
                owner: reader
                attributes: { path: string, reader: string, stars: { type: integer, required: true } }
              Mark:
                key: { pk: "PAGE#{path}", sk: "MARK#{number}" }
                owner: author
                attributes: { path: string, number: integer, author: { type: string, required: true }, text: string }
              Board:
                key: { pk: "TEAM#{teamId}", sk: "BOARD#{name}" }
                attributes: { teamId: string, name: string, text: string }
            patterns:
              signUp:  { update: User, by: userId, change: [name, email, password], or-create: true, allow: anyone }
              enter:   { create: Membership, allow: admin }
              visit:   { update: Visits, by: [path, day], add: { count: 1 }, or-create: true, allow: anyone, route: "POST /visits/{path}/{day}" }
              rate:    { update: Rating, by: [path, reader], change: [stars], require: [stars], or-create: true, allow: owner, route: "PATCH /ratings/{path}/{reader}" }
              mark:    { update: Mark, by: [path, number], change: [author, text], require: [author], or-create: true, allow: owner, route: "PATCH /marks/{path}/{number}" }
              post:    { update: Board, by: [teamId, name], change: [text], or-create: true, allow: member, route: "PATCH /boards/{teamId}/{name}" }
              ratings: { list: Rating, by: path, allow: anyone }
              boards:  { list: Board, by: teamId, allow: member }
            """);

    @AfterEach
    void close() {
        served.close();
    }

    private Answer call(String who, String method, String path, String body) {
        String[] words = who == null ? new String[0] : who.split(" ");
        return served.withBody(
                method,
                "/api/marks" + path,
                body,
                who == null ? new String[0] : BEARERS.of(words[0], Arrays.copyOfRange(words, 1, words.length)));
    }

    @Test
    void aNewItemIsCreatedAndOneThatIsThereUpdated() {
        Answer made = call(null, "POST", "/visits/home/2024-03-01", "{}");
        assertThat(made.status()).as(made.toString()).isEqualTo(201);
        assertThat(made.header("Partita-Outcome")).isEqualTo("created");
        Answer counted = call(null, "POST", "/visits/home/2024-03-01", "{}");
        assertThat(counted.status()).isEqualTo(200);
        assertThat(counted.header("Partita-Outcome")).isEqualTo("updated");
        assertThat(counted.body()).contains("\"count\":2");
        assertThat(call(null, "POST", "/visits/home/yesterday", "{}").status()).isEqualTo(422);
    }

    @Test
    void whoWantsToFindSomethingMakesNothing() {
        Answer answer = served.post("/api/marks/visits/home/2024-03-01", "{}", "If-Match", "*");
        assertThat(answer.status()).as(answer.toString()).isIn(404, 412);
        assertThat(call(null, "POST", "/visits/home/2024-03-01", "{}").body()).contains("\"count\":1");
    }

    private void signUp(String who) {
        Answer made = call(who, "POST", "/patterns/signUp", "{\"userId\":\"" + who + "\"}");
        assertThat(made.status()).as(made.toString()).isEqualTo(201);
    }

    @Test
    void nobodyMakesWhatIsAnothers() {
        signUp("ann");
        signUp("mallory");
        assertThat(call("mallory", "PATCH", "/ratings/home/ann", "{\"stars\":1}")
                        .status())
                .isIn(403, 404);
        assertThat(call("ann", "PATCH", "/ratings/home/ann", "{\"stars\":5}").status())
                .isEqualTo(201);
        assertThat(call("mallory", "PATCH", "/ratings/home/ann", "{\"stars\":1}")
                        .status())
                .isIn(403, 404);
        assertThat(call("mallory", "PATCH", "/marks/home/1", "{\"author\":\"ann\"}")
                        .status())
                .isIn(403, 404, 422);
        assertThat(call("ann", "PATCH", "/marks/home/1", "{\"author\":\"ann\",\"text\":\"a\"}")
                        .status())
                .isEqualTo(201);
        Answer taken = call("mallory", "PATCH", "/marks/home/1", "{\"author\":\"mallory\",\"text\":\"m\"}");
        assertThat(taken.status()).as(taken.toString()).isEqualTo(404);
    }

    @Test
    void nobodyWritesIntoAGroupOfOthers() {
        signUp("root");
        signUp("ann");
        signUp("mallory");
        assertThat(call("root admins", "POST", "/patterns/enter", "{\"userId\":\"ann\",\"teamId\":\"t1\"}")
                        .status())
                .isEqualTo(201);
        assertThat(call("mallory", "PATCH", "/boards/t1/b", "{\"text\":\"x\"}").status())
                .isIn(403, 404);
        assertThat(call("ann", "PATCH", "/boards/t2/b", "{\"text\":\"x\"}").status())
                .isIn(403, 404);
        assertThat(call("ann", "PATCH", "/boards/t1/b", "{\"text\":\"x\"}").status())
                .isEqualTo(201);
    }

    @Test
    void nobodySignsUpAsAnother() {
        String ann = "{\"userId\":\"ann\",\"name\":\"Ann\"}";
        assertThat(call("mallory", "POST", "/patterns/signUp", ann).status()).isEqualTo(403);
        assertThat(call(null, "POST", "/patterns/signUp", ann).status()).isEqualTo(403);
        signUp("ann");
        assertThat(call("mallory", "POST", "/patterns/signUp", ann).status()).isEqualTo(403);
        assertThat(call("ann", "POST", "/patterns/signUp", ann).status()).isEqualTo(200);
    }
}
