package dev.partita.access;

import java.util.Set;

/**
 * Who calls.
 *
 * @param subject who it is, as a token says; null when nobody said
 * @param groups the groups of the token
 * @param trusted whether everything is allowed: local mode, without a token
 * @param login what their token says about the account they signed in to; null for every other token
 */
public record Caller(String subject, Set<String> groups, boolean trusted, Login login) {

    /** Without a token where tokens count. */
    public static final Caller NOBODY = new Caller(null, Set.of(), false);

    private static final Caller TRUSTED = new Caller(null, Set.of(), true);

    public Caller {
        groups = Set.copyOf(groups);
    }

    public Caller(String subject, Set<String> groups, boolean trusted) {
        this(subject, groups, trusted, null);
    }

    public static Caller signedIn(String subject, Set<String> groups) {
        return new Caller(subject, groups, false);
    }

    /** Whoever calls in local mode. */
    public static Caller local() {
        return TRUSTED;
    }

    /** Whoever calls in local mode and says who to be. */
    public static Caller local(String subject) {
        return subject == null ? TRUSTED : new Caller(subject, Set.of(), true);
    }

    Caller with(Login own) {
        return new Caller(subject, groups, trusted, own);
    }

    public boolean isSignedIn() {
        return subject != null;
    }
}
