package dev.partita.lint.internal.access;

import dev.partita.design.Design;
import dev.partita.design.Design.Role;
import dev.partita.design.internal.text.MomentText;
import dev.partita.design.model.Attribute;
import dev.partita.design.model.Edit;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Help;
import dev.partita.design.model.Moment;
import dev.partita.design.model.Pattern;
import dev.partita.design.model.Pattern.Verb;
import dev.partita.design.model.Place;
import dev.partita.design.model.Severity;
import dev.partita.design.model.Type;
import dev.partita.design.model.Where;
import dev.partita.lint.internal.facts.NamePlaces;
import dev.partita.lint.internal.facts.PatternUses;
import dev.partita.lint.internal.facts.Repairs;
import dev.partita.lint.internal.facts.RightsAttributes;
import dev.partita.lint.internal.facts.WriteEffect;
import dev.partita.lint.rule.Rule;
import dev.partita.plan.internal.compile.Compiled;
import dev.partita.plan.internal.compile.OwnerLink;
import dev.partita.plan.internal.compile.RoleReads;
import dev.partita.plan.internal.compile.Through;
import dev.partita.plan.internal.value.Conditions;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** A pattern by which callers choose what they are allowed. */
public final class SelfGrantedRights implements Rule.Warning {

    @Override
    public Stream<Finding> check(Compiled compiled) {
        Design design = compiled.design();
        PatternUses uses = new PatternUses(design);
        RightsAttributes decisive = RightsAttributes.of(design);
        return uses.writes().filter(p -> uses.entityOf(p) != null).flatMap(p -> Stream.of(
                        chosen(uses, decisive, p),
                        stated(uses, decisive, p),
                        withIt(uses, decisive, p),
                        back(uses, decisive, p),
                        anew(uses, decisive, p))
                .flatMap(findings -> findings));
    }

    /** What a create, a put or an update lets its caller say. */
    private Stream<Finding> chosen(PatternUses uses, RightsAttributes decisive, Pattern p) {
        Set<String> chosen = uses.chosenByCaller(p);
        return decisive.of(uses.entityOf(p)).stream()
                .filter(one -> chosen.contains(one.attribute()) && isForThem(uses, p, one))
                .filter(one -> !one.isPermission() || isOfOthers(uses, p, one))
                .filter(one -> !isFounded(uses, p, one) && !isFounding(uses, p, one))
                .filter(one -> !one.isExpiry() || p.verb() != Verb.CREATE)
                .filter(one -> !isAppendedInVain(p, one))
                .filter(distinct(RightsAttributes.One::attribute))
                .map(one -> new Finding(
                        id(),
                        isCertain(uses, p, one) ? Severity.ERROR : severity(),
                        p.name(),
                        p.change().contains(one.attribute())
                                ? p.node().placeOf("change")
                                : NamePlaces.pattern(uses.design(), p),
                        says(uses, p, "chooses " + one.attribute(), one),
                        help(uses, p, one.attribute())));
    }

    /** Whether more elements make nobody meet the condition, such as that a mark is missing. */
    private static boolean isAppendedInVain(Pattern p, RightsAttributes.One one) {
        return one.kind() == RightsAttributes.Kind.CONDITION
                && p.append().contains(one.attribute())
                && !p.change().contains(one.attribute())
                && !effect(one, WriteEffect.Change.by(WriteEffect.Kind.APPENDED))
                        .mayGrant();
    }

    /**
     * Whether nothing stands between the caller and the role: the item that decides about them is theirs to change, whatever it is
     * like, and somebody asks for the role.
     */
    private static boolean isCertain(PatternUses uses, Pattern p, RightsAttributes.One one) {
        Role role = one.role();
        Entity entity = uses.entityOf(p);
        if (role == null
                || p.verb() != Verb.UPDATE && p.verb() != Verb.PUT
                || p.when() != null
                || !p.requires().isEmpty()
                || !Through.named(uses.design(), p).isEmpty()) {
            return false;
        }
        if (one.kind() == RightsAttributes.Kind.LIST) {
            return uses.isOpen(p) && isAskedFor(uses, role);
        }
        if (one.isPermission()) {
            // A member of the group permits it to the group, and so to themselves; it is not tied to the group.
            return role.everywhere()
                    && role.when() == null
                    && uses.allowed(p).stream()
                            .map(uses.design().roles()::get)
                            .anyMatch(less -> isOfGroup(uses, less, role))
                    && isAskedFor(uses, role);
        }
        if (one.isExpiry()
                || !entity.name().equals(role.source())
                || !Conditions.attributes(role.when()).contains(one.attribute())) {
            return false;
        }
        // As a part of a transaction it may be held back by another part.
        List<String> callers = uses.allowed(p);
        boolean isNamed = p.verb() == Verb.PUT
                || p.by().stream().anyMatch(by -> by.attribute().equals(role.by()));
        boolean isTheirs = isNamed && uses.isOpen(p)
                || callers.contains("owner") && role.by() != null && role.by().equals(entity.owner());
        return isTheirs && isAskedFor(uses, role);
    }

    private static boolean isAskedFor(PatternUses uses, Role role) {
        return uses.design().patterns().values().stream()
                .anyMatch(p -> uses.allowed(p).contains(role.name()));
    }

    /** What a pattern does for whoever calls it: {@code set: { isStaff: true }}, or {@code remove: [banned]}. */
    private Stream<Finding> stated(PatternUses uses, RightsAttributes decisive, Pattern p) {
        return decisive.of(uses.entityOf(p)).stream()
                .filter(one -> isForThem(uses, p, one) && !one.isPermission())
                .filter(one -> !isMembership(one) && effect(uses, p, one).mayGrant())
                .filter(distinct(RightsAttributes.One::attribute))
                .map(one -> new Finding(
                        id(),
                        isCertain(uses, p, one) && effect(uses, p, one) == WriteEffect.HOLDS
                                ? Severity.ERROR
                                : severity(),
                        p.name(),
                        place(p, one.attribute()),
                        says(
                                uses,
                                p,
                                (p.remove().contains(one.attribute()) ? "removes " : "sets ") + one.attribute(),
                                one),
                        one.role() == null || one.isExpiry() ? Help.words("allow a role") : given(uses, p, one)));
    }

    /** Whoever has the role may give it on, unless there is no other way to have it: then nobody would be the first. */
    private static Help given(PatternUses uses, Pattern p, RightsAttributes.One one) {
        String flag =
                Boolean.TRUE.equals(p.set().get(one.attribute())) ? "`when: NOT " + one.attribute() + "` of " : "";
        String words = p.when() != null
                ? "allow a role of those who invite"
                : "say in when: of which items, such as " + flag + "those that were invited";
        boolean hasFirst = one.role().membership() == null
                || uses.writesOf(uses.entityOf(p))
                        .filter(other -> other != p && uses.entityOf(other) == uses.entityOf(p))
                        .anyMatch(other -> effect(uses, other, one).mayGrant() || isByOthers(uses, other, one));
        return hasFirst
                ? Help.edit(Edit.ofPattern(p, "allow", one.role().name())).or(words)
                : Help.words(words);
    }

    private static boolean isByOthers(PatternUses uses, Pattern write, RightsAttributes.One one) {
        return uses.changes(write).contains(one.attribute())
                && uses.callers(write).stream()
                        .anyMatch(word -> !PatternUses.ORDINARY.contains(word)
                                && !word.equals(one.role().name()));
    }

    private static Place place(Pattern p, String name) {
        return p.remove().contains(name)
                ? p.node().placeOf("remove")
                : p.node().get(p.add().containsKey(name) ? "add" : "set").placeOf(name);
    }

    /** What the pattern does to what it takes to have the right, by what it says itself. */
    private static WriteEffect effect(PatternUses uses, Pattern p, RightsAttributes.One one) {
        WriteEffect.Change change = change(uses, p, one);
        if (change == null) {
            return WriteEffect.NONE;
        }
        boolean isLonger = change.kind() == WriteEffect.Kind.REMOVED
                || change.kind() == WriteEffect.Kind.MORE
                || change.kind() == WriteEffect.Kind.VALUE && !isOver(change.value());
        return switch (one.kind()) {
            case EXPIRY -> isLonger ? WriteEffect.LIKELIER : WriteEffect.UNLIKELIER;
            case LIMIT -> change.kind() == WriteEffect.Kind.LESS ? WriteEffect.UNLIKELIER : WriteEffect.UNKNOWN;
            // Whose account is closed gets nowhere with it, except where nobody has to be anybody.
            case IDENTITY ->
                uses.callers(p).contains("anyone")
                        ? WriteEffect.of(
                                uses.design().identity().when(),
                                path -> path.attribute().equals(one.attribute()),
                                change)
                        : WriteEffect.NONE;
            case CONDITION, PERMISSION -> effect(one, change);
            // What a pattern sets is the same for everybody who calls.
            case LIST -> WriteEffect.NONE;
        };
    }

    private static boolean isOver(Object expiry) {
        Moment moment = MomentText.of(expiry);
        return moment != null && moment.seconds() <= 0;
    }

    /** Of an attribute that the condition's own is made of, nobody knows. */
    private static WriteEffect effect(RightsAttributes.One one, WriteEffect.Change change) {
        Where when = one.when();
        return when == null || !Conditions.attributes(when).contains(one.attribute())
                ? WriteEffect.UNKNOWN
                : WriteEffect.of(when, path -> path.attribute().equals(one.attribute()), change);
    }

    /** What becomes of the attribute whatever the caller gives; null when nothing does. */
    private static WriteEffect.Change change(PatternUses uses, Pattern p, RightsAttributes.One one) {
        String name = one.attribute();
        Object usual = uses.entityOf(p).attributes().get(name).defaultValue();
        if (p.verb() == Verb.UPDATE && p.remove().contains(name)) {
            // What has a default has that then.
            return WriteEffect.Change.to(usual);
        }
        if (p.add().get(name) instanceof Number amount) {
            return WriteEffect.Change.by(amount.doubleValue() > 0 ? WriteEffect.Kind.MORE : WriteEffect.Kind.LESS);
        }
        if (!p.set().containsKey(name) || "me".equals(p.set().get(name))) {
            return null;
        }
        Object value = p.set().get(name);
        if (p.verb() == Verb.CREATE && one.role() != null && isPlan(uses, one)) {
            // Everybody begins with some plan.
            return null;
        }
        boolean isAsNew = value == null || String.valueOf(value).equals(String.valueOf(usual));
        // What is new is like that anyway; and a limit as everybody has it is no gift.
        boolean isNothing =
                isAsNew && (p.verb() == Verb.CREATE || one.kind() == RightsAttributes.Kind.LIMIT && value != null);
        return isNothing ? null : WriteEffect.Change.to(value == null ? usual : value);
    }

    /** Whether it only says which other item decides. */
    private static boolean isPlan(PatternUses uses, RightsAttributes.One one) {
        Entity referred = RoleReads.referred(uses.design(), one.role());
        return referred != null && !referred.name().equals(one.entity());
    }

    /** Whoever deletes what tells against them, and makes it anew, is as good as new. */
    private Stream<Finding> anew(PatternUses uses, RightsAttributes decisive, Pattern p) {
        Entity entity = uses.entityOf(p);
        Attribute owner = entity.owner() == null ? null : entity.attributes().get(entity.owner());
        boolean isGone = p.verb() == Verb.DELETE && (entity.softDelete() == null || p.hard());
        // An id that is made up is another's the next time, with or without a delete.
        if (!isGone || owner == null || owner.generate() != null) {
            return Stream.empty();
        }
        return decisive.of(entity).stream()
                .filter(one -> one.role() != null
                        && one.kind() == RightsAttributes.Kind.CONDITION
                        && Conditions.attributes(one.when()).contains(one.attribute())
                        && entity.owner().equals(one.role().by())
                        && isForThem(uses, p, one)
                        && isWrittenByOthers(uses, entity, one))
                .flatMap(one -> uses.writesOf(entity)
                        .filter(make -> make.verb() == Verb.CREATE && uses.entityOf(make) == entity)
                        .filter(make -> isForThem(uses, make, one) && isMadeWith(make, one, entity))
                        .limit(1)
                        .map(make -> found(
                                p.name(),
                                NamePlaces.option(uses.design(), p, "allow"),
                                "whoever calls " + p.name() + " and then " + make.name() + " has a new "
                                        + one.attribute() + ", which decides " + one.what(),
                                "allow a role, or mark it as deleted with soft-delete")))
                .limit(1);
    }

    /** Whether somebody whom the caller cannot stand in for has a say in it. */
    private static boolean isWrittenByOthers(PatternUses uses, Entity entity, RightsAttributes.One one) {
        return uses.writesOf(entity)
                .filter(write -> uses.changes(write).contains(one.attribute()))
                .anyMatch(write -> {
                    Set<String> callers = uses.callers(write);
                    return !callers.isEmpty() && callers.stream().noneMatch(PatternUses.ORDINARY::contains);
                });
    }

    /** Whether a new item meets the condition, as far as the attribute is concerned, and its maker does not choose that anyway. */
    private static boolean isMadeWith(Pattern make, RightsAttributes.One one, Entity entity) {
        Attribute attribute = entity.attributes().get(one.attribute());
        boolean isSaid = make.set().containsKey(one.attribute());
        if (!isSaid && !attribute.isComputed()) {
            return false;
        }
        Object value = isSaid ? make.set().get(one.attribute()) : attribute.defaultValue();
        return effect(one, WriteEffect.Change.to(value)).mayGrant();
    }

    private static boolean isMembership(RightsAttributes.One one) {
        return one.role() != null && one.attribute().equals(one.role().groupAttribute());
    }

    /** What a group permits counts for who founds or owns it, unless it counts for the items of other groups, too. */
    private static boolean isOfOthers(PatternUses uses, Pattern p, RightsAttributes.One one) {
        Set<String> callers = uses.callers(p);
        return one.role().everywhere()
                || p.verb() != Verb.CREATE && (callers.contains("anyone") || callers.contains("signed-in"));
    }

    /** Whether it makes the group itself, from which its memberships are made: a new one is nobody else's. */
    private static boolean isFounding(PatternUses uses, Pattern p, RightsAttributes.One one) {
        return isMembership(one)
                && p.verb() == Verb.CREATE
                && !one.role().everywhere()
                && uses.entityOf(p) == OwnerLink.groupEntity(uses.design(), one.role());
    }

    /** Whether it is called only where the same transaction makes the group, and says that it is the same. */
    private static boolean isFounded(PatternUses uses, Pattern p, RightsAttributes.One one) {
        Role role = one.role();
        Entity group = role == null ? null : OwnerLink.groupEntity(uses.design(), role);
        if (group == null
                || role.everywhere()
                || p.verb() != Verb.CREATE
                || !uses.entityOf(p).name().equals(role.membership())
                || !uses.allowed(p).equals(List.of("together"))) {
            return false;
        }
        return uses.wholes(p)
                .allMatch(whole -> whole.same().contains(role.groupAttribute())
                        && whole.entities().stream()
                                .map(uses.design().patterns()::get)
                                .anyMatch(part -> part != null
                                        && part.verb() == Verb.CREATE
                                        && uses.entityOf(part) == group
                                        && group.keyAttributes().equals(Set.of(role.groupAttribute()))));
    }

    /** What is made with a new item has its key, so that a membership in a group that is founded is nobody else's matter. */
    private Stream<Finding> withIt(PatternUses uses, RightsAttributes decisive, Pattern p) {
        Entity children = p.with() == null ? null : uses.design().entities().get(p.with());
        if (children == null) {
            return Stream.empty();
        }
        return decisive.of(children).stream()
                .filter(one -> isForThem(uses, p, one))
                .filter(one -> !children.attributes().get(one.attribute()).isComputed())
                .filter(one -> one.role() == null
                        || one.role().everywhere()
                        || !isKeyOf(uses.entityOf(p), children, one.role().groupAttribute()))
                .limit(1)
                .map(one -> found(
                        p.name(),
                        NamePlaces.option(uses.design(), p, "with"),
                        says(uses, p, "chooses " + one.attribute() + " of " + children.name() + " items", one),
                        Help.edit(Edit.remove("patterns", p.name(), "with"))
                                .saying("and create them by a pattern for a role")));
    }

    private static boolean isKeyOf(Entity parent, Entity child, String name) {
        Set<String> key = parent.keyAttributes();
        Attribute attribute = child.attributes().get(name);
        return key.contains(name)
                || attribute != null
                        && parent.name().equals(attribute.references())
                        && key.stream().noneMatch(child.attributes()::containsKey);
    }

    /** Whoever was thrown out must not be the one to come back. */
    private Stream<Finding> back(PatternUses uses, RightsAttributes decisive, Pattern p) {
        Entity entity = uses.entityOf(p);
        if (p.verb() != Verb.RESTORE) {
            return Stream.empty();
        }
        Set<String> callers = uses.callers(p);
        List<String> others = uses.writesOf(entity)
                .filter(delete -> delete.verb() == Verb.DELETE)
                .flatMap(delete -> uses.callers(delete).stream())
                .filter(word -> !callers.contains(word) && !PatternUses.ORDINARY.contains(word))
                .distinct()
                .toList();
        return decisive.of(entity).stream()
                .filter(one -> !others.isEmpty() && isForThem(uses, p, one))
                .limit(1)
                .map(one -> found(
                        p.name(),
                        NamePlaces.option(uses.design(), p, "allow"),
                        says(uses, p, "brings back what " + String.join(" or ", others) + " deleted", one),
                        Help.edit(Edit.ofPattern(p, "allow", others.size() == 1 ? others.get(0) : Edit.list(others)))));
    }

    /** Whether those may call it whom it would give more than they have. */
    private static boolean isForThem(PatternUses uses, Pattern p, RightsAttributes.One one) {
        if (one.kind() == RightsAttributes.Kind.LIST) {
            return isOnList(uses, p, one);
        }
        return uses.callers(p).stream()
                .anyMatch(word -> PatternUses.ORDINARY.contains(word)
                        || isLess(uses, word, one)
                        || one.isPermission()
                                && isOfGroup(uses, uses.design().roles().get(word), one.role()));
    }

    /**
     * Whether those may write the list of who has a role who could put themselves on it and have more by it. Whoever founds or owns a
     * group says who is who in it, and so does a role that governs the group as those on the list do not.
     */
    private static boolean isOnList(PatternUses uses, Pattern p, RightsAttributes.One one) {
        Role listed = one.role();
        boolean isOfGroup = listed.membership() != null && !listed.everywhere();
        Set<String> callers = uses.callers(p);
        boolean isOpen = callers.contains("anyone") || callers.contains("signed-in");
        if (isOpen && (p.verb() != Verb.CREATE || !isOfGroup) || callers.contains("owner") && !isOfGroup) {
            return true;
        }
        List<Pattern> others = uses.design().patterns().values().stream()
                .filter(other -> !other.verb().writes() || !uses.changes(other).contains(one.attribute()))
                .toList();
        return callers.stream()
                .map(uses.design().roles()::get)
                .filter(role -> role != null && role.group() == null && !role.equals(listed))
                .anyMatch(role -> others.stream().anyMatch(other -> isMore(uses, other, listed, role))
                        && others.stream()
                                .filter(other -> other.verb().writes() && uses.entityOf(other) == uses.entityOf(p))
                                .noneMatch(other -> isMore(uses, other, role, listed)));
    }

    private static boolean isMore(PatternUses uses, Pattern pattern, Role one, Role other) {
        return mayCall(uses, pattern, one) && !mayCall(uses, pattern, other);
    }

    /** Whether a role is for one group, where the other counts in all of them by what the group permits. */
    private static boolean isOfGroup(PatternUses uses, Role less, Role more) {
        return less != null
                && more.everywhere()
                && !less.equals(more)
                && uses.isOfItems(less.name())
                && less.membership().equals(more.membership());
    }

    /**
     * A role that every item of the entity gives, where the other asks for more: {@code when: level = 'admin'}; or one by another
     * value of the attribute, which may do less than the other.
     */
    private static boolean isLess(PatternUses uses, String word, RightsAttributes.One one) {
        Role less = uses.design().roles().get(word);
        Role more = one.role();
        if (less == null || more == null || more.when() == null) {
            return false;
        }
        boolean isSame = less.membership() != null
                ? less.membership().equals(more.membership())
                : less.entity() != null && less.entity().equals(more.entity());
        return isSame
                && Conditions.attributes(more.when()).contains(one.attribute())
                && (less.when() == null
                        || isByAnotherValue(less, more, one.attribute()) && isOutdone(uses, one, less, more));
    }

    private static boolean isByAnotherValue(Role less, Role more, String attribute) {
        return Conditions.attributes(less.when()).equals(Set.of(attribute))
                && Conditions.attributes(more.when()).equals(Set.of(attribute))
                && !less.when().equals(more.when());
    }

    /** Whether one role may call what the other may, and more; who may change the attribute aside. */
    private static boolean isOutdone(PatternUses uses, RightsAttributes.One one, Role less, Role more) {
        List<Pattern> others = uses.design().patterns().values().stream()
                .filter(other -> !other.verb().writes() || !uses.changes(other).contains(one.attribute()))
                .toList();
        return others.stream().allMatch(other -> !mayCall(uses, other, less) || mayCall(uses, other, more))
                && others.stream().anyMatch(other -> mayCall(uses, other, more) && !mayCall(uses, other, less));
    }

    private static boolean mayCall(PatternUses uses, Pattern pattern, Role role) {
        return uses.allowed(pattern).contains(role.name()) || uses.isOpen(pattern);
    }

    private static String says(PatternUses uses, Pattern p, String does, RightsAttributes.One one) {
        return "whoever calls "
                + uses.wholes(p).map(Pattern::name).findFirst().orElse(p.name()) + " " + does + ", which decides "
                + one.what();
    }

    private static <T> Predicate<T> distinct(Function<T, Object> by) {
        Set<Object> seen = new HashSet<>();
        return one -> seen.add(by.apply(one));
    }

    private static Help help(PatternUses uses, Pattern pattern, String name) {
        if (pattern.change().contains(name)) {
            return Repairs.unchanged(pattern, "change", pattern.change(), name)
                    .saying("and change it by a pattern for a role");
        }
        Attribute attribute = uses.entityOf(pattern).attributes().get(name);
        String value = attribute.defaultValue() != null
                ? String.valueOf(attribute.defaultValue())
                : attribute.type() == Type.Simple.FLAG || attribute.type() == Type.Simple.BOOLEAN ? "false" : null;
        if (value != null) {
            return Help.edit(Edit.put(value, "patterns", pattern.name(), "set", name));
        }
        Help words = Help.words("make it read-only, or say in set: what it is");
        return uses.design().roles().values().stream()
                .filter(role -> role.group() != null)
                .findFirst()
                .map(role -> Help.edit(Edit.ofPattern(pattern, "allow", role.name()))
                        .or("make it read-only, or say in set: what it is"))
                .orElse(words);
    }
}
