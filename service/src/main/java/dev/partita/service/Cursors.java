package dev.partita.service;

import dev.partita.runtime.CursorSeal;
import java.util.Map;

/** Cursors as callers see them: sealed, and refused as a problem when they do not fit. */
final class Cursors {

    private final CursorSeal seal;

    Cursors(byte[] secret) {
        this.seal = new CursorSeal(secret);
    }

    /** @param cursor as the database gave it */
    String seal(String design, String pattern, Map<String, Object> arguments, String cursor) {
        return seal.seal(design, pattern, arguments, cursor);
    }

    /**
     * The cursor as the database gave it.
     *
     * @throws Refused when it is not one that this list gave out under this secret
     */
    String open(String design, String pattern, Map<String, Object> arguments, String sealed) {
        try {
            return seal.open(design, pattern, arguments, sealed);
        } catch (CursorSeal.Unusable e) {
            throw unusable(e.getMessage());
        }
    }

    static Refused unusable(String why) {
        return Problem.of(
                        ProblemKind.UNUSABLE_CURSOR,
                        "The cursor cannot be used. " + why
                                + " Follow the next link of a page as it is, or leave cursor out to begin at the first page.")
                .refused();
    }
}
