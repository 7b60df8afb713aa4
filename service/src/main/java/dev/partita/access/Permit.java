package dev.partita.access;

import dev.partita.design.Design;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Pattern;
import dev.partita.design.model.Pattern.Verb;
import dev.partita.plan.internal.compile.Through;
import dev.partita.plan.internal.key.OwnNames;
import dev.partita.plan.internal.write.OwnershipClaim;
import dev.partita.plan.run.Plans;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Who may call one pattern.
 *
 * @param rules each has to let the caller in: that of the pattern, or else of each entity it returns, or else of the design
 * @param saidBy the pattern that a rule is for: this one, or the one that it is a part of
 * @param owner null for a pattern made of others
 * @param groups how it knows of which group its items are, by role; empty for a pattern made of others
 * @param fetched the other entity whose items it shows in place of those it finds; null when there is none
 * @param groupsOfFetchedAlone the same as {@code groups} for the roles that the fetched entity names
 * @param gates the patterns of a parent that it follows; one of them has to answer the caller
 * @param parts the patterns it is made of or leads to, by name; they have to be allowed, too
 */
record Permit(
        Pattern pattern,
        List<List<String>> rules,
        Map<List<String>, String> saidBy,
        ItemOwnership owner,
        Map<String, ItemOwnership> groups,
        Entity fetched,
        Map<String, ItemOwnership> groupsOfFetchedAlone,
        List<Gate> gates,
        Map<String, Permit> parts) {

    /** @param permit who may call the pattern of the parent */
    record Gate(Through through, Permit permit) {}

    /** Whoever may call what it is a part of. */
    private static final String TOGETHER = "together";

    /** How a pattern of many patterns may lead to another. */
    private static final int DEEPEST = 8;

    static Permit of(Plans plans, Pattern pattern) {
        return of(plans, pattern, Map.of(), null, 0);
    }

    /**
     * @param further what has to let the caller in besides, and who says so
     * @param whole the rules of the {@code transact} or {@code gather} that this one is a part of; null when it is of none
     */
    private static Permit of(
            Plans plans,
            Pattern pattern,
            Map<List<String>, String> further,
            Map<List<String>, String> whole,
            int depth) {
        if (depth > DEEPEST) {
            throw new IllegalArgumentException("The pattern " + pattern.name() + " leads to itself");
        }
        Design design = plans.design();
        boolean isMade = pattern.verb() == Verb.GATHER || pattern.verb() == Verb.TRANSACT;
        List<Gate> gates = new ArrayList<>();
        for (Through through : Through.of(design, pattern)) {
            gates.add(new Gate(through, of(plans, through.gate(), Map.of(), null, depth + 1)));
        }
        Map<List<String>, String> stated = new LinkedHashMap<>();
        rules(design, pattern, isMade, gates).forEach(rule -> stated.put(rule, pattern.name()));
        if (gates.size() < Through.named(design, pattern).size()) {
            // What is to be followed and cannot be is an error of the design; until it is mended nobody gets through.
            stated.put(List.of(), pattern.name());
        }
        if (whole != null) {
            asPart(design, stated, whole);
        }
        further.forEach(stated::putIfAbsent);
        List<List<String>> rules = new ArrayList<>(stated.keySet());
        Map<List<String>, String> handedOn = Map.of();
        if (isMade && rules.stream().flatMap(List::stream).anyMatch(word -> isOfItems(design, word))) {
            // Nobody owns a transaction, and it is of no group: what it consists of must be the caller's, each part of
            // it.
            handedOn = stated;
            rules.clear();
        }
        Map<String, Permit> parts = new LinkedHashMap<>();
        List<String> others =
                isMade ? pattern.entities() : pattern.then() == null ? List.of() : List.of(pattern.then());
        for (String name : others) {
            Map<List<String>, String> ofWhole = isMade ? stated : null;
            parts.put(name, of(plans, design.patterns().get(name), handedOn, ofWhole, depth + 1));
        }
        return new Permit(
                pattern,
                List.copyOf(rules),
                stated,
                isMade ? null : ItemOwnership.byOwner(plans, pattern),
                isMade ? Map.of() : groups(plans, pattern, rules),
                isMade ? null : fetched(design, pattern),
                isMade || fetched(design, pattern) == null
                        ? Map.of()
                        : groups(
                                plans, pattern, List.of(fetched(design, pattern).allow())),
                List.copyOf(gates),
                parts);
    }

    /** Who may call a part: whoever may call the whole, where it goes together; but what is its owner's or a group's stays theirs. */
    private static void asPart(Design design, Map<List<String>, String> rules, Map<List<String>, String> whole) {
        Map<List<String>, String> stated = new LinkedHashMap<>(rules);
        rules.clear();
        stated.forEach((rule, by) -> {
            if (!rule.contains(TOGETHER)) {
                rules.put(rule, by);
            } else if (rule.stream().anyMatch(word -> isOfItems(design, word))) {
                rules.put(rule.stream().filter(word -> !word.equals(TOGETHER)).toList(), by);
            } else {
                whole.forEach(rules::putIfAbsent);
            }
        });
    }

    private static Map<String, ItemOwnership> groups(Plans plans, Pattern pattern, List<List<String>> rules) {
        Map<String, ItemOwnership> groups = new LinkedHashMap<>();
        for (List<String> rule : rules) {
            for (String word : rule) {
                Design.Role role = plans.design().roles().get(word);
                if (role != null && role.isOfGroups()) {
                    groups.put(word, ItemOwnership.byGroup(plans, pattern, role));
                }
            }
        }
        return groups;
    }

    /** Whether it depends on the items who that is. */
    private static boolean isOfItems(Design design, String word) {
        Design.Role role = design.roles().get(word);
        return word.equals("owner") || role != null && role.isOfGroups();
    }

    private static List<List<String>> rules(Design design, Pattern pattern, boolean isMade, List<Gate> gates) {
        if (!pattern.allow().isEmpty()) {
            return List.of(pattern.allow());
        }
        if (isMade) {
            // Its parts have rules of their own; the design's own is one more.
            return design.allow().isEmpty() ? List.of() : List.of(design.allow());
        }
        Set<String> returned = new LinkedHashSet<>(pattern.entities());
        if (fetched(design, pattern) != null) {
            returned.add(pattern.fetch());
        }
        Set<List<String>> rules = new LinkedHashSet<>();
        for (String name : returned) {
            Entity entity = design.entities().get(name);
            boolean follows = gates.stream()
                    .anyMatch(gate -> gate.through().child().name().equals(name));
            if (!entity.allow().isEmpty() || !follows) {
                // Whoever follows a parent's pattern goes by its rules, where there are none of its own.
                rules.add(entity.allow().isEmpty() ? design.allow() : entity.allow());
            }
        }
        return new ArrayList<>(rules);
    }

    private static Entity fetched(Design design, Pattern pattern) {
        return pattern.fetch() == null ? null : design.entities().get(pattern.fetch());
    }

    /** How it knows of which group the fetched items are, by role. */
    Map<String, ItemOwnership> groupsOfFetched() {
        Map<String, ItemOwnership> all = new LinkedHashMap<>(groups);
        all.putAll(groupsOfFetchedAlone);
        return all;
    }

    /** The entities whose items follow a parent. */
    Set<String> followers() {
        Set<String> names = new LinkedHashSet<>();
        gates.forEach(gate -> names.add(gate.through().child().name()));
        return names;
    }

    /** The patterns that the items of an entity follow. */
    List<Gate> gates(String entity) {
        return gates.stream()
                .filter(gate -> gate.through().child().name().equals(entity))
                .toList();
    }

    /** Whether nothing says who may call it. */
    boolean isUnsaid() {
        return rules.isEmpty() && gates.isEmpty() && (parts.isEmpty() || owner != null);
    }

    /** Whether one look at the caller is enough. */
    boolean isOpenTo(Caller caller, Map<String, Object> arguments) {
        boolean isFetchedToo = fetched == null || fetched.allow().isEmpty();
        if (rules.size() != 1 || !parts.isEmpty() || !gates.isEmpty() || owner == null || !isFetchedToo) {
            return false;
        }
        List<String> rule = rules.get(0);
        return (rule.contains("anyone") || rule.contains("signed-in") && caller.isSignedIn())
                && !rule.contains("owner")
                && !owner.choosesIdentity(caller.subject(), arguments);
    }

    /** Whether nobody has to sign in for it, nor for what it leads to. */
    boolean isForAnyone() {
        // What is read along or fetched is left out for those who do not see its parents.
        List<Gate> own = gates(pattern.entities().get(0));
        return (!rules.isEmpty() || !parts.isEmpty() || !gates.isEmpty())
                && (own.isEmpty() || own.stream().anyMatch(gate -> gate.permit().isForAnyone()))
                && rules.stream().allMatch(rule -> rule.contains("anyone"))
                && parts.values().stream().allMatch(Permit::isForAnyone);
    }

    /** Whether that is so of every way to what it shows: each pattern of a parent, and what is fetched. */
    boolean isForAnyoneThroughout() {
        return isForAnyone()
                && (fetched == null
                        || fetched.allow().isEmpty()
                        || fetched.allow().contains("anyone"))
                && gates.stream().allMatch(gate -> gate.permit().isForAnyoneThroughout())
                && parts.values().stream().allMatch(Permit::isForAnyoneThroughout);
    }

    /** The arguments that are who calls where they are left out. */
    Set<String> leftOut() {
        Set<String> names = new LinkedHashSet<>();
        if (owner != null && owner.isArgument() && isForOwners()) {
            names.add(owner.attributeName());
        }
        if (pattern.verb() == Verb.GATHER) {
            parts.values().forEach(part -> names.addAll(part.leftOut()));
        }
        return names;
    }

    /** The entity whose items tell whose they are: those that are written, or those that are shown. Null when none do. */
    Entity decisive() {
        if (owner.decisive() != null) {
            return owner.decisive();
        }
        return groups.values().stream()
                .map(ItemOwnership::decisive)
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
    }

    /** Whether a result has to be looked at even though the arguments tell. */
    boolean isToBeChecked() {
        return owner.isToBeChecked() || groups.values().stream().anyMatch(ItemOwnership::isToBeChecked);
    }

    /** What says the same of the items of another entity, as far as it says anything about it. */
    List<OwnershipClaim.Belonging> same(List<OwnershipClaim.Belonging> anyOf, Entity entity) {
        Set<OwnershipClaim.Belonging> same = new LinkedHashSet<>();
        for (OwnershipClaim.Belonging one : anyOf) {
            Stream.concat(Stream.of(owner), groups.values().stream())
                    .filter(whose -> whose.isBy(one.attribute()))
                    .map(whose -> whose.belonging(entity, one.values()))
                    .filter(Objects::nonNull)
                    .forEach(same::add);
        }
        return List.copyOf(same);
    }

    /** Whether it reads items along that say themselves whose they are, by something that it is not asked by. */
    boolean readsOthers(Design design, List<OwnershipClaim.Belonging> anyOf) {
        return pattern.verb() == Verb.READ
                && pattern.entities().stream()
                        .skip(1)
                        .map(design.entities()::get)
                        .anyMatch(entity -> same(anyOf, entity).stream()
                                .anyMatch(one -> OwnNames.by(design, pattern, entity).stream()
                                        .noneMatch(by -> by.attribute().equals(one.attribute()))));
    }

    boolean isForOwners() {
        return rules.stream().anyMatch(rule -> rule.contains("owner"));
    }

    /** Of a pattern for which nothing is said, the part that somebody has to sign in for; this one when there is none. */
    Permit closed() {
        return !rules.isEmpty() || !gates.isEmpty()
                ? this
                : parts.values().stream()
                        .filter(part -> !part.isForAnyone())
                        .findFirst()
                        .map(Permit::closed)
                        .orElse(this);
    }

    /**
     * In words who may: {@code note is for owner or staff}.
     *
     * @param rule which of the rules keeps the caller out; null for all
     */
    String words(List<String> rule) {
        List<String> all = (rule == null ? rules : List.of(rule))
                .stream()
                        .filter(one -> !one.isEmpty())
                        .map(one -> String.join(" or ", one))
                        .toList();
        String followed = gates.stream()
                .map(gate -> "whoever may call " + gate.through().gate().name())
                .distinct()
                .collect(Collectors.joining(" or "));
        String who = !all.isEmpty()
                ? String.join(", and for ", all)
                : rules.isEmpty() && !followed.isEmpty() ? followed : "nobody, since nothing says who";
        return (rule == null ? pattern.name() : saidBy.get(rule)) + " is for " + who;
    }
}
