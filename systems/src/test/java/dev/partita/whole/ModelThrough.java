package dev.partita.whole;

import dev.partita.whole.Sketch.Attribute;
import dev.partita.whole.Sketch.Entity;
import dev.partita.whole.Sketch.Pattern;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Whose parent a caller gets to see, at the meaning of {@code through:}: whoever gets none there reaches no child of it. */
final class ModelThrough {

    private final Model model;
    private final Sketch sketch;
    private final ModelAccess access;

    ModelThrough(Model model, ModelAccess access) {
        this.model = model;
        this.sketch = model.sketch();
        this.access = access;
    }

    /** Whether what the call says names a parent that the caller does not get to see: then there is nothing below it for them. */
    boolean hides(Pattern pattern, Map<String, Object> arguments) {
        if (pattern.verb().equals("gather")) {
            return pattern.of().stream()
                    .map(sketch.patterns()::get)
                    .anyMatch(part -> isHidden(part, arguments, List.of()));
        }
        if (!pattern.verb().equals("transact")) {
            return isHidden(pattern, arguments, List.of());
        }
        List<Map.Entry<Entity, Map<String, Object>>> made = new ArrayList<>();
        for (String name : pattern.of()) {
            Pattern part = sketch.patterns().get(name);
            if (part.verb().equals("create")) {
                made.add(Map.entry(sketch.entity(part.of().get(0)), given(part, Tree.map(arguments.get(name)))));
            }
        }
        return pattern.of().stream()
                .map(sketch.patterns()::get)
                .anyMatch(part -> isHidden(part, given(part, Tree.map(arguments.get(part.name()))), made));
    }

    /** What a create makes, as far as it is said. */
    private Map<String, Object> given(Pattern part, Map<String, Object> arguments) {
        Map<String, Object> given = new LinkedHashMap<>(arguments);
        Tree.map(part.words().get("set"))
                .forEach((name, value) -> given.put(name, "me".equals(value) ? model.me() : value));
        return given;
    }

    private boolean isHidden(
            Pattern pattern, Map<String, Object> arguments, List<Map.Entry<Entity, Map<String, Object>>> made) {
        Entity child = sketch.entity(pattern.of().get(0));
        List<Pattern> gates = gates(pattern, child);
        if (!gates.isEmpty() && gates.stream().noneMatch(this::couldCall)) {
            return true;
        }
        return !gates.isEmpty()
                && gates.stream().allMatch(gate -> isArgument(pattern, reference(child, gate)))
                && !isReached(gates, child, arguments, made);
    }

    private boolean couldCall(Pattern gate) {
        List<Pattern> above = gates(gate, sketch.entity(gate.of().get(0)));
        return access.couldCall(gate) && (above.isEmpty() || above.stream().anyMatch(this::couldCall));
    }

    private boolean isArgument(Pattern pattern, Attribute reference) {
        return pattern.verb().equals("create") || pattern.verb().equals("put")
                ? reference.get("generate") == null
                        && !Tree.map(pattern.words().get("set")).containsKey(reference.name())
                : !String.valueOf(pattern.words().get("each")).contains(reference.name())
                        && pattern.by().stream()
                                .anyMatch(part -> part.attribute().equals(reference.name())
                                        && part.formats().isEmpty());
    }

    /** Whether a pattern follows others, or what it goes on with does. */
    boolean follows(Pattern pattern) {
        for (Pattern one = pattern; one != null; one = sketch.patterns().get(one.text("then"))) {
            List<String> met = new ArrayList<>(one.of());
            met.add(one.text("fetch"));
            for (String name : met) {
                if (sketch.entity(name) != null
                        && !gates(one, sketch.entity(name)).isEmpty()) {
                    return true;
                }
            }
        }
        return false;
    }

    /** Whether the caller gets to see the parent of an item that was found. */
    boolean shows(Pattern pattern, Entity entity, Map<String, Object> values) {
        for (Pattern one = pattern; one != null; one = sketch.patterns().get(one.text("then"))) {
            List<Pattern> gates = gates(one, entity);
            boolean isMet = one.of().contains(entity.name()) || entity.name().equals(one.text("fetch"));
            if (isMet && !gates.isEmpty() && !isReached(gates, entity, values, List.of())) {
                return false;
            }
        }
        return true;
    }

    private boolean isReached(
            List<Pattern> gates,
            Entity child,
            Map<String, Object> values,
            List<Map.Entry<Entity, Map<String, Object>>> made) {
        return gates.stream().anyMatch(gate -> passes(gate, child, values, made));
    }

    private boolean passes(
            Pattern gate, Entity child, Map<String, Object> values, List<Map.Entry<Entity, Map<String, Object>>> made) {
        Entity parent = sketch.entity(gate.of().get(0));
        String id = parent.keyNames().iterator().next();
        Object key = key(parent, id, values.get(reference(child, gate).name()));
        ModelAccess.Right right = key == null ? null : access.right(gate, Map.of(id, key));
        if (key == null || right == ModelAccess.Right.NOT_ALLOWED || right == ModelAccess.Right.NOT_SIGNED_IN) {
            return false;
        }
        Map<String, Object> fresh = made.stream()
                .filter(one -> one.getKey() == parent
                        && key.equals(key(parent, id, one.getValue().get(id))))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElse(null);
        Map<String, Object> there = fresh != null
                ? fresh
                : model.all(parent).stream()
                        .filter(one -> key.equals(one.get(id)))
                        .findFirst()
                        .orElse(null);
        boolean isThere = fresh == null
                ? model.isAlive(parent, there)
                        && Condition.holds(
                                gate.text("where"), new Condition.Subject(parent, there, Map.of(), model.now()))
                : gate.text("where") == null;
        ModelAccess.Claim claim = access.ownClaim(gate, Map.of(id, key));
        List<Pattern> above = gates(gate, parent);
        return isThere
                && (claim == null || claim.holds(parent, there))
                && (above.isEmpty() || isReached(above, parent, there, made));
    }

    private static Object key(Entity parent, String id, Object given) {
        try {
            return Values.argument(parent.attributes().get(id), given);
        } catch (Values.Invalid e) {
            return null;
        }
    }

    /** The patterns of a parent of which one has to answer; none where the items come with their parent. */
    List<Pattern> gates(Pattern pattern, Entity child) {
        List<Pattern> own = named(pattern.names("through"), child).stream()
                .filter(gate -> isTold(pattern, child, gate))
                .toList();
        boolean isMade = child != null && child.name().equals(pattern.text("with"));
        if (child == null || !own.isEmpty() && !isMade) {
            return own;
        }
        List<Pattern> all = named(Tree.names(child.words().get("through")), child);
        return isMetByGate(pattern, child, all) ? List.of() : all;
    }

    /** Whether call or answer says of which parent the items are; where others are fetched, the answer shows only those. */
    private boolean isTold(Pattern pattern, Entity child, Pattern gate) {
        Entity fetched = sketch.entity(pattern.text("fetch"));
        return fetched == null || child == fetched || isArgument(pattern, reference(child, gate));
    }

    private List<Pattern> named(List<String> names, Entity child) {
        return names.stream()
                .map(sketch.patterns()::get)
                .filter(gate -> child != null && reference(child, gate) != null)
                .toList();
    }

    /** Read with its parent by the same question, or made with it. */
    private boolean isMetByGate(Pattern pattern, Entity child, List<Pattern> gates) {
        String first = pattern.of().get(0);
        if (child.name().equals(first)) {
            return false;
        }
        if (child.name().equals(pattern.text("with"))) {
            return gates.stream().allMatch(gate -> gate.of().get(0).equals(first));
        }
        boolean hasHead = pattern.verb().equals("read")
                && asked(pattern).containsAll(sketch.entity(first).keyNames());
        return hasHead && gates.stream().anyMatch(gate -> isSame(pattern, gate));
    }

    private static boolean isSame(Pattern pattern, Pattern gate) {
        return gate.name().equals(pattern.name())
                || gate.of().get(0).equals(pattern.of().get(0))
                        && asked(gate).equals(asked(pattern))
                        && String.valueOf(gate.text("where")).equals(String.valueOf(pattern.text("where")))
                        && new HashSet<>(gate.names("allow")).equals(new HashSet<>(pattern.names("allow")))
                        && gate.names("through").equals(pattern.names("through"));
    }

    private static Set<String> asked(Pattern pattern) {
        Set<String> asked = new HashSet<>();
        pattern.by().stream().filter(part -> part.formats().isEmpty()).forEach(part -> asked.add(part.attribute()));
        return asked;
    }

    /** The attribute of a child that says of which parent it is; null where none does. */
    private Attribute reference(Entity child, Pattern gate) {
        Entity parent = sketch.entity(gate.of().get(0));
        if (parent == null || parent == child || parent.keyNames().size() != 1) {
            return null;
        }
        return child.attributes().values().stream()
                .filter(attribute -> parent.name().equals(attribute.text("references")))
                .findFirst()
                .orElse(child.attributes().get(parent.keyNames().iterator().next()));
    }
}
