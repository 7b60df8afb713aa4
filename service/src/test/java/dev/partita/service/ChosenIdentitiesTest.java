package dev.partita.service;

import static dev.partita.service.BadRequestsTest.check;
import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.service.Served.Answer;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Mallory signs up as somebody else, where accounts have ids that their makers give. */
class ChosenIdentitiesTest {

    private static final Bearers BEARERS = new Bearers();
    private static final String API = "/api/notes/patterns";

    private final Served served = BEARERS.serve("""
            design: notes
            tables:
              main: { key: { partition: pk, sort: sk } }
            identity: { subject: sub, entity: User, by: userId }
            roles: { admin: { group: admins } }
            entities:
              Team:
                key: { pk: "TEAM#{teamId}", sk: META }
                attributes: { teamId: string }
              User:
                key: { pk: "USER#{userId}", sk: META }
                owner: userId
                unique:
                  email: { on: [email], lock: { pk: "EMAIL#{email}", sk: UNIQUE } }
                attributes:
                  userId:   { type: string, length: 1..40 }
                  teamId:   { type: string, references: Team, on-delete: keep }
                  email:    { type: string, required: true }
                  password: { type: password, hidden: true, required: true, cost: 4 }
              Note:
                key: { pk: "USER#{userId}", sk: "NOTE#{noteId}" }
                owner: userId
                attributes: { userId: string, noteId: { type: ulid, generate: ulid }, text: string }
            patterns:
              signUp:   { create: User, allow: anyone }
              save:     { put: User, allow: anyone, route: none }
              comeBack: { create: User, allow: [anyone, owner], route: none }
              putBack:  { put: User, allow: [signed-in, owner], route: none }
              make:     { create: User, allow: together }
              found:    { create: Team, allow: anyone }
              both:     { transact: [found, make], allow: anyone }
              openTeam: { create: Team, with: User, allow: anyone, route: none }
              hire:     { create: User, allow: admin, route: none }
              leave:    { delete: User, by: userId, allow: owner }
              write:    { create: Note, allow: owner }
              notes:    { list: Note, by: userId, allow: owner }
            """);

    @AfterEach
    void close() {
        served.close();
    }

    @Test
    void nobodyTakesTheIdOfAnAccountThatWasDeleted() {
        String[] ann = BEARERS.of("ann");
        done(201, served.post(API + "/signUp", account("ann", "ann@x.de"), ann));
        done(201, served.post(API + "/write", "{\"text\":\"private\"}", ann));
        done(204, served.post(API + "/leave", "{}", ann));
        check(served.post(API + "/signUp", account("ann", "mal@x.de")), 403, "not-allowed", "says whose account it is");
        check(
                served.post(API + "/signUp", account("ann", "mal@x.de"), BEARERS.of("mallory")),
                403,
                "not-allowed",
                "give who you are signed in as");
        assertThat(served.post("/api/notes/login", "{\"email\":\"mal@x.de\",\"password\":\"a long password\"}")
                        .status())
                .isEqualTo(401);
        // Ann herself comes back, and finds what is hers.
        done(201, served.post(API + "/signUp", account("ann", "ann@x.de"), ann));
        assertThat(served.get(API + "/notes", ann).body()).contains("private");
    }

    @Test
    void theTokenOfALoginDoesNotBringBackTheAccountThatWasDeleted() {
        done(201, served.post(API + "/hire", account("bob", "bob@x.de"), BEARERS.of("root", "admins")));
        String[] bob = {"Authorization", "Bearer " + login("bob@x.de")};
        done(201, served.post(API + "/write", "{\"text\":\"private\"}", bob));
        done(204, served.post(API + "/leave", "{}", bob));
        String account = account("bob", "bob@x.de");
        String both = "{\"found\":{\"teamId\":\"t\"},\"make\":" + account + "}";
        done(403, served.post(API + "/signUp", account, bob));
        done(403, served.post(API + "/save", account, bob));
        String unnamed = "{\"email\":\"bob@x.de\",\"password\":\"a long password\"}";
        for (String pattern : new String[] {"/comeBack", "/putBack"}) {
            done(403, served.post(API + pattern, account, bob));
            done(403, served.post(API + pattern, unnamed, bob));
        }
        done(403, served.post(API + "/both", both, bob));
        done(403, served.post(API + "/openTeam", "{\"teamId\":\"t\",\"users\":[" + account + "]}", bob));
        // Whoever has a role may, and the former token is not for the new account.
        done(201, served.post(API + "/hire", account, BEARERS.of("root", "admins")));
        done(401, served.get(API + "/notes", bob));
    }

    @Test
    void norWhenAnotherProcessDeletedItAMomentAgo() {
        done(201, served.post(API + "/hire", account("bob", "bob@x.de"), BEARERS.of("root", "admins")));
        String[] bob = {"Authorization", "Bearer " + login("bob@x.de")};
        done(200, served.get(API + "/notes", bob));
        served.databases.get(0).write("leave", Map.of("userId", "bob")).run();
        done(403, served.post(API + "/signUp", account("bob", "bob@x.de"), bob));
        done(403, served.post(API + "/comeBack", "{\"email\":\"bob@x.de\",\"password\":\"a long password\"}", bob));
    }

    private String login(String email) {
        Answer login =
                served.post("/api/notes/login", "{\"email\":\"" + email + "\",\"password\":\"a long password\"}");
        done(200, login);
        return (String) login.json().get("token");
    }

    @Test
    void nobodyTakesTheIdOfWhoSignsInElsewhereByAnyWay() {
        String account = account("idp-7", "mal@x.de");
        String team = "{\"teamId\":\"t\",\"users\":[" + account + "]}";
        String both = "{\"found\":{\"teamId\":\"t\"},\"make\":" + account + "}";
        for (String[] caller : new String[][] {{}, BEARERS.of("mallory")}) {
            done(403, served.post(API + "/signUp", account, caller));
            done(403, served.post(API + "/save", account, caller));
            done(403, served.post(API + "/both", both, caller));
            done(403, served.post(API + "/openTeam", team, caller));
        }
        done(201, served.post(API + "/signUp", account("mallory", "m@x.de"), BEARERS.of("mallory")));
        done(201, served.post(API + "/hire", account("cid", "c@x.de"), BEARERS.of("root", "admins")));
        done(
                201,
                served.post(API + "/openTeam", "{\"teamId\":\"t\",\"users\":[" + account + "]}", BEARERS.of("idp-7")));
    }

    private static String account(String id, String email) {
        return "{\"userId\":\"" + id + "\",\"email\":\"" + email + "\",\"password\":\"a long password\"}";
    }

    private static void done(int status, Answer answer) {
        assertThat(answer.status()).as(answer.toString()).isEqualTo(status);
    }
}
