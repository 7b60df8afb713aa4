package dev.partita.plan.internal.compile;

import dev.partita.design.Design;
import dev.partita.design.model.Attribute;
import dev.partita.design.model.Edit;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Help;
import dev.partita.design.model.Pattern;
import dev.partita.design.model.Pattern.Verb;
import dev.partita.design.model.Table;
import dev.partita.design.model.Template;
import dev.partita.design.model.Type;
import dev.partita.design.model.Where;
import dev.partita.plan.internal.key.Argument;
import dev.partita.plan.internal.key.Arguments;
import dev.partita.plan.internal.key.Bindings;
import dev.partita.plan.internal.key.KeySpaceMember;
import dev.partita.plan.internal.key.KeyTerm;
import dev.partita.plan.internal.key.SoftDeleteFilter;
import dev.partita.plan.internal.key.Target;
import dev.partita.plan.internal.read.Filter;
import dev.partita.plan.internal.read.PartArguments;
import dev.partita.plan.internal.read.Projections;
import dev.partita.plan.internal.read.ReadPlan;
import dev.partita.plan.internal.read.Spread;
import dev.partita.plan.internal.read.Step;
import dev.partita.plan.internal.value.Conditions;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** Finds the requests that serve one reading pattern. */
final class ReadCompiler {

    private final Design design;
    private final Pattern pattern;
    private final Map<String, ReadPlan> others;
    private final Proposal.Taken taken;
    private final List<String> proof = new ArrayList<>();
    private final List<String> doubts = new ArrayList<>();

    /** @param others the plans made so far, by pattern */
    ReadCompiler(Design design, Pattern pattern, Map<String, ReadPlan> others) {
        this(design, pattern, others, new Proposal.Taken());
    }

    /** @param taken what was proposed for patterns that nothing serves */
    ReadCompiler(Design design, Pattern pattern, Map<String, ReadPlan> others, Proposal.Taken taken) {
        this.taken = taken;
        this.design = design;
        this.pattern = pattern;
        this.others = others;
    }

    /** @throws Unserved when nothing serves it */
    ReadPlan compile() {
        if (pattern.verb() == Verb.GATHER) {
            return gather();
        }
        List<Entity> entities = new ArrayList<>();
        for (String name : pattern.entities()) {
            Entity entity = design.entities().get(name);
            if (entity == null || design.tableOf(entity) == null || entity.key().isEmpty()) {
                // The reader has said so.
                throw new Unserved(null, null, null);
            }
            entities.add(entity);
        }
        if (entities.isEmpty()) {
            throw new Unserved(null, null, null);
        }
        Entity entity = entities.get(0);
        List<Argument> arguments = new ArrayList<>(Arguments.of(entity, pattern));
        List<Step> steps = new ArrayList<>();
        if (pattern.pinned() != null) {
            steps.add(new PinnedStep(design, pattern, entities).step());
            proof.add("the request is the one the design states, and nothing is added to it");
        } else if (pattern.verb() == Verb.SCAN) {
            steps.add(scan(entity));
        } else if (pattern.verb() == Verb.SEARCH) {
            search(entity, arguments, steps);
        } else if (pattern.verb() == Verb.READ && entities.size() > 1) {
            steps.add(new CollectionRead(design, pattern, entities, proof, doubts, taken).step());
        } else {
            find(entity, steps);
        }
        if (pattern.fetch() != null && !pattern.fetch().equals("whole")) {
            new FollowUp(design, pattern, proof).fetch(entity, steps);
        }
        if (pattern.then() != null) {
            new FollowUp(design, pattern, proof).then(entity, others, arguments, steps);
        }
        requireEffects(entities, steps);
        return new ReadPlan(design, pattern, arguments, steps, proof, doubts, new Estimator(design).of(pattern, steps));
    }

    /** Every word of the pattern changes something: what is read, or what is returned. */
    private void requireEffects(List<Entity> entities, List<Step> steps) {
        Step first = steps.get(0);
        if (pattern.walkSeconds() != null && pattern.each() != null && pattern.verb() == Verb.LIST) {
            throw withoutEffect("walk", "`each` begins anew with every value, so a walk could not go on page by page");
        }
        boolean isWalked =
                first instanceof Step.Query query && query.spreads().stream().anyMatch(Spread.Walk.class::isInstance);
        if (pattern.walkSeconds() != null && !isWalked) {
            throw withoutEffect("walk", "no part of the key that is read goes by days");
        }
        if ("whole".equals(pattern.fetch()) && steps.stream().noneMatch(Step.Fetch.class::isInstance)) {
            throw withoutEffect("fetch", first.target() + " gives whole items, or all that is returned");
        }
        if (pattern.order() != null && first.isByKey()) {
            throw withoutEffect("order", "there is one such item at most");
        }
        if (pattern.order() != null
                && pattern.verb() == Verb.READ
                && pattern.pinned() == null
                && entities.stream().allMatch(entity -> ReadPlan.isOne(design, pattern, entity))) {
            throw withoutEffect("order", "there is one item of each at most");
        }
        if (pattern.verb() == Verb.READ) {
            for (Where condition : Conditions.all(pattern.where())) {
                if (entities.stream()
                        .noneMatch(
                                entity -> entity.attributes().keySet().containsAll(Conditions.attributes(condition)))) {
                    throw new Unserved(
                            CompilerRule.OPTION_WITHOUT_EFFECT,
                            condition.text() + " has no effect: none of "
                                    + String.join(
                                            ", ",
                                            entities.stream().map(Entity::name).toList())
                                    + " has all of its attributes",
                            "compare attributes of one entity",
                            "where");
                }
            }
        }
    }

    private Unserved withoutEffect(String word, String because) {
        return Unserved.helped(
                CompilerRule.OPTION_WITHOUT_EFFECT,
                "`" + word + "` has no effect: " + because,
                Help.edit(Edit.remove("patterns", pattern.name(), word)),
                word);
    }

    /** Nothing serves the pattern. A null rule: another finding says why already. */
    static final class Unserved extends RuntimeException {
        private final CompilerRule rule;
        private final Help help;
        private final String word;

        Unserved(CompilerRule rule, String message, String advice) {
            this(rule, message, advice, null);
        }

        /** @param word of the pattern, where the fault lies; null for the pattern as a whole */
        Unserved(CompilerRule rule, String message, String advice, String word) {
            this(rule, message, Help.words(advice), word, null);
        }

        private Unserved(CompilerRule rule, String message, Help help, String word, Throwable cause) {
            super(message, cause, false, false);
            this.rule = rule;
            this.help = help;
            this.word = word;
        }

        /** With help that can be pasted. */
        static Unserved helped(CompilerRule rule, String message, Help help) {
            return new Unserved(rule, message, help, null, null);
        }

        /** The same, about one word of the pattern. */
        static Unserved helped(CompilerRule rule, String message, Help help, String word) {
            return new Unserved(rule, message, help, word, null);
        }

        String word() {
            return word;
        }

        CompilerRule rule() {
            return rule;
        }

        Help help() {
            return help;
        }
    }

    private void find(Entity entity, List<Step> steps) {
        Table table = design.tableOf(entity);
        Spread.Each each = EachValues.of(pattern, entity, others.keySet());
        requireEachInKey(each);
        if (each != null && pattern.order() != null) {
            throw Unserved.helped(
                    CompilerRule.ORDER_NOT_SERVED,
                    "each " + each.attribute() + " is asked for one after the other, so " + pattern.order()
                            + " holds only within each",
                    withoutOrder().or("list by a key that has them all"));
        }
        List<String> needed = needed(entity);
        Candidate best = null;
        Map<String, KeyMatch.Refusal> refused = new LinkedHashMap<>();
        for (Target target : Target.of(table)) {
            List<KeySpaceMember> ways = KeySpaceMember.of(target, entity);
            if (ways.isEmpty()) {
                refused.put(
                        String.valueOf(target),
                        new KeyMatch.Refusal(CompilerRule.NO_INDEX_SERVES, 100, entity.name() + " is not in it"));
            }
            for (KeySpaceMember own : ways) {
                try {
                    Candidate candidate = Candidate.of(design, pattern, target, own, needed);
                    if (best == null || candidate.score() < best.score()) {
                        best = candidate;
                    }
                } catch (KeyMatch.Refusal refusal) {
                    KeyMatch.Refusal known = refused.get(String.valueOf(target));
                    if (known == null || refusal.distance() < known.distance()) {
                        refused.put(String.valueOf(target), refusal);
                    }
                }
            }
        }
        if (best != null) {
            take(best, entity, each, steps);
        } else if (!lock(entity, steps, refused)) {
            throw Proposal.unserved(design, pattern, List.of(entity), needed, refused, taken);
        }
    }

    /** Or each value would find the same items. */
    private void requireEachInKey(Spread.Each each) {
        if (each == null) {
            return;
        }
        Stream<Template.Variable> pinned = pattern.pinned() == null
                ? Stream.of()
                : pattern.pinned().key().values().stream()
                        .flatMap(test -> test.templates().stream())
                        .flatMap(template -> template.variables());
        List<String> asked = Stream.concat(pattern.by().stream(), pinned)
                .map(Template.Variable::attribute)
                .toList();
        if (asked.contains(each.attribute())) {
            return;
        }
        List<String> by = new ArrayList<>();
        pattern.by().forEach(variable -> by.add(KeyTerm.shown(variable)));
        by.add(each.attribute());
        throw Unserved.helped(
                CompilerRule.OPTION_WITHOUT_EFFECT,
                "`each` has no effect: " + each.attribute()
                        + " is not in `by`, so each of its values would find the same items",
                Help.edit(Edit.ofPattern(pattern, "by", Edit.list(by)))
                        .or(Edit.remove("patterns", pattern.name(), "each")),
                "each");
    }

    private void take(Candidate best, Entity entity, Spread.Each each, List<Step> steps) {
        proof.addAll(best.proof());
        if (best.doubt() != null) {
            doubts.add(best.doubt());
        }
        Step step = best.step();
        if (step instanceof Step.BatchGet batch) {
            proof.add("asks for " + each + ", a hundred keys a request");
            step = new Step.BatchGet(
                    batch.target(), batch.entity(), batch.key(), each, batch.strong(), batch.page(), batch.shown());
        }
        if (each != null && step instanceof Step.Query query) {
            List<Spread> spreads = new ArrayList<>(List.of((Spread) each));
            spreads.addAll(query.spreads());
            proof.add("asks for " + each);
            step = new Step.Query(
                    query.target(),
                    query.entities(),
                    query.key(),
                    query.forward(),
                    query.strong(),
                    query.countOnly(),
                    query.page(),
                    query.literal(),
                    spreads,
                    query.shown());
        }
        steps.add(step);
        if (best.fetched() != null) {
            Map<String, String> keyFrom = new LinkedHashMap<>();
            entity.keyAttributes().forEach(name -> keyFrom.put(name, name));
            Target table = new Target(design.tableOf(entity), null);
            steps.add(new Step.Fetch(
                    table,
                    entity,
                    entity,
                    keyFrom,
                    Boolean.TRUE.equals(pattern.strong()),
                    Projections.shown(
                            table,
                            entity,
                            entity.key(),
                            needed(entity),
                            false,
                            best.fetched().filters(),
                            pattern)));
        }
    }

    /** A unique attribute's lock leads to its item, also when no index does. */
    private boolean lock(Entity entity, List<Step> steps, Map<String, KeyMatch.Refusal> refused) {
        if (pattern.verb() != Verb.GET || pattern.range() != null) {
            return false;
        }
        Bindings bindings = new Bindings(entity, pattern.by(), Conditions.all(pattern.where()));
        Target table = new Target(design.tableOf(entity), null);
        for (Entity.Unique unique : entity.uniques()) {
            Set<Bindings.Root> used = new LinkedHashSet<>();
            boolean isKnown = !unique.lock().isEmpty()
                    && unique.lock().values().stream()
                            .flatMap(Template::variables)
                            .allMatch(variable -> {
                                used.addAll(bindings.roots(variable));
                                return bindings.binds(variable);
                            });
            if (isKnown && pattern.by().stream().allMatch(by -> used.contains(new Bindings.Root.By(by)))) {
                if (!unique.lock().values().stream()
                        .flatMap(Template::variables)
                        .allMatch(bindings::isExact)) {
                    refused.put(
                            "the lock " + unique.name(),
                            new KeyMatch.Refusal(
                                    CompilerRule.CASE_LOST_IN_KEY,
                                    0,
                                    "it is the same for other spellings of " + String.join(", ", unique.attributes())));
                    continue;
                }
                List<KeyTerm> key = new ArrayList<>();
                unique.lock().forEach((name, template) -> key.add(new KeyTerm.Equal(name, entity, template)));
                boolean isStrong = Boolean.TRUE.equals(pattern.strong());
                steps.add(new Step.Lock(table, entity, unique, key, isStrong));
                List<Filter> filters = filters(entity);
                List<String> needed = new ArrayList<>(needed(entity));
                unique.lock().values().stream()
                        .flatMap(Template::variables)
                        .forEach(variable -> needed.add(variable.attribute()));
                needed.addAll(unique.attributes());
                steps.add(new Step.Locked(
                        table,
                        entity,
                        isStrong,
                        Projections.shown(table, entity, entity.key(), needed, false, filters, pattern)));
                proof.add(String.join(", ", unique.attributes()) + " is unique, and its lock knows the item's key");
                return true;
            }
        }
        return false;
    }

    private Step scan(Entity entity) {
        Target target = new Target(design.tableOf(entity), null);
        List<Filter> filters = filters(entity);
        Discriminator apart = refusing(() -> Discriminator.of(design, target, List.of(entity), List.of()));
        if (apart.filter() != null) {
            filters.add(apart.filter());
        }
        proof.add("every item of " + target + " is read");
        proof.add(apart.proof());
        if (pattern.order() != null) {
            throw Unserved.helped(
                    CompilerRule.ORDER_NOT_SERVED,
                    "a scan gives " + entity.name() + " in no order, and " + pattern.order() + " is asked for",
                    withoutOrder().or("list by a key that has the order"));
        }
        return new Step.Scan(
                target,
                entity,
                Boolean.TRUE.equals(pattern.strong()),
                false,
                Candidate.page(pattern),
                false,
                Projections.shown(target, entity, entity.key(), needed(entity), false, filters, pattern));
    }

    private void search(Entity entity, List<Argument> arguments, List<Step> steps) {
        Attribute attribute = entity.attributes().get(pattern.searchOn());
        if (attribute == null) {
            throw new Unserved(null, null, null);
        }
        arguments.add(0, new Argument(attribute.name(), null, Type.Simple.STRING, true));
        steps.add(new Step.Search(entity, attribute.name(), attribute.name(), Candidate.page(pattern)));
        Target table = new Target(design.tableOf(entity), null);
        Map<String, String> keyFrom = new LinkedHashMap<>();
        entity.keyAttributes().forEach(name -> keyFrom.put(name, name));
        steps.add(new Step.Fetch(
                table,
                entity,
                entity,
                keyFrom,
                false,
                Projections.shown(table, entity, entity.key(), needed(entity), false, filters(entity), pattern)));
        proof.add(
                "the search index of " + entity.name() + "." + attribute.name() + " gives the keys, best match first");
    }

    private ReadPlan gather() {
        Map<String, ReadPlan> parts = new LinkedHashMap<>();
        for (String name : pattern.entities()) {
            ReadPlan plan = others.get(name);
            if (plan == null) {
                Pattern other = design.patterns().get(name);
                throw new Unserved(
                        other == null || other.verb().writes() ? null : CompilerRule.GATHER_NOT_SERVED,
                        "`" + name + "` has no plan, so " + pattern.name() + " cannot gather it",
                        "see what is said of " + name);
            }
            parts.put(name, plan);
        }
        Step.Gather gather =
                new Step.Gather(pattern.entities().stream().map(others::get).toList(), PartArguments.ofReads(parts));
        List<Step> steps = List.of(gather);
        proof.add("each of the patterns is served by itself");
        return new ReadPlan(
                design, pattern, gather.given().all(), steps, proof, doubts, new Estimator(design).of(pattern, steps));
    }

    /** What must come back of the first step, by logical name. */
    private List<String> needed(Entity entity) {
        if (pattern.verb() == Verb.COUNT) {
            return List.of();
        }
        if (pattern.then() != null) {
            ReadPlan next = others.get(pattern.then());
            return next == null
                    ? List.of()
                    : next.arguments().stream()
                            .map(Argument::name)
                            .filter(entity.attributes()::containsKey)
                            .toList();
        }
        if (pattern.fetch() != null && !pattern.fetch().equals("whole")) {
            Entity other = design.entities().get(pattern.fetch());
            if (pattern.fetchBy() != null
                    && other != null
                    && other.keyAttributes().size() == 1) {
                return List.of(pattern.fetchBy());
            }
            Set<String> keys = other == null ? Set.of() : other.keyAttributes();
            List<String> names = new ArrayList<>();
            entity.attributes().values().forEach(attribute -> {
                if (keys.contains(attribute.name()) || pattern.fetch().equals(attribute.references())) {
                    names.add(attribute.name());
                }
            });
            return names;
        }
        return pattern.returned().isEmpty() ? Projections.visible(entity) : pattern.returned();
    }

    private List<Filter> filters(Entity entity) {
        List<Filter> filters = new ArrayList<>();
        for (Where condition : Conditions.all(pattern.where())) {
            filters.add(new Filter.Wanted(entity, condition));
        }
        SoftDeleteFilter hiding = SoftDeleteFilter.of(entity, pattern.where());
        if (hiding.condition() != null) {
            filters.add(new Filter.NotDeleted(entity, hiding.condition()));
        }
        addExpiry(design, entity, filters);
        return filters;
    }

    static void addExpiry(Design design, Entity entity, List<Filter> filters) {
        String expiry = design.tableOf(entity).expiry();
        if (entity.expiry() != null && expiry != null) {
            filters.add(new Filter.NotExpired(expiry));
        }
    }

    private Help withoutOrder() {
        return Help.edit(Edit.remove("patterns", pattern.name(), "order"));
    }

    private Discriminator refusing(java.util.function.Supplier<Discriminator> made) {
        try {
            return made.get();
        } catch (KeyMatch.Refusal refusal) {
            throw Unserved.helped(
                    refusal.rule(),
                    refusal.getMessage(),
                    Proposal.apart(
                            design, design.entities().get(pattern.entities().get(0))));
        }
    }
}
