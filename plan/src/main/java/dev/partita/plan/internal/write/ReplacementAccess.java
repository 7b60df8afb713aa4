package dev.partita.plan.internal.write;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/**
 * Whether a caller reaches the item that a put would replace: it may have another parent than what is put.
 *
 * @param names the attributes that say which parent it has
 * @param parents of an item, in logical form: those that have to be there for the caller to reach it; null when they do not
 */
public record ReplacementAccess(Set<String> names, Function<Map<String, Object>, List<RequiredParent>> parents) {
    public ReplacementAccess {
        names = Set.copyOf(names);
    }
}
