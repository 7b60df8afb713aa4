package dev.partita.access;

import dev.partita.design.model.Pattern;
import dev.partita.plan.internal.write.OwnershipClaim;
import dev.partita.plan.internal.write.ReplacementAccess;
import dev.partita.plan.internal.write.RequiredParent;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * That a call is let through, and on which condition.
 *
 * @param arguments completed: the owner attribute is the caller where it was not given
 * @param claims what has to be so of the items that are read or written for them to be the caller's, by the pattern for which it
 *     has: the one asked for, or those it leads to; nothing where that does not matter, or the arguments see to it
 * @param parents what has to be there for a write, besides
 * @param followed of which entities only the items tell by which parents they are reached, by the pattern that finds them
 * @param replaced how far the caller reaches what a put replaces, by its pattern
 * @param keepingOwner the puts that leave what they replace to its owner, since the caller did not say whose it is to be
 */
public record Decision(
        Caller caller,
        Pattern pattern,
        Map<String, Object> arguments,
        Map<String, List<OwnershipClaim>> claims,
        List<RequiredParent> parents,
        Map<String, Set<String>> followed,
        Map<String, ReplacementAccess> replaced,
        Set<String> keepingOwner) {

    static Decision free(Caller caller, Pattern pattern, Map<String, Object> arguments) {
        return new Decision(caller, pattern, arguments, Map.of(), List.of(), Map.of(), Map.of(), Set.of());
    }

    /** Whether what is found decides. */
    public boolean isConditional() {
        return !claims.isEmpty() || !followed.isEmpty();
    }
}
