package dev.partita.plan.internal.compile;

import dev.partita.design.Design;
import dev.partita.design.model.Attribute;
import dev.partita.design.model.Edit;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Help;
import dev.partita.design.model.Pattern;
import dev.partita.plan.internal.key.Argument;
import dev.partita.plan.internal.key.Arguments;
import dev.partita.plan.internal.key.SoftDeleteFilter;
import dev.partita.plan.internal.key.Target;
import dev.partita.plan.internal.read.Filter;
import dev.partita.plan.internal.read.Projections;
import dev.partita.plan.internal.read.ReadPlan;
import dev.partita.plan.internal.read.Step;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The steps behind the first: the items that those found lead to, or another pattern. */
record FollowUp(Design design, Pattern pattern, List<String> proof) {

    void fetch(Entity from, List<Step> steps) {
        Entity entity = design.entities().get(pattern.fetch());
        if (entity == null || design.tableOf(entity) == null) {
            throw new ReadCompiler.Unserved(null, null, null);
        }
        Map<String, String> keyFrom = new LinkedHashMap<>();
        Set<String> variables = entity.keyAttributes();
        for (String variable : variables) {
            String source = variables.size() == 1 && pattern.fetchBy() != null
                    ? pattern.fetchBy()
                    : from.attributes().containsKey(variable) ? variable : null;
            if (source == null && variables.size() == 1) {
                source = reference(from, entity);
            }
            if (source == null) {
                throw ReadCompiler.Unserved.helped(
                        CompilerRule.FETCH_NOT_SERVED,
                        from.name() + " does not have " + variable + ", which the key of " + entity.name() + " needs",
                        Help.edits(Proposal.attributes(from, entity, variables), null));
            }
            keyFrom.put(variable, source);
        }
        Target table = new Target(design.tableOf(entity), null);
        List<String> wanted = pattern.returned().isEmpty() ? Projections.visible(entity) : pattern.returned();
        List<Filter> filters = new ArrayList<>();
        SoftDeleteFilter hiding = SoftDeleteFilter.of(entity, null);
        if (hiding.condition() != null) {
            filters.add(new Filter.NotDeleted(entity, hiding.condition()));
        }
        ReadCompiler.addExpiry(design, entity, filters);
        Step.Shown shown = pattern.returned().isEmpty()
                ? new Step.Shown(List.of(), List.of(), filters)
                : new Step.Shown(pattern.returned(), storedFor(table, entity, wanted, filters), filters);
        steps.add(new Step.Fetch(table, entity, from, keyFrom, Boolean.TRUE.equals(pattern.strong()), shown));
        proof.add("each " + from.name() + " leads to one " + entity.name() + ", read by its whole key");
    }

    /** The one attribute that refers to what is fetched; null when none does. */
    private String reference(Entity from, Entity entity) {
        List<String> rivals = from.attributes().values().stream()
                .filter(attribute -> entity.name().equals(attribute.references()))
                .map(Attribute::name)
                .toList();
        if (rivals.size() > 1) {
            Help help = Help.edit(Edit.ofPattern(pattern, "fetch", rivals.get(0)));
            for (String rival : rivals.subList(1, rivals.size())) {
                help = help.or(Edit.ofPattern(pattern, "fetch", rival));
            }
            throw ReadCompiler.Unserved.helped(
                    CompilerRule.FETCH_NOT_SERVED,
                    from.name() + " refers to several " + entity.name() + " items, by " + String.join(", ", rivals)
                            + ", and nothing says which of them is fetched",
                    help,
                    "fetch");
        }
        return rivals.isEmpty() ? null : rivals.get(0);
    }

    void then(Entity entity, Map<String, ReadPlan> others, List<Argument> arguments, List<Step> steps) {
        Pattern next = design.patterns().get(pattern.then());
        ReadPlan plan = others.get(pattern.then());
        if (next == null || plan == null) {
            throw new ReadCompiler.Unserved(
                    next == null || next.verb().writes() ? null : CompilerRule.THEN_NOT_SERVED,
                    "`then: " + pattern.then() + "` has no plan of its own",
                    "make " + pattern.then() + " a pattern that is served and does not lead back here");
        }
        Map<String, String> given = new LinkedHashMap<>();
        List<Argument> asked = new ArrayList<>();
        for (Argument argument : plan.arguments()) {
            if (tells(entity.attributes().get(argument.name()), argument)) {
                given.put(argument.name(), argument.name());
            } else if (argument.required()) {
                asked.add(argument);
            }
        }
        requireLead(entity, next, given, asked, arguments);
        asked.forEach(argument -> add(argument, arguments));
        steps.add(new Step.Then(plan, given));
        proof.add(entity.name() + " knows " + String.join(", ", given.keySet()) + ", which " + pattern.then()
                + " asks for");
    }

    /** Whether what is found has an argument's value: a list of values is not taken from one value. */
    private static boolean tells(Attribute attribute, Argument argument) {
        return attribute != null
                && (argument.element() == null
                        || attribute.type().isListOrSet()
                                && attribute
                                        .type()
                                        .element()
                                        .isLike(argument.element().type()));
    }

    /** What is found has to lead on: by a name of its own, and not by what only the caller could know. */
    private void requireLead(
            Entity entity, Pattern next, Map<String, String> given, List<Argument> asked, List<Argument> arguments) {
        String missing = next.by().stream()
                .map(variable -> Arguments.name(next, variable))
                .filter(name ->
                        asked.stream().anyMatch(argument -> argument.name().equals(name)))
                .filter(name ->
                        arguments.stream().noneMatch(known -> known.name().equals(name)))
                .findFirst()
                .orElse(null);
        String target = next.entities().isEmpty() ? null : next.entities().get(0);
        Attribute leading = entity.attributes().values().stream()
                .filter(attribute ->
                        attribute.references() != null && attribute.references().equals(target))
                .findFirst()
                .orElse(null);
        if (missing == null || !given.isEmpty() && leading == null) {
            return;
        }
        String fetch = next.verb() == Pattern.Verb.GET ? "write `fetch: " + target + "` in place of `then`, or " : "";
        throw new ReadCompiler.Unserved(
                CompilerRule.THEN_NOT_SERVED,
                entity.name() + " does not have " + missing + ", which " + pattern.then() + " asks for",
                leading == null
                        ? "give " + entity.name() + " an attribute " + missing
                                + ", or go on to a pattern whose `by` it has"
                        : leading.name() + " of " + entity.name() + " refers to " + target + ": " + fetch
                                + "call the attribute " + missing);
    }

    private void add(Argument argument, List<Argument> arguments) {
        Argument known = arguments.stream()
                .filter(one -> one.name().equals(argument.name()))
                .findFirst()
                .orElse(null);
        if (known == null) {
            arguments.add(argument);
        } else if (!known.type().isLike(argument.type())) {
            throw new ReadCompiler.Unserved(
                    CompilerRule.THEN_NOT_SERVED,
                    argument.name() + " is " + known.type().word() + " here and "
                            + argument.type().word() + " in " + pattern.then() + ", and a caller gives it once",
                    "call the argument otherwise in one of the conditions");
        }
    }

    private static List<String> storedFor(Target table, Entity entity, List<String> wanted, List<Filter> filters) {
        Set<String> stored = new LinkedHashSet<>(table.table().keyNames());
        if (table.table().typeAttribute() != null) {
            stored.add(table.table().typeAttribute());
        }
        for (String name : wanted) {
            Attribute attribute = entity.attributes().get(name);
            if (attribute != null && attribute.isStored()) {
                stored.add(attribute.stored());
            }
        }
        filters.forEach(filter -> Projections.addFiltered(table, filter, stored));
        return List.copyOf(stored);
    }
}
