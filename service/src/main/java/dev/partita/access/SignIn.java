package dev.partita.access;

import dev.partita.design.Design;
import dev.partita.runtime.Database;
import java.net.InetAddress;
import java.time.Duration;

/**
 * Signs in with a name and a password, for a design one of whose entities has an attribute of type {@code password} and a unique
 * one beside it. Takes a tenth of a second of processor time on purpose, so never on an event loop.
 */
public final class SignIn {

    /** @param token a bearer token @param lifetime how long it is believed */
    public record SignedIn(String token, Duration lifetime, String subject) {}

    private final Database database;

    private SignIn(Database database) {
        this.database = database;
    }

    /** Null when the design has no accounts to sign in to. */
    public static SignIn of(Database database, Tokens tokens) {
        return null;
    }

    /** Whether the design has accounts: an entity with an owner, a password and a unique attribute. */
    public static boolean isPossible(Design design) {
        return false;
    }

    /** The attribute that names an account: {@code email}. */
    public String identifier() {
        return "email";
    }

    /** The attribute that holds its password. */
    public String password() {
        return "password";
    }

    /**
     * @throws AccessDenied when there is no such account or the password is another; it does not say which
     * @throws TooManyTries after too many attempts for one account or from one address
     */
    public SignedIn signIn(String identifier, String password, InetAddress peer) {
        throw AccessDenied.noToken("nobody can sign in to " + database.design().name() + " yet");
    }
}
