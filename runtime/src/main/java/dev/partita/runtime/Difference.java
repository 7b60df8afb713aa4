package dev.partita.runtime;

import dev.partita.design.Design;
import dev.partita.design.model.Attribute;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Pattern;
import dev.partita.plan.InvalidValues;
import dev.partita.plan.Violation;
import dev.partita.plan.internal.write.UpdateWrite;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * What an update is given to make an item that was read another.
 *
 * @param arguments of the pattern: what differs, and the version that was read
 * @param read what is given, as it was read, where the item has no version; its being so is a condition
 */
record Difference(Map<String, Object> arguments, Map<String, Object> read) {

    /** @throws InvalidValues when something differs that the pattern does not change; it names all of that */
    static Difference of(Design design, String pattern, Map<String, Object> old, Map<String, Object> changed) {
        Pattern update = design.patterns().get(pattern);
        Entity entity = design.entities().get(update.entities().get(0));
        Difference difference = new Difference(new LinkedHashMap<>(), new LinkedHashMap<>());
        List<Violation> violations = new ArrayList<>();
        for (Attribute attribute : entity.attributes().values()) {
            String name = attribute.name();
            boolean isVersion = name.equals(entity.version());
            Object value = isVersion ? old.get(name) : changed.get(name);
            String problem = isVersion
                    ? difference.version(name, value)
                    : difference.add(update, entity, attribute, old.get(name), value);
            if (problem != null) {
                violations.add(new Violation(entity.name(), name, value, "change", problem));
            }
        }
        if (!violations.isEmpty()) {
            throw new InvalidValues(violations);
        }
        return difference;
    }

    /** The one that was read counts, whatever the other record has: that may be made of a later one. */
    private String version(String name, Object read) {
        if (read == null) {
            return "is not known: change an item that was read";
        }
        arguments.put(name, read);
        return null;
    }

    /** Returns what is wrong with it, or null. */
    private String add(Pattern update, Entity entity, Attribute attribute, Object old, Object changed) {
        String name = attribute.name();
        boolean isSame = Objects.deepEquals(old, changed);
        if (update.change().contains(name)) {
            if (!isSame || update.require().contains(name)) {
                arguments.put(UpdateWrite.argument(update, name), changed);
            }
            if (entity.version() == null && arguments.containsKey(UpdateWrite.argument(update, name))) {
                read.put(name, old);
            }
            return null;
        }
        if (update.add().containsKey(name) && update.add().get(name) == null) {
            if (changed == null && old != null) {
                return "is counted, and cannot be taken away";
            }
            arguments.put(name, number(changed).subtract(number(old)));
            return null;
        }
        // A record that was built, not read, lacks what the design fills in.
        return isSame || changed == null && isFilled(attribute)
                ? null
                : "is not what " + update.name() + " changes" + only(update);
    }

    private static boolean isFilled(Attribute attribute) {
        return attribute.isComputed() || attribute.generate() != null;
    }

    private static BigDecimal number(Object value) {
        return value == null ? BigDecimal.ZERO : new BigDecimal(value.toString());
    }

    private static String only(Pattern update) {
        List<String> names = Stream.concat(
                        update.change().stream(),
                        update.add().entrySet().stream()
                                .filter(entry -> entry.getValue() == null)
                                .map(Map.Entry::getKey))
                .toList();
        return ": only " + String.join(", ", names);
    }
}
