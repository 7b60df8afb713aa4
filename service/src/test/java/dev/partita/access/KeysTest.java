package dev.partita.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.nimbusds.jose.JWSAlgorithm;
import com.sun.net.httpserver.HttpServer;
import dev.partita.access.AccessDenied.Reason;
import dev.partita.design.Design;
import dev.partita.design.Reader;
import dev.partita.design.Source;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KeysTest {

    private static final Design DESIGN = Reader.read(
                    new Source("people.yaml", "design: people\ntables: { main: { key: { partition: pk } } }\n"))
            .design();

    private final MovableClock clock = new MovableClock();
    private final Issuer issuer = new Issuer(clock);
    private final AtomicInteger asked = new AtomicInteger();
    private volatile String published = Issuer.published(Issuer.RSA);
    private volatile int status = 200;
    private HttpServer server;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/keys", exchange -> {
            asked.incrementAndGet();
            byte[] body = published.getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().add("Location", "/elsewhere");
            exchange.sendResponseHeaders(status, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    @Test
    void keysAreFetchedOnceForManyTokens() {
        Tokens tokens = tokens();
        assertThat(tokens.mayWait(issuer.rsa(issuer.claims()))).isTrue();
        for (int i = 0; i < 5; i++) {
            assertThat(tokens.verify(issuer.rsa(issuer.claims().jwtID("" + i)), DESIGN)
                            .subject())
                    .isEqualTo("ann");
        }
        assertThat(asked).hasValue(1);
        assertThat(tokens.mayWait(issuer.rsa(issuer.claims()))).isFalse();
    }

    @Test
    void aNewKeyIsFetchedWhenATokenHasIt() {
        Tokens tokens = tokens();
        tokens.verify(issuer.rsa(issuer.claims()), DESIGN);
        published = Issuer.published(Issuer.RSA, Issuer.OTHER_RSA);
        clock.advance(KeySet.READ_AGAIN_EVERY);
        assertThat(tokens.mayWait(rotated())).isTrue();
        assertThat(tokens.verify(rotated(), DESIGN).subject()).isEqualTo("ann");
        assertThat(asked).hasValue(2);
    }

    @Test
    void unknownKeysMakeNobodyFetchAllTheTime() {
        Tokens tokens = tokens();
        tokens.verify(issuer.rsa(issuer.claims()), DESIGN);
        clock.advance(KeySet.READ_AGAIN_EVERY);
        for (int i = 0; i < 20; i++) {
            String made = Issuer.signed(JWSAlgorithm.RS256, "made-up-" + i, Issuer.RSA, issuer.claims(), h -> h);
            refused(tokens, made, Reason.UNAUTHENTICATED);
            assertThat(tokens.mayWait(made)).isFalse();
        }
        assertThat(asked).hasValue(2);
    }

    @Test
    void aKeyThatIsNoLongerPublishedIsNotBelievedForLong() {
        Tokens tokens = tokens();
        String token = issuer.rsa(issuer.claims()
                .expirationTime(java.util.Date.from(clock.instant().plusSeconds(90_000))));
        tokens.verify(token, DESIGN);
        published = Issuer.published(Issuer.OTHER_RSA);
        clock.advance(KeySet.FRESH);
        assertThat(tokens.verify(rotated(), DESIGN).subject()).isEqualTo("ann");
        refused(tokens, token, Reason.UNAUTHENTICATED);
    }

    @Test
    void keysThatCannotBeFetchedAreNotTheCallersFault() {
        status = 500;
        Tokens tokens = tokens();
        refused(tokens, issuer.rsa(issuer.claims()), Reason.UNAVAILABLE);
        refused(tokens, issuer.rsa(issuer.claims()), Reason.UNAVAILABLE);
        assertThat(asked).hasValue(1);
        assertThatThrownBy(tokens::readKeys).isInstanceOf(IOException.class).hasMessageContaining("status 500");
        status = 200;
        clock.advance(KeySet.TRY_AGAIN_AFTER);
        assertThat(tokens.verify(issuer.rsa(issuer.claims()), DESIGN).subject()).isEqualTo("ann");
    }

    @Test
    void knownKeysOutliveAnOutageAndNewOnesWait() {
        Tokens tokens = tokens();
        tokens.verify(issuer.rsa(issuer.claims()), DESIGN);
        status = 503;
        clock.advance(KeySet.FRESH);
        assertThat(tokens.verify(issuer.rsa(issuer.claims()), DESIGN).subject()).isEqualTo("ann");
        refused(tokens, rotated(), Reason.UNAVAILABLE);
        clock.advance(KeySet.GOOD);
        refused(tokens, issuer.rsa(issuer.claims()), Reason.UNAVAILABLE);
    }

    @Test
    void anAnswerThatIsNoKeySetIsNone() throws IOException {
        for (String wrong : new String[] {
            "",
            "null",
            "[]",
            "{}",
            "{\"keys\":[]}",
            "{\"keys\":[{\"kty\":\"oct\",\"k\":\"AAAA\",\"kid\":\"rsa-1\"}]}",
            "<html>"
        }) {
            published = wrong;
            refused(tokens(), issuer.rsa(issuer.claims()), Reason.UNAVAILABLE);
        }
        published = " ".repeat(KeySource.MOST_BYTES) + Issuer.published(Issuer.RSA);
        refused(tokens(), issuer.rsa(issuer.claims()), Reason.UNAVAILABLE);
        published = Issuer.published(Issuer.RSA);
        status = 302;
        refused(tokens(), issuer.rsa(issuer.claims()), Reason.UNAVAILABLE);
    }

    @Test
    void nobodyListeningIsAnOutageToo() {
        server.stop(0);
        refused(tokens(), issuer.rsa(issuer.claims()), Reason.UNAVAILABLE);
    }

    @Test
    void keysAreFetchedSafely() {
        assertThatThrownBy(() -> Tokens.builder().keys(URI.create("http://issuer.example/keys")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("https");
        assertThatThrownBy(() -> Tokens.builder().keys(URI.create("ftp://localhost/keys")))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aFileIsReadAgain(@TempDir Path directory) throws IOException {
        Path file = directory.resolve("keys.json");
        Tokens tokens = Tokens.builder().clock(clock).keys(file).build();
        assertThatThrownBy(tokens::readKeys).isInstanceOf(IOException.class);
        refused(tokens, issuer.rsa(issuer.claims()), Reason.UNAVAILABLE);
        Files.writeString(file, Issuer.published(Issuer.RSA));
        clock.advance(KeySet.TRY_AGAIN_AFTER);
        assertThat(tokens.verify(issuer.rsa(issuer.claims()), DESIGN).subject()).isEqualTo("ann");
        Files.writeString(file, Issuer.published(Issuer.OTHER_RSA));
        clock.advance(Duration.ofSeconds(1).plus(KeySet.READ_AGAIN_EVERY));
        assertThat(tokens.mayWait(rotated())).isFalse();
        assertThat(tokens.verify(rotated(), DESIGN).subject()).isEqualTo("ann");
    }

    private Tokens tokens() {
        return Tokens.builder()
                .clock(clock)
                .keys(URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/keys"))
                .build();
    }

    private String rotated() {
        return Issuer.signed(JWSAlgorithm.RS256, "rsa-2", Issuer.OTHER_RSA, issuer.claims(), h -> h);
    }

    private static void refused(Tokens tokens, String token, Reason reason) {
        assertThatThrownBy(() -> tokens.verify(token, DESIGN))
                .isInstanceOfSatisfying(
                        AccessDenied.class, e -> assertThat(e.reason()).isEqualTo(reason));
    }
}
