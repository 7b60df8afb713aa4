package dev.partita.rest;

import dev.partita.design.Design;
import dev.partita.design.internal.text.Wording;
import dev.partita.design.model.Attribute;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Pattern;
import dev.partita.design.model.Template;
import dev.partita.design.model.Type;
import dev.partita.plan.internal.read.Plan;
import dev.partita.plan.internal.read.ReadPlan;
import dev.partita.plan.internal.read.Step;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** What the answer of a pattern looks like as JSON. Members are called what the generated Java calls them. */
public sealed interface AnswerShape {

    /**
     * One item: its attributes by their logical names.
     *
     * @param attributes those that can be there, hidden ones left out
     */
    record One(Entity entity, List<String> attributes) implements AnswerShape {
        public One {
            attributes = List.copyOf(attributes);
        }
    }

    /** {@code {"items": […], "next": "/api/…?cursor=…"}}, without {@code next} on the last page. */
    record Page(One item) implements AnswerShape {}

    /**
     * Items of several entities: {@code {"problem": {…}, "testCases": […]}}.
     *
     * @param hasHead whether the first is one item, without which there is nothing to answer
     */
    record Whole(List<Part> parts, boolean hasHead) implements AnswerShape {
        public Whole {
            parts = List.copyOf(parts);
        }
    }

    /** One entity of several. When there is one item at most and it is missing, so is its member; a list is empty then. */
    record Part(String name, One item, boolean isOne) {}

    /** {@code {"count": 7}}. */
    record Count() implements AnswerShape {}

    /** {@code {"counts": {"PENDING": 2, "FAILED": 0}}}: by the values of an attribute. */
    record Counts(Type value) implements AnswerShape {}

    /** The answers of other patterns, by the patterns' names. */
    record Gather(Map<String, AnswerShape> parts) implements AnswerShape {
        public Gather {
            parts = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(parts));
        }
    }

    /** What a create made, with the children it made along: {@code {"problem": {…}, "testCases": […]}}. */
    record Created(Part item, Part children) implements AnswerShape {}

    /** What each part of a transaction did, by the patterns' names. */
    record Done(Map<String, AnswerShape> parts) implements AnswerShape {
        public Done {
            parts = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(parts));
        }
    }

    /** Nothing: a delete. */
    record None() implements AnswerShape {}

    static AnswerShape of(ReadPlan plan) {
        Step last =
                plan.steps().isEmpty() ? null : plan.steps().get(plan.steps().size() - 1);
        if (last instanceof Step.Then then) {
            return of(then.plan());
        }
        Pattern pattern = plan.pattern();
        Design design = plan.design();
        return switch (pattern.verb()) {
            case GET -> one(found(pattern, design), pattern.returned());
            case LIST, SCAN, SEARCH -> new Page(one(found(pattern, design), pattern.returned()));
            case READ -> new Whole(parts(pattern, design), plan.hasHead());
            case GATHER -> {
                Map<String, AnswerShape> parts = new LinkedHashMap<>();
                if (last instanceof Step.Gather gather) {
                    gather.plans().forEach(part -> parts.put(part.pattern().name(), of(part)));
                }
                yield new Gather(parts);
            }
            case COUNT ->
                pattern.each() == null
                        ? new Count()
                        : new Counts(design.entities()
                                .get(pattern.entities().get(0))
                                .attributes()
                                .get(pattern.each().attribute())
                                .type());
            case CREATE, PUT, UPDATE, DELETE, RESTORE, TRANSACT ->
                throw new IllegalArgumentException(pattern.name() + " writes");
        };
    }

    /** The shape of what a pattern answers when it is done. */
    static AnswerShape of(Plan plan, Design design) {
        return plan instanceof ReadPlan read ? of(read) : written(plan.pattern(), design);
    }

    private static AnswerShape written(Pattern pattern, Design design) {
        if (pattern.verb() == Pattern.Verb.DELETE) {
            return new None();
        }
        if (pattern.verb() == Pattern.Verb.TRANSACT) {
            Map<String, AnswerShape> parts = new LinkedHashMap<>();
            pattern.entities()
                    .forEach(name -> parts.put(name, written(design.patterns().get(name), design)));
            return new Done(parts);
        }
        One item = one(design.entities().get(pattern.entities().get(0)), List.of());
        if (pattern.with() == null) {
            return item;
        }
        Entity child = design.entities().get(pattern.with());
        return new Created(
                new Part(Wording.member(item.entity().name()), item, true),
                new Part(Wording.members(child.name()), one(child, List.of()), false));
    }

    private static List<Part> parts(Pattern pattern, Design design) {
        List<Part> parts = new ArrayList<>();
        Set<String> taken = new LinkedHashSet<>();
        for (String name : pattern.entities()) {
            Entity entity = design.entities().get(name);
            boolean isOne = ReadPlan.isOne(design, pattern, entity);
            String member = isOne ? Wording.member(name) : Wording.members(name);
            String unused = member;
            for (int i = 2; !taken.add(unused); i++) {
                unused = member + i;
            }
            parts.add(new Part(unused, one(entity, pattern.returned()), isOne));
        }
        return parts;
    }

    private static Entity found(Pattern pattern, Design design) {
        boolean isOther = pattern.fetch() != null && !pattern.fetch().equals("whole");
        return design.entities()
                .get(isOther ? pattern.fetch() : pattern.entities().get(0));
    }

    private static One one(Entity entity, List<String> returned) {
        Set<String> key = entity.key().values().stream()
                .flatMap(template -> template.variables().map(Template.Variable::attribute))
                .collect(Collectors.toSet());
        return new One(
                entity,
                entity.attributes().values().stream()
                        .filter(a -> !a.hidden() && (a.isStored() || key.contains(a.name())))
                        .map(Attribute::name)
                        .filter(name -> returned.isEmpty() || returned.contains(name))
                        .toList());
    }
}
