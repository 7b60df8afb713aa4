package dev.partita.access;

import dev.partita.design.Design;
import dev.partita.design.model.Attribute;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Pattern;
import dev.partita.design.model.Pattern.Verb;
import dev.partita.plan.InvalidValues;
import dev.partita.plan.internal.compile.OwnerLink;
import dev.partita.plan.internal.key.Argument;
import dev.partita.plan.internal.key.Codec;
import dev.partita.plan.internal.key.Inputs;
import dev.partita.plan.internal.value.Accounts;
import dev.partita.plan.internal.write.OwnershipClaim;
import dev.partita.plan.run.Plans;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** How one pattern knows whose items it is about: those of an owner, or of a group. */
final class ItemOwnership {

    /** What the arguments alone say about a caller. */
    enum Told {
        /** It is theirs: the owner or group is an argument, and it is who calls, or a group of theirs. */
        OWN,
        /** The owner is an argument that may be left out, and was. */
        LEFT_OUT,
        /** Only the item can tell. */
        ITEM_TELLS,
        /** It is somebody else's, or would become somebody else's. */
        OTHERS,
        /** Nobody owns what this pattern is about, or it does not come to light who does. */
        NONE
    }

    private final Plans plans;
    private final Pattern pattern;
    private final OwnerLink tie;
    private final Attribute attribute;
    private final Codec codec;
    private final boolean isArgument;
    private final boolean isRequired;
    private final String newArgument;
    private final boolean isOfGroupItself;
    private final Accounts accounts;
    private final Children children;

    private ItemOwnership(Plans plans, Pattern pattern, OwnerLink tie, Entity group) {
        this.plans = plans;
        this.pattern = pattern;
        this.tie = tie;
        this.attribute = tie.attribute();
        this.codec =
                plans.codec(plans.design().entities().get(pattern.entities().get(0)));
        this.isArgument = tie.isArgument();
        this.isRequired = isArgument && isRequired(plans);
        this.newArgument = tie.newArgument();
        this.isOfGroupItself =
                group != null && group.name().equals(codec.entity().name());
        this.accounts = Accounts.of(plans.design());
        this.children = children();
    }

    static ItemOwnership byOwner(Plans plans, Pattern pattern) {
        return new ItemOwnership(plans, pattern, OwnerLink.ofOwner(plans.design(), pattern), null);
    }

    static ItemOwnership byGroup(Plans plans, Pattern pattern, Design.Role role) {
        return new ItemOwnership(
                plans,
                pattern,
                OwnerLink.ofGroup(plans.design(), pattern, role),
                OwnerLink.groupEntity(plans.design(), role));
    }

    /** What the arguments say of whoever is, or belongs to, what {@code isMine} says. */
    Told told(Predicate<Object> isMine, Map<String, Object> arguments) {
        if (isGivenAnew(arguments) && !isMine.test(arguments.get(newArgument))) {
            return Told.OTHERS;
        }
        if (isArgument) {
            Object given = arguments.get(attribute.name());
            if (given == null) {
                return isRequired ? Told.OWN : Told.LEFT_OUT;
            }
            return isMine.test(given) ? Told.OWN : Told.OTHERS;
        }
        return itemTells() ? Told.ITEM_TELLS : Told.NONE;
    }

    /** Whether an update says it anew. What every item has cannot be taken away, and the write itself says so. */
    private boolean isGivenAnew(Map<String, Object> arguments) {
        return newArgument != null
                && arguments.containsKey(newArgument)
                && (arguments.get(newArgument) != null || !attribute.required());
    }

    /** Whether the items say it: those that are read if the answer shows it, those that are written in any case. */
    boolean itemTells() {
        return pattern.verb().writes() ? attribute != null : tie.shown() != null;
    }

    /** What the arguments say of an owner. */
    Told told(String subject, Map<String, Object> arguments) {
        return attribute != null && !Inputs.isIdentity(codec, attribute.name(), subject)
                ? Told.NONE
                : told(given -> isSame(subject, given), arguments);
    }

    /** What the arguments say of a member of groups; a group cannot be left out. */
    Told told(Set<Object> groups, Map<String, Object> arguments) {
        if (isArgument && arguments.get(attribute.name()) == null) {
            return Told.NONE;
        }
        return told(given -> has(groups, given), arguments);
    }

    /** Whether a value is one of these groups. */
    boolean has(Set<Object> groups, Object given) {
        Object one = logical(given);
        return one != null && groups.stream().anyMatch(group -> one.equals(logical(group)));
    }

    /** The argument by which a write gives its item to a group; null where it does not, or makes the group itself. */
    String entering(Map<String, Object> arguments) {
        if (attribute == null || isOfGroupItself) {
            return null;
        }
        if (pattern.makes() && isArgument) {
            return arguments.get(attribute.name()) != null ? attribute.name() : null;
        }
        if (pattern.verb() == Verb.CREATE || pattern.verb() == Verb.PUT) {
            return null;
        }
        return isGivenAnew(arguments) ? newArgument : null;
    }

    /**
     * Whether somebody who is not known to be anybody chooses an identity: one that the design makes up, or that of an account,
     * which stands for whoever had it before and for whoever signs in elsewhere by it.
     */
    boolean choosesIdentity(String subject, Map<String, Object> arguments) {
        if (!pattern.makes()) {
            return false;
        }
        if (attribute != null && isIdentity(codec.entity(), attribute)) {
            Object given = arguments.get(attribute.name());
            if (given != null && (subject == null || !isSame(subject, given))) {
                return true;
            }
        }
        return children != null && children.stream(arguments).anyMatch(child -> children.chooses(subject, child));
    }

    private boolean isIdentity(Entity entity, Attribute owner) {
        return owner.generate() != null || accounts != null && accounts.entity().equals(entity);
    }

    /** What is made along with an item, and has an identity of its own: it is no way to choose one either. */
    private record Children(String argument, Codec codec, Attribute owner) {

        Stream<Map<?, ?>> stream(Map<String, Object> arguments) {
            return arguments.get(argument) instanceof Collection<?> all
                    ? all.stream().filter(Map.class::isInstance).map(child -> (Map<?, ?>) child)
                    : Stream.empty();
        }

        boolean chooses(String subject, Map<?, ?> child) {
            Object given = child.get(owner.name());
            return given != null && (subject == null || !ItemOwnership.isSame(codec, owner, subject, given));
        }
    }

    private Children children() {
        Entity entity =
                pattern.with() == null ? null : plans.design().entities().get(pattern.with());
        Attribute owner = entity == null || entity.owner() == null
                ? null
                : entity.attributes().get(entity.owner());
        if (owner == null || !isIdentity(entity, owner)) {
            return null;
        }
        return plans.plan(pattern.name()).arguments().stream()
                .filter(argument -> argument.isChildrenOf(pattern))
                .findFirst()
                .map(argument -> new Children(argument.name(), plans.codec(entity), owner))
                .orElse(null);
    }

    /** In words what a caller chooses who chooses an identity. */
    String identity() {
        return attribute != null && isIdentity(codec.entity(), attribute)
                ? attribute.name()
                : children.owner().name();
    }

    /** Whether it is one that the design makes up. */
    boolean isIdentityMadeUp() {
        return attribute != null && isIdentity(codec.entity(), attribute)
                ? attribute.generate() != null
                : children.owner().generate() != null;
    }

    /** Whether a put does not say whose it is to be. */
    boolean isPutWithout(Map<String, Object> arguments) {
        return pattern.verb() == Verb.PUT && isArgument && arguments.get(attribute.name()) == null;
    }

    /** Whether nobody but an owner has the right, so that whoever replaces an item owns it already. */
    boolean isOnly(List<OwnershipClaim.Belonging> anyOf) {
        return !anyOf.isEmpty() && anyOf.stream().allMatch(one -> isBy(one.attribute()));
    }

    /** Whether it is an argument, by which it is asked or given. */
    boolean isArgument() {
        return isArgument;
    }

    boolean isBy(String name) {
        return attribute != null && attribute.name().equals(name);
    }

    String attributeName() {
        return attribute.name();
    }

    /** The arguments with the owner filled in, where it is one and was not given. */
    Map<String, Object> completed(String subject, Map<String, Object> arguments, boolean evenIfOptional) {
        if (subject == null
                || !isArgument
                || !isRequired && !evenIfOptional
                || arguments.get(attribute.name()) != null) {
            return arguments;
        }
        Map<String, Object> completed = new LinkedHashMap<>(arguments);
        completed.put(attribute.name(), subject);
        return completed;
    }

    /** Whether a result has to be looked at even though the arguments tell: a stated request finds what it finds. */
    boolean isToBeChecked() {
        return pattern.pinned() != null && tie.shown() != null;
    }

    /** Whether items of an entity say it at all. */
    boolean isOf(Entity entity) {
        return tie.attributeOf(entity) != null;
    }

    /** The entity whose items decide: those that are written, or those that are shown. Null when none do. */
    Entity decisive() {
        return pattern.verb().writes() ? attribute == null ? null : codec.entity() : tie.shown();
    }

    /** That an item of the entity is of one of these; null when it says nothing about that. */
    OwnershipClaim.Belonging belonging(Entity entity, Set<Object> values) {
        Attribute own = tie.attributeOf(entity);
        return own == null ? null : new OwnershipClaim.Belonging(own.name(), values);
    }

    /** That an item of the entity is a person's; of nobody's where the entity cannot have them as its owner. */
    OwnershipClaim.Belonging owned(Entity entity, String subject) {
        Attribute own = tie.attributeOf(entity);
        boolean isPossible = own != null && Inputs.isIdentity(plans.codec(entity), own.name(), subject);
        return own == null ? null : new OwnershipClaim.Belonging(own.name(), isPossible ? Set.of(subject) : Set.of());
    }

    /** Whether a group is named by the arguments, where one is; each, where none is. */
    boolean isNamed(Object group, Map<String, Object> arguments) {
        if (!isArgument) {
            return true;
        }
        Object one = logical(group);
        return one != null
                && (one.equals(logical(arguments.get(attribute.name())))
                        || newArgument != null && one.equals(logical(arguments.get(newArgument))));
    }

    private boolean isRequired(Plans plans) {
        for (Argument argument : plans.plan(pattern.name()).arguments()) {
            if (argument.name().equals(attribute.name())) {
                return argument.required();
            }
        }
        return false;
    }

    private boolean isSame(String subject, Object value) {
        return isSame(codec, attribute, subject, value);
    }

    private static boolean isSame(Codec codec, Attribute attribute, String subject, Object value) {
        if (value == null) {
            return false;
        }
        if (!Inputs.isIdentity(codec, attribute.name(), subject)) {
            return false;
        }
        if (subject.equals(value) && attribute.normalise().isEmpty()) {
            return true;
        }
        Object one = logical(codec, attribute, subject);
        return one != null && one.equals(logical(codec, attribute, value));
    }

    private Object logical(Object value) {
        return logical(codec, attribute, value);
    }

    private static Object logical(Codec codec, Attribute attribute, Object value) {
        if (value == null) {
            return null;
        }
        try {
            return new Inputs(codec).argument(attribute, value);
        } catch (InvalidValues e) {
            return null;
        }
    }
}
