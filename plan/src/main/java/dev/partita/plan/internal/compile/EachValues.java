package dev.partita.plan.internal.compile;

import dev.partita.design.model.Attribute;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Pattern;
import dev.partita.design.model.Template;
import dev.partita.design.model.Type;
import dev.partita.plan.internal.key.Arguments;
import dev.partita.plan.internal.key.KeyTerm;
import dev.partita.plan.internal.read.Spread;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** The values that {@code each:} goes through. */
final class EachValues {

    /** A wider range of integers is not gone through value by value. */
    private static final int MOST_VALUES = 1_000;

    /** What {@code each:} goes through; null when the pattern has none. */
    static Spread.Each of(Pattern pattern, Entity entity, Set<String> served) {
        if (pattern.each() == null) {
            return null;
        }
        String name = pattern.each().attribute();
        if (pattern.each().isGiven()) {
            return given(pattern, entity, name);
        }
        if (pattern.each().fromPattern() != null) {
            if (!served.contains(pattern.each().fromPattern())) {
                throw new ReadCompiler.Unserved(
                        CompilerRule.EACH_WITHOUT_VALUES,
                        "`each:` takes " + name + " from " + pattern.each().fromPattern() + ", which has no plan",
                        "name a list pattern that is served");
            }
            return new Spread.Each(
                    name,
                    List.of(),
                    pattern.each().fromPattern(),
                    pattern.each().fromAttribute(),
                    null);
        }
        Attribute attribute = entity.attributes().get(name);
        List<Object> values = attribute == null ? List.of() : values(attribute);
        if (values.isEmpty()) {
            throw new ReadCompiler.Unserved(
                    CompilerRule.EACH_WITHOUT_VALUES,
                    "`each: " + name + "` has no list of values to go through",
                    "give " + name + " a closed enum or a range, or take the values from a list pattern: `each: { "
                            + name + ": pattern.attribute }`, or from the caller: `each: { " + name + ": given }`");
        }
        return new Spread.Each(name, values, null, null, null);
    }

    /** What callers give are whole values: by the day or in small letters several of them would find the same items. */
    private static Spread.Each given(Pattern pattern, Entity entity, String name) {
        Template.Variable asked = pattern.by().stream()
                .filter(variable -> variable.attribute().equals(name))
                .findFirst()
                .orElse(null);
        if (asked == null || !entity.attributes().containsKey(name)) {
            // The one has no effect, which is said later; the other is not there, which the reader has said.
            return new Spread.Each(name, List.of(), null, null, name);
        }
        if (!asked.formats().isEmpty()) {
            throw new ReadCompiler.Unserved(
                    CompilerRule.EACH_WITHOUT_VALUES,
                    "`each: { " + name + ": given }` takes whole values, and `by` has " + KeyTerm.shown(asked),
                    "write `by: " + name + "`, or call a pattern with one value again and again",
                    "each");
        }
        if (entity.attributes().get(name).type() == Type.Simple.ANY) {
            throw new ReadCompiler.Unserved(
                    CompilerRule.EACH_WITHOUT_VALUES,
                    "`each: { " + name + ": given }` tells values apart, and as " + name
                            + " may be anything, a number and its text would find the same items",
                    "give " + name + " a type",
                    "each");
        }
        return new Spread.Each(name, List.of(), null, null, Arguments.plural(asked));
    }

    private static List<Object> values(Attribute attribute) {
        if (attribute.type() instanceof Type.Enumeration choice && !choice.open()) {
            return List.copyOf(choice.values());
        }
        if (attribute.type() == Type.Simple.FLAG || attribute.type() == Type.Simple.BOOLEAN) {
            return List.of(false, true);
        }
        List<Object> values = new ArrayList<>();
        if (attribute.type() == Type.Simple.INTEGER
                && attribute.min() != null
                && attribute.max() != null
                && attribute.max().subtract(attribute.min()).intValue() < MOST_VALUES) {
            for (long value = attribute.min().longValue();
                    value <= attribute.max().longValue();
                    value++) {
                values.add(value);
            }
        }
        return values;
    }

    private EachValues() {}
}
