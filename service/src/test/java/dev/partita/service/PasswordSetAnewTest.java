package dev.partita.service;

import static dev.partita.service.BadRequestsTest.check;
import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.access.Callers;
import dev.partita.access.Tokens;
import dev.partita.plan.Request;
import dev.partita.service.Served.Answer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tokens end with the password they were issued for, wherever the account is kept. */
class PasswordSetAnewTest {

    private static final String YAML = """
            design: club
            tables:
              main: { key: { partition: pk, sort: sk } }
            IDENTITY
            entities:
              Member:
                key: { pk: KEY, sk: META }
                owner: memberId
                unique:
                  email: { on: [email], lock: { pk: "EMAIL#{email}", sk: UNIQUE } }
                attributes:
                  memberId: { type: string, generate: ulid, length: 1..40 }
                  joinedAt: { type: timestamp, set: on-create }
                  number:   { type: integer, default: 7 }
                  email:    { type: string, required: true, length: 3..100 }
                  password: { type: password, hidden: true, cost: 4 }
                  isActive: { type: flag, default: true }
            patterns:
              join:   { create: Member, allow: anyone }
              member: { get: Member, by: email, allow: owner }
              change: { update: Member, by: email, change: [password], allow: owner }
              leave:  { delete: Member, by: email, allow: owner }
            """;

    private final List<Request> requests = Collections.synchronizedList(new ArrayList<>());

    @Test
    void anAccountThatIsFoundByMoreThanItsOwner() {
        try (Served served = serve("\"MEMBER#{joinedAt}#{number}\"", "")) {
            endsWithThePassword(served);
        }
    }

    @Test
    void anAccountWhoseKeyDoesNotGiveBackWhatItIsMadeOf() {
        try (Served served = serve("\"MEMBER#{joinedAt:date}#{email:hash}\"", "")) {
            endsWithThePassword(served);
        }
    }

    @Test
    void anAccountThatIdentityLooksAtIsReadOnce() {
        try (Served served =
                serve("\"MEMBER#{memberId}\"", "identity: { entity: Member, by: memberId, when: isActive }")) {
            endsWithThePassword(served);
            String token = login(served, "another long one");
            served.clock.advance(java.time.Duration.ofSeconds(6));
            requests.clear();
            assertThat(get(served, token).status()).isEqualTo(200);
            // The caller's own item, then the lock and the item that are asked for.
            assertThat(requests).hasSize(3);
        }
    }

    @Test
    void whoDeletedTheAccountIsLeftToIdentity() {
        try (Served served = serve("\"MEMBER#{memberId}\"", "")) {
            join(served);
            String token = login(served, "a long password");
            assertThat(served.post(
                                    "/api/club/patterns/leave",
                                    "{\"email\":\"a@b.c\"}",
                                    "Authorization",
                                    "Bearer " + token)
                            .status())
                    .isEqualTo(204);
            check(get(served, token), 404, "not-found", "");
            // What was left goes by the id; so the id is not to be had again by a token of before.
            String subject = served.post(
                            "/api/club/patterns/join", "{\"email\":\"b@b.c\",\"password\":\"a long password\"}")
                    .json()
                    .get("memberId")
                    .toString();
            String other =
                    (String) served.post("/api/club/login", "{\"email\":\"b@b.c\",\"password\":\"a long password\"}")
                            .json()
                            .get("token");
            served.post("/api/club/patterns/leave", "{\"email\":\"b@b.c\"}", "Authorization", "Bearer " + other);
            check(
                    served.post(
                            "/api/club/patterns/join",
                            "{\"memberId\":\"" + subject + "\",\"email\":\"c@b.c\",\"password\":\"a long one\"}",
                            "Authorization",
                            "Bearer " + other),
                    403,
                    "not-allowed",
                    "not there any more");
        }
    }

    private static void endsWithThePassword(Served served) {
        join(served);
        String token = login(served, "a long password");
        assertThat(get(served, token).status()).isEqualTo(200);
        Answer changed = served.post(
                "/api/club/patterns/change",
                "{\"email\":\"a@b.c\",\"password\":\"another long one\"}",
                "Authorization",
                "Bearer " + token);
        assertThat(changed.status()).as(changed.toString()).isEqualTo(200);
        check(get(served, token), 401, "not-signed-in", "password was set anew");
        assertThat(get(served, login(served, "another long one")).status()).isEqualTo(200);
    }

    private static void join(Served served) {
        Answer joined =
                served.post("/api/club/patterns/join", "{\"email\":\"a@b.c\",\"password\":\"a long password\"}");
        assertThat(joined.status()).as(joined.toString()).isEqualTo(201);
    }

    private static String login(Served served, String password) {
        Answer login = served.post("/api/club/login", "{\"email\":\"a@b.c\",\"password\":\"" + password + "\"}");
        assertThat(login.status()).as(login.toString()).isEqualTo(200);
        return (String) login.json().get("token");
    }

    private static Answer get(Served served, String token) {
        return served.get("/api/club/patterns/member?email=a@b.c", "Authorization", "Bearer " + token);
    }

    private Served serve(String key, String identity) {
        return new Served.Setting()
                .with(builder -> builder.callers(Callers.withTokens(Tokens.none())))
                .through(endpoint -> (request, context) -> {
                    requests.add(request);
                    return endpoint.call(request);
                })
                .serve(YAML.replace("KEY", key).replace("IDENTITY", identity));
    }
}
