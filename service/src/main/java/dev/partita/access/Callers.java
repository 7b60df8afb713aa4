package dev.partita.access;

import dev.partita.design.Design;
import java.util.List;
import java.util.Set;

/** Who calls, by what a request says: its token, and in local mode whoever it says to be. */
public final class Callers {

    /** The header by which a caller without a token says who to be, in local mode. */
    public static final String AS = "Partita-As";

    /**
     * The header by which such a caller is held to the rules of the design all the same, with these groups: words with blanks
     * between, or none.
     */
    public static final String GROUPS = "Partita-Groups";

    private static final String SCHEME = "Bearer ";

    private final Tokens tokens;
    private final boolean local;

    private Callers(Tokens tokens, boolean local) {
        this.tokens = tokens;
        this.local = local;
    }

    /** Local mode: without a token everything is allowed; with one its rules count. */
    public static Callers local(Tokens tokens) {
        return new Callers(tokens, true);
    }

    /** Whoever has no token is nobody. */
    public static Callers withTokens(Tokens tokens) {
        return new Callers(tokens, false);
    }

    public Tokens tokens() {
        return tokens;
    }

    public boolean isLocal() {
        return local;
    }

    /**
     * @param authorization the header {@code Authorization}; null when there is none
     * @param as the header {@code Partita-As}; null when there is none
     * @param groups the header {@code Partita-Groups}; null when there is none
     * @throws AccessDenied for a token that is not to be believed, or a header that has no place here
     */
    public Caller of(String authorization, String as, String groups, Design design) {
        if (as != null) {
            return local(authorization, as, groups);
        }
        if (groups != null) {
            throw AccessDenied.forbidden("the header " + GROUPS + " goes with " + AS + ", which says whose they are");
        }
        if (authorization == null) {
            return local ? Caller.local() : Caller.NOBODY;
        }
        String token = token(authorization);
        if (token == null) {
            throw AccessDenied.badToken("Authorization has to be: Bearer, a blank, a token");
        }
        return tokens.verify(token, design);
    }

    private Caller local(String authorization, String as, String groups) {
        if (!local) {
            throw AccessDenied.forbidden("the header " + AS + " counts in local mode only; send a token instead");
        }
        if (authorization != null) {
            throw AccessDenied.forbidden("send either a token or the header " + AS + ", not both");
        }
        if (!Claims.isName(as)) {
            throw AccessDenied.forbidden("the header " + AS + " is nobody's name");
        }
        return groups == null
                ? Caller.local(as)
                : Caller.signedIn(
                        as,
                        groups.isBlank()
                                ? Set.of()
                                : Set.copyOf(List.of(groups.strip().split(" +"))));
    }

    /** Whether {@link #of} may have to wait for keys, so that it must not be called on an event loop now. */
    public boolean mayWait(String authorization) {
        String token = authorization == null ? null : token(authorization);
        return token != null && tokens.mayWait(token);
    }

    /** The token of {@code Authorization: Bearer …}; null when it is of another kind. */
    static String token(String authorization) {
        return authorization.regionMatches(true, 0, SCHEME, 0, SCHEME.length())
                ? authorization.substring(SCHEME.length()).strip()
                : null;
    }
}
