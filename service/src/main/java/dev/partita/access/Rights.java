package dev.partita.access;

import dev.partita.design.model.Entity;
import dev.partita.design.model.Pattern.Verb;
import dev.partita.plan.internal.write.OwnershipClaim;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** By what right somebody calls a pattern, as its rules say and its arguments tell. */
final class Rights {

    /** By what right somebody calls. */
    enum Kind {
        NONE,
        /** Whoever's it is may: its owner, or a member of its group. */
        THEIRS,
        /** Anyone may, or anyone who is signed in. */
        OPEN,
        ROLE
    }

    /**
     * @param asOwner whether the arguments name the caller as the owner, or leave the owner out
     * @param isSettled whether the arguments say whose it is
     * @param anyOf what makes an item theirs
     * @param besides what has to be so of the item as well: the group it stays in; empty where that does not matter
     */
    record Right(
            Kind kind,
            boolean asOwner,
            boolean isSettled,
            List<OwnershipClaim.Belonging> anyOf,
            List<OwnershipClaim.Belonging> besides) {
        static final Right NONE = of(Kind.NONE);
        static final Right OPEN = of(Kind.OPEN);
        static final Right ROLE = of(Kind.ROLE);

        private static Right of(Kind kind) {
            return new Right(kind, false, true, List.of(), List.of());
        }
    }

    private final Roles roles;

    Rights(Roles roles) {
        this.roles = roles;
    }

    /**
     * By what right, rule by rule.
     *
     * @param arguments null when they are not known yet
     */
    List<Right> of(Caller caller, Permit permit, Map<String, Object> arguments) {
        List<Right> rights = new ArrayList<>();
        for (List<String> rule : permit.rules()) {
            Right right = right(caller, permit, rule, arguments);
            if (right.kind() == Kind.NONE) {
                throw refusal(caller, permit, rule, arguments);
            }
            rights.add(right);
        }
        if (permit.isUnsaid()) {
            throw refusal(caller, permit, null, arguments);
        }
        return rights;
    }

    /**
     * Refuses, before anything is read, whoever could not call a pattern whatever its arguments were.
     *
     * @throws AccessDenied when no item would let them in
     */
    void requireAny(Caller caller, Permit permit) {
        for (List<String> rule : permit.rules()) {
            boolean isPossible = isFree(caller, rule)
                    || caller.isSignedIn()
                            && (holdsRole(caller, rule)
                                    || rule.stream()
                                            .anyMatch(word -> word.equals("owner")
                                                    || permit.groups().containsKey(word)
                                                            && !roles.groups(caller.subject(), word, one -> true)
                                                                    .isEmpty()));
            if (!isPossible) {
                throw refusal(caller, permit, rule, null);
            }
        }
        if (permit.isUnsaid()) {
            throw refusal(caller, permit, null, null);
        }
    }

    /**
     * What has to be so of the items that a pattern fetches: by the rules that let the caller call it, and by those of the fetched
     * entity. What says neither its owner nor its group goes with what it was fetched for.
     */
    List<OwnershipClaim> ofFetched(Caller caller, Permit permit) {
        List<OwnershipClaim> claims = new ArrayList<>();
        Entity fetched = permit.fetched();
        Set<List<String>> all = new LinkedHashSet<>(permit.rules());
        if (!fetched.allow().isEmpty()) {
            all.add(fetched.allow());
        }
        for (List<String> rule : all) {
            if (isFree(caller, rule) || caller.isSignedIn() && holdsRole(caller, rule)) {
                continue;
            }
            List<OwnershipClaim.Belonging> anyOf = new ArrayList<>();
            boolean isTold = rule.equals(fetched.allow());
            for (String word : rule) {
                ItemOwnership whose = word.equals("owner")
                        ? permit.owner()
                        : permit.groupsOfFetched().get(word);
                if (whose == null || !whose.isOf(fetched)) {
                    continue;
                }
                isTold = true;
                // Where the answer does not show it, nobody can tell, and nothing is shown.
                if (caller.isSignedIn() && whose.itemTells()) {
                    anyOf.add(
                            word.equals("owner")
                                    ? whose.owned(fetched, caller.subject())
                                    : whose.belonging(fetched, roles.groups(caller.subject(), word, one -> true)));
                }
            }
            if (isTold) {
                claims.add(new OwnershipClaim(fetched.name(), anyOf));
            }
        }
        return claims;
    }

    private boolean isFree(Caller caller, List<String> rule) {
        return holdsGroup(caller, rule) || rule.contains("anyone") || rule.contains("signed-in") && caller.isSignedIn();
    }

    private Right right(Caller caller, Permit permit, List<String> rule, Map<String, Object> arguments) {
        if (holdsGroup(caller, rule)) {
            return Right.ROLE;
        }
        boolean isOpen = rule.contains("anyone") || rule.contains("signed-in") && caller.isSignedIn();
        if (isOpen) {
            return Right.OPEN;
        }
        if (!caller.isSignedIn()) {
            return Right.NONE;
        }
        ItemOwnership.Told told = rule.contains("owner") ? told(caller, permit, arguments) : ItemOwnership.Told.NONE;
        boolean isPut = permit.pattern().verb() == Verb.PUT;
        OwnershipClaim.Belonging entered =
                told == ItemOwnership.Told.NONE ? null : entered(caller, permit, rule, arguments);
        if (entered != null && entered.values().isEmpty()) {
            // To own an item opens no group.
            told = ItemOwnership.Told.NONE;
        }
        boolean isOwn = told == ItemOwnership.Told.OWN && !isPut;
        // What is made with their own may be of others, for whoever has a role.
        if (isOwn && (permit.pattern().with() == null || !holdsRole(caller, rule))) {
            List<OwnershipClaim.Belonging> stays = entered == null ? List.of() : List.of(entered);
            return new Right(Kind.THEIRS, true, true, List.of(owning(caller, permit)), stays);
        }
        if (holdsRole(caller, rule)) {
            return Right.ROLE;
        }
        List<OwnershipClaim.Belonging> anyOf = new ArrayList<>();
        boolean isTold = false;
        for (String word : rule) {
            ItemOwnership group = permit.groups().get(word);
            if (group == null || permit.owner() == null) {
                continue;
            }
            // What a put replaces may be in another group than what it makes.
            Set<Object> groups = roles.groups(
                    caller.subject(), word, one -> arguments == null || isPut || group.isNamed(one, arguments));
            ItemOwnership.Told toldOfGroup = arguments != null
                    ? group.told(groups, arguments)
                    : group.itemTells() ? ItemOwnership.Told.ITEM_TELLS : ItemOwnership.Told.NONE;
            if (groups.isEmpty()
                    || toldOfGroup != ItemOwnership.Told.OWN && toldOfGroup != ItemOwnership.Told.ITEM_TELLS) {
                continue;
            }
            OwnershipClaim.Belonging belonging =
                    permit.decisive() == null ? null : group.belonging(permit.decisive(), groups);
            if (toldOfGroup == ItemOwnership.Told.OWN && !isPut) {
                return new Right(
                        Kind.THEIRS, false, true, belonging == null ? List.of() : List.of(belonging), List.of());
            }
            isTold |= toldOfGroup == ItemOwnership.Told.OWN;
            if (belonging != null) {
                anyOf.add(belonging);
            }
        }
        List<OwnershipClaim.Belonging> besides = new ArrayList<>();
        if (entered != null) {
            besides.addAll(anyOf);
            besides.add(entered);
        }
        boolean isOwners = told == ItemOwnership.Told.OWN || told == ItemOwnership.Told.LEFT_OUT;
        if (isOwners || told == ItemOwnership.Told.ITEM_TELLS) {
            anyOf.add(owning(caller, permit));
        }
        boolean asOwner = told == ItemOwnership.Told.OWN || told == ItemOwnership.Told.LEFT_OUT && !isTold;
        return anyOf.isEmpty() ? Right.NONE : new Right(Kind.THEIRS, asOwner, isTold || isOwners, anyOf, besides);
    }

    /**
     * The group that an owner would put an item into, where the rule is for members of groups, too: an update may go on if the item
     * is there already, and nothing may (no value) where the item would be new to a group that the caller is no member of. Null where
     * the owner may act as they are.
     */
    private OwnershipClaim.Belonging entered(
            Caller caller, Permit permit, List<String> rule, Map<String, Object> arguments) {
        if (arguments == null
                || permit.owner() == null
                || !permit.pattern().verb().writes()) {
            return null;
        }
        OwnershipClaim.Belonging entered = null;
        for (String word : rule) {
            ItemOwnership group = permit.groups().get(word);
            String name = group == null ? null : group.entering(arguments);
            if (name == null) {
                continue;
            }
            Object value = arguments.get(name);
            boolean isTheirs = value != null
                    && group.has(roles.groups(caller.subject(), word, one -> group.has(Set.of(one), value)), value);
            if (isTheirs) {
                // What is made with it goes where it goes.
                return permit.pattern().with() == null ? null : group.belonging(permit.decisive(), Set.of(value));
            }
            boolean isUpdate =
                    permit.pattern().verb() == Verb.UPDATE && !permit.pattern().orCreate();
            entered = group.belonging(permit.decisive(), isUpdate && value != null ? Set.of(value) : Set.of());
        }
        return entered;
    }

    private static OwnershipClaim.Belonging owning(Caller caller, Permit permit) {
        Entity decisive = permit.decisive();
        return decisive == null
                ? new OwnershipClaim.Belonging(permit.owner().attributeName(), Set.of(caller.subject()))
                : permit.owner().owned(decisive, caller.subject());
    }

    private static ItemOwnership.Told told(Caller caller, Permit permit, Map<String, Object> arguments) {
        if (permit.owner() == null) {
            return ItemOwnership.Told.NONE;
        }
        if (arguments == null) {
            return permit.owner().itemTells() ? ItemOwnership.Told.ITEM_TELLS : ItemOwnership.Told.NONE;
        }
        return permit.owner().told(caller.subject(), arguments);
    }

    private boolean holdsGroup(Caller caller, List<String> rule) {
        if (caller.groups().isEmpty()) {
            return false;
        }
        for (String word : rule) {
            if (roles.isOfToken(word) && roles.holds(caller, word)) {
                return true;
            }
        }
        return false;
    }

    private boolean holdsRole(Caller caller, List<String> rule) {
        for (String word : rule) {
            if (roles.isLookedUp(word) && roles.holds(caller, word)) {
                return true;
            }
        }
        return false;
    }

    /** @param rule that keeps the caller out; null when it is not one alone */
    static AccessDenied refusal(Caller caller, Permit permit, List<String> rule, Map<String, Object> arguments) {
        if (!caller.isSignedIn()) {
            Permit closed = permit.closed();
            List<String> first = rule != null
                    ? rule
                    : closed.rules().stream()
                            .filter(one -> !one.contains("anyone"))
                            .findFirst()
                            .orElse(null);
            return AccessDenied.noToken(closed.words(first) + "; send a bearer token");
        }
        boolean isForOwners = rule == null ? permit.isForOwners() : rule.contains("owner");
        boolean isOthers = isForOwners && told(caller, permit, arguments) == ItemOwnership.Told.OTHERS;
        return AccessDenied.forbidden(permit.words(rule)
                + (isOthers ? ", and " + permit.owner().attributeName() + " names somebody else" : ""));
    }
}
