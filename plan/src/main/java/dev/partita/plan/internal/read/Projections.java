package dev.partita.plan.internal.read;

import dev.partita.design.model.Attribute;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Pattern;
import dev.partita.design.model.Pattern.Verb;
import dev.partita.design.model.Table;
import dev.partita.design.model.Template;
import dev.partita.design.model.Where;
import dev.partita.plan.internal.key.Comparands;
import dev.partita.plan.internal.key.Target;
import dev.partita.plan.internal.value.Conditions;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Which attributes a request asks for, so that what comes back can be shown, filtered and gone on from. */
public final class Projections {

    /** What callers see of an entity when they name nothing: all that an item can tell and that may leave. */
    public static List<String> visible(Entity entity) {
        return entity.attributes().values().stream()
                .filter(attribute -> !attribute.hidden() && isKept(entity, attribute))
                .map(Attribute::name)
                .toList();
    }

    /**
     * @param needed attributes that must come back, by logical name
     * @param onlyKeys whether the whole items are read afterwards
     */
    public static Step.Shown shown(
            Target target,
            Entity entity,
            Map<String, Template> keys,
            List<String> needed,
            boolean onlyKeys,
            List<Filter> filters,
            Pattern pattern) {
        boolean isAll = pattern.returned().isEmpty() && pattern.fetch() == null && pattern.then() == null && !onlyKeys;
        boolean isHeld = target.isTable()
                || needed.stream()
                        .allMatch(
                                name -> target.tells(entity, entity.attributes().get(name), keys));
        if (isAll && isHeld && !pattern.verb().equals(Verb.COUNT)
                || filters.stream().allMatch(filter -> isServerSide(filter, target)) && pattern.verb() == Verb.COUNT) {
            return new Step.Shown(List.of(), List.of(), filters);
        }
        Set<String> stored = new LinkedHashSet<>(target.allKeyNames());
        Table table = target.table();
        if (table.typeAttribute() != null && target.holds(table.typeAttribute())) {
            stored.add(table.typeAttribute());
        }
        for (String name : needed) {
            Attribute attribute = entity.attributes().get(name);
            addStored(target, attribute, stored);
            if (target.isLocal() && attribute != null && !target.tells(entity, attribute, keys)) {
                // The service reads the rest from the table, which costs; what a key tells is not worth that.
                stored.add(attribute.stored());
            }
        }
        for (Filter filter : filters) {
            if (target.isTable() || !isServerSide(filter, target)) {
                addFiltered(target, filter, stored);
            }
        }
        boolean isPassedOn =
                onlyKeys || pattern.then() != null || pattern.fetch() != null && !"whole".equals(pattern.fetch());
        return new Step.Shown(isPassedOn ? List.of() : pattern.returned(), new ArrayList<>(stored), filters);
    }

    /** What is asked for of items by their keys that are only counted: the keys, and what the filters look at. */
    public static Step.Shown counted(Target target, List<Filter> filters) {
        Set<String> stored = new LinkedHashSet<>(target.allKeyNames());
        filters.forEach(filter -> addFiltered(target, filter, stored));
        return new Step.Shown(List.of(), new ArrayList<>(stored), filters);
    }

    /** Whether the service can apply it: key attributes may not stand in a filter, and what is not stored cannot. */
    public static boolean isServerSide(Filter filter, Target target) {
        if (filter instanceof Filter.Wanted wanted) {
            return areStored(wanted.entity(), Conditions.attributes(wanted.where()), target)
                    && !looksIntoPrefixed(wanted.entity(), wanted.where());
        }
        if (filter instanceof Filter.NotDeleted hidden) {
            return areStored(hidden.entity(), Conditions.attributes(hidden.where()), target);
        }
        return !(filter instanceof Filter.InRange);
    }

    /** Whether it looks for a piece of text that is stored behind a prefix: the service would look into the prefix, too. */
    public static boolean looksIntoPrefixed(Entity entity, Where where) {
        return Conditions.tests(where).stream()
                .anyMatch(test -> test instanceof Where.Call call
                        && call.function() == Where.Function.CONTAINS
                        && call.value() instanceof Where.Operand.Path path
                        && path.names().size() == 1
                        && entity.attributes().get(path.attribute()) != null
                        && entity.attributes().get(path.attribute()).prefix() != null
                        && Comparands.element(entity.attributes()
                                        .get(path.attribute())
                                        .type())
                                == null);
    }

    public static void addFiltered(Target target, Filter filter, Set<String> stored) {
        if (filter instanceof Filter.Wanted wanted) {
            Conditions.attributes(wanted.where())
                    .forEach(name ->
                            addStored(target, wanted.entity().attributes().get(name), stored));
        } else if (filter instanceof Filter.NotDeleted hidden) {
            Conditions.attributes(hidden.where())
                    .forEach(name ->
                            addStored(target, hidden.entity().attributes().get(name), stored));
        } else if (filter instanceof Filter.InRange ranged) {
            addStored(
                    target,
                    ranged.entity().attributes().get(ranged.range().variable().attribute()),
                    stored);
        } else if (filter instanceof Filter.NotExpired expired) {
            stored.add(expired.stored());
        } else if (filter instanceof Filter.OfType type) {
            stored.add(type.stored());
        } else if (filter instanceof Filter.Has has) {
            stored.add(has.stored());
        }
    }

    private static boolean areStored(Entity entity, Set<String> attributes, Target target) {
        return attributes.stream().allMatch(name -> {
            Attribute attribute = entity.attributes().get(name);
            return attribute != null
                    && target.stores(attribute)
                    && !target.keyNames().contains(attribute.stored());
        });
    }

    /** What stands in a key only is not asked for by name: the keys are there anyway. */
    private static void addStored(Target target, Attribute attribute, Set<String> stored) {
        if (attribute != null && target.stores(attribute)) {
            stored.add(attribute.stored());
        }
    }

    private static boolean isKept(Entity entity, Attribute attribute) {
        return attribute.isStored()
                || entity.key().values().stream().anyMatch(key -> key.variables()
                        .anyMatch(v -> v.attribute().equals(attribute.name()) && Target.isReadable(v)));
    }

    private Projections() {}
}
