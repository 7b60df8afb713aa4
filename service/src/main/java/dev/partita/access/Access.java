package dev.partita.access;

import dev.partita.access.Rights.Kind;
import dev.partita.access.Rights.Right;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Pattern;
import dev.partita.design.model.Pattern.Verb;
import dev.partita.design.model.Type;
import dev.partita.plan.Result;
import dev.partita.plan.Visibility;
import dev.partita.plan.Written;
import dev.partita.plan.internal.key.Argument;
import dev.partita.plan.internal.read.PartArguments;
import dev.partita.plan.internal.write.OwnershipClaim;
import dev.partita.plan.run.Plans;
import dev.partita.runtime.Database;
import dev.partita.runtime.Write;
import java.net.InetAddress;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
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

    /** How many passwords one address may have hashed at once, and how long until one more. */
    static final int PASSWORDS = 60;

    static final Duration PASSWORD_PAUSE = Duration.ofSeconds(1);

    private final Plans plans;
    private final Roles roles;
    private final Rights rights;
    private final Ancestors ancestors;
    private final AttemptLimiter passwords;
    private final ShownAfterWrite shown;
    private final Map<String, Permit> permits = new ConcurrentHashMap<>();

    private Access(Database database, Clock clock) {
        this.plans = database.plans();
        this.roles = new Roles(database, clock);
        this.rights = new Rights(roles);
        this.ancestors = new Ancestors(plans, new ParentReader(database), rights, new Asking());
        this.passwords = new AttemptLimiter(PASSWORDS, PASSWORD_PAUSE, clock);
        this.shown = new ShownAfterWrite(plans, this::permit, new Reading(), clock);
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
        Permit permit = Permit.of(plans, pattern);
        Set<String> names = new LinkedHashSet<>(permit.leftOut());
        if (pattern.verb() == Verb.TRANSACT) {
            // One value for several parts: it may be left out where each of them takes who calls for it.
            PartArguments given = plans.plan(pattern.name()).parts();
            plans.plan(pattern.name()).arguments().stream()
                    .map(Argument::name)
                    .filter(name -> permit.parts().entrySet().stream()
                            .filter(part -> given.own(part.getKey(), name) != null)
                            .allMatch(part -> part.getValue().leftOut().contains(given.own(part.getKey(), name))))
                    .forEach(names::add);
        }
        return names;
    }

    /** Whether nobody has to sign in for a pattern, nor for what it leads to. */
    public static boolean isForAnyone(Plans plans, Pattern pattern) {
        return Permit.of(plans, pattern).isForAnyone();
    }

    /**
     * Refuses, before anything else is looked at, whoever has to sign in first: what is wrong with their arguments is not theirs to
     * know. May read from the database, to find out whether a password is still the one that was signed in with.
     *
     * @throws AccessDenied when nobody is signed in and the pattern is not for anyone, or the token is older than the password
     */
    public void requireSignedIn(Caller caller, Pattern pattern) {
        if (!roles.isPasswordCurrent(caller)) {
            throw AccessDenied.badToken("the password was set anew after the token was issued; sign in again");
        }
        if (!caller.trusted() && !caller.isSignedIn()) {
            Permit permit = permit(pattern);
            if (!permit.isForAnyone()) {
                throw Rights.refusal(caller, permit, null, null);
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
        CallConditions terms = new CallConditions();
        Caller standing = standing(caller, permit);
        try {
            Map<String, Object> completed = decide(standing, permit, arguments, terms);
            // Who may not call a part of it learns nothing of the parents of another.
            terms.lookUps().forEach(Runnable::run);
            return new Decision(
                    standing,
                    pattern,
                    completed,
                    terms.claims(),
                    terms.parents(),
                    terms.followed(),
                    terms.replaced(),
                    terms.keepingOwner());
        } catch (AccessDenied denied) {
            throw standing == caller || denied.reason() != AccessDenied.Reason.UNAUTHENTICATED
                    ? denied
                    : withoutStanding(roles.standing(caller.subject()));
        }
    }

    private AccessDenied withoutStanding(Roles.Standing standing) {
        String entity = plans.design().identity().entity();
        return AccessDenied.forbidden(
                standing == Roles.Standing.LOST
                        ? "the " + entity + " of who calls does not meet what identity asks of it"
                        : "there is no " + entity + " of who calls");
    }

    private boolean isOpen(Caller caller, Permit permit, Map<String, Object> arguments) {
        return permit.isOpenTo(caller, arguments)
                && (!roles.needStanding() || permit.isForAnyone())
                && !bringsBack(caller, permit.owner(), arguments);
    }

    /**
     * Whether the token of a login is to make the account anew that it was issued for. Whoever deleted that may have been somebody
     * else, and with the id would come back what is left, and every right that goes by it.
     */
    private boolean bringsBack(Caller caller, ItemOwnership owner, Map<String, Object> arguments) {
        return caller.login() != null && owner.choosesIdentity(null, arguments) && roles.isAccountGone(caller);
    }

    /**
     * What of a result is for the caller: all of it, where the decision asks for no owner. Otherwise somebody else's items are left
     * out, and one item that is somebody else's is answered by none: whoever asks learns nothing about what is not theirs, not even
     * that it is there.
     */
    public Result requireOwned(Decision decision, Result result) {
        return decision.isConditional()
                ? new ResultFilter(plans, ancestors, decision).judged(permit(decision.pattern()), result)
                : result;
    }

    /** The same while the items are read, so that limits count what the caller sees; null where all of them are for the caller. */
    public Visibility sight(Decision decision) {
        return decision.isConditional()
                ? new ResultFilter(plans, ancestors, decision).sight(permit(decision.pattern()))
                : null;
    }

    /**
     * The write on the condition that its item is the caller's, in the same request, where the decision asks for that. Roles that
     * the write could change are forgotten after it.
     */
    public Write<Written> guard(Decision decision, Write<Written> write) {
        boolean isFree = decision.claims().isEmpty()
                && decision.parents().isEmpty()
                && decision.replaced().isEmpty();
        Write<Written> guarded =
                isFree ? write : write.claiming(decision.claims(), decision.parents(), decision.replaced());
        if (!decision.keepingOwner().isEmpty()) {
            guarded = guarded.keepingOwner(decision.keepingOwner());
        }
        return roles.areChangedBy(decision.pattern())
                ? guarded.map(written -> {
                    roles.forget();
                    return written;
                })
                : guarded;
    }

    /** What the caller is shown of what a write did: what they gave, and what they could read of the item. */
    public Written shown(Decision decision, Written written) {
        return decision.caller().trusted()
                ? written
                : shown(decision, permit(decision.pattern()), decision.arguments(), written);
    }

    private Written shown(Decision decision, Permit permit, Map<String, Object> arguments, Written written) {
        Pattern pattern = permit.pattern();
        if (pattern.verb() == Verb.DELETE) {
            // Its answer shows nothing.
            return written;
        }
        if (pattern.verb() != Verb.TRANSACT) {
            List<OwnershipClaim> claims = decision.claims().getOrDefault(pattern.name(), List.of());
            Map<String, Object> given = arguments;
            if (decision.keepingOwner().contains(pattern.name())) {
                // Whose it is was filled in, and is not what is stored.
                given = new LinkedHashMap<>(arguments);
                given.remove(permit.owner().attributeName());
            }
            return shown.of(decision.caller(), permit, given, claims, written);
        }
        List<Written> parts = new ArrayList<>();
        for (int i = 0; i < written.parts().size(); i++) {
            String name = pattern.entities().get(i);
            parts.add(shown(
                    decision,
                    permit.parts().get(name),
                    ofPart(pattern, name, arguments),
                    written.parts().get(i)));
        }
        return new Written(written.outcome(), written.entity(), written.values(), parts, written.requests());
    }

    /**
     * Refuses who sets too many passwords. Hashing one takes a good part of a tenth of a second, and signing up is open to anyone.
     *
     * @throws TooManyTries when there were too many from this address
     */
    public void requirePatience(Caller caller, Decision decision, InetAddress peer) {
        if (!caller.trusted() && setsPassword(decision.pattern(), decision.arguments())) {
            passwords.require(AttemptLimiter.address(peer));
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
    private Map<String, Object> decide(
            Caller caller, Permit permit, Map<String, Object> arguments, CallConditions terms) {
        Map<String, Object> completed = arguments;
        List<Right> all = caller.trusted() ? List.of(Right.ROLE) : rights.of(caller, permit, arguments);
        if (permit.owner() != null) {
            completed = own(caller, permit, arguments, all, terms);
        }
        if (!caller.trusted() && !permit.gates().isEmpty()) {
            ancestors.requireAny(caller, permit);
            Map<String, Object> asked = completed;
            terms.lookUps().add(() -> ancestors.pass(caller, permit, asked, terms));
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
            Caller caller, Permit permit, Map<String, Object> arguments, List<Right> all, CallConditions terms) {
        ItemOwnership owner = permit.owner();
        claim(caller, permit, all, terms);
        if (owner.isPutWithout(arguments) && !all.stream().allMatch(right -> owner.isOnly(right.anyOf()))) {
            // Who replaces what is another's, by a role or as a member, does not become its owner by saying nothing.
            terms.keepingOwner().add(permit.pattern().name());
        }
        Kind least = all.stream().map(Right::kind).min(Kind::compareTo).orElse(Kind.NONE);
        boolean isOwner = least == Kind.THEIRS && all.stream().anyMatch(Right::asOwner);
        Map<String, Object> completed =
                isOwner || permit.isForOwners() ? owner.completed(caller.subject(), arguments, isOwner) : arguments;
        if (least != Kind.ROLE) {
            requireNotBack(caller, owner, completed);
        }
        if (least == Kind.OPEN && owner.choosesIdentity(caller.subject(), arguments)) {
            throw AccessDenied.forbidden(refusedIdentity(caller, owner));
        }
        return completed;
    }

    private void requireNotBack(Caller caller, ItemOwnership owner, Map<String, Object> arguments) {
        if (bringsBack(caller, owner, arguments)) {
            throw AccessDenied.forbidden("the account that was signed in to is not there any more, and "
                    + owner.identity() + " of it is not for the caller to choose");
        }
    }

    private static String refusedIdentity(Caller caller, ItemOwnership owner) {
        if (owner.isIdentityMadeUp()) {
            return owner.identity() + " is made up by the service; leave it out"
                    + (caller.isSignedIn() ? ", or give who you are signed in as" : "");
        }
        return owner.identity() + " says whose account it is, and is not for the caller to choose"
                + (caller.isSignedIn() ? "; give who you are signed in as" : "");
    }

    /** What has to be so of the items, where the arguments do not see to it. */
    private void claim(Caller caller, Permit permit, List<Right> all, CallConditions terms) {
        boolean isWrite = permit.pattern().verb().writes();
        List<OwnershipClaim> own = new ArrayList<>();
        if (permit.fetched() != null && !caller.trusted()) {
            own.addAll(rights.ofFetched(caller, permit));
        }
        for (Right right : permit.fetched() == null ? all : List.<Right>of()) {
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

    private void claim(Permit permit, List<OwnershipClaim.Belonging> anyOf, List<OwnershipClaim> claims) {
        claims.add(new OwnershipClaim(permit.decisive().name(), anyOf));
        Entity children = plans.design().entities().get(permit.pattern().with());
        List<OwnershipClaim.Belonging> ofChildren = children == null ? List.of() : permit.same(anyOf, children);
        if (!ofChildren.isEmpty()) {
            claims.add(new OwnershipClaim(children.name(), ofChildren));
        }
    }

    /** What goes on with what was found: its arguments come from there, so only the result can tell whose it is. */
    private void follow(Caller caller, Permit next, CallConditions terms) {
        List<Right> all = caller.trusted() ? List.of() : rights.of(caller, next, null);
        if (next.owner() != null) {
            claim(caller, next, all, terms);
        }
        if (!caller.trusted()) {
            Ancestors.leaveToItems(next, terms);
        }
        for (Permit part : next.parts().values()) {
            follow(caller, part, terms);
        }
    }

    /** What the patterns of parents ask for. */
    private final class Asking implements Ancestors.Asking {
        @Override
        public List<OwnershipClaim> claims(Caller caller, Permit gate, Map<String, Object> key) {
            CallConditions terms = new CallConditions();
            List<Right> all = rights.of(caller, gate, key);
            own(caller, gate, key, all, terms);
            return terms.claims().getOrDefault(gate.pattern().name(), List.of());
        }

        @Override
        public boolean holds(Permit gate, OwnershipClaim claim, Result parent) {
            return !new ResultFilter(plans, ancestors, null)
                    .own(gate, claim, parent)
                    .items()
                    .isEmpty();
        }
    }

    /** What the reads of an item ask for that was written. */
    private final class Reading implements ShownAfterWrite.Asking {
        @Override
        public List<OwnershipClaim> claims(Caller caller, Permit read, Map<String, Object> arguments) {
            CallConditions terms = new CallConditions();
            Caller standing = standing(caller, read);
            own(standing, read, arguments, rights.of(standing, read, arguments), terms);
            return terms.claims().getOrDefault(read.pattern().name(), List.of());
        }

        @Override
        public boolean isReached(Caller caller, List<Permit.Gate> gates, Map<String, Object> values) {
            return ancestors.isReached(standing(caller, gates.get(0).permit()), gates, values);
        }
    }

    /** Who calls, once their own item has been looked at: an account that is closed ends every right. */
    private Caller standing(Caller caller, Permit permit) {
        if (caller.trusted() || !caller.isSignedIn() || !roles.needStanding() || permit.isForAnyoneThroughout()) {
            return caller;
        }
        return switch (roles.standing(caller.subject())) {
            case GOOD -> caller;
            case LOST -> {
                if (!permit.isForAnyone()) {
                    throw withoutStanding(Roles.Standing.LOST);
                }
                // What is for anyone is for them, too, and nothing else that it leads to.
                yield Caller.NOBODY;
            }
            // A machine has no account; what its token says counts.
            case NONE -> new Caller(null, caller.groups(), false);
        };
    }

    private Map<String, Object> transact(
            Caller caller, Permit permit, Map<String, Object> arguments, CallConditions terms) {
        Map<String, Object> completed = new LinkedHashMap<>();
        boolean isChanged = false;
        permit.parts().keySet().forEach(part -> completed.put(part, null));
        // Parents first: those whom a part lets make one reach it for the parts that follow it.
        List<Permit> parts = permit.parts().values().stream()
                .sorted(Comparator.comparing(part -> !part.gates().isEmpty()))
                .toList();
        for (Permit part : parts) {
            String name = part.pattern().name();
            Map<String, Object> own = ofPart(permit.pattern(), name, arguments);
            Map<String, Object> decided = decide(caller, part, own, terms);
            isChanged |= decided != own;
            completed.put(name, decided);
            if (part.pattern().verb() == Verb.CREATE) {
                terms.made().add(made(caller, part.pattern(), decided));
            }
        }
        // Each part by itself: what is filled in for one is not meant for another.
        return isChanged ? completed : arguments;
    }

    /** What a create makes, as far as it is said; it makes nothing where there is such an item already. */
    private static Result.Found made(Caller caller, Pattern create, Map<String, Object> arguments) {
        Map<String, Object> values = new LinkedHashMap<>(arguments);
        create.set().forEach((name, value) -> {
            if ("me".equals(value)) {
                values.put(name, caller.subject());
            } else {
                values.put(name, value);
            }
        });
        return new Result.Found(create.entities().get(0), values);
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
