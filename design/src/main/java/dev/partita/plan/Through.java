package dev.partita.plan;

import dev.partita.design.Attribute;
import dev.partita.design.Design;
import dev.partita.design.Entity;
import dev.partita.design.Pattern;
import dev.partita.design.Pattern.Verb;
import dev.partita.design.Template;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * How a pattern follows a pattern of the parent: whoever gets no answer there reaches no child here.
 *
 * @param gate the pattern of the parent
 * @param child the entity of the items that follow it: what the pattern is about, or what it fetches
 * @param names which attribute of the child has the value of each key attribute of the parent
 * @param isArgument whether the arguments of the pattern say which parent it is; otherwise the items found do
 */
public record Through(Pattern gate, Entity parent, Entity child, Map<String, String> names, boolean isArgument) {

    /** The patterns that one pattern follows, of which one has to answer; those that lead nowhere are left out. */
    public static List<Through> of(Design design, Pattern pattern) {
        List<Through> all = new ArrayList<>();
        for (Map.Entry<String, Entity> named : named(design, pattern).entrySet()) {
            Pattern gate = design.patterns().get(named.getKey());
            if (problem(design, pattern, named.getKey(), named.getValue()) == null
                    && gate != null
                    && !gate.entities().isEmpty()) {
                Entity parent = design.entities().get(gate.entities().get(0));
                Map<String, String> names = new WriteModel(design).parentKey(named.getValue(), parent);
                all.add(new Through(
                        gate, parent, named.getValue(), names, isArgument(design, pattern, named.getValue(), names)));
            }
        }
        return all;
    }

    /** The patterns that one pattern says to follow, or its entity does, and the entity that follows. */
    public static Map<String, Entity> named(Design design, Pattern pattern) {
        Map<String, Entity> named = new LinkedHashMap<>();
        boolean isMade = pattern.verb() == Verb.GATHER || pattern.verb() == Verb.TRANSACT;
        Entity own = isMade || pattern.entities().isEmpty()
                ? null
                : design.entities().get(pattern.entities().get(0));
        if (own == null) {
            return named;
        }
        boolean isFetched = pattern.fetch() != null && !pattern.fetch().equals("whole");
        Entity found = isFetched ? design.entities().get(pattern.fetch()) : own;
        if (!pattern.through().isEmpty()) {
            pattern.through().forEach(name -> named.put(name, found == null ? own : found));
            return named;
        }
        own.through().forEach(name -> named.put(name, own));
        if (found != null) {
            found.through().forEach(name -> named.put(name, found));
        }
        return named;
    }

    /** Why a pattern cannot follow another, and what to write; null when it can. */
    public static String[] problem(Design design, Pattern pattern, String name, Entity child) {
        Pattern gate = design.patterns().get(name);
        if (gate == null || gate.entities().isEmpty()) {
            return null;
        }
        if (gate.verb() != Verb.GET && gate.verb() != Verb.READ) {
            return said(name + " does not get one item", "name a pattern that gets the parent by its key");
        }
        Entity parent = design.entities().get(gate.entities().get(0));
        if (parent == null) {
            return null;
        }
        Map<String, String> names = new WriteModel(design).parentKey(child, parent);
        if (names == null || names.isEmpty() || parent.name().equals(child.name())) {
            return said(
                    child.name() + " does not say of which " + parent.name() + " it is",
                    "give it an attribute that `references: " + parent.name() + "`");
        }
        Set<String> asked = gate.by().stream()
                .filter(variable -> variable.formats().isEmpty())
                .map(Template.Variable::attribute)
                .collect(Collectors.toSet());
        boolean isByKey = gate.by().size() == asked.size() && asked.equals(names.keySet());
        if (!isByKey
                || gate.pinned() != null
                || gate.then() != null
                || gate.fetch() != null
                || gate.range() != null
                || !Conditions.arguments(gate.where()).isEmpty()) {
            return said(
                    name + " does not get " + parent.name() + " by its key alone",
                    "name a pattern like `{ get: " + parent.name() + ", by: "
                            + (names.size() == 1 ? names.keySet().iterator().next() : names.keySet()) + " }`");
        }
        String first = names.values().iterator().next();
        boolean isMoved = names.values().stream()
                .anyMatch(attribute -> pattern.change().contains(attribute)
                        || pattern.remove().contains(attribute)
                        || pattern.verb() == Verb.UPDATE && pattern.set().containsKey(attribute));
        if (isMoved) {
            return said(
                    pattern.name() + " moves a " + child.name() + " to another " + parent.name(),
                    "leave " + first + " out of it: delete, and create anew");
        }
        if (isArgument(design, pattern, child, names)) {
            return null;
        }
        if (pattern.verb().writes()) {
            return said(
                    pattern.name() + " is not told of which " + parent.name() + " the " + child.name() + " is",
                    "ask by its key, with " + first);
        }
        boolean isShown = pattern.verb() != Verb.COUNT
                && names.values().stream()
                        .map(child.attributes()::get)
                        .allMatch(attribute -> !attribute.hidden()
                                && (pattern.returned().isEmpty()
                                        || pattern.returned().contains(attribute.name())));
        return isShown
                ? null
                : said(
                        "the answer of " + pattern.name() + " does not say of which " + parent.name()
                                + " the items are",
                        pattern.verb() == Verb.COUNT ? "ask `by: " + first + "`" : "add " + first + " to `return:`");
    }

    private static boolean isArgument(Design design, Pattern pattern, Entity child, Map<String, String> names) {
        if (!child.name().equals(pattern.entities().get(0))) {
            return false;
        }
        boolean isMade = pattern.verb() == Verb.CREATE || pattern.verb() == Verb.PUT;
        return names.values().stream().allMatch(name -> {
            Attribute attribute =
                    design.entities().get(child.name()).attributes().get(name);
            boolean isEach =
                    pattern.each() != null && pattern.each().attribute().equals(name);
            return isMade
                    ? !attribute.isComputed()
                            && attribute.generate() == null
                            && !pattern.set().containsKey(name)
                    : !isEach
                            && pattern.by().stream()
                                    .anyMatch(variable -> variable.attribute().equals(name)
                                            && variable.formats().isEmpty());
        });
    }

    /** The parent's key, from arguments or from an item of the child; null when a part of it is absent. */
    public Map<String, Object> key(Map<String, Object> values) {
        Map<String, Object> key = new LinkedHashMap<>();
        for (Map.Entry<String, String> name : names.entrySet()) {
            Object value = values.get(name.getValue());
            if (value == null) {
                return null;
            }
            key.put(name.getKey(), value);
        }
        return key;
    }

    private static String[] said(String message, String advice) {
        return new String[] {message, advice};
    }
}
