package dev.partita.plan.internal.compile;

import dev.partita.design.Design;
import dev.partita.design.model.Attribute;
import dev.partita.design.model.Edit;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Help;
import dev.partita.design.model.Pattern;
import dev.partita.design.model.Pattern.Verb;
import dev.partita.design.model.Template;
import dev.partita.plan.internal.key.Inputs;
import dev.partita.plan.internal.key.KeyTerm;
import dev.partita.plan.internal.read.ReadPlan;
import dev.partita.plan.internal.value.Conditions;
import dev.partita.plan.internal.write.WriteModel;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * How a pattern follows a pattern of the parent: whoever gets no answer there reaches no child here.
 *
 * @param gate the pattern of the parent
 * @param child the entity of the items that follow it: what the pattern is about, or what it fetches
 * @param names which attribute of the child has the value of each key attribute of the parent
 * @param isArgument whether the arguments of the pattern say which parent it is; otherwise the items found do
 */
public record Through(Pattern gate, Entity parent, Entity child, Map<String, String> names, boolean isArgument) {

    /** That items of an entity follow a pattern, by its name. */
    public record Named(String gate, Entity child) {}

    /** The patterns that one pattern follows; for each entity that follows some, one of them has to answer. */
    public static List<Through> of(Design design, Pattern pattern) {
        List<Through> all = new ArrayList<>();
        for (Named named : named(design, pattern)) {
            Pattern gate = design.patterns().get(named.gate());
            Entity parent = gate == null || gate.entities().isEmpty()
                    ? null
                    : design.entities().get(gate.entities().get(0));
            if (parent != null && problem(design, pattern, named) == null) {
                Map<String, String> names = new WriteModel(design).parentKey(named.child(), parent);
                all.add(new Through(gate, parent, named.child(), names, isArgument(pattern, named.child(), names)));
            }
        }
        return all;
    }

    /**
     * What one pattern follows, entity by entity: the patterns that it names itself, for the entities they lead to; else those that
     * the entity names.
     */
    public static List<Named> named(Design design, Pattern pattern) {
        List<Named> named = new ArrayList<>();
        List<Entity> met = met(design, pattern);
        for (String gate : new LinkedHashSet<>(pattern.through())) {
            List<Entity> led = met.stream()
                    .filter(entity -> problem(design, pattern, new Named(gate, entity)) == null)
                    .toList();
            // One that leads to none is told to be wrong of what the answer shows.
            Stream<Entity> shown = met.stream().skip(fetched(design, pattern) == null ? 0 : 1);
            (led.isEmpty() ? shown.limit(1) : led.stream()).forEach(entity -> named.add(new Named(gate, entity)));
            if (!led.isEmpty() && !isHeadLed(design, pattern, gate, led)) {
                named.add(new Named(gate, met.get(0)));
            }
        }
        for (Entity entity : met) {
            boolean isOwn =
                    named.stream().anyMatch(one -> pattern.through().contains(one.gate()) && one.child() == entity);
            if (!isOwn && !isMetByGate(design, pattern, entity)) {
                entity.through().stream().distinct().forEach(gate -> named.add(new Named(gate, entity)));
            }
        }
        return List.copyOf(named);
    }

    /** Whether a {@code read} that follows a pattern does so with its head, or the head is what that pattern gets. */
    private static boolean isHeadLed(Design design, Pattern pattern, String gate, List<Entity> led) {
        String head = pattern.entities().get(0);
        return pattern.verb() != Verb.READ
                || led.stream().anyMatch(entity -> entity.name().equals(head))
                || design.patterns().get(gate).entities().get(0).equals(head);
    }

    /** The entities whose items a pattern is about, shows or makes along. */
    private static List<Entity> met(Design design, Pattern pattern) {
        if (pattern.verb() == Verb.GATHER || pattern.verb() == Verb.TRANSACT) {
            return List.of();
        }
        Set<String> names = new LinkedHashSet<>(pattern.entities());
        if (pattern.fetch() != null) {
            names.add(pattern.fetch());
        }
        if (pattern.with() != null) {
            names.add(pattern.with());
        }
        return names.stream()
                .map(design.entities()::get)
                .filter(Objects::nonNull)
                .toList();
    }

    private static Entity fetched(Design design, Pattern pattern) {
        return pattern.fetch() == null ? null : design.entities().get(pattern.fetch());
    }

    /**
     * Whether the items of an entity come with their parent, as one of the patterns that they follow has it: read with it by that
     * pattern, or by one that asks the same, or made with it.
     */
    private static boolean isMetByGate(Design design, Pattern pattern, Entity child) {
        Entity first = design.entities().get(pattern.entities().get(0));
        if (child.equals(first)) {
            return false;
        }
        if (child.name().equals(pattern.with())) {
            return child.through().stream()
                    .map(design.patterns()::get)
                    .allMatch(gate -> gate != null && gate.entities().get(0).equals(first.name()));
        }
        return ReadPlan.hasHead(design, pattern)
                && child.through().stream()
                        .map(design.patterns()::get)
                        .anyMatch(gate -> gate != null && isSame(pattern, gate, first));
    }

    private static boolean isSame(Pattern pattern, Pattern gate, Entity parent) {
        return gate.name().equals(pattern.name())
                || (gate.verb() == Verb.GET || gate.verb() == Verb.READ)
                        && gate.entities().get(0).equals(parent.name())
                        && asked(gate).equals(asked(pattern))
                        && text(gate).equals(text(pattern))
                        && Set.copyOf(gate.allow()).equals(Set.copyOf(pattern.allow()))
                        && gate.through().equals(pattern.through());
    }

    private static Set<String> asked(Pattern pattern) {
        return pattern.by().stream()
                .filter(variable -> variable.formats().isEmpty())
                .map(Template.Variable::attribute)
                .collect(Collectors.toSet());
    }

    private static String text(Pattern pattern) {
        return pattern.where() == null ? "" : pattern.where().text();
    }

    /** Why a pattern cannot follow another, and what to write. */
    public record Problem(String message, Help help) {}

    /** Why a pattern cannot follow another; null when it can. */
    public static Problem problem(Design design, Pattern pattern, Named named) {
        String name = named.gate();
        Entity child = named.child();
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
        if (parent.name().equals(child.name())) {
            return said(
                    name + " gets the " + child.name() + " itself, not what it is a part of",
                    "name a pattern that gets the parent by its key");
        }
        if (names == null || names.isEmpty()) {
            return said(child.name() + " does not say of which " + parent.name() + " it is", lacking(child, parent));
        }
        List<String> rivals = new WriteModel(design).rivals(child, parent);
        if (!rivals.isEmpty()) {
            return said(
                    child.name() + " refers to several " + parent.name() + " items: by " + String.join(", ", rivals),
                    "take `references: " + parent.name() + "` away from all but the one that " + name + " is about");
        }
        String more = beyondKey(gate, names.keySet());
        if (more != null) {
            return said(
                    name + " does not get " + parent.name() + " by its key alone: it " + more,
                    "name a pattern like `{ get: " + parent.name() + ", by: "
                            + (names.size() == 1 ? names.keySet().iterator().next() : names.keySet()) + " }`");
        }
        String first = names.values().stream()
                .filter(attribute -> !isGiven(child, pattern, attribute))
                .findFirst()
                .orElse(names.values().iterator().next());
        if (child.name().equals(pattern.with())) {
            return said(
                    pattern.name() + " makes " + child.name() + " items of any " + parent.name(),
                    "make them by a pattern of their own");
        }
        Set<String> changed = new LinkedHashSet<>(pattern.change());
        changed.addAll(pattern.remove());
        changed.addAll(pattern.append());
        changed.addAll(pattern.add().keySet());
        if (pattern.verb() == Verb.UPDATE) {
            changed.addAll(pattern.set().keySet());
        }
        Map<String, Set<String>> computed = Inputs.computed(child);
        boolean isMoved = child.name().equals(pattern.entities().get(0))
                && names.values().stream()
                        .anyMatch(attribute -> changed.contains(attribute)
                                || computed.getOrDefault(attribute, Set.of()).stream()
                                        .anyMatch(changed::contains));
        if (isMoved) {
            return said(
                    pattern.name() + " moves a " + child.name() + " to another " + parent.name(),
                    "leave " + first + " out of it: delete, and create anew");
        }
        if (isArgument(pattern, child, names)) {
            return null;
        }
        if (pattern.verb().writes()) {
            return said(
                    pattern.name() + " is not told of which " + parent.name() + " the " + child.name() + " is",
                    pattern.set().containsKey(first)
                            ? "leave " + first + " out of `set:`, so that the caller says it"
                            : isMade(pattern)
                                    ? "let the caller say " + first + ", which the design computes"
                                    : "ask by its key, with " + first);
        }
        Pattern next = pattern.then() == null ? null : design.patterns().get(pattern.then());
        Entity fetched = fetched(design, pattern);
        boolean isMet = (fetched == null || fetched.equals(child)) && (next == null || isOfSame(next, child));
        boolean isShown = isMet
                && pattern.verb() != Verb.COUNT
                && names.values().stream()
                        .map(child.attributes()::get)
                        .allMatch(attribute -> !attribute.hidden()
                                && (pattern.returned().isEmpty()
                                        || pattern.returned().contains(attribute.name())));
        return isShown
                ? null
                : new Problem(
                        "the answer of " + pattern.name() + " does not say of which " + parent.name() + " the "
                                + (isMet ? "items" : child.name() + " items") + " are",
                        pattern.verb() == Verb.COUNT || !isMet
                                ? asking(pattern, child, names.values())
                                : Help.words(
                                        child.attributes().get(first).hidden()
                                                ? "ask `by: " + first + "`, since it is hidden"
                                                : "add " + first + " to `return:`"));
    }

    /** Asked for the parent's items alone; then no days are walked through. */
    private static Help asking(Pattern pattern, Entity child, Collection<String> names) {
        String by = names.size() == 1 ? names.iterator().next() : Edit.list(names);
        boolean isOfChild = child.name().equals(pattern.entities().get(0));
        if (!isOfChild || !pattern.by().isEmpty() || pattern.pinned() != null) {
            return Help.words("ask `by: " + by + "`" + (pattern.walkSeconds() == null ? "" : ", without `walk:`"));
        }
        List<Edit> edits = new ArrayList<>(List.of(Edit.ofPattern(pattern, "by", by)));
        if (pattern.walkSeconds() != null) {
            edits.add(Edit.remove("patterns", pattern.name(), "walk"));
        }
        return Help.edits(edits, null);
    }

    /** Whether what a pattern goes on to is about the item that leads there: its answer begins with it, or is none. */
    static boolean isOfSame(Pattern next, Entity lead) {
        return (next.verb() == Verb.GET || next.verb() == Verb.READ)
                && next.then() == null
                && next.entities().get(0).equals(lead.name())
                && asked(next).equals(lead.keyAttributes());
    }

    /** What the child has to have to say of which parent it is. */
    private static String lacking(Entity child, Entity parent) {
        List<String> key = parent.key().values().stream()
                .flatMap(Template::variables)
                .map(Template.Variable::attribute)
                .distinct()
                .toList();
        if (key.size() < 2) {
            return "give it an attribute that `references: " + parent.name() + "`";
        }
        return "give it every attribute of the key of " + parent.name() + ", under the same name: "
                + key.stream()
                        .filter(name -> !child.attributes().containsKey(name)
                                || WriteModel.isOwn(child, child.attributes().get(name)))
                        .collect(Collectors.joining(", "))
                + (child.attributes().keySet().containsAll(key) ? " is its own" : " is missing");
    }

    /** What a pattern does besides getting an item by its key; null when nothing. */
    private static String beyondKey(Pattern gate, Set<String> key) {
        if (gate.pinned() != null) {
            return "has a request of its own";
        }
        if (gate.by().size() != key.size() || !asked(gate).equals(key)) {
            return "asks by " + gate.by().stream().map(KeyTerm::shown).collect(Collectors.joining(", "));
        }
        if (gate.then() != null || gate.fetch() != null) {
            return "goes on to " + (gate.then() != null ? gate.then() : gate.fetch());
        }
        if (gate.range() != null) {
            return "asks for a range of " + gate.range().attribute();
        }
        Set<String> arguments = new LinkedHashSet<>(Conditions.arguments(gate.where()));
        return arguments.isEmpty() ? null : "also wants " + String.join(", ", arguments);
    }

    private static boolean isMade(Pattern pattern) {
        return pattern.verb() == Verb.CREATE || pattern.verb() == Verb.PUT;
    }

    private static boolean isGiven(Entity child, Pattern pattern, String name) {
        Attribute attribute = child.attributes().get(name);
        boolean isEach = pattern.isEach(name);
        return isMade(pattern)
                ? !attribute.isComputed()
                        && attribute.generate() == null
                        && !pattern.set().containsKey(name)
                : !isEach
                        && pattern.by().stream()
                                .anyMatch(variable -> variable.attribute().equals(name)
                                        && variable.formats().isEmpty());
    }

    private static boolean isArgument(Pattern pattern, Entity child, Map<String, String> names) {
        if (!child.name().equals(pattern.entities().get(0))) {
            return false;
        }
        return names.values().stream().allMatch(name -> isGiven(child, pattern, name));
    }

    /** Whether the child's own key says which parent it has, so that no write takes it to another. */
    public boolean isInKey() {
        Set<String> inKey = child.key().values().stream()
                .flatMap(Template::variables)
                .filter(variable -> variable.formats().isEmpty())
                .map(Template.Variable::attribute)
                .collect(Collectors.toSet());
        return inKey.containsAll(names.values());
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

    private static Problem said(String message, String advice) {
        return new Problem(message, Help.words(advice));
    }
}
