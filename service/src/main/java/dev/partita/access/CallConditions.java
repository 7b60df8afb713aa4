package dev.partita.access;

import dev.partita.plan.Result;
import dev.partita.plan.internal.write.OwnershipClaim;
import dev.partita.plan.internal.write.ReplacementAccess;
import dev.partita.plan.internal.write.RequiredParent;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * On which conditions a call is let through, as far as it is known. See {@link Decision}.
 *
 * @param made what the same transaction creates, with the values that its arguments say
 * @param lookUps what is left to be done, once it is known that the caller may call all of it: to look for parents
 */
record CallConditions(
        Map<String, List<OwnershipClaim>> claims,
        List<RequiredParent> parents,
        Map<String, Set<String>> followed,
        Map<String, ReplacementAccess> replaced,
        Set<String> keepingOwner,
        List<Result.Found> made,
        List<Runnable> lookUps) {

    CallConditions() {
        this(
                new LinkedHashMap<>(0),
                new ArrayList<>(0),
                new LinkedHashMap<>(0),
                new LinkedHashMap<>(0),
                new LinkedHashSet<>(0),
                new ArrayList<>(0),
                new ArrayList<>(0));
    }

    /** Leaves it to the items of an entity, which a pattern finds, by which parents they are reached. */
    void follow(String pattern, String entity) {
        followed.computeIfAbsent(pattern, name -> new LinkedHashSet<>()).add(entity);
    }
}
