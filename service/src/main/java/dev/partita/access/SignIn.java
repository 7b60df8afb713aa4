package dev.partita.access;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.partita.design.Design;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Pattern;
import dev.partita.design.model.Type;
import dev.partita.item.Utf8;
import dev.partita.plan.InvalidValues;
import dev.partita.plan.Result;
import dev.partita.plan.internal.key.Inputs;
import dev.partita.plan.internal.value.Accounts;
import dev.partita.plan.internal.value.Bcrypt;
import dev.partita.runtime.Database;
import java.net.InetAddress;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Semaphore;

/**
 * Signs in with a name and a password, for a design that has accounts: an entity with an owner, an attribute of type
 * {@code password}, and a unique attribute that names the account.
 *
 * <p>An account that is not there takes as long as a wrong password, and nothing else tells them apart either. It takes a
 * good part of a tenth of a second of processor time on purpose, so never on an event loop. Threads may share it.
 */
public final class SignIn {

    /** How long a token is believed. */
    public static final Duration LIFETIME = Duration.ofHours(1);

    /** Tries for one account from one address at once, and how long until one more. Those that succeed do not count. */
    static final int TRIES_OF_ACCOUNT = 10;

    static final Duration ACCOUNT_PAUSE = Duration.ofMinutes(1);

    /** The same for one account from all addresses from which nobody has signed in to it lately. */
    static final int TRIES_OF_STRANGERS = 100;

    /** The same from one address. */
    static final int TRIES_OF_ADDRESS = 30;

    static final Duration ADDRESS_PAUSE = Duration.ofSeconds(5);

    /** So long an address is known after somebody signed in from it. */
    static final Duration KNOWN = Duration.ofDays(30);

    private static final int MOST_KNOWN = 100_000;

    private static final String FIND = "sign in";
    private static final String DECOY = "sign in, nobody";
    private static final int MOST_NAME_CHARACTERS = 1_024;
    private static final Duration BUSY = Duration.ofSeconds(1);

    /** A hash that no password has, since nobody made it of one. */
    private static final String NOBODY = "abcdefghijklmnopqrstuu" + "abcdefghijklmnopqrstuvwxyzABCDE";

    /** A bearer token, how long it is believed, and who it stands for. */
    public record SignedIn(String token, Duration lifetime, String subject) {
        @Override
        public String toString() {
            return "SignedIn[" + subject + "]";
        }
    }

    private final Database database;
    private final Accounts accounts;
    private final Tokens tokens;
    private final AttemptLimiter ofAccount;
    private final AttemptLimiter ofStrangers;
    private final AttemptLimiter ofAddress;
    private final Cache<String, Boolean> known;
    private final Semaphore busy;
    private final String decoyKey;

    private SignIn(Database database, Accounts accounts, Tokens tokens, Clock clock) {
        this.accounts = accounts;
        this.tokens = tokens;
        this.ofAccount = new AttemptLimiter(TRIES_OF_ACCOUNT, ACCOUNT_PAUSE, clock);
        this.ofStrangers = new AttemptLimiter(TRIES_OF_STRANGERS, ACCOUNT_PAUSE, clock);
        this.known = Caffeine.newBuilder()
                .maximumSize(MOST_KNOWN)
                .expireAfterWrite(KNOWN)
                .ticker(() -> clock.millis() * 1_000_000)
                .executor(Runnable::run)
                .build();
        this.ofAddress = new AttemptLimiter(TRIES_OF_ADDRESS, ADDRESS_PAUSE, clock);
        this.busy = new Semaphore(Math.max(2, Runtime.getRuntime().availableProcessors()));
        Entity entity = accounts.entity();
        Set<String> needed = new LinkedHashSet<>(accounts.foundBy());
        needed.add(entity.owner());
        needed.add(accounts.password().name());
        List<String> returned = List.copyOf(needed);
        List<Pattern> patterns = new ArrayList<>();
        patterns.add(Pattern.Get.of(FIND, entity.name(), List.of(accounts.name().name()), null, true, returned));
        this.decoyKey = decoyKey(accounts);
        if (decoyKey != null) {
            patterns.add(Pattern.Get.of(DECOY, entity.name(), List.of(decoyKey), null, true, returned));
        }
        this.database = database.withPatterns(patterns);
    }

    /**
     * @return null when the design has no accounts
     * @see #isPossible
     */
    public static SignIn of(Database database, Tokens tokens) {
        return of(database, tokens, Clock.systemUTC());
    }

    public static SignIn of(Database database, Tokens tokens, Clock clock) {
        Accounts accounts = Accounts.of(database.design());
        return accounts == null ? null : new SignIn(database, accounts, tokens, clock);
    }

    /** Whether the design has accounts: an entity with an owner, a password and a unique attribute. */
    public static boolean isPossible(Design design) {
        return Accounts.of(design) != null;
    }

    /** The attribute that names an account: {@code email}. */
    public String identifier() {
        return accounts.name().name();
    }

    /** The attribute that holds its password. */
    public String password() {
        return accounts.password().name();
    }

    /**
     * Signs in.
     *
     * <p>Wrong guesses from elsewhere do not keep somebody out who signs in from where they did before.
     *
     * @throws AccessDenied when there is no such account or the password is another; it does not say which
     * @throws TooManyTries after too many attempts for one account or from one address, or when too many sign in at once
     */
    public SignedIn signIn(String identifier, String password, InetAddress peer) {
        String name = name(identifier);
        String account = name == null ? "" : name;
        String address = AttemptLimiter.address(peer);
        String both = address + " " + account;
        boolean isStrange = known.getIfPresent(both) == null;
        List<Runnable> taken = new ArrayList<>();
        try {
            take(ofAddress, address, taken);
            take(ofAccount, both, taken);
            if (isStrange) {
                take(ofStrangers, account, taken);
            }
            if (!busy.tryAcquire()) {
                throw new TooManyTries(BUSY);
            }
        } catch (TooManyTries e) {
            taken.forEach(Runnable::run);
            throw e;
        }
        try {
            Map<String, Object> found = account(name, password);
            taken.forEach(Runnable::run);
            known.put(both, Boolean.TRUE);
            String subject = String.valueOf(found.get(accounts.entity().owner()));
            Login login = Login.of(accounts, found);
            return new SignedIn(tokens.issue(database.design(), subject, login, LIFETIME), LIFETIME, subject);
        } finally {
            busy.release();
        }
    }

    /** @param taken what gives all of them back */
    private static void take(AttemptLimiter tries, String who, List<Runnable> taken) {
        tries.require(who);
        taken.add(() -> tries.giveBack(who));
    }

    /** The account whose password it is. Everything happens in the same order and number, whether there is such an account or not. */
    private Map<String, Object> account(String name, String password) {
        Result.Found found = name == null ? null : find(name);
        String stored = found == null ? null : (String) found.values().get(password());
        String hash = stored != null && Bcrypt.isHash(stored) ? stored : nobody();
        boolean isRight = Bcrypt.matches(password, hash);
        // bcrypt looks at the first bytes only; more than those is another password than the one that was chosen.
        boolean isWhole = Utf8.length(Bcrypt.composed(password)) <= Bcrypt.PASSWORD_BYTES;
        if (stored == null || !isRight || !isWhole) {
            throw AccessDenied.noToken(identifier() + " or " + password() + " is wrong");
        }
        return found.values();
    }

    private Result.Found find(String name) {
        Result.Found found = database.read(FIND, Map.of(identifier(), name)).one();
        if (found == null && decoyKey != null) {
            // An account takes a second request; so does none.
            database.read(DECOY, Map.of(decoyKey, "nobody"));
        }
        return found;
    }

    /** The attribute of the key by which one item more can be asked for; null when it takes several, or is no text. */
    private static String decoyKey(Accounts accounts) {
        List<String> names = accounts.key();
        boolean isText = names.size() == 1
                && accounts.entity().attributes().get(names.get(0)).type() == Type.Simple.STRING;
        return isText ? names.get(0) : null;
    }

    private String nobody() {
        Integer stated = accounts.password().cost();
        int cost = stated == null ? Bcrypt.COST : stated;
        return "$2a$" + (cost < 10 ? "0" : "") + cost + "$" + NOBODY;
    }

    /** As the design keeps it; null for what no account can be called. */
    private String name(String identifier) {
        if (identifier.length() > MOST_NAME_CHARACTERS) {
            return null;
        }
        try {
            Object name = new Inputs(database.plans().codec(accounts.entity())).argument(accounts.name(), identifier);
            return name instanceof String text && !text.isEmpty() ? text : null;
        } catch (InvalidValues e) {
            return null;
        }
    }
}
