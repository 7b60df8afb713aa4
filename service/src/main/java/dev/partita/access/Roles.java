package dev.partita.access;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.partita.design.Design;
import dev.partita.design.model.Attribute;
import dev.partita.design.model.Attribute.OnDelete;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Pattern;
import dev.partita.design.model.Pattern.Verb;
import dev.partita.design.model.Where;
import dev.partita.plan.InvalidValues;
import dev.partita.plan.Result;
import dev.partita.plan.internal.compile.RoleReads;
import dev.partita.plan.internal.key.Inputs;
import dev.partita.plan.internal.value.Accounts;
import dev.partita.plan.internal.value.Conditions;
import dev.partita.plan.run.Plans;
import dev.partita.runtime.CallOptions;
import dev.partita.runtime.Database;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Who has which role of a design. Roles that stand in its tables are looked up there, strongly where the keys allow it, and
 * remembered for a few seconds.
 */
final class Roles {

    /** How long an answer is believed, whatever another process writes meanwhile. */
    static final Duration REMEMBERED = Duration.ofSeconds(5);

    private static final int MOST_REMEMBERED = 10_000;

    /** How many memberships of one caller are looked at. */
    private static final int MOST_MEMBERSHIPS = 1_000;

    /** What the caller's own item says. */
    enum Standing {
        GOOD,
        /** It is there, and not as it has to be. */
        LOST,
        /** It is not there. */
        NONE
    }

    /** Stands for what identity asks for, beside the names of roles. */
    private static final String IDENTITY = "identity";

    /** The read of an account, for its password. No file can name a pattern with a blank in it. */
    private static final String ACCOUNT = "the account";

    /** In place of the mark of a password: there is no such account. */
    private static final String NO_ACCOUNT = "none";

    /** @param password the mark of the password that the item has; null where it was not looked at */
    private record Own(Standing standing, String password) {}

    /** @param group null for a role that has none, or for the groups that somebody is in */
    private record Question(String subject, String role, Object group) {}

    /** How a role is found out: asks for the caller's own item, then for others that it leads to, if any. */
    private interface LookUp {
        boolean holds(String subject);
    }

    /** @param permitted whether a group gives the role, by the group; null when each does */
    private record Membership(Ask own, String groupAttribute, Ask permitted) {}

    private final Design design;
    private final Database database;
    private final Map<String, LookUp> lookUps = new LinkedHashMap<>();
    private final Map<String, Membership> memberships = new LinkedHashMap<>();
    private final Set<String> entities = new LinkedHashSet<>();
    /** The reads whose answers end by themselves, since an item expires or a condition looks at the clock. */
    private final Set<String> fleeting = new LinkedHashSet<>();

    private final Ask good;
    private final Ask there;
    private final Accounts accounts;

    /** Whether what identity asks for is asked of the account itself, so that one read tells both. */
    private final boolean isIdentityAccount;

    private final Cache<Question, Object> known;
    private final AtomicLong generation = new AtomicLong();

    Roles(Database database, Clock clock) {
        this.design = database.design();
        this.accounts = Accounts.of(design);
        this.isIdentityAccount = accounts != null
                && design.identity() != null
                && accounts.entity().name().equals(design.identity().entity())
                && accounts.isFoundByOwner()
                && accounts.entity().owner().equals(design.identity().by());
        List<Pattern> patterns = patterns();
        design.roles().values().forEach(this::add);
        Design.Identity identity = design.identity();
        boolean isBound = identity != null && identity.entity() != null;
        if (isBound) {
            entities.add(identity.entity());
        }
        this.good = isBound ? new Ask(RoleReads.IDENTITY, identity.by()) : null;
        this.there = isBound ? new Ask(RoleReads.ANYBODY, identity.by()) : null;
        this.database = database.withPatterns(patterns);
        patterns.forEach(pattern -> this.database.plans().read(pattern.name()));
        addSources();
        for (Pattern pattern : patterns) {
            boolean isExpiring =
                    design.entities().get(pattern.entities().get(0)).expiry() != null;
            if (isExpiring || !Conditions.isLasting(pattern.where())) {
                fleeting.add(pattern.name());
            }
        }
        this.known = Caffeine.newBuilder()
                .maximumSize(MOST_REMEMBERED)
                .expireAfterWrite(REMEMBERED)
                .ticker(() -> clock.millis() * 1_000_000)
                .executor(Runnable::run)
                .build();
    }

    /** Whether it matters what the caller's own item says. */
    boolean needStanding() {
        return good != null;
    }

    Standing standing(String subject) {
        return own(subject).standing();
    }

    private Own own(String subject) {
        return remembered(new Question(subject, IDENTITY + " ", null), () -> {
            List<Map<String, Object>> met = good.of(subject);
            List<Map<String, Object>> found = met.isEmpty() ? there.of(subject) : met;
            Standing standing = !met.isEmpty() ? Standing.GOOD : found.isEmpty() ? Standing.NONE : Standing.LOST;
            return new Own(standing, isIdentityAccount ? mark(found) : null);
        });
    }

    /**
     * Whether somebody who signed in did so with the password that their account has now. Of an account that is not there any more
     * identity tells, where the design asks for that; one that has another name now is not known by its token.
     */
    boolean isPasswordCurrent(Caller caller) {
        Login login = caller.login();
        if (login == null || accounts == null) {
            return true;
        }
        String now = isIdentityAccount
                ? own(caller.subject()).password()
                : remembered(new Question(caller.subject(), ACCOUNT, login.key()), () -> mark(account(caller)));
        return now.equals(login.password()) || now.equals(NO_ACCOUNT) && accounts.isFoundByKey();
    }

    /**
     * Whether somebody signed in to an account that is not there any more. A token from elsewhere is of no account here. What is
     * remembered does not do: an account that is made anew stays, and another process may have deleted the one before just now.
     */
    boolean isAccountGone(Caller caller) {
        return caller.login() != null
                && accounts != null
                && (isIdentityAccount ? there.of(caller.subject()) : account(caller)).isEmpty();
    }

    private List<Map<String, Object>> account(Caller caller) {
        Map<String, Object> key = caller.login().key(accounts.entity().owner(), caller.subject(), accounts.foundBy());
        try {
            return database.read(ACCOUNT, key).items().stream()
                    .map(Result.Found::values)
                    .toList();
        } catch (InvalidValues e) {
            return List.of();
        }
    }

    private String mark(List<Map<String, Object>> found) {
        return found.isEmpty()
                ? NO_ACCOUNT
                : Login.mark((String) found.get(0).get(accounts.password().name()));
    }

    /** What roles and identity ask for; the password along with it where that is one read less. */
    private List<Pattern> patterns() {
        List<Pattern> patterns = new ArrayList<>();
        String password = accounts == null ? null : accounts.password().name();
        for (Pattern pattern : RoleReads.of(design)) {
            boolean isOfIdentity =
                    pattern.name().equals(RoleReads.IDENTITY) || pattern.name().equals(RoleReads.ANYBODY);
            patterns.add(
                    isIdentityAccount && isOfIdentity
                            ? Pattern.Get.of(
                                    pattern.name(),
                                    accounts.entity().name(),
                                    accounts.foundBy(),
                                    pattern.where(),
                                    false,
                                    List.of(accounts.entity().owner(), password))
                            : pattern);
        }
        if (accounts != null && !isIdentityAccount) {
            entities.add(accounts.entity().name());
            patterns.add(Pattern.Get.of(
                    ACCOUNT, accounts.entity().name(), accounts.foundBy(), null, true, List.of(password)));
        }
        return patterns;
    }

    /** Whether a token says it. */
    boolean isOfToken(String role) {
        Design.Role known = design.roles().get(role);
        return known != null && known.group() != null;
    }

    /** Whether a look into the tables says it, whatever the call is about. */
    boolean isLookedUp(String role) {
        return lookUps.containsKey(role)
                || memberships.containsKey(role) && design.roles().get(role).everywhere();
    }

    boolean holds(Caller caller, String role) {
        Design.Role asked = design.roles().get(role);
        if (asked == null) {
            return false;
        }
        if (asked.group() != null && caller.groups().contains(asked.group())) {
            return true;
        }
        if (caller.subject() == null || !isLookedUp(role)) {
            return false;
        }
        if (memberships.containsKey(role)) {
            return of(caller.subject(), role).stream().anyMatch(group -> isPermitted(role, group));
        }
        LookUp lookUp = lookUps.get(role);
        return remembered(new Question(caller.subject(), role, null), () -> lookUp.holds(caller.subject()));
    }

    /** The groups in which somebody has a role, of those that are wanted. */
    Set<Object> groups(String subject, String role, Predicate<Object> wanted) {
        Set<Object> groups = new LinkedHashSet<>();
        for (Object group : of(subject, role)) {
            if (wanted.test(group) && isPermitted(role, group)) {
                groups.add(group);
            }
        }
        return groups;
    }

    private Set<Object> of(String subject, String role) {
        Membership membership = memberships.get(role);
        return remembered(new Question(subject, role, null), () -> {
            Set<Object> groups = new LinkedHashSet<>();
            membership.own().of(subject).forEach(values -> {
                Object group = values.get(membership.groupAttribute());
                if (group != null) {
                    groups.add(group);
                }
            });
            return groups;
        });
    }

    private boolean isPermitted(String role, Object group) {
        Ask permitted = memberships.get(role).permitted();
        return permitted == null
                || remembered(
                        new Question(null, role, group),
                        () -> !permitted.of(group).isEmpty());
    }

    /** Whether an answer may be over in a moment, so that it is asked for each time. */
    private boolean isFleeting(Question question) {
        // An account that expires is like one that is not there.
        if (fleeting.isEmpty() || question.role().equals(ACCOUNT)) {
            return false;
        }
        Design.Role role = design.roles().get(question.role());
        String read = role == null ? RoleReads.IDENTITY : RoleReads.name(role);
        return fleeting.stream().anyMatch(name -> name.equals(read) || name.startsWith(read + " of "));
    }

    @SuppressWarnings("unchecked")
    private <T> T remembered(Question question, Supplier<T> look) {
        if (isFleeting(question)) {
            return look.get();
        }
        T remembered = (T) known.getIfPresent(question);
        if (remembered != null) {
            return remembered;
        }
        long before = generation.get();
        T found = look.get();
        // What was read before a write of this process must not outlive it.
        known.asMap().compute(question, (same, other) -> generation.get() == before ? found : other);
        return found;
    }

    /** Whether a write by this pattern can give somebody a role, or take it. */
    boolean areChangedBy(Pattern pattern) {
        return pattern.verb() == Verb.TRANSACT
                ? pattern.entities().stream().map(design.patterns()::get).anyMatch(this::areChangedBy)
                : pattern.verb().writes()
                        && (entities.contains(pattern.entities().get(0)) || entities.contains(pattern.with()));
    }

    void forget() {
        generation.incrementAndGet();
        known.invalidateAll();
    }

    private void add(Design.Role role) {
        if (role.membership() != null) {
            memberships.put(role.name(), membership(role));
        } else if (role.entity() != null) {
            lookUps.put(role.name(), entity(role));
        }
    }

    private LookUp entity(Design.Role role) {
        entities.add(role.entity());
        Ask own = new Ask(RoleReads.name(role), role.by());
        Entity referred = RoleReads.referred(design, role);
        if (referred == null) {
            return subject -> !own.of(subject).isEmpty();
        }
        entities.add(referred.name());
        String reference = ((Where.IsTrue) role.when()).path().attribute();
        Ask other = new Ask(RoleReads.name(role, referred), RoleReads.key(referred));
        return subject -> own.of(subject).stream()
                .map(values -> values.get(reference))
                .anyMatch(key -> key != null && !other.of(key).isEmpty());
    }

    private Membership membership(Design.Role role) {
        entities.add(role.membership());
        Ask own = new Ask(RoleReads.name(role), role.by());
        Entity group = RoleReads.permitting(design, role);
        if (group == null) {
            return new Membership(own, role.groupAttribute(), null);
        }
        entities.add(group.name());
        return new Membership(own, role.groupAttribute(), new Ask(RoleReads.name(role, group), RoleReads.key(group)));
    }

    /** A question to the tables, by one attribute. */
    private final class Ask {
        private final String pattern;
        private final String by;

        Ask(String pattern, String by) {
            this.pattern = pattern;
            this.by = by;
        }

        List<Map<String, Object>> of(Object value) {
            Plans plans = database.plans();
            Entity entity = design.entities()
                    .get(plans.read(pattern).pattern().entities().get(0));
            boolean isNobody = value instanceof String text && !Inputs.isIdentity(plans.codec(entity), by, text);
            if (isNobody) {
                return List.of();
            }
            boolean isStrong = plans.read(pattern).globalIndex() == null;
            Database asked = isStrong ? database.with(CallOptions.none().strong()) : database;
            try {
                return asked.pages(pattern, Map.of(by, value))
                        .flatMap(page -> page.items().stream())
                        .map(Result.Found::values)
                        .limit(MOST_MEMBERSHIPS)
                        .toList();
            } catch (InvalidValues e) {
                // A subject that is no id of this design's is nobody in it.
                return List.of();
            }
        }
    }

    /** Deleting what these refer to deletes these, and a write of what they are made from makes them. */
    private void addSources() {
        boolean isMore = true;
        while (isMore) {
            isMore = false;
            for (String name : List.copyOf(entities)) {
                Entity.FanOut from = design.entities().get(name).from();
                isMore |= from != null && entities.add(from.entity());
                for (Attribute attribute :
                        design.entities().get(name).attributes().values()) {
                    isMore |= attribute.onDelete() == OnDelete.CASCADE && entities.add(attribute.references());
                }
            }
        }
    }
}
