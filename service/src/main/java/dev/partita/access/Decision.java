package dev.partita.access;

import dev.partita.design.Pattern;
import java.util.Map;
import java.util.Set;

/**
 * That a call is let through, and on which condition.
 *
 * @param arguments completed: the owner attribute is the caller where it was not given
 * @param mustOwn who must be the owner of what is read or written; null when that does not matter, or the arguments see to it
 * @param owned the patterns for which that is so: the one asked for, or those it leads to
 */
public record Decision(Pattern pattern, Map<String, Object> arguments, String mustOwn, Set<String> owned) {

    static Decision free(Pattern pattern, Map<String, Object> arguments) {
        return new Decision(pattern, arguments, null, Set.of());
    }

    /** Whether what is found decides. */
    public boolean isConditional() {
        return mustOwn != null;
    }
}
