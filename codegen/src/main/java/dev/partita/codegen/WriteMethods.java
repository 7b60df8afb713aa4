package dev.partita.codegen;

import dev.partita.design.model.Attribute;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Pattern;
import dev.partita.design.model.Pattern.Verb;
import dev.partita.design.model.Template;
import dev.partita.design.model.Type;
import dev.partita.plan.internal.key.Argument;
import dev.partita.plan.internal.write.WritePlan;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** One writing pattern as Java in one file: what the method that begins it takes, what must come then, and what may. */
final class WriteMethods {

    private final ApiNames face;
    private final WritePlan plan;
    private final Pattern pattern;
    private final Entity entity;
    private final JavaFile file;
    private final Map<String, String> names;
    private final Map<String, String> variables;
    private final Map<String, String> members;
    private final List<Parameter> given = new ArrayList<>();
    private final List<Setter> required = new ArrayList<>();
    private final List<Setter> optional = new ArrayList<>();

    WriteMethods(ApiNames face, WritePlan plan, JavaFile file) {
        this.face = face;
        this.plan = plan;
        this.pattern = plan.pattern();
        this.entity = face.entity(pattern);
        this.file = file;
        this.names =
                JavaNames.members(plan.arguments().stream().map(Argument::name).toList());
        this.variables = Parameter.names(plan.arguments());
        this.members = entity == null
                ? Map.of()
                : JavaNames.members(entity.attributes().keySet());
        plan.arguments().forEach(this::add);
        if (pattern.verb() == Verb.UPDATE) {
            entity.attributes().values().stream().filter(this::isComparable).forEach(this::addCondition);
        }
    }

    List<Parameter> given() {
        return given;
    }

    List<Setter> required() {
        return required;
    }

    List<Setter> optional() {
        return optional;
    }

    private void add(Argument argument) {
        Attribute attribute = argument.attribute();
        if (isNew()) {
            addOfNew(argument);
        } else if (isBy(argument) || attribute == null) {
            given.add(parameter(argument));
        } else if (attribute.name().equals(entity.version())) {
            addVersion(argument);
        } else if (pattern.verb() == Verb.UPDATE) {
            addChange(argument);
        } else {
            add(names.get(argument.name()), argument, "Sets {@code " + attribute.name() + "}.");
        }
    }

    /** Whether a caller says what an attribute is to be, or how much is to be added to it. */
    boolean changesValues() {
        return !pattern.change().isEmpty() || pattern.add().containsValue(null);
    }

    private boolean isNew() {
        return pattern.verb() == Verb.CREATE || pattern.verb() == Verb.PUT || pattern.verb() == Verb.TRANSACT;
    }

    private boolean isBy(Argument argument) {
        return pattern.by().stream().map(Template.Variable::attribute).anyMatch(argument.name()::equals);
    }

    private void addOfNew(Argument argument) {
        if (entity != null && argument.name().equals(entity.version())) {
            addVersion(argument);
        } else if (argument.isChildrenOf(pattern)) {
            String child = face.child(pattern.name());
            String name = names.get(argument.name());
            Parameter children = new Parameter(
                    name,
                    file.use("java.util.List") + "<" + child + ">",
                    argument.name(),
                    name + ".stream().map(" + child + "::values).toList()");
            optional.add(Setter.of(
                    name, children, List.of("Makes each " + pattern.with() + " along with it, all or none.")));
        } else {
            add(names.get(argument.name()), argument, "Sets {@code " + argument.name() + "}." + whose(argument));
        }
    }

    /** Where a part of a transaction has an argument for itself. */
    private String whose(Argument argument) {
        return pattern.verb() != Verb.TRANSACT
                ? ""
                : pattern.entities().stream()
                        .filter(part -> plan.parts().own(part, argument.name()) != null)
                        .filter(part -> !argument.name().equals(plan.parts().own(part, argument.name())))
                        .map(part -> " It is {@code " + plan.parts().own(part, argument.name()) + "} of {@code " + part
                                + "}.")
                        .collect(java.util.stream.Collectors.joining());
    }

    private void addChange(Argument argument) {
        String name = argument.attribute().name();
        String member = member(name);
        if (pattern.change().contains(name)) {
            add("set" + member, argument, "Changes {@code " + name + "}.");
            if (!isRequired(argument) && mayBeAbsent(argument.attribute())) {
                String statement = "set(" + JavaFile.literal(argument.name()) + ", null);";
                optional.add(
                        new Setter("remove" + member, null, statement, List.of("Takes {@code " + name + "} away.")));
            }
        } else if (pattern.append().contains(name)) {
            add("append" + member, argument, "Adds these to {@code " + name + "}.");
        } else if (pattern.add().containsKey(name)) {
            add("add" + member, argument, "Adds this much to {@code " + name + "}.");
        } else if (argument.type().isListOrSet()) {
            add("remove" + member, argument, "Takes these out of {@code " + name + "}, instead of all.");
        }
    }

    /** Whether it can be taken away: where the entity's record has it, it may be null there. */
    private boolean mayBeAbsent(Attribute attribute) {
        Component component = ApiNames.component(entity, attribute);
        return component == null ? !attribute.required() : component.presence() == Component.Presence.OPTIONAL;
    }

    private void add(String setter, Argument argument, String summary) {
        Attribute attribute = argument.attribute();
        String about = attribute == null ? null : JavaFile.doc(attribute.about());
        List<String> doc = about == null ? List.of(summary) : List.of(summary + " " + about);
        (isRequired(argument) ? required : optional).add(Setter.of(setter, parameter(argument), doc));
    }

    private boolean isRequired(Argument argument) {
        if (pattern.verb() == Verb.TRANSACT) {
            return pattern.entities().stream()
                    .map(name -> new WriteMethods(
                            face, (WritePlan) face.compiled().plans().get(name), file))
                    .anyMatch(part -> part.requires(plan.parts().own(part.pattern.name(), argument.name())));
        }
        return argument.required()
                || argument.attribute() != null
                        && pattern.require().contains(argument.attribute().name());
    }

    /** Whether it cannot be left out. */
    private boolean requires(String argument) {
        return plan.arguments().stream().anyMatch(own -> own.name().equals(argument) && isRequired(own));
    }

    private void addVersion(Argument argument) {
        optional.add(Setter.of(
                "when" + member(argument.name()),
                parameter(argument),
                List.of("Only if {@code " + argument.name() + "} is still this; refused otherwise.")));
    }

    private void addCondition(Attribute attribute) {
        String name = JavaNames.variable(attribute.name());
        Parameter parameter = Parameter.of(attribute.name(), name, attribute.type(), face.types(), file);
        optional.add(new Setter(
                "when" + member(attribute.name()),
                parameter,
                "expect(" + JavaFile.literal(attribute.name()) + ", " + parameter.plain() + ");",
                List.of("Only if {@code " + attribute.name() + "} of the stored item is this; refused otherwise.")));
    }

    /** Whether an update may be made to depend on what is stored of it. */
    private boolean isComparable(Attribute attribute) {
        return attribute.type().isScalar()
                && attribute.type() != Type.Simple.PASSWORD
                && attribute.type() != Type.Simple.BINARY
                && attribute.isStored()
                && !attribute.hidden()
                && !isMark(attribute)
                && !attribute.name().equals(entity.version())
                && pattern.by().stream().noneMatch(by -> by.attribute().equals(attribute.name()));
    }

    /** What is marked as deleted is not updated, so there is nothing to compare. */
    private boolean isMark(Attribute attribute) {
        Entity.SoftDelete mark = entity.softDelete();
        return mark != null
                && (attribute.name().equals(mark.flag())
                        || attribute.name().equals(mark.at())
                        || attribute.name().equals(mark.reason()));
    }

    /** What stands behind {@code set}, {@code remove} or {@code when}. */
    private String member(String attribute) {
        String name = members.getOrDefault(attribute, JavaNames.member(attribute));
        return JavaNames.capital(name.endsWith("_") ? name.substring(0, name.length() - 1) : name);
    }

    private Parameter parameter(Argument argument) {
        return Parameter.of(argument.name(), variables.get(argument.name()), argument.type(), face.types(), file);
    }
}
