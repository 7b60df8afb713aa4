package dev.partita.access;

import dev.partita.design.Entity;
import dev.partita.design.Pattern;
import dev.partita.design.Pattern.Verb;
import dev.partita.design.Type;
import dev.partita.plan.Claim;
import dev.partita.plan.Codec;
import dev.partita.plan.InvalidValues;
import dev.partita.plan.Parent;
import dev.partita.plan.PartArguments;
import dev.partita.plan.Plans;
import dev.partita.plan.Result;
import dev.partita.plan.Violation;
import dev.partita.plan.Written;
import dev.partita.runtime.Database;
import dev.partita.runtime.Write;
import java.net.InetAddress;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Who may call which pattern of one design, as its {@code allow:}, {@code owner:} and {@code roles:} say. Threads may share it.
 *
 * <p>A call goes through three gates: {@link #decide} before anything is read or written; then a read passes its result, each page
 * of it, through {@link #requireOwned}, and a write is run as {@link #guard} returns it. The database that runs either is that of
 * the caller, {@code database.as(caller.subject())}, so that {@code me} is who calls.
 */
public final class Access {

    /** By what right somebody calls. */
    private enum Kind {
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
    private record Right(
            Kind kind, boolean asOwner, boolean isSettled, List<Claim.Belonging> anyOf, List<Claim.Belonging> besides) {
        static final Right NONE = of(Kind.NONE);
        static final Right OPEN = of(Kind.OPEN);
        static final Right ROLE = of(Kind.ROLE);

        private static Right of(Kind kind) {
            return new Right(kind, false, true, List.of(), List.of());
        }
    }

    /** On which condition a call is let through, as far as it is known. */
    private record Terms(Map<String, List<Claim>> claims, List<Parent> parents, Set<String> followed) {
        Terms() {
            this(new LinkedHashMap<>(0), new ArrayList<>(0), new LinkedHashSet<>(0));
        }
    }

    /** How many passwords one address may have hashed at once, and how long until one more. */
    static final int PASSWORDS = 60;

    static final Duration PASSWORD_PAUSE = Duration.ofSeconds(1);

    private final Plans plans;
    private final Gates gates;
    private final Roles roles;
    private final Tries passwords;
    private final Map<String, Permit> permits = new ConcurrentHashMap<>();

    private Access(Database database, Clock clock) {
        this.plans = database.plans();
        this.gates = new Gates(database);
        this.roles = new Roles(database, clock);
        this.passwords = new Tries(PASSWORDS, PASSWORD_PAUSE, clock);
    }

    /**
     * By the rules of the database's design; roles that need a look into its tables read them there.
     *
     * @throws IllegalArgumentException when the design has a role that nothing in its tables leads to
     */
    public static Access of(Database database) {
        return of(database, Clock.systemUTC());
    }

    /** The same, by another clock: what is known of a role is forgotten after a few seconds. */
    public static Access of(Database database, Clock clock) {
        return new Access(database, clock);
    }

    /** The arguments of a pattern that callers may leave out where they mean themselves: who owns it. */
    public static Set<String> leftOut(Plans plans, Pattern pattern) {
        return Permit.of(plans, pattern).leftOut();
    }

    /** Whether nobody has to sign in for a pattern, nor for what it leads to. */
    public static boolean isForAnyone(Plans plans, Pattern pattern) {
        return Permit.of(plans, pattern).isForAnyone();
    }

    /**
     * Refuses, before anything else is looked at, whoever has to sign in first: what is wrong with their arguments is not theirs to
     * know.
     *
     * @throws AccessDenied when nobody is signed in and the pattern is not for anyone
     */
    public void requireSignedIn(Caller caller, Pattern pattern) {
        if (!caller.trusted() && !caller.isSignedIn()) {
            Permit permit = permit(pattern);
            if (!permit.isForAnyone()) {
                throw refusal(caller, permit, null);
            }
        }
    }

    /**
     * Lets a call through or not. May read from the database, to find out about a role.
     *
     * @throws AccessDenied when the caller may not
     */
    public Decision decide(Caller caller, Pattern pattern, Map<String, Object> arguments) {
        Permit permit = permit(pattern);
        // Whoever is trusted and says no name has nothing to be checked or filled in.
        boolean isTrusted =
                caller.trusted() && caller.subject() == null && permit.parts().isEmpty();
        if (isTrusted || isOpen(caller, permit, arguments)) {
            return Decision.free(caller, pattern, arguments);
        }
        Terms terms = new Terms();
        Caller standing = standing(caller, permit);
        try {
            Map<String, Object> completed = decide(standing, permit, arguments, terms);
            return new Decision(standing, pattern, completed, terms.claims(), terms.parents(), terms.followed());
        } catch (AccessDenied denied) {
            throw standing == caller || denied.reason() != AccessDenied.Reason.UNAUTHENTICATED
                    ? denied
                    : AccessDenied.forbidden(
                            "there is no " + plans.design().identity().entity() + " of who calls");
        }
    }

    private boolean isOpen(Caller caller, Permit permit, Map<String, Object> arguments) {
        return permit.isOpenTo(caller, arguments) && (!roles.needStanding() || permit.isForAnyone());
    }

    /**
     * What of a result is for the caller: all of it, where the decision asks for no owner. Otherwise somebody else's items are left
     * out, and one item that is somebody else's is answered by none: whoever asks learns nothing about what is not theirs, not even
     * that it is there.
     */
    public Result requireOwned(Decision decision, Result result) {
        return decision.isConditional() ? own(permit(decision.pattern()), decision, result) : result;
    }

    /**
     * The write on the condition that its item is the caller's, in the same request, where the decision asks for that. Roles that
     * the write could change are forgotten after it.
     */
    public Write<Written> guard(Decision decision, Write<Written> write) {
        Write<Written> guarded =
                decision.claims().isEmpty() && decision.parents().isEmpty()
                        ? write
                        : write.claiming(decision.claims(), decision.parents());
        return roles.areChangedBy(decision.pattern())
                ? guarded.map(written -> {
                    roles.forget();
                    return written;
                })
                : guarded;
    }

    /**
     * Refuses who sets too many passwords. Hashing one takes a good part of a tenth of a second, and signing up is open to anyone.
     *
     * @throws TooManyTries when there were too many from this address
     */
    public void requirePatience(Caller caller, Decision decision, InetAddress peer) {
        if (!caller.trusted() && setsPassword(decision.pattern(), decision.arguments())) {
            passwords.require(Tries.address(peer));
        }
    }

    private boolean setsPassword(Pattern pattern, Map<String, Object> arguments) {
        if (pattern.verb() == Verb.TRANSACT) {
            return pattern.entities().stream()
                    .anyMatch(name ->
                            setsPassword(plans.design().patterns().get(name), ofPart(pattern, name, arguments)));
        }
        return pattern.verb().writes()
                && plans.design().entities().get(pattern.entities().get(0)).attributes().values().stream()
                        .anyMatch(attribute ->
                                attribute.type() == Type.Simple.PASSWORD && arguments.get(attribute.name()) != null);
    }

    private static Map<String, Object> texts(Map<?, ?> map) {
        Map<String, Object> texts = new LinkedHashMap<>();
        map.forEach((name, value) -> texts.put(String.valueOf(name), value));
        return texts;
    }

    private Permit permit(Pattern pattern) {
        Permit known = permits.get(pattern.name());
        if (known == null) {
            known = Permit.of(plans, pattern);
            permits.put(pattern.name(), known);
        }
        return known;
    }

    /** The arguments, completed; adds to {@code claims} what only the items can tell. */
    private Map<String, Object> decide(Caller caller, Permit permit, Map<String, Object> arguments, Terms terms) {
        Map<String, Object> completed = arguments;
        List<Right> rights = caller.trusted() ? List.of(Right.ROLE) : rights(caller, permit, arguments);
        if (permit.owner() != null) {
            completed = own(caller, permit, arguments, rights, terms);
        }
        if (!permit.gates().isEmpty() && !caller.trusted()) {
            passGates(caller, permit, completed, terms);
        }
        Verb verb = permit.pattern().verb();
        if (verb == Verb.TRANSACT) {
            return transact(caller, permit, completed, terms);
        }
        for (Permit part : permit.parts().values()) {
            if (verb == Verb.GATHER) {
                PartArguments parts = plans.plan(permit.pattern().name()).parts();
                String name = part.pattern().name();
                Map<String, Object> own = decide(caller, part, parts.of(name, completed), terms);
                completed = merged(completed, parts.asGiven(name, own));
            } else {
                follow(caller, part, terms);
            }
        }
        return completed;
    }

    private Map<String, Object> own(
            Caller caller, Permit permit, Map<String, Object> arguments, List<Right> rights, Terms terms) {
        Whose owner = permit.owner();
        claim(permit, rights, terms);
        Kind least = rights.stream().map(Right::kind).min(Kind::compareTo).orElse(Kind.NONE);
        if (least == Kind.THEIRS && rights.stream().anyMatch(Right::asOwner)) {
            return owner.completed(caller.subject(), arguments, true);
        }
        if (least == Kind.OPEN && owner.choosesIdentity(caller.subject(), arguments)) {
            throw AccessDenied.forbidden(owner.attributeName() + " is made up by the service; leave it out"
                    + (caller.isSignedIn() ? ", or give who you are signed in as" : ""));
        }
        return permit.isForOwners() ? owner.completed(caller.subject(), arguments, false) : arguments;
    }

    /** What has to be so of the items, where the arguments do not see to it. */
    private void claim(Permit permit, List<Right> rights, Terms terms) {
        boolean isWrite = permit.pattern().verb().writes();
        List<Claim> own = new ArrayList<>();
        for (Right right : rights) {
            boolean isLookedAt = isWrite
                    || !right.isSettled()
                    || permit.isToBeChecked()
                    || permit.decisive() != null && permit.readsOthers(plans.design(), right.anyOf());
            if (right.kind() == Kind.THEIRS && isLookedAt) {
                claim(permit, right.anyOf(), own);
                if (!right.besides().isEmpty()) {
                    claim(permit, right.besides(), own);
                }
            }
        }
        if (!own.isEmpty()) {
            terms.claims().put(permit.pattern().name(), own);
        }
    }

    private void claim(Permit permit, List<Claim.Belonging> anyOf, List<Claim> claims) {
        claims.add(new Claim(permit.decisive().name(), anyOf));
        Entity children = plans.design().entities().get(permit.pattern().with());
        List<Claim.Belonging> ofChildren = children == null ? List.of() : permit.same(anyOf, children);
        if (!ofChildren.isEmpty()) {
            claims.add(new Claim(children.name(), ofChildren));
        }
    }

    /** What goes on with what was found: its arguments come from there, so only the result can tell whose it is. */
    private void follow(Caller caller, Permit next, Terms terms) {
        List<Right> rights = caller.trusted() ? List.of() : rights(caller, next, null);
        if (next.owner() != null) {
            claim(next, rights, terms);
        }
        if (!next.gates().isEmpty() && !caller.trusted()) {
            terms.followed().add(next.pattern().name());
        }
        for (Permit part : next.parts().values()) {
            follow(caller, part, terms);
        }
    }

    /** Lets those through who get to see the parent; where only the items tell which it is, that is left to the result. */
    private void passGates(Caller caller, Permit permit, Map<String, Object> arguments, Terms terms) {
        List<Permit.Gate> told = permit.gates().stream()
                .filter(gate -> gate.through().isArgument())
                .toList();
        if (told.size() < permit.gates().size()) {
            terms.followed().add(permit.pattern().name());
            return;
        }
        for (Permit.Gate gate : told) {
            for (String name : gate.through().names().values()) {
                if (arguments.get(name) == null) {
                    throw new InvalidValues(List.of(
                            new Violation(gate.through().child().name(), name, null, "required", "is required")));
                }
            }
        }
        terms.parents().addAll(passed(caller, told, arguments).parents());
    }

    /**
     * The parents by which a caller gets to see an item: those of the first pattern that answers.
     *
     * @param values that say which parent it is
     * @throws AccessDenied when the caller may call none of the patterns
     * @throws Hidden when none of those that the caller may call answers
     */
    private Terms passed(Caller caller, List<Permit.Gate> of, Map<String, Object> values) {
        AccessDenied denied = null;
        boolean isAsked = false;
        for (Permit.Gate gate : of) {
            Map<String, Object> key = gate.through().key(values);
            if (key == null) {
                isAsked = true;
                continue;
            }
            try {
                Terms terms = new Terms();
                decide(caller, gate.permit(), key, terms);
                List<Claim> claims =
                        terms.claims().getOrDefault(gate.through().gate().name(), List.of());
                isAsked = true;
                if (isSeen(gate, key, claims)) {
                    terms.parents()
                            .add(new Parent(
                                    gate.through().parent().name(),
                                    key,
                                    gate.through().gate().where(),
                                    claims));
                    return terms;
                }
            } catch (AccessDenied refused) {
                denied = denied == null ? refused : denied;
            } catch (Hidden further) {
                isAsked = true;
            }
        }
        if (!isAsked && denied != null) {
            throw denied;
        }
        throw new Hidden(of.get(0).through().parent().name());
    }

    private boolean isSeen(Permit.Gate gate, Map<String, Object> key, List<Claim> claims) {
        try {
            Result parent = gates.read(gate.through(), key);
            for (Claim claim : claims) {
                parent = parent.items().isEmpty() ? parent : own(gate.permit(), claim, parent);
            }
            return !parent.items().isEmpty();
        } catch (InvalidValues e) {
            // An id that no parent can have.
            return false;
        }
    }

    /** The items whose parents the caller gets to see. */
    private Result seen(Permit permit, Decision decision, Result result) {
        Map<Map<String, Object>, Boolean> known = new LinkedHashMap<>();
        List<Result.Found> seen = result.items().stream()
                .filter(item -> {
                    List<Permit.Gate> own = permit.gates().stream()
                            .filter(gate -> gate.through().child().name().equals(item.entity()))
                            .toList();
                    return own.isEmpty() || known.computeIfAbsent(keys(own, item), key -> isSeen(decision, own, item));
                })
                .toList();
        boolean isWhole =
                permit.pattern().verb() == Verb.GET || permit.pattern().verb() == Verb.READ;
        List<Result.Found> kept = isWhole && seen.size() < result.items().size() ? List.of() : seen;
        return kept.size() == result.items().size() ? result : result.keeping(kept);
    }

    private static Map<String, Object> keys(List<Permit.Gate> gates, Result.Found item) {
        Map<String, Object> keys = new LinkedHashMap<>();
        gates.forEach(
                gate -> keys.put(gate.through().gate().name(), gate.through().key(item.values())));
        return keys;
    }

    private boolean isSeen(Decision decision, List<Permit.Gate> gates, Result.Found item) {
        try {
            passed(decision.caller(), gates, item.values());
            return true;
        } catch (Hidden | AccessDenied e) {
            return false;
        }
    }

    /** Who calls, once their own item has been looked at: an account that is closed ends every right. */
    private Caller standing(Caller caller, Permit permit) {
        if (caller.trusted() || !caller.isSignedIn() || !roles.needStanding() || permit.isForAnyone()) {
            return caller;
        }
        return switch (roles.standing(caller.subject())) {
            case GOOD -> caller;
            case LOST ->
                throw AccessDenied.forbidden("the " + plans.design().identity().entity()
                        + " of who calls does not meet what identity asks of it");
            // A machine has no account; what its token says counts.
            case NONE -> new Caller(null, caller.groups(), false);
        };
    }

    private Map<String, Object> transact(Caller caller, Permit permit, Map<String, Object> arguments, Terms terms) {
        Map<String, Object> completed = new LinkedHashMap<>();
        boolean isChanged = false;
        for (Map.Entry<String, Permit> part : permit.parts().entrySet()) {
            Map<String, Object> own = ofPart(permit.pattern(), part.getKey(), arguments);
            Map<String, Object> decided = decide(caller, part.getValue(), own, terms);
            isChanged |= decided != own;
            completed.put(part.getKey(), decided);
        }
        // Each part by itself: what is filled in for one is not meant for another.
        return isChanged ? completed : arguments;
    }

    /**
     * By what right, rule by rule.
     *
     * @param arguments null when they are not known yet
     */
    private List<Right> rights(Caller caller, Permit permit, Map<String, Object> arguments) {
        List<Right> rights = new ArrayList<>();
        for (List<String> rule : permit.rules()) {
            Right right = right(caller, permit, rule, arguments);
            if (right.kind() == Kind.NONE) {
                throw refusal(caller, permit, arguments);
            }
            rights.add(right);
        }
        boolean isUnsaid = permit.gates().isEmpty() && (permit.parts().isEmpty() || permit.owner() != null);
        if (rights.isEmpty() && isUnsaid) {
            throw refusal(caller, permit, arguments);
        }
        return rights;
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
        Whose.Told told = rule.contains("owner") ? told(caller, permit, arguments) : Whose.Told.NONE;
        boolean isPut = permit.pattern().verb() == Verb.PUT;
        Claim.Belonging entered = told == Whose.Told.NONE ? null : entered(caller, permit, rule, arguments);
        if (entered != null && entered.values().isEmpty()) {
            // To own an item opens no group.
            told = Whose.Told.NONE;
        }
        if (told == Whose.Told.OWN && !isPut) {
            List<Claim.Belonging> stays = entered == null ? List.of() : List.of(entered);
            return new Right(Kind.THEIRS, true, true, List.of(owning(caller, permit)), stays);
        }
        if (holdsRole(caller, rule)) {
            return Right.ROLE;
        }
        List<Claim.Belonging> anyOf = new ArrayList<>();
        boolean isTold = false;
        for (String word : rule) {
            Whose group = permit.groups().get(word);
            if (group == null || permit.owner() == null) {
                continue;
            }
            // What a put replaces may be in another group than what it makes.
            Set<Object> groups = roles.groups(
                    caller.subject(), word, one -> arguments == null || isPut || group.isNamed(one, arguments));
            Whose.Told toldOfGroup = arguments != null
                    ? group.told(groups, arguments)
                    : group.itemTells() ? Whose.Told.ITEM_TELLS : Whose.Told.NONE;
            if (groups.isEmpty() || toldOfGroup != Whose.Told.OWN && toldOfGroup != Whose.Told.ITEM_TELLS) {
                continue;
            }
            Claim.Belonging belonging = permit.decisive() == null ? null : group.belonging(permit.decisive(), groups);
            if (toldOfGroup == Whose.Told.OWN && !isPut) {
                return new Right(
                        Kind.THEIRS, false, true, belonging == null ? List.of() : List.of(belonging), List.of());
            }
            isTold |= toldOfGroup == Whose.Told.OWN;
            if (belonging != null) {
                anyOf.add(belonging);
            }
        }
        List<Claim.Belonging> besides = new ArrayList<>();
        if (entered != null) {
            besides.addAll(anyOf);
            besides.add(entered);
        }
        boolean isOwners = told == Whose.Told.OWN || told == Whose.Told.LEFT_OUT;
        if (isOwners || told == Whose.Told.ITEM_TELLS) {
            anyOf.add(owning(caller, permit));
        }
        boolean asOwner = told == Whose.Told.OWN || told == Whose.Told.LEFT_OUT && !isTold;
        return anyOf.isEmpty() ? Right.NONE : new Right(Kind.THEIRS, asOwner, isTold || isOwners, anyOf, besides);
    }

    /**
     * The group that an owner would put an item into, where the rule is for members of groups, too: an update may go on if the item
     * is there already, and nothing may (no value) where the item would be new to a group that the caller is no member of. Null where
     * the owner may act as they are.
     */
    private Claim.Belonging entered(Caller caller, Permit permit, List<String> rule, Map<String, Object> arguments) {
        if (arguments == null
                || permit.owner() == null
                || !permit.pattern().verb().writes()) {
            return null;
        }
        Claim.Belonging entered = null;
        for (String word : rule) {
            Whose group = permit.groups().get(word);
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
            boolean isUpdate = permit.pattern().verb() == Verb.UPDATE;
            entered = group.belonging(permit.decisive(), isUpdate && value != null ? Set.of(value) : Set.of());
        }
        return entered;
    }

    private static Claim.Belonging owning(Caller caller, Permit permit) {
        Entity decisive = permit.decisive();
        return decisive == null
                ? new Claim.Belonging(permit.owner().attributeName(), Set.of(caller.subject()))
                : permit.owner().belonging(decisive, Set.of(caller.subject()));
    }

    private static Whose.Told told(Caller caller, Permit permit, Map<String, Object> arguments) {
        if (permit.owner() == null) {
            return Whose.Told.NONE;
        }
        if (arguments == null) {
            return permit.owner().itemTells() ? Whose.Told.ITEM_TELLS : Whose.Told.NONE;
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

    private static AccessDenied refusal(Caller caller, Permit permit, Map<String, Object> arguments) {
        String name = permit.pattern().name();
        if (!caller.isSignedIn()) {
            return AccessDenied.noToken(name + " is for " + permit.words() + "; send a bearer token");
        }
        boolean isOthers = permit.isForOwners() && told(caller, permit, arguments) == Whose.Told.OTHERS;
        return AccessDenied.forbidden(name + " is for " + permit.words()
                + (isOthers ? ", and " + permit.owner().attributeName() + " names somebody else" : ""));
    }

    private Result own(Permit permit, Decision decision, Result result) {
        if (permit.pattern().verb() == Verb.GATHER) {
            Map<String, Result> parts = new LinkedHashMap<>();
            result.parts()
                    .forEach((name, part) -> parts.put(name, own(permit.parts().get(name), decision, part)));
            return new Result(
                    result.items(),
                    result.count(),
                    result.counts(),
                    result.cursor(),
                    parts,
                    result.requests(),
                    result.units());
        }
        Result own = result;
        for (Claim claim : decision.claims().getOrDefault(permit.pattern().name(), List.of())) {
            own = own.items().isEmpty() ? own : own(permit, claim, own);
        }
        if (decision.followed().contains(permit.pattern().name())
                && !own.items().isEmpty()) {
            own = seen(permit, decision, own);
        }
        for (Permit next : permit.parts().values()) {
            own = own(next, decision, own);
        }
        return own;
    }

    /** What of a result is the caller's. */
    private Result own(Permit permit, Claim claim, Result result) {
        Codec codec = plans.codec(plans.design().entities().get(claim.entity()));
        List<Result.Found> heads = result.items().stream()
                .filter(item -> item.entity().equals(claim.entity()))
                .toList();
        List<Result.Found> ownHeads =
                heads.stream().filter(item -> claim.holds(codec, item.values())).toList();
        if (ownHeads.isEmpty() && (!heads.isEmpty() || permit.pattern().verb() != Verb.READ)) {
            return result.keeping(List.of());
        }
        List<Result.Found> own = result.items().stream()
                .filter(item -> item.entity().equals(claim.entity())
                        ? ownHeads.contains(item)
                        : isOwn(permit, claim, heads, item))
                .toList();
        return own.size() == result.items().size() ? result : result.keeping(own);
    }

    /** Whether what was read with an item is the caller's: by what it says itself, or else as that item is. */
    private boolean isOwn(Permit permit, Claim claim, List<Result.Found> heads, Result.Found item) {
        Entity entity = plans.design().entities().get(item.entity());
        if (permit.same(claim.anyOf(), entity).isEmpty()) {
            return areAll(claim, heads);
        }
        return claim.anyOf().stream().anyMatch(one -> {
            List<Claim.Belonging> same = permit.same(List.of(one), entity);
            return same.isEmpty()
                    ? areAll(new Claim(claim.entity(), List.of(one)), heads)
                    : new Claim(item.entity(), same).holds(plans.codec(entity), item.values());
        });
    }

    private boolean areAll(Claim claim, List<Result.Found> heads) {
        Codec codec = plans.codec(plans.design().entities().get(claim.entity()));
        return !heads.isEmpty() && heads.stream().allMatch(head -> claim.holds(codec, head.values()));
    }

    /** What a part of a transaction gets: what stands under its name, or what of the rest is its own. */
    private Map<String, Object> ofPart(Pattern transact, String part, Map<String, Object> arguments) {
        return arguments.get(part) instanceof Map<?, ?> own
                ? texts(own)
                : plans.plan(transact.name()).parts().of(part, arguments);
    }

    private static Map<String, Object> merged(Map<String, Object> all, Map<String, Object> more) {
        if (all.entrySet().containsAll(more.entrySet())) {
            return all;
        }
        Map<String, Object> merged = new LinkedHashMap<>(all);
        merged.putAll(more);
        return merged;
    }
}
