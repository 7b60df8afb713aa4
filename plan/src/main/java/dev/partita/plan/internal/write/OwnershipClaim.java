package dev.partita.plan.internal.write;

import dev.partita.plan.internal.key.Codec;
import dev.partita.plan.internal.key.Inputs;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * That an item is the caller's: one of some attributes has one of some values, such as its owner who calls, or its group one that
 * the caller is a member of.
 *
 * @param entity the entity of the items it is about; others are not asked
 * @param anyOf which attributes tell; one of them is enough
 */
public record OwnershipClaim(String entity, List<Belonging> anyOf) {
    public OwnershipClaim {
        anyOf = List.copyOf(anyOf);
    }

    /** @param values in logical form; there may be none, and then no item has one */
    public record Belonging(String attribute, Set<Object> values) {
        public Belonging {
            values = Set.copyOf(values);
        }
    }

    /** Whether an item of the entity is the caller's. */
    public boolean holds(Codec codec, Map<String, Object> values) {
        return anyOf.stream().anyMatch(one -> {
            Object own = Inputs.logical(codec, one.attribute(), values.get(one.attribute()));
            return own != null && logical(codec, one).contains(own);
        });
    }

    /** The values as this entity's attribute has them; what cannot be one is left out. */
    static Set<Object> logical(Codec codec, Belonging belonging) {
        Set<Object> logical = new LinkedHashSet<>();
        for (Object value : belonging.values()) {
            Object one = Inputs.logical(codec, belonging.attribute(), value);
            if (one != null) {
                logical.add(one);
            }
        }
        return logical;
    }
}
