package dev.partita.access;

import java.util.Map;

/**
 * That a call is let through, and on which condition.
 *
 * @param arguments completed: the owner attribute is the caller when it was not given
 * @param mustOwn who must be the owner of what is read or written; null when that does not matter, or the arguments see to it
 * @param ownerAttribute the attribute that says so; null without {@code mustOwn}
 * @param owned the patterns it is about: the one asked for, or parts of a {@code gather} or {@code transact}
 */
public record Decision(
        Map<String, Object> arguments, String mustOwn, String ownerAttribute, java.util.Set<String> owned) {

    public Decision {
        owned = java.util.Set.copyOf(owned);
    }

    public Decision(Map<String, Object> arguments, String mustOwn, String ownerAttribute) {
        this(arguments, mustOwn, ownerAttribute, java.util.Set.of());
    }

    static Decision free(Map<String, Object> arguments) {
        return new Decision(arguments, null, null);
    }

    /** Whether what is found decides. */
    public boolean isConditional() {
        return mustOwn != null;
    }
}
