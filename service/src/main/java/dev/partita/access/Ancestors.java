package dev.partita.access;

import dev.partita.design.model.Entity;
import dev.partita.design.model.Pattern.Verb;
import dev.partita.plan.InvalidValues;
import dev.partita.plan.Result;
import dev.partita.plan.Violation;
import dev.partita.plan.internal.compile.Through;
import dev.partita.plan.internal.key.Inputs;
import dev.partita.plan.internal.write.OwnershipClaim;
import dev.partita.plan.internal.write.ReplacementAccess;
import dev.partita.plan.internal.write.RequiredParent;
import dev.partita.plan.run.Plans;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** Follows items to their parents, and those to theirs, up to where no pattern follows another: each has to answer the caller. */
final class Ancestors {

    /** Finds out what has to be so of a parent for the caller to get it by its own pattern. */
    interface Asking {
        List<OwnershipClaim> claims(Caller caller, Permit gate, Map<String, Object> key);

        boolean holds(Permit gate, OwnershipClaim claim, Result parent);
    }

    /** @param by the pattern that answered */
    private record Passed(Through by, List<RequiredParent> parents) {}

    private final Plans plans;
    private final ParentReader gates;
    private final Rights rights;
    private final Asking asking;

    Ancestors(Plans plans, ParentReader gates, Rights rights, Asking asking) {
        this.plans = plans;
        this.gates = gates;
        this.rights = rights;
        this.asking = asking;
    }

    /**
     * Refuses, before anything is read, whoever could call none of the patterns that this one follows.
     *
     * @throws AccessDenied when no item would let them in
     */
    void requireAny(Caller caller, Permit permit) {
        List<Permit.Gate> own = permit.gates(permit.pattern().entities().get(0));
        asCalled(permit, own, () -> {
            requireAny(caller, own);
            return null;
        });
    }

    /**
     * Lets those through who get to see the parents; where only the items tell which those are, that is left to the result.
     *
     * @throws AccessDenied when the caller may call none of the patterns of a parent
     * @throws ItemHidden when none of those that the caller may call answers
     */
    void pass(Caller caller, Permit permit, Map<String, Object> arguments, CallConditions terms) {
        String name = permit.pattern().name();
        for (String child : permit.followers()) {
            List<Permit.Gate> own = permit.gates(child);
            List<Permit.Gate> told =
                    own.stream().filter(gate -> gate.through().isArgument()).toList();
            if (told.size() < own.size()) {
                // Whoever gets the parent that the call names gets all below it, whatever else the items have.
                if (told.isEmpty() || !isReached(caller, told, arguments)) {
                    terms.follow(name, child);
                }
                continue;
            }
            Set<String> names = names(own);
            for (String attribute : names) {
                if (arguments.get(attribute) == null) {
                    throw new InvalidValues(List.of(new Violation(child, attribute, null, "required", "is required")));
                }
            }
            terms.parents()
                    .addAll(asCalled(permit, own, () -> passed(caller, own, arguments, terms.made()))
                            .parents());
            boolean isMovable = own.stream().anyMatch(gate -> !gate.through().isInKey());
            if (permit.pattern().verb() == Verb.PUT && isMovable) {
                terms.replaced().put(name, new ReplacementAccess(names, values -> reached(caller, own, values)));
            }
        }
    }

    /** A refusal speaks of the pattern that was called, not of one that it follows. */
    private static <T> T asCalled(Permit called, List<Permit.Gate> of, Supplier<T> step) {
        try {
            return step.get();
        } catch (AccessDenied denied) {
            throw denied.saying(called.pattern().name() + " is for whoever may call "
                    + of.stream()
                            .map(gate -> gate.through().gate().name())
                            .distinct()
                            .collect(Collectors.joining(" or ")));
        }
    }

    /** The same where nothing but the items found will tell. */
    static void leaveToItems(Permit permit, CallConditions terms) {
        permit.followers().forEach(child -> terms.follow(permit.pattern().name(), child));
    }

    /** Whether the caller gets to see the parents of an item. */
    boolean isReached(Caller caller, List<Permit.Gate> of, Map<String, Object> values) {
        return reached(caller, of, values) != null;
    }

    private List<RequiredParent> reached(Caller caller, List<Permit.Gate> of, Map<String, Object> values) {
        try {
            return passed(caller, of, values, List.of()).parents();
        } catch (ItemHidden | AccessDenied e) {
            return null;
        }
    }

    private static Set<String> names(List<Permit.Gate> of) {
        Set<String> names = new LinkedHashSet<>();
        of.forEach(gate -> names.addAll(gate.through().names().values()));
        return names;
    }

    /** Refuses, before anything is read, whoever could call none of the patterns: nobody learns by it what is there. */
    private void requireAny(Caller caller, List<Permit.Gate> of) {
        AccessDenied denied = null;
        for (Permit.Gate gate : of) {
            try {
                rights.requireAny(caller, gate.permit());
                String parent = gate.through().parent().name();
                if (!gate.permit().gates(parent).isEmpty()) {
                    requireAny(caller, gate.permit().gates(parent));
                }
                return;
            } catch (AccessDenied refused) {
                denied = denied == null ? refused : denied;
            }
        }
        if (denied != null) {
            throw denied;
        }
    }

    /**
     * By which parents a caller gets to see an item: those of the first pattern that answers.
     *
     * @param values that say which parent it is
     * @param made what is created in the same transaction: that may be the parent
     */
    private Passed passed(Caller caller, List<Permit.Gate> of, Map<String, Object> values, List<Result.Found> made) {
        AccessDenied denied = null;
        boolean isAsked = false;
        for (Permit.Gate gate : of) {
            Map<String, Object> key = gate.through().key(values);
            try {
                List<OwnershipClaim> claims = key == null ? List.of() : asking.claims(caller, gate.permit(), key);
                isAsked = true;
                Result.Found fresh = key == null ? null : fresh(gate, key, made);
                Result.Found parent =
                        key == null ? null : fresh == null ? read(gate, key, claims) : own(gate, claims, fresh);
                List<RequiredParent> parents = parent == null ? null : climbed(caller, gate, key, claims, parent, made);
                if (parents != null) {
                    return new Passed(gate.through(), parents);
                }
            } catch (AccessDenied refused) {
                denied = denied == null ? refused : denied;
            }
        }
        if (!isAsked && denied != null) {
            throw denied;
        }
        throw new ItemHidden(of.get(0).through().parent().name());
    }

    /** The parent and those above it; null when the caller does not get to see one of them. */
    private List<RequiredParent> climbed(
            Caller caller,
            Permit.Gate gate,
            Map<String, Object> key,
            List<OwnershipClaim> claims,
            Result.Found parent,
            List<Result.Found> made) {
        Through through = gate.through();
        String name = through.parent().name();
        List<Permit.Gate> above = gate.permit().gates(name);
        List<RequiredParent> parents = new ArrayList<>();
        List<OwnershipClaim> all = new ArrayList<>(claims);
        if (!above.isEmpty()) {
            Map<String, Object> values = new LinkedHashMap<>(parent.values());
            values.putAll(key);
            try {
                Passed passed = passed(caller, above, values, made);
                parents.addAll(passed.parents());
                // It is reached by the parent that it has now, and has it still when the child is written.
                passed.by()
                        .names()
                        .values()
                        .forEach(attribute -> all.add(new OwnershipClaim(
                                name,
                                List.of(new OwnershipClaim.Belonging(attribute, Set.of(values.get(attribute)))))));
            } catch (ItemHidden | AccessDenied e) {
                return null;
            }
        }
        if (!made.contains(parent)) {
            parents.add(new RequiredParent(name, key, through.gate().where(), all));
        }
        return parents;
    }

    /** The parent, where the same transaction creates it; null where it has to be there. */
    private Result.Found fresh(Permit.Gate gate, Map<String, Object> key, List<Result.Found> made) {
        Entity parent = gate.through().parent();
        for (Result.Found one : made) {
            boolean isIt = one.entity().equals(parent.name())
                    && key.entrySet().stream()
                            .allMatch(part -> Objects.equals(
                                    logical(parent, part.getKey(), part.getValue()),
                                    logical(parent, part.getKey(), one.values().get(part.getKey()))));
            if (isIt) {
                return one;
            }
        }
        return null;
    }

    /** What was not there before is as it is made: the caller's by what is said of it, and seen by no condition. */
    private Result.Found own(Permit.Gate gate, List<OwnershipClaim> claims, Result.Found fresh) {
        Result alone = new Result(List.of(fresh), 1, Map.of(), null, Map.of(), 0, 0);
        boolean isTheirs = gate.through().gate().where() == null
                && claims.stream().allMatch(claim -> asking.holds(gate.permit(), claim, alone));
        return isTheirs ? fresh : null;
    }

    /** Never equal to another where it cannot be one. */
    private Object logical(Entity entity, String name, Object value) {
        try {
            return value == null
                    ? new Object()
                    : new Inputs(plans.codec(entity))
                            .argument(entity.attributes().get(name), value);
        } catch (InvalidValues e) {
            return new Object();
        }
    }

    private Result.Found read(Permit.Gate gate, Map<String, Object> key, List<OwnershipClaim> claims) {
        try {
            Result parent = gates.read(gate.through(), key);
            boolean isTheirs = claims.stream().allMatch(claim -> asking.holds(gate.permit(), claim, parent));
            return isTheirs ? parent.one() : null;
        } catch (InvalidValues e) {
            // An id that no parent can have.
            return null;
        }
    }
}
