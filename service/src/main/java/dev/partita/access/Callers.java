package dev.partita.access;

import dev.partita.design.Design;

/** Who calls, by what a request says: its token, and in local mode whoever it says to be. */
public final class Callers {

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

    public boolean isLocal() {
        return local;
    }

    /**
     * @param authorization the header {@code Authorization}; null when there is none
     * @param as the header {@code Partita-As}; null when there is none
     * @throws AccessDenied for a token that is not to be believed, or a header that has no place here
     */
    public Caller of(String authorization, String as, Design design) {
        return local ? Caller.local(as) : Caller.NOBODY;
    }

    /** Whether {@link #of} may have to wait for keys, so that it must not be called on an event loop now. */
    public boolean mayWait(String authorization) {
        return authorization != null && tokens.mayWait(authorization);
    }
}
