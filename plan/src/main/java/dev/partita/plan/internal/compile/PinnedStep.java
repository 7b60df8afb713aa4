package dev.partita.plan.internal.compile;

import dev.partita.design.Design;
import dev.partita.design.model.Attribute;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Pattern;
import dev.partita.design.model.Pattern.KeyTest;
import dev.partita.design.model.Pattern.Verb;
import dev.partita.design.model.Table;
import dev.partita.design.model.Where;
import dev.partita.plan.internal.key.KeyTerm;
import dev.partita.plan.internal.key.Target;
import dev.partita.plan.internal.read.Filter;
import dev.partita.plan.internal.read.Step;
import dev.partita.plan.internal.value.Conditions;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The step of a pattern whose request the author states: as stated, though the service may refuse it. */
record PinnedStep(Design design, Pattern pattern, List<Entity> entities) {

    Step step() {
        Pattern.Pinned pinned = pattern.pinned();
        Entity entity = entities.get(0);
        Table table = design.tableOf(entity);
        Table.Index index = pinned.index() == null ? null : table.indexes().get(pinned.index());
        if (pinned.index() != null && index == null) {
            throw new ReadCompiler.Unserved(null, null, null);
        }
        Target target = new Target(table, index);
        List<KeyTerm> key = new ArrayList<>();
        for (String name : target.keyNames()) {
            if (pinned.key().containsKey(name)) {
                key.add(new KeyTerm.Pinned(name, entity, pinned.key().get(name)));
            }
        }
        pinned.key().forEach((name, test) -> {
            if (!target.keyNames().contains(name)) {
                key.add(new KeyTerm.Pinned(name, entity, test));
            }
        });
        boolean isStrong = Boolean.TRUE.equals(pattern.strong());
        boolean isExact =
                key.stream().allMatch(term -> ((KeyTerm.Pinned) term).test().operator() == KeyTest.Operator.EQUALS);
        if (pattern.verb() == Verb.GET
                && target.isTable()
                && isExact
                && key.stream().map(KeyTerm::key).toList().equals(table.keyNames())) {
            return new Step.Get(target, entity, key, isStrong, shown(target));
        }
        Integer limit = pinned.limit() == null ? pattern.page() : pinned.limit();
        if (key.isEmpty()) {
            return new Step.Scan(target, entity, isStrong, pattern.verb() == Verb.COUNT, limit, true, shown(target));
        }
        return new Step.Query(
                target,
                entities,
                key,
                !Boolean.FALSE.equals(pinned.forward()),
                isStrong,
                pattern.verb() == Verb.COUNT,
                limit,
                true,
                List.of(),
                shown(target));
    }

    private Step.Shown shown(Target target) {
        List<Filter> filters = new ArrayList<>();
        for (Where where : Conditions.all(pattern.pinned().filter())) {
            filters.add(new Filter.Wanted(entities.get(0), where));
        }
        for (Where where : Conditions.all(pattern.where())) {
            filters.add(new Filter.Wanted(entities.get(0), where));
        }
        Set<String> stored = new LinkedHashSet<>();
        if (!pattern.returned().isEmpty()) {
            // Ids are read off the keys, and the next page begins behind them.
            stored.addAll(target.allKeyNames());
        }
        for (String name : pattern.returned()) {
            Attribute attribute = entities.get(0).attributes().get(name);
            if (attribute != null && attribute.isStored()) {
                stored.add(attribute.stored());
            }
        }
        return new Step.Shown(pattern.returned(), List.copyOf(stored), filters);
    }
}
