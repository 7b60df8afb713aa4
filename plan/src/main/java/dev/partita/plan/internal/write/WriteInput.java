package dev.partita.plan.internal.write;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What a caller gives to a write.
 *
 * @param arguments by name, in logical form
 * @param expected attributes as the caller believes them stored, null for one that is absent; when one is not so, nothing is
 *     written. Updates and deletes know it
 * @param read attributes that the caller changes, as they were read; when one is not so any more, somebody else has changed the item
 * @param whole whether the answer must have the whole item, although a transaction returns nothing and it has to be read then
 * @param claims that what is written is the caller's, by the pattern for which that is so: the one that is run, or some of a
 *     {@code transact}. All of a pattern's have to hold
 * @param parents what has to be there for it, besides
 * @param replaced how far the caller reaches what a put replaces, by the pattern of the put
 * @param keepingOwner the puts whose caller does not say who owns what is put: it is who owns what is replaced, where there is one
 * @param replacing whether a put is refused where there is nothing to replace
 * @param once whether even a write of one item goes as a transaction, of which a repeated one is known; it takes twice the units
 */
public record WriteInput(
        Map<String, Object> arguments,
        Map<String, Object> expected,
        Map<String, Object> read,
        boolean whole,
        Map<String, List<OwnershipClaim>> claims,
        List<RequiredParent> parents,
        Map<String, ReplacementAccess> replaced,
        Set<String> keepingOwner,
        boolean replacing,
        boolean once) {
    public WriteInput {
        arguments = Collections.unmodifiableMap(new LinkedHashMap<>(arguments));
        expected = Collections.unmodifiableMap(new LinkedHashMap<>(expected));
        read = Collections.unmodifiableMap(new LinkedHashMap<>(read));
        claims = Map.copyOf(claims);
        parents = List.copyOf(parents);
        replaced = Map.copyOf(replaced);
        keepingOwner = Set.copyOf(keepingOwner);
    }

    public WriteInput(Map<String, Object> arguments, Map<String, Object> expected, boolean whole) {
        this(arguments, expected, Map.of(), whole, Map.of(), List.of(), Map.of(), Set.of(), false, false);
    }

    public static WriteInput of(Map<String, Object> arguments) {
        return new WriteInput(arguments, Map.of(), false);
    }
}
