package dev.partita.lint.internal.access;

import dev.partita.design.Design;
import dev.partita.design.model.Attribute;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Pattern;
import dev.partita.design.model.Pattern.KeyTest;
import dev.partita.design.model.Pattern.Verb;
import dev.partita.design.model.Place;
import dev.partita.design.model.Template;
import dev.partita.design.model.Template.Format.Kind;
import dev.partita.design.model.Type;
import dev.partita.design.model.Where;
import dev.partita.design.model.Where.Operand;
import dev.partita.lint.internal.facts.PatternUses;
import dev.partita.lint.rule.Rule;
import dev.partita.plan.internal.compile.Compiled;
import dev.partita.plan.internal.value.Conditions;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** A hidden value that callers find out by asking: it is compared, bit by bit, with what they give. */
public final class HiddenValueGuessed implements Rule.Error {

    @Override
    public Stream<Finding> check(Compiled compiled) {
        Design design = compiled.design();
        PatternUses uses = new PatternUses(design);
        return design.patterns().values().stream()
                .filter(pattern -> isCalled(uses, pattern))
                .flatMap(pattern -> {
                    Map<String, Place> told = new LinkedHashMap<>();
                    uses.entitiesOf(pattern).forEach(entity -> tell(pattern, entity, told));
                    tellByOrder(uses, pattern, told);
                    pattern.requires().forEach((name, where) -> {
                        Entity parent = design.entities().get(name);
                        if (parent != null) {
                            tell(parent, where, told);
                        }
                    });
                    return told.entrySet().stream()
                            .map(one -> found(
                                    pattern.name(),
                                    one.getValue(),
                                    "whoever calls " + pattern.name() + " finds out " + one.getKey()
                                            + ", which is hidden, by what they give to compare it with",
                                    "leave it out, compare with a value of the design, or ask for the whole of a secret"
                                            + " with `by`"));
                });
    }

    /** Whether anybody may, who is not trusted with everything. */
    private static boolean isCalled(PatternUses uses, Pattern pattern) {
        List<String> allowed = uses.allowed(pattern);
        return allowed.stream().anyMatch(word -> !word.equals("together"))
                || uses.design().patterns().values().stream()
                        .filter(whole -> whole.verb() == Verb.GATHER || whole.verb() == Verb.TRANSACT)
                        .anyMatch(whole -> whole.entities().contains(pattern.name())
                                && allowed.contains("together")
                                && !uses.allowed(whole).isEmpty());
    }

    private static void tell(Pattern pattern, Entity entity, Map<String, Place> told) {
        pattern.by().forEach(by -> {
            Attribute attribute = entity.attributes().get(by.attribute());
            boolean isPart =
                    Stream.of(Kind.DATE, Kind.MONTH, Kind.YEAR, Kind.HOUR).anyMatch(by::has);
            // Value by value a hundred are tried in one call, and what is stated comes in its order.
            boolean isEach = pattern.isEach(by.attribute());
            if (attribute != null && attribute.hidden() && (isPart || isEach || isOneOfFew(attribute.type()))) {
                told.putIfAbsent(entity.name() + "." + attribute.name(), by.place());
            }
        });
        if (pattern.range() != null) {
            tell(entity, pattern.range().attribute(), pattern.range().place(), told);
        }
        if (pattern.searchOn() != null) {
            tell(entity, pattern.searchOn(), pattern.node().placeOf("on"), told);
        }
        tellByBounds(pattern, entity, told);
        tell(entity, pattern.where(), told);
        tell(entity, pattern.when(), told);
        if (pattern.pinned() != null) {
            tell(entity, pattern.pinned().filter(), told);
            pattern.pinned().key().values().forEach(test -> tell(entity, test, told));
        }
    }

    /** What a caller may move by as much as they like tells where its bounds are, by what is refused. */
    private static void tellByBounds(Pattern pattern, Entity entity, Map<String, Place> told) {
        for (Attribute attribute : entity.attributes().values()) {
            String name = attribute.name();
            boolean isMoved = pattern.add().containsKey(name)
                    && pattern.add().get(name) == null
                    && (attribute.min() != null || attribute.max() != null);
            boolean isFilled = pattern.append().contains(name) && attribute.maxItems() != null;
            if (isMoved || isFilled) {
                tell(entity, name, pattern.node().placeOf(isMoved ? "add" : "append"), told);
            }
        }
    }

    /** Between which of their own items another's stands, callers see in the order. */
    private static void tellByOrder(PatternUses uses, Pattern pattern, Map<String, Place> told) {
        Entity entity = pattern.order() == null ? null : uses.entityOf(pattern);
        String name = entity == null ? null : pattern.order().attribute();
        Set<String> readers = uses.callers(pattern);
        boolean isOfOthers = readers.stream().anyMatch(word -> !word.equals("owner"));
        if (name == null || !entity.attributes().containsKey(name) || !isOfOthers) {
            return;
        }
        boolean isPlaced = uses.writesOf(entity)
                .filter(write -> uses.entityOf(write) == entity
                        && uses.chosenByCaller(write).contains(name))
                .flatMap(write -> uses.callers(write).stream())
                .anyMatch(word -> PatternUses.ORDINARY.contains(word) || readers.contains(word));
        if (isPlaced) {
            tell(entity, name, pattern.node().placeOf("order"), told);
        }
    }

    private static void tell(Entity entity, KeyTest test, Map<String, Place> told) {
        if (test.operator() == KeyTest.Operator.EQUALS) {
            return;
        }
        test.templates().stream().flatMap(Template::variables).forEach(variable -> {
            Attribute attribute = KeyTest.attribute(entity.attributes(), variable.attribute());
            if (attribute != null) {
                tell(entity, attribute.name(), test.place(), told);
            }
        });
    }

    private static void tell(Entity entity, String name, Place place, Map<String, Place> told) {
        Attribute attribute = entity.attributes().get(name);
        if (attribute != null && attribute.hidden()) {
            told.putIfAbsent(entity.name() + "." + name, place);
        }
    }

    private static void tell(Entity entity, Where where, Map<String, Place> told) {
        Conditions.tests(where).forEach(part -> {
            List<Operand> operands = Conditions.operands(part);
            if (operands.stream().noneMatch(Operand.Argument.class::isInstance)) {
                return;
            }
            for (Operand operand : operands) {
                Operand.Path path = operand.path();
                Attribute hidden = path == null ? null : hidden(entity.attributes(), path.names());
                if (hidden != null && !isOfWhole(part, operand, last(entity.attributes(), path.names()))) {
                    told.putIfAbsent(entity.name() + "." + String.join(".", path.names()), part.place());
                }
            }
        });
    }

    /** Whether it asks for the whole of a value, which the caller has to know. */
    private static boolean isOfWhole(Where part, Operand asked, Attribute attribute) {
        if (asked instanceof Operand.SizeOf || attribute == null || isOneOfFew(attribute.type())) {
            return false;
        }
        boolean isSame = part instanceof Where.Compare compare
                && (compare.isEquality() || compare.operator() == Where.Operator.DIFFERENT);
        boolean isElement = part instanceof Where.Call call
                && call.function() == Where.Function.CONTAINS
                && attribute.type().isListOrSet()
                && !isOneOfFew(attribute.type().element());
        return isSame || isElement || part instanceof Where.In;
    }

    /** Whether so few values are possible that all can be tried. */
    private static boolean isOneOfFew(Type type) {
        return type == Type.Simple.FLAG || type == Type.Simple.BOOLEAN || type.isClosed();
    }

    /** The hidden one of the attributes on a path; null when none is. */
    private static Attribute hidden(Map<String, Attribute> attributes, List<String> names) {
        Attribute attribute = attributes.get(names.get(0));
        return attribute == null || attribute.hidden() || names.size() == 1
                ? attribute != null && attribute.hidden() ? attribute : null
                : hidden(attribute.type().members(), names.subList(1, names.size()));
    }

    private static Attribute last(Map<String, Attribute> attributes, List<String> names) {
        Attribute attribute = attributes.get(names.get(0));
        return attribute == null || names.size() == 1
                ? attribute
                : last(attribute.type().members(), names.subList(1, names.size()));
    }
}
