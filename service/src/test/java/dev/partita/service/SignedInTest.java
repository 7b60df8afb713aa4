package dev.partita.service;

import static dev.partita.service.BadRequestsTest.check;
import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import dev.partita.access.Callers;
import dev.partita.access.MovableClock;
import dev.partita.access.Tokens;
import dev.partita.service.Served.Answer;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.Date;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Who may not, and how that is answered. */
class SignedInTest {

    private static final byte[] KEY = "a key that issuer and service share, long".getBytes(StandardCharsets.US_ASCII);
    private static final String YAML = Desk.YAML
            .replace("patterns:\n", "identity: { subject: sub }\nallow: [owner]\npatterns:\n")
            .replace("createPerson:  { create: Person }", "createPerson:  { create: Person, allow: anyone }")
            .replace("ticketTitles:  { list: Ticket,", "ticketTitles:  { allow: signed-in, list: Ticket,");

    private static final MovableClock CLOCK = new MovableClock();
    private static Served served;

    @BeforeAll
    static void open() {
        Tokens tokens = Tokens.builder()
                .secret(KEY)
                .signIn("a key for logins alone, and long enough".getBytes(StandardCharsets.US_ASCII))
                .clock(CLOCK)
                .build();
        served = new Served.Setting()
                .with(builder -> builder.callers(Callers.withTokens(tokens)))
                .serve(YAML);
    }

    @AfterAll
    static void close() {
        served.close();
    }

    @Test
    void whoIsNobodyIsAskedForAToken() {
        Answer answer = served.get("/api/desk/people/ada");
        check(answer, 401, "not-signed-in", "bearer token");
        assertThat(answer.header("WWW-Authenticate")).isEqualTo("Bearer");
    }

    @Test
    void aTokenThatIsNotBelievedIsNamedSo() {
        String good = token("ada", CLOCK);
        for (String odd : List.of(
                "Bearer x.y.z", "Bearer ", "Basic YTpi", "Bearer " + good + "x", "Bearer " + good.substring(9))) {
            Answer answer = served.get("/api/desk/people/ada", "Authorization", odd);
            check(answer, 401, "not-signed-in", "");
            assertThat(answer.header("WWW-Authenticate")).startsWith("Bearer");
            assertThat(answer.body()).doesNotContain(good.substring(9));
        }
        Answer old = served.get(
                "/api/desk/people/ada",
                "Authorization",
                "Bearer " + token("ada", Clock.offset(CLOCK, Duration.ofHours(-2))));
        check(old, 401, "not-signed-in", "");
        assertThat(old.header("WWW-Authenticate")).contains("invalid_token");
    }

    @Test
    void theOwnerMayAndOthersMayNot() {
        String ada = person("owner@example.com");
        String eve = person("other@example.com");
        String path = "/api/desk/people/" + ada;
        assertThat(served.get(path, "Authorization", "Bearer " + token(ada, CLOCK))
                        .status())
                .isEqualTo(200);
        Answer others = served.get(path, "Authorization", "Bearer " + token(eve, CLOCK));
        check(others, 403, "not-allowed", "owner");
        check(
                served.withBody("PATCH", path, "{\"name\":\"Eve\"}", "Authorization", "Bearer " + token(eve, CLOCK)),
                403,
                "not-allowed",
                "owner");
        assertThat(served.withBody("PATCH", path, "{\"name\":\"Ada\"}", "Authorization", "Bearer " + token(ada, CLOCK))
                        .status())
                .isEqualTo(200);
    }

    @Test
    void whatIsSomebodyElsesIsAsIfItWereNotThere() {
        String ada = person("tickets@example.com");
        String eve = person("nosy@example.com");
        Answer opened = served.post(
                "/api/desk/patterns/openTicket",
                "{\"title\":\"mine\"}",
                "Authorization",
                "Bearer " + token(ada, CLOCK));
        assertThat(opened.status()).as(opened.toString()).isEqualTo(201);
        assertThat(opened.json()).containsEntry("personId", ada);
        String path = opened.header("Location");
        assertThat(served.get(path, "Authorization", "Bearer " + token(ada, CLOCK))
                        .status())
                .isEqualTo(200);
        check(served.get(path, "Authorization", "Bearer " + token(eve, CLOCK)), 404, "not-found", "no Ticket");
        Answer deleted = served.call("DELETE", path, "Authorization", "Bearer " + token(eve, CLOCK));
        check(deleted, 404, "not-found", "no such Ticket");
        assertThat(deleted.body()).doesNotContain(ada);
        assertThat(served.call("DELETE", path, "Authorization", "Bearer " + token(ada, CLOCK))
                        .status())
                .isEqualTo(204);
    }

    @Test
    void aCursorDoesNotHelpSomebodyElse() {
        String ada = person("pages@example.com");
        String eve = person("thief@example.com");
        for (int i = 0; i < 3; i++) {
            served.post(
                    "/api/desk/patterns/openTicket",
                    "{\"title\":\"t\"}",
                    "Authorization",
                    "Bearer " + token(ada, CLOCK));
        }
        String mine = "/api/desk/patterns/tickets?limit=1";
        Answer first = served.get(mine, "Authorization", "Bearer " + token(ada, CLOCK));
        assertThat(first.status()).as(first.toString()).isEqualTo(200);
        String next = (String) first.json().get("next");
        assertThat(served.get(next, "Authorization", "Bearer " + token(ada, CLOCK))
                        .status())
                .isEqualTo(200);
        check(
                served.get(next, "Authorization", "Bearer " + token(eve, CLOCK)),
                400,
                "unusable-cursor",
                "other arguments");
    }

    @Test
    void aCursorOfAListThatIsForEverybodyFitsOneCaller() {
        String ada = person("lists@example.com");
        String eve = person("reader@example.com");
        for (int i = 0; i < 3; i++) {
            served.post(
                    "/api/desk/patterns/openTicket",
                    "{\"title\":\"t\"}",
                    "Authorization",
                    "Bearer " + token(ada, CLOCK));
        }
        String open = "/api/desk/patterns/ticketTitles?limit=1&personId=" + ada;
        Answer first = served.get(open, "Authorization", "Bearer " + token(ada, CLOCK));
        assertThat(first.status()).as(first.toString()).isEqualTo(200);
        String next = (String) first.json().get("next");
        assertThat(served.get(next, "Authorization", "Bearer " + token(ada, CLOCK))
                        .status())
                .isEqualTo(200);
        check(served.get(next, "Authorization", "Bearer " + token(eve, CLOCK)), 400, "unusable-cursor", "caller");
    }

    @Test
    void aPasswordGivesATokenAndTooManyTriesAreRefused() {
        served.post("/api/desk/people", "{\"email\":\"login@example.com\",\"password\":\"correct horse\"}");
        Answer login =
                served.post("/api/desk/login", "{\"email\":\"login@example.com\",\"password\":\"correct horse\"}");
        assertThat(login.status()).as(login.toString()).isEqualTo(200);
        assertThat(login.header("Cache-Control")).isEqualTo("no-store");
        String own = "/api/desk/people/" + login.json().get("subject");
        assertThat(served.get(own, "Authorization", "Bearer " + login.json().get("token"))
                        .status())
                .isEqualTo(200);
        Answer refused = null;
        for (int i = 0; i < 100 && (refused == null || refused.status() == 401); i++) {
            refused = served.post(
                    "/api/desk/login", "{\"email\":\"login@example.com\",\"password\":\"guess number " + i + "\"}");
            assertThat(refused.body()).doesNotContain("guess").doesNotContain("login@example.com");
        }
        check(refused, 429, "too-many-requests", "");
        assertThat(Long.parseLong(refused.header("Retry-After"))).isPositive();
        check(served.post("/api/desk/login", "{\"email\":\"x\"}"), 400, "unreadable-request", "password");
        check(served.post("/api/desk/login", "[1]"), 400, "unreadable-request", "");
        check(served.get("/api/desk/login"), 405, "method-not-allowed", "POST");
    }

    @Test
    void aTokenEndsWhenThePasswordIsSetAnew() {
        String path = account("changed@example.com");
        Answer before = login("changed@example.com", "correct horse");
        Answer besides = login("changed@example.com", "correct horse");
        assertThat(get(path, before).status()).isEqualTo(200);
        assertThat(patch(path, "{\"name\":\"Ada\"}", before).status()).isEqualTo(200);
        assertThat(get(path, before).status()).as("another name").isEqualTo(200);
        assertThat(patch(path, "{\"password\":\"battery staple\"}", before).status())
                .isEqualTo(200);
        for (Answer old : List.of(before, besides)) {
            check(get(path, old), 401, "not-signed-in", "password was set anew");
            assertThat(get(path, old).header("WWW-Authenticate")).contains("invalid_token");
            check(patch(path, "{\"password\":\"mine now, ha\"}", old), 401, "not-signed-in", "sign in again");
            // A token that is not believed is refused where anyone may call, too, and before arguments are looked at.
            check(
                    served.post("/api/desk/people", "{\"none\":1}", "Authorization", bearer(old)),
                    401,
                    "not-signed-in",
                    "sign in again");
        }
        assertThat(get(path, login("changed@example.com", "battery staple")).status())
                .isEqualTo(200);
    }

    @Test
    void anotherServiceWithTheSameSecretNoticesAfterSeconds() {
        String path = account("two@example.com");
        Answer login = login("two@example.com", "correct horse");
        assertThat(get(path, login).status()).isEqualTo(200);
        served.databases
                .get(0)
                .write(
                        "updatePerson",
                        Map.of("personId", login.json().get("subject"), "password", "by hand, elsewhere"))
                .run();
        assertThat(get(path, login).status()).isEqualTo(200);
        served.clock.advance(Duration.ofSeconds(5));
        check(get(path, login), 401, "not-signed-in", "password was set anew");
    }

    private static String account(String email) {
        served.post("/api/desk/people", "{\"email\":\"" + email + "\",\"password\":\"correct horse\"}");
        return "/api/desk/people/" + login(email, "correct horse").json().get("subject");
    }

    private static Answer login(String email, String password) {
        Answer login =
                served.post("/api/desk/login", "{\"email\":\"" + email + "\",\"password\":\"" + password + "\"}");
        assertThat(login.status()).as(login.toString()).isEqualTo(200);
        return login;
    }

    private static Answer get(String path, Answer login) {
        return served.get(path, "Authorization", bearer(login));
    }

    private static Answer patch(String path, String body, Answer login) {
        return served.withBody("PATCH", path, body, "Authorization", bearer(login));
    }

    private static String bearer(Answer login) {
        return "Bearer " + login.json().get("token");
    }

    private static String person(String email) {
        return (String) served.post("/api/desk/people", "{\"email\":\"" + email + "\"}")
                .json()
                .get("personId");
    }

    private static String token(String subject, Clock at) {
        try {
            SignedJWT token = new SignedJWT(
                    new JWSHeader(JWSAlgorithm.HS256),
                    new JWTClaimsSet.Builder()
                            .subject(subject)
                            .expirationTime(Date.from(at.instant().plusSeconds(3600)))
                            .build());
            token.sign(new MACSigner(KEY));
            return token.serialize();
        } catch (JOSEException e) {
            throw new IllegalStateException(e);
        }
    }
}
