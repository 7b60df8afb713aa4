package dev.partita.access;

import dev.partita.design.Pattern;
import dev.partita.plan.Claim;
import java.util.List;
import java.util.Map;

/**
 * That a call is let through, and on which condition.
 *
 * @param arguments completed: the owner attribute is the caller where it was not given
 * @param claims what has to be so of the items that are read or written for them to be the caller's, by the pattern for which it
 *     has: the one asked for, or those it leads to; nothing where that does not matter, or the arguments see to it
 */
public record Decision(Pattern pattern, Map<String, Object> arguments, Map<String, List<Claim>> claims) {

    static Decision free(Pattern pattern, Map<String, Object> arguments) {
        return new Decision(pattern, arguments, Map.of());
    }

    /** Whether what is found decides. */
    public boolean isConditional() {
        return !claims.isEmpty();
    }
}
