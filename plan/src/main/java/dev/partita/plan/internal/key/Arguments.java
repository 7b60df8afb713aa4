package dev.partita.plan.internal.key;

import dev.partita.design.internal.text.Wording;
import dev.partita.design.model.Attribute;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Pattern;
import dev.partita.design.model.Template;
import dev.partita.design.model.Template.Format;
import dev.partita.design.model.Type;
import dev.partita.design.model.Where;
import dev.partita.design.model.Where.Operand;
import dev.partita.plan.internal.value.Conditions;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The arguments a reading pattern takes, and their names. */
public final class Arguments {

    private final Entity entity;
    private final Map<String, Argument> found = new LinkedHashMap<>();

    private Arguments(Entity entity) {
        this.entity = entity;
    }

    /**
     * What the caller gives: {@code by}, of what {@code each} goes through only what callers give, the range's bounds, arguments of
     * conditions.
     */
    public static List<Argument> of(Entity entity, Pattern pattern) {
        Arguments arguments = new Arguments(entity);
        for (Template.Variable variable : pattern.by()) {
            if (!pattern.isEach(variable.attribute())) {
                arguments.add(name(variable), variable, true);
            } else if (pattern.each().isGiven()
                    && entity != null
                    && entity.attributes().containsKey(variable.attribute())) {
                Attribute element = entity.attributes().get(variable.attribute());
                arguments.found.putIfAbsent(plural(variable), Argument.listOf(plural(variable), element));
            }
        }
        if (pattern.range() != null) {
            arguments.add(name(pattern.range()) + "From", pattern.range(), false);
            arguments.add(name(pattern.range()) + "To", pattern.range(), false);
        }
        if (pattern.pinned() != null) {
            for (Pattern.KeyTest test : pattern.pinned().key().values()) {
                for (int i = 0; i < test.templates().size(); i++) {
                    int number = i;
                    test.templates()
                            .get(i)
                            .variables()
                            .forEach(variable ->
                                    arguments.add(KeyTerm.Pinned.argument(test, number, variable), variable, true));
                }
            }
            arguments.addConditions(pattern.pinned().filter());
        }
        arguments.addConditions(pattern.where());
        return new ArrayList<>(arguments.found.values());
    }

    /** {@code userId} for an attribute as it is, {@code date} for {@code createdAt:date}. */
    public static String name(Template.Variable variable) {
        Format.Kind bucket = variable.period();
        return bucket == null ? variable.attribute() : bucket.name().toLowerCase(java.util.Locale.ROOT);
    }

    /** The same in a pattern, which may ask for many values. */
    public static String name(Pattern pattern, Template.Variable variable) {
        return pattern.isEach(variable.attribute()) && pattern.each().isGiven() ? plural(variable) : name(variable);
    }

    /** {@code bookIds} for the values of {@code bookId} that a caller gives. */
    public static String plural(Template.Variable variable) {
        return Wording.plural(name(variable));
    }

    private void add(String name, Template.Variable variable, boolean required) {
        Attribute attribute =
                entity == null ? null : Pattern.KeyTest.attribute(entity.attributes(), variable.attribute());
        Format.Kind bucket = variable.period();
        Type type = bucket == Format.Kind.DATE
                ? Type.Simple.DATE
                : bucket != null || attribute == null ? Type.Simple.STRING : attribute.type();
        found.putIfAbsent(name, new Argument(name, bucket == null ? attribute : null, type, required));
    }

    private void addConditions(Where where) {
        ofCondition(entity, where).forEach(argument -> found.putIfAbsent(argument.name(), argument));
    }

    /** What a caller gives to a condition on an entity's items, each of the type of what it is compared with. */
    public static List<Argument> ofCondition(Entity entity, Where where) {
        Comparands comparands = new Comparands("", entity == null ? Map.of() : entity.attributes(), ZoneOffset.UTC);
        Map<String, Argument> arguments = new LinkedHashMap<>();
        for (Where test : Conditions.tests(where)) {
            List<Operand> operands = Conditions.operands(test);
            Operand item = operands.stream()
                    .filter(operand -> operand instanceof Operand.Path || operand instanceof Operand.SizeOf)
                    .findFirst()
                    .orElse(null);
            Type type = comparands.type(item);
            Type element = Comparands.element(type);
            boolean isPart = test instanceof Where.Call;
            boolean isText = isPart && element == null;
            Type taken = type == null ? Type.Simple.ANY : isText ? Type.Simple.STRING : isPart ? element : type;
            boolean isWhole = item instanceof Operand.Path path && path.names().size() == 1 && !isText;
            for (Operand operand : operands) {
                if (operand instanceof Operand.Argument argument) {
                    arguments.putIfAbsent(
                            argument.name(),
                            new Argument(argument.name(), isWhole ? comparands.attribute(item) : null, taken, true));
                }
            }
        }
        return new ArrayList<>(arguments.values());
    }
}
