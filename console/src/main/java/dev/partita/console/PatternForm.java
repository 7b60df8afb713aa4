package dev.partita.console;

import dev.partita.access.Access;
import dev.partita.design.Design;
import dev.partita.design.model.Attribute;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Pattern;
import dev.partita.design.model.Type;
import dev.partita.document.Json;
import dev.partita.item.Item;
import dev.partita.plan.InvalidValues;
import dev.partita.plan.internal.key.Argument;
import dev.partita.plan.internal.key.Codec;
import dev.partita.plan.internal.key.SampleItems;
import dev.partita.plan.internal.read.Plan;
import dev.partita.plan.run.Plans;
import java.time.Clock;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What a page needs to call a pattern: a field for each argument, a value for it out of the design's samples, and the ids and groups
 * of those who might call.
 */
final class PatternForm {

    private static final int MOST_CALLERS = 20;

    private final Design design;
    private final Plan plan;
    private final Pattern pattern;
    private final Set<String> leftOut;
    private final List<Entity> about;
    private final Map<String, List<Item>> samples = new LinkedHashMap<>();

    PatternForm(Plans plans, Plan plan, Clock clock) {
        this.design = plans.design();
        this.plan = plan;
        this.pattern = plan.pattern();
        this.leftOut = Access.leftOut(plans, pattern);
        this.about = entities(design, pattern);
        try {
            SampleItems.of(design, clock)
                    .forEach((name, items) ->
                            samples.put(name, items.stream().map(Item::of).toList()));
        } catch (InvalidValues wrong) {
            // A finding tells; the form does without.
            samples.clear();
        }
    }

    /** Those it is about first, then all others: an argument may come from any of them. */
    private static List<Entity> entities(Design design, Pattern pattern) {
        Set<Entity> found = new LinkedHashSet<>();
        for (String name : pattern.entities()) {
            Pattern part = design.patterns().get(name);
            if (design.entities().containsKey(name)) {
                found.add(design.entities().get(name));
            } else if (part != null && part != pattern) {
                part.entities().stream()
                        .filter(design.entities()::containsKey)
                        .map(design.entities()::get)
                        .forEach(found::add);
            }
        }
        found.addAll(design.entities().values());
        return List.copyOf(found);
    }

    Map<String, Object> tree() {
        return Json.map(
                "fields",
                plan.arguments().stream().map(this::field).toList(),
                "callers",
                callers(),
                "groups",
                design.roles().values().stream()
                        .map(Design.Role::group)
                        .filter(group -> group != null)
                        .distinct()
                        .toList());
    }

    private Map<String, Object> field(Argument argument) {
        Attribute attribute = argument.attribute();
        boolean isChildren = argument.isChildrenOf(pattern);
        Map<String, Object> field = isChildren
                ? Json.map("type", "list of " + pattern.with(), "kind", "list", "element", child())
                : argument.element() != null ? values(argument) : FormFields.argument(attribute, argument.type());
        boolean isOwner = leftOut.contains(argument.name());
        if (argument.type() == Type.Simple.STRING && (attribute == null || isOwner || isId(attribute))) {
            field.put("kind", "line");
        }
        field.put("name", argument.name());
        field.put("required", argument.required() && !isOwner);
        field.put("caller", isOwner);
        field.put("emptyIsAbsent", true);
        field.put("removable", isRemovable(argument));
        field.put("hidden", isHidden(attribute) || isHidden(argument.element()));
        field.put("sample", isChildren ? null : sample(argument));
        return field;
    }

    /** A list of values of an attribute. */
    private Map<String, Object> values(Argument argument) {
        Map<String, Object> element =
                FormFields.argument(argument.element(), argument.element().type());
        if (argument.element().type() == Type.Simple.STRING) {
            element.put("kind", "line");
        }
        return Json.map("type", argument.type().word(), "kind", "list", "element", element);
    }

    private static boolean isHidden(Attribute attribute) {
        return attribute != null && attribute.hidden();
    }

    /** Whether it names something, which nobody writes several lines for. */
    private boolean isId(Attribute attribute) {
        return attribute.generate() != null
                || attribute.references() != null
                || pattern.by().stream().anyMatch(term -> term.attribute().equals(attribute.name()))
                || about.stream()
                        .anyMatch(entity -> attribute.equals(entity.attributes().get(attribute.name()))
                                && new Codec(design, entity).keyAttributes().contains(attribute.name()));
    }

    /** Items that are made along: what of them a caller gives, which is not whose they are. */
    private Map<String, Object> child() {
        Entity parent = about.get(0);
        Entity child = design.entities().get(pattern.with());
        List<Object> members = new ArrayList<>();
        for (Attribute attribute : child.attributes().values()) {
            boolean isMade = attribute.isComputed()
                    || attribute.set() != null
                    || attribute.name().equals(child.version())
                    || parent.name().equals(attribute.references());
            if (!isMade) {
                Map<String, Object> member = FormFields.argument(attribute, attribute.type());
                member.put("name", attribute.name());
                member.put(
                        "required",
                        attribute.required() && attribute.defaultValue() == null && attribute.generate() == null);
                members.add(member);
            }
        }
        return Json.map("type", pattern.with(), "kind", "record", "members", members);
    }

    /** Whether null takes the attribute away. */
    private boolean isRemovable(Argument argument) {
        return pattern.verb() == Pattern.Verb.UPDATE
                && !argument.required()
                && argument.attribute() != null
                && !argument.attribute().required()
                && pattern.change().contains(argument.attribute().name());
    }

    private Object sample(Argument argument) {
        if (argument.element() != null) {
            Attribute element = argument.element();
            Object one = sample(new Argument(argument.name(), element, element.type(), true));
            return one == null ? null : List.of(one);
        }
        Attribute attribute = argument.attribute();
        if (attribute == null) {
            return null;
        }
        for (Entity entity : about) {
            if (attribute.equals(entity.attributes().get(attribute.name()))) {
                Codec codec = new Codec(design, entity);
                for (Item item : samples.getOrDefault(entity.name(), List.of())) {
                    Object shown = FormFields.sample(
                            argument.type(), codec.decode(item).get(attribute.name()), attribute, item);
                    if (shown != null) {
                        return shown;
                    }
                }
            }
        }
        return null;
    }

    /** The ids in the samples of those who own something, or who may have a role. */
    private List<String> callers() {
        Set<String> ids = new LinkedHashSet<>();
        design.roles().values().stream()
                .filter(role -> role.by() != null)
                .forEach(role -> add(
                        design.entities().get(role.entity() == null ? role.membership() : role.entity()),
                        role.by(),
                        ids));
        about.stream().filter(entity -> entity.owner() != null).forEach(entity -> add(entity, entity.owner(), ids));
        return ids.stream().limit(MOST_CALLERS).toList();
    }

    private void add(Entity entity, String attribute, Set<String> ids) {
        if (entity != null && samples.containsKey(entity.name())) {
            Codec codec = new Codec(design, entity);
            for (Item item : samples.get(entity.name())) {
                Object id = codec.decode(item).get(attribute);
                if (id != null) {
                    ids.add(id.toString());
                }
            }
        }
    }
}
