package dev.partita.rest;

import dev.partita.design.Design;
import dev.partita.design.model.Attribute;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Type;
import dev.partita.plan.InvalidValues;
import dev.partita.plan.internal.key.Argument;
import dev.partita.plan.internal.key.SampleItems;
import dev.partita.plan.run.Plans;
import java.time.Clock;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Values for examples, out of the design's samples. */
final class OpenApiExamples {

    private static final Clock CLOCK = Clock.fixed(Instant.parse("2024-06-29T12:00:00Z"), ZoneOffset.UTC);

    private final Design design;
    private final Map<String, List<Map<String, Object>>> samples = new LinkedHashMap<>();
    private final Map<String, Map<String, Object>> given = new LinkedHashMap<>();

    OpenApiExamples(Plans plans) {
        this.design = plans.design();
        try {
            SampleItems.of(design, CLOCK).forEach((name, items) -> {
                Entity entity = design.entities().get(name);
                samples.put(
                        name,
                        items.stream()
                                .map(item -> plans.codec(entity).decode(dev.partita.item.Item.of(item)))
                                .toList());
            });
        } catch (InvalidValues e) {
            // A design whose samples do not fit has a finding for it, and goes without examples.
            samples.clear();
        }
        design.samples().forEach((name, all) -> {
            if (!all.isEmpty()) {
                given.put(name, all.get(0).values());
            }
        });
    }

    /** The sample items of an entity as they are answered, without what is hidden; empty when there are none. */
    List<Map<String, Object>> of(AnswerShape.One item) {
        return samples.getOrDefault(item.entity().name(), List.of()).stream()
                .map(values -> {
                    Map<String, Object> shown = new LinkedHashMap<>();
                    item.attributes().forEach(name -> {
                        if (values.get(name) != null) {
                            shown.put(
                                    name,
                                    shown(item.entity().attributes().get(name).type(), values.get(name)));
                        }
                    });
                    return shown;
                })
                .toList();
    }

    private static Object shown(Type type, Object value) {
        if (value instanceof Map<?, ?> map && type instanceof Type.Record record) {
            Map<String, Object> members = new LinkedHashMap<>();
            map.forEach((name, member) -> {
                Attribute attribute = record.attributes().get(String.valueOf(name));
                if (attribute == null || !attribute.hidden()) {
                    members.put(String.valueOf(name), attribute == null ? member : shown(attribute.type(), member));
                }
            });
            return members;
        }
        return value;
    }

    /** A value for an argument; null when no sample has one. */
    Object of(Argument argument, Entity entity) {
        Map<String, Object> values = entity == null ? null : first(entity.name());
        if (values == null) {
            return null;
        }
        if (argument.element() != null) {
            Object one = of(
                    new Argument(
                            argument.name(),
                            argument.element(),
                            argument.element().type(),
                            true),
                    entity);
            return one == null ? null : List.of(one);
        }
        // What is only compared is often called as what it is compared with.
        Attribute attribute =
                argument.attribute() == null ? entity.attributes().get(argument.name()) : argument.attribute();
        if (attribute == null) {
            return argument.type() == Type.Simple.DATE && argument.name().equals("date") ? date(values) : null;
        }
        if (attribute.type() == Type.Simple.PASSWORD) {
            return "correct horse battery staple";
        }
        Object value = values.get(attribute.name());
        return value != null ? value : attribute.isStored() ? null : given(entity.name(), attribute.name());
    }

    private Map<String, Object> first(String entity) {
        List<Map<String, Object>> all = samples.getOrDefault(entity, List.of());
        return all.isEmpty() ? null : all.get(0);
    }

    /** What is an input only is not in the item. */
    private Object given(String entity, String attribute) {
        return given.getOrDefault(entity, Map.of()).get(attribute);
    }

    private static Object date(Map<String, Object> values) {
        return values.values().stream()
                .filter(Instant.class::isInstance)
                .findFirst()
                .map(time -> LocalDate.ofInstant((Instant) time, ZoneOffset.UTC))
                .orElse(null);
    }
}
