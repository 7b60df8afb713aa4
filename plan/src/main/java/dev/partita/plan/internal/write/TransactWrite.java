package dev.partita.plan.internal.write;

import dev.partita.design.model.Pattern;
import dev.partita.plan.InvalidValues;
import dev.partita.plan.Violation;
import dev.partita.plan.internal.key.Inputs;
import dev.partita.plan.internal.read.PartArguments;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** Several writes, all of them or none. */
public final class TransactWrite implements WriteOperation {

    private final Pattern pattern;
    private final Map<String, WritePlan> parts;
    private final PartArguments given;

    public TransactWrite(Pattern pattern, Map<String, WritePlan> parts) {
        this.pattern = pattern;
        this.parts = new LinkedHashMap<>(parts);
        this.given = PartArguments.ofWrites(parts);
    }

    public PartArguments given() {
        return given;
    }

    @Override
    public void describe(WriteOutline outline) {
        parts.values().forEach(part -> part.writing().describe(outline));
    }

    @Override
    public void describeRest(WriteOutline outline) {
        parts.values().forEach(part -> part.writing().describeRest(outline));
    }

    /** Arguments may stand under each pattern's name; what does not is for all that know it. */
    @Override
    public Prepared prepare(Map<String, Object> arguments, WriteRun run) {
        Set<String> beside = new LinkedHashSet<>(arguments.keySet());
        beside.removeIf(name -> parts.containsKey(name) && arguments.get(name) instanceof Map<?, ?>);
        given.requireKnown(pattern.name(), beside);
        Map<String, Map<String, Object>> own = new LinkedHashMap<>();
        List<Violation> violations = new ArrayList<>();
        for (String name : parts.keySet()) {
            Map<String, Object> shared = given.of(name, arguments);
            if (arguments.get(name) instanceof Map<?, ?> map) {
                own.put(name, texts(map));
                requireOneValue(name, own.get(name), shared, violations);
            } else {
                own.put(name, new LinkedHashMap<>(shared));
            }
        }
        requireSame(own, violations);
        if (!violations.isEmpty()) {
            throw new InvalidValues(violations);
        }
        List<Prepared> prepared = new ArrayList<>();
        parts.forEach((name, part) -> prepared.add(part.prepare(own.get(name), run)));
        return new AllOrNone(pattern.name(), prepared);
    }

    private static Map<String, Object> texts(Map<?, ?> map) {
        Map<String, Object> texts = new LinkedHashMap<>();
        map.forEach((name, value) -> texts.put(String.valueOf(name), value));
        return texts;
    }

    /** Nobody says two things: in the path and, once more, under a part's name. */
    private void requireOneValue(
            String part, Map<String, Object> own, Map<String, Object> shared, List<Violation> violations) {
        own.forEach((name, value) -> {
            if (shared.get(name) != null
                    && !Objects.equals(value(part, name, value), value(part, name, shared.get(name)))) {
                violations.add(new Violation(
                        pattern.name(), part + "." + name, value, "same", "differs from the " + name + " beside it"));
            }
        });
    }

    /** One value where the design asks for one. */
    private void requireSame(Map<String, Map<String, Object>> own, List<Violation> violations) {
        for (String name : pattern.same()) {
            List<String> takers =
                    parts.keySet().stream().filter(part -> takes(part, name)).toList();
            List<String> without = takers.stream()
                    .filter(part -> own.get(part).get(name) == null)
                    .toList();
            long different = takers.stream()
                    .filter(part -> !without.contains(part))
                    .map(part -> value(part, name, own.get(part).get(name)))
                    .distinct()
                    .count();
            if (different == 1 && !without.isEmpty()) {
                violations.add(new Violation(
                        pattern.name(),
                        name,
                        null,
                        "required",
                        "is missing in " + String.join(" and ", without) + "; it must be the same in "
                                + String.join(" and ", takers)));
            } else if (different > 1) {
                violations.add(new Violation(
                        pattern.name(), name, null, "same", "must be the same in " + String.join(" and ", takers)));
            }
        }
    }

    private boolean takes(String part, String argument) {
        return parts.get(part).arguments().stream().anyMatch(one -> one.name().equals(argument));
    }

    /** A value in the form in which it is stored, so that two spellings of one value are one. */
    private Object value(String part, String name, Object given) {
        Object value = Inputs.logical(parts.get(part).codec(), name, given);
        return value == null ? given : value;
    }
}
