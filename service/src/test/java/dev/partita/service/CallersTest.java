package dev.partita.service;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import dev.partita.access.Callers;
import dev.partita.access.Tokens;
import dev.partita.design.Design;
import dev.partita.design.Reader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who calls, over HTTP: the catalogue of document 003 with Cognito's tokens, and the accounts of document 004. */
class CallersTest {

    private static final String SITES = "/api/fus-main/sites";
    private static final String RATE = "/api/fus-main/patterns/rate";
    private static final String LOGIN = "/api/notifications/login";

    @TempDir
    private static Path directory;

    private static RSAKey key;
    private static Served served;
    private static Served local;
    private static String admin;
    private static String ann;
    private static String ben;
    private static String siteId;

    @BeforeAll
    static void start() throws Exception {
        key = new RSAKeyGenerator(2048).keyID("pool-key").generate();
        Path keys = Files.writeString(directory.resolve("jwks.json"), new JWKSet(key).toString(true));
        Tokens tokens = Tokens.builder()
                .keys(keys)
                .issuer("https://cognito.example/pool")
                .audience(List.of("client-1"))
                .build();
        List<Design> designs = List.of(design("fus-main"), design("notifications"));
        served = new Served.Setting()
                .with(builder -> builder.callers(Callers.withTokens(tokens)))
                .serve(designs);
        local = new Served.Setting()
                .with(builder -> builder.callers(Callers.local(tokens)))
                .serve(designs);
        admin = bearer("sub-root", List.of("admins"), "client-1");
        ann = bearer("sub-ann", List.of(), "client-1");
        ben = bearer("sub-ben", List.of("readers"), "client-1");
        Served.Answer site =
                served.post(SITES, "{\"url\":\"https://example.com\",\"title\":\"Example\"}", "Authorization", admin);
        assertThat(site.status()).as(site.body()).isEqualTo(201);
        siteId = site.body().replaceFirst("(?s).*\"siteId\":\"([^\"]+)\".*", "$1");
    }

    @AfterAll
    static void stop() {
        served.close();
        local.close();
    }

    @Test
    void everybodyReadsAndOnlyAdministratorsWriteSites() {
        assertThat(served.get(SITES).status()).isEqualTo(200);
        Served.Answer nobody = served.post(SITES, "{}");
        assertThat(nobody.status()).isEqualTo(401);
        assertThat(nobody.header("WWW-Authenticate")).isEqualTo("Bearer");
        assertThat(nobody.header("Content-Type")).isEqualTo("application/problem+json");
        Served.Answer reader =
                served.post(SITES, "{\"url\":\"https://a.example\",\"title\":\"A\"}", "Authorization", ben);
        assertThat(reader.status()).isEqualTo(403);
        assertThat(reader.body()).contains("reateSite is for admin");
    }

    @Test
    void peopleRateAsThemselves() {
        Served.Answer own = served.post(RATE, "{\"siteId\":\"" + siteId + "\",\"stars\":5}", "Authorization", ann);
        assertThat(own.status()).as(own.body()).isIn(200, 201);
        assertThat(own.body()).contains("\"userId\":\"sub-ann\"");
        Served.Answer others = served.post(
                RATE, "{\"userId\":\"sub-ann\",\"siteId\":\"" + siteId + "\",\"stars\":1}", "Authorization", ben);
        assertThat(others.status()).isEqualTo(403);
        assertThat(served.get("/api/fus-main/patterns/myRatings", "Authorization", ann)
                        .body())
                .contains("\"stars\":5");
        assertThat(served.get("/api/fus-main/patterns/myRatings", "Authorization", ben)
                        .body())
                .contains("\"items\":[]");
    }

    @Test
    void aTokenThatIsNotBelievedIsRefusedEvenWhereNoneIsNeeded() throws JOSEException {
        for (String token : List.of(
                bearer("sub-ann", List.of(), "another-client"), "Bearer x", "Basic eDp5", "Bearer", ann + "x")) {
            Served.Answer answer = served.get(SITES, "Authorization", token);
            assertThat(answer.status()).as(token).isEqualTo(401);
            assertThat(answer.header("WWW-Authenticate")).startsWith("Bearer error=\"invalid_token\"");
            assertThat(answer.body()).doesNotContain("ey", "eDp5");
        }
    }

    @Test
    void theHeaderThatSaysWhoToBeCountsInLocalModeOnly() {
        assertThat(served.get(SITES, "Partita-As", "sub-root").status()).isEqualTo(403);
        assertThat(local.get(SITES, "Partita-As", "sub-root").status()).isEqualTo(200);
        assertThat(local.get(SITES, "Partita-As", "sub-root", "Authorization", ann)
                        .status())
                .isEqualTo(403);
        assertThat(local.get("/api/fus-main/groups").status()).isEqualTo(200);
        // Whoever sends a token is held to it.
        assertThat(local.get("/api/fus-main/groups", "Authorization", ann).status())
                .isEqualTo(403);
        assertThat(local.get("/api/fus-main/groups", "Authorization", admin).status())
                .isEqualTo(200);
    }

    @Test
    void withGroupsALocalCallerIsHeldToTheRulesOfTheDesign() {
        String groups = "/api/fus-main/groups";
        assertThat(local.get(groups, "Partita-As", "sub-ann").status()).isEqualTo(200);
        assertThat(local.get(groups, "Partita-As", "sub-ann", "Partita-Groups", "")
                        .status())
                .isEqualTo(403);
        assertThat(local.get(groups, "Partita-As", "sub-ann", "Partita-Groups", "readers  admins")
                        .status())
                .isEqualTo(200);
        assertThat(local.get(groups, "Partita-Groups", "admins").body()).contains("goes with Partita-As");
        assertThat(served.get(groups, "Partita-As", "sub-ann", "Partita-Groups", "admins")
                        .status())
                .isEqualTo(403);
    }

    @Test
    void somebodyElsesItemIsNotThere() {
        String first = account("first@example.com");
        String second = account("second@example.com");
        String made = local(first);
        Served.Answer others = local.get("/api/notifications/notifications/" + made, "Authorization", second);
        Served.Answer none =
                local.get("/api/notifications/notifications/01HQ8XA2B3C4D5E6F7G8H9JKMN", "Authorization", second);
        assertThat(others.status()).isEqualTo(404);
        assertThat(withoutId(others.body())).isEqualTo(withoutId(none.body()));
        assertThat(local.get("/api/notifications/notifications/" + made, "Authorization", first)
                        .status())
                .isEqualTo(200);
        Served.Answer deleted =
                local.call("DELETE", "/api/notifications/notifications/" + made, "Authorization", second);
        assertThat(deleted.status()).isEqualTo(404);
        assertThat(local.call("DELETE", "/api/notifications/notifications/" + made, "Authorization", first)
                        .status())
                .isEqualTo(204);
    }

    @Test
    void tooManyWrongPasswordsHaveToWait() {
        account("patient@example.com");
        String wrong = "{\"email\":\"patient@example.com\",\"password\":\"wrong\"}";
        Served.Answer answer = local.post(LOGIN, wrong);
        for (int i = 0; i < 20 && answer.status() == 401; i++) {
            answer = local.post(LOGIN, wrong);
        }
        assertThat(answer.status()).isEqualTo(429);
        assertThat(Integer.parseInt(answer.header("Retry-After"))).isBetween(1, 60);
        assertThat(answer.body()).contains("/problems/too-many-requests");
    }

    @Test
    void anAnswerWithATokenIsNotKept() {
        account("kept@example.com");
        Served.Answer answer = local.post(LOGIN, "{\"email\":\"kept@example.com\",\"password\":\"a password\"}");
        assertThat(answer.header("Cache-Control")).isEqualTo("no-store");
        assertThat(local.post("/api/fus-main/login", "{}").status()).isEqualTo(404);
        assertThat(local.get(LOGIN).status()).isEqualTo(405);
    }

    /** Signs up and in; what to send as Authorization. */
    private static String account(String email) {
        String json = "{\"email\":\"" + email + "\",\"password\":\"a password\"}";
        assertThat(local.post("/api/notifications/users", json).status()).isEqualTo(201);
        Served.Answer answer = local.post(LOGIN, json);
        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        return "Bearer " + answer.body().replaceFirst("(?s).*\"token\":\"([^\"]+)\".*", "$1");
    }

    /** A notification for whoever has this token; its id. */
    private static String local(String authorization) {
        String user = local.get("/api/notifications/patterns/user", "Authorization", authorization)
                .body();
        String userId = user.replaceFirst("(?s).*\"id\":\"([^\"]+)\".*", "$1");
        Served.Answer made = local.post(
                "/api/notifications/notifications",
                "{\"userId\":\"" + userId + "\",\"title\":\"t\",\"content\":\"c\",\"channelName\":\"email\"}");
        assertThat(made.status()).as(made.body()).isEqualTo(201);
        return made.body().replaceFirst("(?s).*\"id\":\"([^\"]+)\".*", "$1");
    }

    private static String withoutId(String problem) {
        return problem.replaceFirst("\"requestId\":\"[^\"]*\"", "");
    }

    /** As Cognito issues access tokens. */
    private static String bearer(String subject, List<String> groups, String client) throws JOSEException {
        Instant now = Instant.now();
        SignedJWT jwt = new SignedJWT(
                new JWSHeader.Builder(JWSAlgorithm.RS256).keyID(key.getKeyID()).build(),
                new JWTClaimsSet.Builder()
                        .subject(subject)
                        .issuer("https://cognito.example/pool")
                        .claim("client_id", client)
                        .claim("token_use", "access")
                        .claim("cognito:groups", groups)
                        .issueTime(Date.from(now))
                        .expirationTime(Date.from(now.plusSeconds(3600)))
                        .build());
        jwt.sign(new RSASSASigner(key));
        return "Bearer " + jwt.serialize();
    }

    private static Design design(String name) throws IOException {
        return Reader.read(name + ".yaml", Files.readAllBytes(Path.of("..", "systems", "designs", name + ".yaml")))
                .design();
    }
}
