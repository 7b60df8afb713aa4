package dev.partita.access;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.partita.design.Attribute;
import dev.partita.design.Design;
import dev.partita.design.Entity;
import dev.partita.design.Pattern;
import dev.partita.design.Pattern.Verb;
import dev.partita.design.Place;
import dev.partita.design.Where;
import dev.partita.design.Where.Operand;
import dev.partita.plan.InvalidValues;
import dev.partita.plan.Plans;
import dev.partita.plan.Result;
import dev.partita.runtime.CallOptions;
import dev.partita.runtime.Database;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
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
    private final Ask good;
    private final Ask there;
    private final Cache<Question, Object> known;
    private final AtomicLong generation = new AtomicLong();

    Roles(Database database, Clock clock) {
        this.design = database.design();
        List<Pattern> patterns = new ArrayList<>();
        design.roles().values().forEach(role -> add(role, patterns));
        Design.Identity identity = design.identity();
        boolean isBound = identity != null && identity.entity() != null;
        if (isBound) {
            entities.add(identity.entity());
        }
        this.good = isBound ? ask(identity, IDENTITY, identity.when(), patterns) : null;
        this.there = isBound ? ask(identity, IDENTITY + " of anybody", null, patterns) : null;
        this.database = database.withPatterns(patterns);
        patterns.forEach(pattern -> this.database.plans().read(pattern.name()));
        addCascading();
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
        return remembered(new Question(subject, IDENTITY + " ", null), () -> {
            if (!good.of(subject).isEmpty()) {
                return Standing.GOOD;
            }
            return there.of(subject).isEmpty() ? Standing.NONE : Standing.LOST;
        });
    }

    private Ask ask(Design.Identity identity, String name, Where when, Collection<Pattern> patterns) {
        // No file can name a pattern with a blank in it.
        String pattern = "the " + name;
        patterns.add(Pattern.reading(
                pattern, Verb.GET, identity.entity(), List.of(identity.by()), when, false, List.of(identity.by())));
        return new Ask(pattern, identity.by());
    }

    /** Whether a role counts only for the items of the group that it is a membership in. */
    static boolean isScoped(Design.Role role) {
        return role.membership() != null && !role.everywhere();
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

    @SuppressWarnings("unchecked")
    private <T> T remembered(Question question, Supplier<T> look) {
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

    private void add(Design.Role role, Collection<Pattern> patterns) {
        if (role.membership() != null) {
            memberships.put(role.name(), membership(role, patterns));
        } else if (role.entity() != null) {
            lookUps.put(role.name(), entity(role, patterns));
        }
    }

    private LookUp entity(Design.Role role, Collection<Pattern> patterns) {
        Entity entity = design.entities().get(role.entity());
        entities.add(entity.name());
        Entity referred = referred(role, entity);
        if (referred == null) {
            Ask ask = ask(role, "", Verb.GET, entity, role.by(), role.when(), List.of(role.by()), patterns);
            return subject -> !ask.of(subject).isEmpty();
        }
        Operand.Path path = ((Where.IsTrue) role.when()).path();
        entities.add(referred.name());
        Ask own = ask(role, "", Verb.GET, entity, role.by(), null, List.of(path.attribute()), patterns);
        Operand.Path flag =
                new Operand.Path(path.names().subList(1, path.names().size()), path.place());
        Ask other = ask(
                role,
                " of " + referred.name(),
                Verb.GET,
                referred,
                key(referred),
                new Where.IsTrue(flag, path.place()),
                List.of(key(referred)),
                patterns);
        return subject -> own.of(subject).stream()
                .map(values -> values.get(path.attribute()))
                .anyMatch(reference -> reference != null && !other.of(reference).isEmpty());
    }

    private Membership membership(Design.Role role, Collection<Pattern> patterns) {
        Entity membership = design.entities().get(role.membership());
        entities.add(membership.name());
        Ask own =
                ask(role, "", Verb.LIST, membership, role.by(), role.when(), List.of(role.groupAttribute()), patterns);
        if (role.permission() == null) {
            return new Membership(own, role.groupAttribute(), null);
        }
        // Group.permissions contains sites.write
        String[] words = role.permission().split(" ", -1);
        int dot = words[0].indexOf('.');
        Entity group = design.entities().get(words[0].substring(0, dot));
        entities.add(group.name());
        Operand.Path path = new Operand.Path(List.of(words[0].substring(dot + 1)), Place.START);
        Where where = new Where.Call("contains", path, new Operand.Text(words[2], Place.START), Place.START);
        Ask permitted =
                ask(role, " of " + group.name(), Verb.GET, group, key(group), where, List.of(key(group)), patterns);
        return new Membership(own, role.groupAttribute(), permitted);
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

    private Ask ask(
            Design.Role role,
            String suffix,
            Verb verb,
            Entity entity,
            String by,
            Where where,
            List<String> returned,
            Collection<Pattern> patterns) {
        // No file can name a pattern with a blank in it.
        String name = "role " + role.name() + suffix;
        patterns.add(Pattern.reading(name, verb, entity.name(), List.of(by), where, false, returned));
        return new Ask(name, by);
    }

    /** What {@code plan} refers to in {@code when: plan.canPublish}; null when the condition is about the entity itself. */
    private Entity referred(Design.Role role, Entity entity) {
        if (!(role.when() instanceof Where.IsTrue flag) || flag.path().names().size() != 2) {
            return null;
        }
        Attribute first = entity.attributes().get(flag.path().attribute());
        return first == null || first.references() == null
                ? null
                : design.entities().get(first.references());
    }

    /** The one attribute that identifies an item others refer to. */
    private String key(Entity entity) {
        Set<String> names = new LinkedHashSet<>();
        entity.key().values().forEach(template -> template.variables().forEach(v -> names.add(v.attribute())));
        if (names.size() != 1) {
            throw new IllegalArgumentException(
                    "A role leads to " + entity.name() + ", whose key is " + names + " and not one attribute");
        }
        return names.iterator().next();
    }

    /** Deleting what these refer to deletes these. */
    private void addCascading() {
        boolean isMore = true;
        while (isMore) {
            isMore = false;
            for (String name : List.copyOf(entities)) {
                for (Attribute attribute :
                        design.entities().get(name).attributes().values()) {
                    isMore |= "cascade".equals(attribute.onDelete()) && entities.add(attribute.references());
                }
            }
        }
    }
}
