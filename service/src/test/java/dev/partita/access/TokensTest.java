package dev.partita.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.util.Base64URL;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.PlainJWT;
import dev.partita.Seed;
import dev.partita.access.AccessDenied.Reason;
import dev.partita.design.Design;
import dev.partita.design.Reader;
import dev.partita.design.Source;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TokensTest {

    private static final Design DESIGN = design("identity: { subject: sub, groups: groups }");
    private static final Design COGNITO = design("identity: { subject: sub, groups: \"cognito:groups\" }");

    private static final Login LOGIN = new Login("a mark", Map.of("day", "2024-06-29"));

    private final MovableClock clock = new MovableClock();
    private final Issuer issuer = new Issuer(clock);

    @TempDir
    private Path directory;

    @Test
    void aTokenWithTheSharedSecretIsBelieved() {
        Caller caller = shared().verify(issuer.shared(issuer.claims().claim("groups", List.of("a", "b"))), DESIGN);
        assertThat(caller).isEqualTo(new Caller("ann", Set.of("a", "b"), false));
    }

    @Test
    void tokensOfPublishedKeysAreBelieved() {
        Tokens tokens = published();
        assertThat(tokens.verify(issuer.rsa(issuer.claims()), DESIGN).subject()).isEqualTo("ann");
        assertThat(tokens.verify(signed(JWSAlgorithm.PS256, "rsa-1", Issuer.RSA), DESIGN)
                        .subject())
                .isEqualTo("ann");
        assertThat(tokens.verify(signed(JWSAlgorithm.ES256, "ec-1", Issuer.EC), DESIGN)
                        .subject())
                .isEqualTo("ann");
        // Without a key id those of the right kind are tried.
        assertThat(tokens.verify(signed(JWSAlgorithm.RS256, null, Issuer.RSA), DESIGN)
                        .subject())
                .isEqualTo("ann");
    }

    @Test
    void aSecretThatIsTooShortIsRefusedAtTheStart() {
        assertThatThrownBy(() -> Tokens.builder().secret(new byte[31]))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("at least 32 bytes");
    }

    @Test
    void aTokenWithoutASignatureIsRefused() {
        refused(shared(), new PlainJWT(issuer.claims().build()).serialize(), "not a signed JWT");
        String good = issuer.shared(issuer.claims());
        refused(shared(), good.substring(0, good.lastIndexOf('.') + 1), "not");
        // As libraries were once led to accept: another case of none.
        String header = Base64URL.encode("{\"alg\":\"nOnE\"}").toString();
        refused(shared(), header + good.substring(good.indexOf('.')), "not accepted");
    }

    @Test
    void thePublicKeyIsNoSecret() throws Exception {
        byte[] pem = ("-----BEGIN PUBLIC KEY-----\n"
                        + java.util.Base64.getMimeEncoder()
                                .encodeToString(Issuer.RSA.toRSAPublicKey().getEncoded())
                        + "\n-----END PUBLIC KEY-----\n")
                .getBytes(StandardCharsets.UTF_8);
        for (byte[] secret : List.of(
                pem,
                Issuer.RSA.toRSAPublicKey().getEncoded(),
                Issuer.published(Issuer.RSA).getBytes(StandardCharsets.UTF_8))) {
            String token =
                    Issuer.signed(JWSAlgorithm.HS256, "rsa-1", secret, issuer.claims(), UnaryOperator.identity());
            refused(published(), token, "not accepted");
            refused(both(), token, "signature");
        }
    }

    @Test
    void aTokenDoesNotBringItsOwnKey() {
        String token = Issuer.signed(
                JWSAlgorithm.RS256,
                "rsa-1",
                Issuer.OTHER_RSA,
                issuer.claims(),
                header -> header.jwk(Issuer.OTHER_RSA.toPublicJWK()));
        refused(published(), token, "signature");
    }

    @Test
    void theKeyDecidesOnTheAlgorithm() throws IOException {
        refused(
                shared(),
                Issuer.signed(JWSAlgorithm.HS512, null, new byte[64], issuer.claims(), h -> h),
                "not accepted");
        refused(published(), signed(JWSAlgorithm.RS512, "rsa-1", Issuer.RSA), "not accepted");
        Tokens onlyRs256 = keys(Issuer.published(new com.nimbusds.jose.jwk.RSAKey.Builder(Issuer.RSA)
                .algorithm(JWSAlgorithm.RS256)
                .build()));
        refused(onlyRs256, signed(JWSAlgorithm.PS256, "rsa-1", Issuer.RSA), "not known");
        assertThat(onlyRs256.verify(issuer.rsa(issuer.claims()), DESIGN).subject())
                .isEqualTo("ann");
    }

    @Test
    void keysThatAreTooShortOrForSomethingElseAreLeftOut() throws IOException {
        var weak = Issuer.rsa("weak", 1024);
        var encrypting = new com.nimbusds.jose.jwk.RSAKey.Builder(Issuer.OTHER_RSA)
                .keyUse(com.nimbusds.jose.jwk.KeyUse.ENCRYPTION)
                .build();
        Tokens tokens = keys(Issuer.published(weak, encrypting, Issuer.EC));
        refused(tokens, Issuer.signed(JWSAlgorithm.ES256, "none", Issuer.EC, issuer.claims(), h -> h), "not known");
        refused(tokens, signed(JWSAlgorithm.RS256, "rsa-2", Issuer.OTHER_RSA), "not known");
        assertThat(tokens.verify(signed(JWSAlgorithm.ES256, "ec-1", Issuer.EC), DESIGN)
                        .subject())
                .isEqualTo("ann");
    }

    @Test
    void extensionsAndOtherTypesAreRefused() {
        String crit = Base64URL.encode("{\"alg\":\"HS256\",\"crit\":[\"exp\"],\"exp\":1}")
                .toString();
        String good = issuer.shared(issuer.claims());
        refused(shared(), crit + good.substring(good.indexOf('.')), "");
        for (String type : List.of("dpop+jwt", "logout+jwt", "secevent+jwt", "JOSE")) {
            refused(shared(), typed(type), "another type");
        }
        assertThat(shared().verify(typed("at+JWT"), DESIGN).subject()).isEqualTo("ann");
    }

    @Test
    void timeIsTheClocks() {
        Tokens tokens = shared();
        String token = issuer.shared(issuer.claims());
        clock.advance(Duration.ofMinutes(60));
        assertThat(tokens.verify(token, DESIGN).subject()).isEqualTo("ann");
        clock.advance(Tokens.SKEW);
        refused(tokens, token, "expired");
        refused(shared(), token, "expired");
    }

    @Test
    void aTokenOfTheFutureWaits() {
        Date later = Date.from(clock.instant().plus(Duration.ofSeconds(61)));
        String notBefore = issuer.shared(issuer.claims().notBeforeTime(later));
        String issued = issuer.shared(issuer.claims().issueTime(later));
        refused(shared(), notBefore, "not valid yet");
        refused(shared(), issued, "not valid yet");
        clock.advance(Duration.ofSeconds(1));
        assertThat(shared().verify(notBefore, DESIGN).subject()).isEqualTo("ann");
        assertThat(shared().verify(issued, DESIGN).subject()).isEqualTo("ann");
    }

    @Test
    void aTokenWithoutEndIsRefused() {
        refused(shared(), issuer.shared(issuer.claims().expirationTime(null)), "no end");
    }

    @Test
    void issuerAndAudienceCountWhereTheyAreStated() {
        Tokens tokens = Tokens.builder()
                .clock(clock)
                .secret(Issuer.SECRET)
                .issuer("https://issuer.example")
                .audience(List.of("app", "other-app"))
                .build();
        assertThat(tokens.verify(issuer.shared(issuer.claims()), DESIGN).subject())
                .isEqualTo("ann");
        refused(tokens, issuer.shared(issuer.claims().issuer("https://issuer.example/")), "another issuer");
        refused(tokens, issuer.shared(issuer.claims().issuer(null)), "another issuer");
        refused(tokens, issuer.shared(issuer.claims().audience("else")), "another audience");
        refused(tokens, issuer.shared(issuer.claims().audience((String) null)), "another audience");
        // An audience that is stated counts, whatever client it was made for.
        refused(tokens, issuer.shared(issuer.claims().audience("else").claim("client_id", "app")), "another audience");
    }

    @Test
    void tokensOfCognitoAreUnderstood() {
        Tokens tokens = Tokens.builder()
                .clock(clock)
                .secret(Issuer.SECRET)
                .audience(List.of("app"))
                .build();
        JWTClaimsSet.Builder access = issuer.claims()
                .audience((String) null)
                .claim("client_id", "app")
                .claim("token_use", "access")
                .claim("cognito:groups", List.of("admins"));
        assertThat(tokens.verify(issuer.shared(access), COGNITO)).isEqualTo(new Caller("ann", Set.of("admins"), false));
        assertThat(tokens.verify(issuer.shared(issuer.claims().claim("token_use", "id")), COGNITO)
                        .groups())
                .isEmpty();
        refused(tokens, issuer.shared(access.claim("client_id", "else")), "another audience");
        refused(tokens, issuer.shared(issuer.claims().claim("token_use", "refresh")), "another use");
    }

    @Test
    void claimsAreThoseTheDesignNames() {
        Design keycloak = design("identity: { subject: user_id, groups: realm_access.roles }");
        Design url = design("identity: { groups: \"https://example.com/groups\" }");
        String token = issuer.shared(issuer.claims()
                .claim("user_id", 17)
                .claim("realm_access", Map.of("roles", List.of("x")))
                .claim("https://example.com/groups", "y  z")
                .claim("groups", List.of("a", 1, Map.of())));
        assertThat(shared().verify(token, keycloak)).isEqualTo(new Caller("17", Set.of("x"), false));
        assertThat(shared().verify(token, url)).isEqualTo(new Caller("ann", Set.of("y", "z"), false));
        assertThat(shared().verify(token, design(""))).isEqualTo(new Caller("ann", Set.of("a"), false));
        refused(shared(), issuer.shared(issuer.claims()), keycloak, "user_id");
    }

    @Test
    void whoItIsForMustBeAName() {
        refused(shared(), issuer.shared(issuer.claims().subject(null)), "who it is for");
        refused(shared(), issuer.shared(issuer.claims().subject(" ")), "who it is for");
        refused(shared(), issuer.shared(issuer.claims().subject("a\nb")), "who it is for");
        refused(shared(), issuer.shared(issuer.claims().subject("x".repeat(513))), "who it is for");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                ".",
                "..",
                "...",
                "a.b.c",
                "e30.e30.e30",
                "eyJhbGciOiJIUzI1NiJ9",
                "eyJhbGciOiJIUzI1NiJ9..",
                "eyJhbGciOiJIUzI1NiJ9.e30.e30.e30.e30",
                "=.=.=",
                "%00.%00.%00",
                "eyJhbGciOiJIUzI1NiIsImFsZyI6Im5vbmUifQ.e30.e30"
            })
    void whatIsNoTokenIsRefused(String text) {
        refused(shared(), text, "");
    }

    @Test
    void aTokenThatIsTooLongIsNotLookedAt() {
        String token = issuer.shared(issuer.claims().claim("x", "y".repeat(Tokens.MOST_CHARACTERS)));
        refused(shared(), token, "characters");
    }

    @Test
    void nestedClaimsDoNotBringItDown() {
        String payload = "{\"a\":" + "[".repeat(5_000);
        refused(
                shared(),
                Base64URL.encode("{\"alg\":\"HS256\"}") + "."
                        + Base64URL.encode(payload).toString().substring(0, 6000) + ".AAAA",
                "");
    }

    @Test
    void aTokenThatWasTamperedWithIsNeverBelieved() {
        Seed seed = Seed.draw();
        Random random = seed.random();
        Tokens tokens = both();
        List<String> good = List.of(
                issuer.shared(issuer.claims()),
                issuer.rsa(issuer.claims()),
                tokens.issue(DESIGN, "ann", LOGIN, Duration.ofHours(1)));
        String characters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.=+/ \n\u0000ä";
        for (int i = 0; i < 3_000; i++) {
            StringBuilder token = new StringBuilder(good.get(i % good.size()));
            for (int changes = 1 + random.nextInt(3); changes > 0; changes--) {
                int at = random.nextInt(token.length());
                switch (random.nextInt(3)) {
                    case 0 -> token.setCharAt(at, characters.charAt(random.nextInt(characters.length())));
                    case 1 -> token.deleteCharAt(at);
                    default -> token.insert(at, characters.charAt(random.nextInt(characters.length())));
                }
            }
            String spoilt = token.toString();
            Caller caller = null;
            try {
                caller = tokens.verify(spoilt, DESIGN);
            } catch (AccessDenied e) {
                assertThat(e.reason()).as("seed " + seed).isEqualTo(Reason.UNAUTHENTICATED);
            }
            // The last character of a part has bits that stand for nothing.
            if (caller != null) {
                assertThat(decoded(spoilt))
                        .as("seed " + seed + ": " + spoilt)
                        .isEqualTo(decoded(good.get(i % good.size())));
            }
        }
    }

    private static List<String> decoded(String token) {
        return Stream.of(token.split("\\.", -1))
                .map(part -> java.util.HexFormat.of().formatHex(new Base64URL(part).decode()))
                .toList();
    }

    @Test
    void aTokenIsCheckedOnceAndItsTimeEachTime() {
        Tokens tokens = shared();
        String token = issuer.shared(issuer.claims());
        Caller first = tokens.verify(token, DESIGN);
        assertThat(tokens.verify(token, DESIGN)).isSameAs(first);
        String spoilt = token.substring(0, token.length() - 4) + (token.endsWith("AAAA") ? "BBBB" : "AAAA");
        refused(tokens, spoilt, "signature");
    }

    @Test
    void ourOwnTokensAreForOneDesignAndNobodyElseIssuesThem() {
        Tokens tokens = both();
        String own = tokens.issue(DESIGN, "ann", LOGIN, Duration.ofHours(1));
        assertThat(tokens.verify(own, DESIGN)).isEqualTo(new Caller("ann", Set.of(), false, LOGIN));
        refused(tokens, own, design("design: other"), "another design");
        String pretended = issuer.rsa(issuer.claims().issuer("partita:people"));
        refused(tokens, pretended, "not accepted");
        // Without a secret they are good in the process that issued them.
        Tokens alone = Tokens.builder().clock(clock).build();
        assertThat(alone.verify(alone.issue(DESIGN, "ann", LOGIN, Duration.ofHours(1)), DESIGN)
                        .subject())
                .isEqualTo("ann");
        refused(
                Tokens.builder().clock(clock).build(),
                alone.issue(DESIGN, "ann", LOGIN, Duration.ofHours(1)),
                "signature");
        refused(alone, issuer.shared(issuer.claims()), "not accepted");
    }

    @Test
    void messagesQuoteNoToken() {
        String token = issuer.shared(issuer.claims());
        String spoilt = token + "x";
        assertThatThrownBy(() -> shared().verify(spoilt, DESIGN)).isInstanceOfSatisfying(AccessDenied.class, e -> {
            assertThat(e.getMessage()).doesNotContain(token.substring(0, 10));
            assertThat(e.getCause()).isNull();
            assertThat(e.challenge()).startsWith("Bearer error=\"invalid_token\", error_description=\"the ");
        });
    }

    private Tokens shared() {
        return Tokens.builder().clock(clock).secret(Issuer.SECRET).build();
    }

    private Tokens published() {
        return keys(Issuer.published(Issuer.RSA, Issuer.EC));
    }

    private Tokens both() {
        return Tokens.builder()
                .clock(clock)
                .secret(Issuer.SECRET)
                .keys(file(Issuer.published(Issuer.RSA, Issuer.EC)))
                .build();
    }

    private Tokens keys(String json) {
        return Tokens.builder().clock(clock).keys(file(json)).build();
    }

    private Path file(String json) {
        try {
            return Files.writeString(directory.resolve("keys.json"), json);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private String signed(JWSAlgorithm algorithm, String keyId, Object key) {
        return Issuer.signed(algorithm, keyId, key, issuer.claims(), UnaryOperator.identity());
    }

    private String typed(String type) {
        return Issuer.signed(
                JWSAlgorithm.HS256, null, Issuer.SECRET, issuer.claims(), h -> h.type(new JOSEObjectType(type)));
    }

    private static void refused(Tokens tokens, String token, String message) {
        refused(tokens, token, DESIGN, message);
    }

    private static void refused(Tokens tokens, String token, Design design, String message) {
        assertThatThrownBy(() -> tokens.verify(token, design))
                .isInstanceOfSatisfying(
                        AccessDenied.class, e -> assertThat(e.reason()).isEqualTo(Reason.UNAUTHENTICATED))
                .hasMessageContaining(message);
    }

    private static Design design(String lines) {
        String name = lines.startsWith("design:") ? "" : "design: people\n";
        return Reader.read(new Source("people.yaml", name + lines + "\ntables: { main: { key: { partition: pk } } }\n"))
                .design();
    }
}
