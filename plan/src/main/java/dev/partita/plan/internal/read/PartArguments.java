package dev.partita.plan.internal.read;

import dev.partita.design.model.Type;
import dev.partita.plan.InvalidValues;
import dev.partita.plan.Violation;
import dev.partita.plan.internal.key.Argument;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The arguments of a pattern made of others, side by side. What several parts call the same and take as the same type is one
 * argument. Where the types differ, or a part has that name, each is called after its part: {@code facts} of {@code submit} is
 * {@code submitFacts}.
 */
public final class PartArguments {

    /** Of a pattern that is not made of others. */
    public static final PartArguments NONE = new PartArguments(Map.of(), Set.of());

    private final Map<String, Argument> all = new LinkedHashMap<>();
    private final Map<String, Map<String, String>> names = new LinkedHashMap<>();

    /** @param kept names that no argument may have */
    private PartArguments(Map<String, ? extends Plan> parts, Set<String> kept) {
        Map<String, Type> types = new LinkedHashMap<>();
        Set<String> unlike = new LinkedHashSet<>(kept);
        for (Plan part : parts.values()) {
            for (Argument argument : part.arguments()) {
                Type known = types.putIfAbsent(argument.name(), argument.type());
                if (known != null && !known.isLike(argument.type())) {
                    unlike.add(argument.name());
                }
            }
        }
        Set<String> taken = new LinkedHashSet<>(kept);
        types.keySet().stream().filter(name -> !unlike.contains(name)).forEach(taken::add);
        parts.forEach((part, plan) -> {
            Map<String, String> own = new LinkedHashMap<>();
            for (Argument argument : plan.arguments()) {
                String name = argument.name();
                String called = unlike.contains(name) ? free(part, name, taken) : name;
                own.put(name, called);
                all.merge(called, called(argument, called, argument.required()), PartArguments::merged);
            }
            names.put(part, own);
        });
    }

    /** Of a {@code gather}; its parts by the names of their patterns. */
    public static PartArguments ofReads(Map<String, ReadPlan> parts) {
        return new PartArguments(parts, Set.of());
    }

    /** Of a {@code transact}: there the name of a part may stand for all that is the part's. */
    public static PartArguments ofWrites(Map<String, ? extends Plan> parts) {
        return new PartArguments(parts, parts.keySet());
    }

    /** What a caller gives. */
    public List<Argument> all() {
        return new ArrayList<>(all.values());
    }

    /** @throws InvalidValues for names that none of them has */
    public void requireKnown(String pattern, Set<String> given) {
        List<Violation> violations = new ArrayList<>();
        for (String name : given) {
            if (!all.containsKey(name)) {
                violations.add(new Violation(
                        pattern,
                        name,
                        null,
                        "unknown",
                        "is no argument of " + pattern + "; it takes " + String.join(", ", all.keySet())));
            }
        }
        if (!violations.isEmpty()) {
            throw new InvalidValues(violations);
        }
    }

    /** What a part calls an argument; null when it does not take it. */
    public String own(String part, String argument) {
        return names.getOrDefault(part, Map.of()).entrySet().stream()
                .filter(name -> name.getValue().equals(argument))
                .map(Map.Entry::getKey)
                .findFirst()
                .orElse(null);
    }

    /** The arguments of a part, under its own names, out of those of all. */
    public Map<String, Object> of(String part, Map<String, Object> given) {
        Map<String, Object> own = new LinkedHashMap<>();
        names.getOrDefault(part, Map.of()).forEach((name, called) -> {
            if (given.containsKey(called)) {
                own.put(name, given.get(called));
            }
        });
        return own;
    }

    /** A part's own arguments as those of all are called. */
    public Map<String, Object> asGiven(String part, Map<String, Object> own) {
        Map<String, String> called = names.getOrDefault(part, Map.of());
        Map<String, Object> given = new LinkedHashMap<>();
        own.forEach((name, value) -> given.put(called.getOrDefault(name, name), value));
        return given;
    }

    private static String free(String part, String name, Set<String> taken) {
        String called = part + Character.toUpperCase(name.charAt(0)) + name.substring(1);
        while (!taken.add(called)) {
            called += "_";
        }
        return called;
    }

    private static Argument merged(Argument one, Argument other) {
        return called(one, one.name(), one.required() || other.required());
    }

    private static Argument called(Argument argument, String name, boolean required) {
        return new Argument(name, argument.attribute(), argument.type(), required, argument.element());
    }
}
