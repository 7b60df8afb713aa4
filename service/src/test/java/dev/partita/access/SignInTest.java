package dev.partita.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partita.access.AccessDenied.Reason;
import dev.partita.design.Design;
import dev.partita.design.model.Pattern;
import dev.partita.embedded.Partita;
import dev.partita.engine.Engine;
import dev.partita.plan.InvalidValues;
import dev.partita.plan.Request;
import dev.partita.runtime.Database;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.LongStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class SignInTest {

    private static final String PASSWORD = "correct horse battery staple";
    private static final Design DESIGN = Shipped.design("notifications");

    private final MovableClock clock = new MovableClock();
    private final List<Request> requests = Collections.synchronizedList(new ArrayList<>());
    private final Partita partita = Partita.inMemory(Engine.Options.defaults().withClock(clock));
    private final Database database = Database.builder(DESIGN, (request, context) -> {
                requests.add(request);
                return partita.endpoint().call(request);
            })
            .clock(clock)
            .environment(Map.of())
            .build();
    private final Tokens tokens = Tokens.builder().clock(clock).build();
    private final SignIn signIn = SignIn.of(database, tokens, clock);
    private final InetAddress peer = address("192.0.2.1");
    private String id;

    @BeforeEach
    void signUp() {
        database.createTables();
        id = (String) database.write("signUp", Map.of("email", "Ann@Example.com", "password", PASSWORD))
                .run()
                .values()
                .get("id");
        requests.clear();
    }

    @AfterEach
    void close() {
        partita.close();
    }

    @Test
    void theRightPasswordGivesATokenForTheAccount() {
        SignIn.SignedIn signedIn = signIn.signIn(" ann@example.COM ", PASSWORD, peer);
        assertThat(signedIn.subject()).isEqualTo(id);
        assertThat(signedIn.lifetime()).isEqualTo(SignIn.LIFETIME);
        Caller caller = tokens.verify(signedIn.token(), DESIGN);
        assertThat(caller).isEqualTo(new Caller(id, Set.of(), false, caller.login()));
        clock.advance(SignIn.LIFETIME.plus(Tokens.SKEW));
        assertThatThrownBy(() -> tokens.verify(signedIn.token(), DESIGN)).hasMessageContaining("expired");
        assertThat(signedIn.toString()).doesNotContain(signedIn.token());
    }

    @Test
    void theAccountIsReadAsItIsNow() {
        signIn.signIn("ann@example.com", PASSWORD, peer);
        assertThat(requests).hasSize(2).allSatisfy(request -> assertThat(((Request.GetItem) request).consistent())
                .isTrue());
    }

    @Test
    void aWrongPasswordAndAnUnknownAccountLookTheSame() {
        List<String> messages = new ArrayList<>();
        List<List<Class<?>>> asked = new ArrayList<>();
        for (String email : List.of("ann@example.com", "ben@example.com")) {
            requests.clear();
            assertThatThrownBy(() -> signIn.signIn(email, "wrong", peer))
                    .isInstanceOfSatisfying(AccessDenied.class, e -> {
                        assertThat(e.reason()).isEqualTo(Reason.UNAUTHENTICATED);
                        messages.add(e.getMessage() + e.challenge());
                    });
            asked.add(requests.stream().<Class<?>>map(Object::getClass).toList());
        }
        assertThat(messages.get(0)).isEqualTo(messages.get(1)).contains("email or password is wrong");
        assertThat(asked.get(0)).isEqualTo(asked.get(1));
    }

    @Test
    void anUnknownAccountCostsAsMuchAsAKnownOne() {
        long known = cost("ann@example.com");
        long unknown = cost("ben@example.com");
        assertThat(unknown).isBetween(known / 2, known * 2);
    }

    /** Processor time of a try; that of the quickest of three, so that what else runs here does not count. */
    private long cost(String email) {
        return LongStream.range(0, 3)
                .map(i -> {
                    long before = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
                    assertThatThrownBy(() -> signIn.signIn(email, "wrong", peer))
                            .isInstanceOf(AccessDenied.class);
                    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - before;
                })
                .min()
                .orElseThrow();
    }

    @Test
    void anAccountIsTriedSoOftenAndThenOnceInAWhile() {
        for (int i = 0; i < SignIn.TRIES_OF_ACCOUNT; i++) {
            wrong(() -> signIn.signIn("ann@example.com", "wrong", peer));
        }
        requests.clear();
        tooMany(SignIn.ACCOUNT_PAUSE, () -> signIn.signIn("ANN@example.com", PASSWORD, peer));
        assertThat(requests).isEmpty();
        // Others are not kept out.
        wrong(() -> signIn.signIn("ben@example.com", "wrong", peer));
        clock.advance(SignIn.ACCOUNT_PAUSE);
        assertThat(signIn.signIn("ann@example.com", PASSWORD, peer).subject()).isEqualTo(id);
        wrong(() -> signIn.signIn("ann@example.com", "wrong", peer));
        tooMany(SignIn.ACCOUNT_PAUSE, () -> signIn.signIn("ann@example.com", PASSWORD, peer));
    }

    @Tag("slow")
    @Test
    void guessesFromElsewhereDoNotLockOutWhoSignedInBefore() {
        signIn.signIn("ann@example.com", PASSWORD, peer);
        for (int i = 0; i < SignIn.TRIES_OF_STRANGERS; i++) {
            InetAddress from = address("198.51.100." + i / SignIn.TRIES_OF_ACCOUNT);
            wrong(() -> signIn.signIn("ann@example.com", "wrong", from));
        }
        // All guesses together are bounded, from however many addresses they come.
        tooMany(SignIn.ACCOUNT_PAUSE, () -> signIn.signIn("ann@example.com", "wrong", address("203.0.113.9")));
        assertThat(signIn.signIn("ann@example.com", PASSWORD, peer).subject()).isEqualTo(id);
        // Nor does it help to come from there: what is tried from one address has its own bound.
        for (int i = 0; i < SignIn.TRIES_OF_ACCOUNT; i++) {
            wrong(() -> signIn.signIn("ann@example.com", "wrong", peer));
        }
        tooMany(SignIn.ACCOUNT_PAUSE, () -> signIn.signIn("ann@example.com", "wrong", peer));
        clock.advance(SignIn.KNOWN);
        assertThat(signIn.signIn("ann@example.com", PASSWORD, address("203.0.113.9"))
                        .subject())
                .isEqualTo(id);
    }

    @Tag("slow")
    @Test
    void anAddressTriesSoOftenAndThenOnceInAWhile() {
        for (int i = 0; i < SignIn.TRIES_OF_ADDRESS; i++) {
            String email = "nobody" + i + "@example.com";
            InetAddress from = address("2001:db8:0:1::" + i);
            wrong(() -> signIn.signIn(email, "wrong", from));
        }
        tooMany(SignIn.ADDRESS_PAUSE, () -> signIn.signIn("ann@example.com", PASSWORD, address("2001:db8:0:1::ff")));
        assertThat(signIn.signIn("ann@example.com", PASSWORD, address("2001:db8:0:2::1"))
                        .subject())
                .isEqualTo(id);
        clock.advance(SignIn.ADDRESS_PAUSE);
        assertThat(signIn.signIn("ann@example.com", PASSWORD, address("2001:db8:0:1::ff"))
                        .subject())
                .isEqualTo(id);
    }

    @Test
    void whoSignsInRightIsNotCounted() {
        for (int i = 0; i < 2 * SignIn.TRIES_OF_ACCOUNT; i++) {
            signIn.signIn("ann@example.com", PASSWORD, peer);
        }
    }

    @Test
    void aPasswordIsComparedToItsEnd() {
        String longest = "ä".repeat(36);
        database.write("signUp", Map.of("email", "long@example.com", "password", longest))
                .run();
        assertThat(signIn.signIn("long@example.com", longest, peer).subject()).startsWith("usr_");
        // bcrypt itself would not see the difference.
        wrong(() -> signIn.signIn("long@example.com", longest + "x", peer));
        wrong(() -> signIn.signIn("long@example.com", longest + "x".repeat(1_000_000), peer));
        assertThatThrownBy(
                        () -> database.write("signUp", Map.of("email", "longer@example.com", "password", longest + "x"))
                                .run())
                .isInstanceOf(InvalidValues.class)
                .hasMessage("User.password must have at most 72 bytes, the most that bcrypt sees");
    }

    @Test
    void strangeNamesAreNobody() {
        for (String name : List.of("", " ", "x", "x".repeat(5_000), "\u0000", "ann@example.com\u0000", "' OR 1=1")) {
            wrong(() -> signIn.signIn(name, PASSWORD, peer));
        }
    }

    @Test
    void aChangedPasswordCounts() {
        database.write("updateUser", Map.of("id", id, "password", "another one"))
                .run();
        wrong(() -> signIn.signIn("ann@example.com", PASSWORD, peer));
        assertThat(signIn.signIn("ann@example.com", "another one", peer).subject())
                .isEqualTo(id);
        database.write("deleteUser", Map.of("id", id)).run();
        wrong(() -> signIn.signIn("ann@example.com", "another one", peer));
    }

    @Test
    void onlyDesignsWithAccountsHaveIt() {
        assertThat(Shipped.NAMES.stream().filter(name -> SignIn.isPossible(Shipped.design(name))))
                .containsExactly("notifications");
        assertThat(signIn.identifier()).isEqualTo("email");
        assertThat(signIn.password()).isEqualTo("password");
    }

    @Test
    void anAddressSetsOnlySoManyPasswords() {
        Access access = Access.of(database, clock);
        Pattern signUp = DESIGN.patterns().get("signUp");
        Pattern updateUser = DESIGN.patterns().get("updateUser");
        Decision one = access.decide(Caller.NOBODY, signUp, Map.of("email", "a@b.cd", "password", "x"));
        Decision other = access.decide(Caller.signedIn(id, Set.of()), updateUser, Map.of("password", "x"));
        Decision none = access.decide(Caller.signedIn(id, Set.of()), updateUser, Map.of("email", "a@b.cd"));
        for (int i = 0; i < Access.PASSWORDS; i++) {
            access.requirePatience(Caller.NOBODY, i % 2 == 0 ? one : other, peer);
        }
        tooMany(Access.PASSWORD_PAUSE, () -> access.requirePatience(Caller.NOBODY, one, peer));
        tooMany(Access.PASSWORD_PAUSE, () -> access.requirePatience(Caller.NOBODY, other, peer));
        access.requirePatience(Caller.NOBODY, none, peer);
        access.requirePatience(Caller.NOBODY, one, address("192.0.2.2"));
        access.requirePatience(Caller.local(), one, peer);
        clock.advance(Access.PASSWORD_PAUSE);
        access.requirePatience(Caller.NOBODY, one, peer);
    }

    @Test
    void triesComeBackOneByOne() {
        AttemptLimiter tries = new AttemptLimiter(3, Duration.ofSeconds(10), clock);
        for (int i = 0; i < 3; i++) {
            assertThat(tries.take("a")).isZero();
        }
        assertThat(tries.take("a")).isEqualTo(Duration.ofSeconds(10));
        clock.advance(Duration.ofSeconds(4));
        assertThat(tries.take("a")).isEqualTo(Duration.ofSeconds(6));
        clock.advance(Duration.ofSeconds(6));
        assertThat(tries.take("a")).isZero();
        assertThat(tries.take("a")).isEqualTo(Duration.ofSeconds(10));
        tries.giveBack("a");
        assertThat(tries.take("a")).isZero();
        clock.advance(Duration.ofMinutes(10));
        for (int i = 0; i < 3; i++) {
            assertThat(tries.take("a")).isZero();
        }
        assertThat(tries.take("a")).isPositive();
    }

    private static void wrong(ThrowingCallable call) {
        assertThatThrownBy(call).isInstanceOf(AccessDenied.class).hasMessage("email or password is wrong");
    }

    private static void tooMany(Duration wait, ThrowingCallable call) {
        assertThatThrownBy(call).isInstanceOfSatisfying(TooManyTries.class, e -> assertThat(e.retryAfter())
                .isEqualTo(wait));
    }

    private static InetAddress address(String text) {
        try {
            return InetAddress.getByName(text);
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException(e);
        }
    }
}
