package dev.partita.access;

import dev.partita.design.Design;

/** Tells who a bearer token stands for. */
public final class Tokens {

    /** No token is believed. */
    public static Tokens none() {
        return new Tokens();
    }

    private Tokens() {}

    /**
     * Who the token stands for, by the claims the design names. May wait for keys that are fetched from a URL.
     *
     * @throws AccessDenied when it is not to be believed, or when the keys to tell cannot be had
     */
    public Caller verify(String token, Design design) {
        throw AccessDenied.badToken("this service knows no tokens");
    }

    /** Whether {@link #verify} may have to wait for keys, so that it must not be called on an event loop now. */
    public boolean mayWait(String token) {
        return false;
    }
}
