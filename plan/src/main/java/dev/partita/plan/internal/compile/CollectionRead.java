package dev.partita.plan.internal.compile;

import dev.partita.design.Design;
import dev.partita.design.model.Attribute;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Pattern;
import dev.partita.design.model.Table;
import dev.partita.design.model.Template;
import dev.partita.design.model.Where;
import dev.partita.plan.internal.key.Bindings;
import dev.partita.plan.internal.key.KeyFormat;
import dev.partita.plan.internal.key.KeySpaceMember;
import dev.partita.plan.internal.key.KeyTerm;
import dev.partita.plan.internal.key.OwnNames;
import dev.partita.plan.internal.key.SoftDeleteFilter;
import dev.partita.plan.internal.key.Target;
import dev.partita.plan.internal.read.Filter;
import dev.partita.plan.internal.read.Projections;
import dev.partita.plan.internal.read.ReadPlan;
import dev.partita.plan.internal.read.Step;
import dev.partita.plan.internal.value.Conditions;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Several entities that share a partition, read by one query and told apart. */
record CollectionRead(
        Design design,
        Pattern pattern,
        List<Entity> entities,
        List<String> proof,
        List<String> doubts,
        Proposal.Taken taken) {

    Step step() {
        Table table = design.tableOf(entities.get(0));
        Map<String, KeyMatch.Refusal> refused = new LinkedHashMap<>();
        for (Target target : Target.of(table)) {
            try {
                return step(target);
            } catch (KeyMatch.Refusal refusal) {
                refused.put(String.valueOf(target), refusal);
            }
        }
        throw Proposal.unserved(design, pattern, entities, List.of(), refused, taken);
    }

    private Step step(Target target) {
        List<KeyMatch> matches = new ArrayList<>();
        for (Entity entity : entities) {
            matches.add(match(target, entity));
        }
        KeyMatch first = matches.get(0);
        int partitions = target.partition().size();
        for (KeyMatch match : matches) {
            if (!shown(match, partitions).equals(shown(first, partitions))) {
                throw new KeyMatch.Refusal(
                        CompilerRule.NO_INDEX_SERVES,
                        2,
                        match.own().name() + " has another partition than "
                                + first.own().name());
            }
            requireSameKind(first.own().entity(), match.own().entity());
        }
        if (target.isGlobal() && Boolean.TRUE.equals(pattern.strong())) {
            throw new KeyMatch.Refusal(CompilerRule.STRONG_READ_ON_GSI, 0, "a global index cannot be read strongly");
        }
        boolean isSame = matches.stream()
                .allMatch(match -> shown(match, match.terms().size())
                        .equals(shown(first, first.terms().size())));
        if (!isSame && (pattern.range() != null || !isKnownFromPartition(first))) {
            throw new KeyMatch.Refusal(
                    CompilerRule.NO_INDEX_SERVES,
                    2,
                    names() + " have different sort keys, so one condition does not fit all");
        }
        boolean isForward = isForward(matches);
        List<KeyTerm> terms = isSame ? first.terms() : first.terms().subList(0, partitions);
        Discriminator apart = Discriminator.of(design, target, entities, terms);
        List<String> proved = new ArrayList<>();
        proved.add("one partition "
                + String.join(" and ", terms.stream().map(KeyTerm::toString).toList())
                + " has " + names());
        entities.forEach(entity -> renamed(entity, proved));
        proved.add(apart.proof());
        Ordering ordering = Ordering.of(pattern);
        List<String> unsure = new ArrayList<>();
        matches.stream().filter(match -> ordering != null && isMany(match)).forEach(match -> {
            proved.add(match.own().name() + " " + ordering.proof(match, isForward));
            String doubt = ordering.doubt(design, match);
            if (doubt != null) {
                unsure.add(doubt);
            }
        });
        List<Filter> filters = new ArrayList<>();
        for (Entity entity : entities) {
            applying(entity).forEach(where -> filters.add(new Filter.Wanted(entity, where)));
            terms.stream()
                    .filter(term -> term instanceof KeyTerm.Within range && range.isEscaped())
                    .forEach(term -> filters.add(new Filter.InRange(entity, (KeyTerm.Within) term)));
            SoftDeleteFilter hiding = SoftDeleteFilter.of(entity, pattern.where());
            if (hiding.condition() != null) {
                filters.add(new Filter.NotDeleted(entity, hiding.condition()));
            }
        }
        boolean hasHead = ReadPlan.hasHead(design, pattern);
        if (!filters.isEmpty() && hasHead) {
            proved.add("without its " + entities.get(0).name() + " there is nothing to return");
        }
        if (pattern.page() != null && hasHead) {
            proved.add("its " + entities.get(0).name()
                    + " comes with every page: where it is not on it, it is read by its key");
        }
        if (target.table().expiry() != null && entities.stream().anyMatch(entity -> entity.expiry() != null)) {
            filters.add(new Filter.NotExpired(target.table().expiry()));
        }
        if (apart.filter() != null) {
            filters.add(apart.filter());
        }
        Step.Shown shown = new Step.Shown(pattern.returned(), stored(target, filters), filters);
        proof.addAll(proved);
        doubts.addAll(unsure);
        return new Step.Query(
                target,
                entities,
                terms,
                isForward,
                Boolean.TRUE.equals(pattern.strong()),
                false,
                pattern.page(),
                false,
                first.spreads(),
                shown);
    }

    /** The order is that of each entity of which there are many; one direction must serve them all. */
    private boolean isForward(List<KeyMatch> matches) {
        Ordering ordering = Ordering.of(pattern);
        Boolean isForward = null;
        for (KeyMatch match : matches) {
            if (ordering != null && isMany(match)) {
                boolean own = ordering.isForward(design, match);
                if (isForward != null && isForward != own) {
                    throw new KeyMatch.Refusal(
                            CompilerRule.ORDER_NOT_SERVED,
                            1,
                            names() + " are stored in opposite orders, so one of them comes last first");
                }
                isForward = own;
            }
        }
        return isForward == null || isForward;
    }

    private boolean isMany(KeyMatch match) {
        return !ReadPlan.isOne(design, pattern, match.own().entity());
    }

    /** Whether the partition alone makes sure of all that is given. */
    private boolean isKnownFromPartition(KeyMatch match) {
        Entity first = match.own().entity();
        return OwnNames.by(design, pattern, first).stream().allMatch(by -> match.terms().stream()
                .limit(match.target().partition().size())
                .flatMap(term -> ((KeyTerm.Equal) term).template().variables())
                .anyMatch(variable -> variable.attribute().equals(by.attribute())
                        && (variable.formats().equals(by.formats())
                                || by.formats().isEmpty()
                                        && KeyFormat.isExact(
                                                variable, first.attributes().get(by.attribute())))));
    }

    /** The conditions of the pattern that speak of this entity's attributes. */
    private List<Where> applying(Entity entity) {
        return Conditions.all(pattern.where()).stream()
                .filter(where -> entity.attributes().keySet().containsAll(Conditions.attributes(where)))
                .toList();
    }

    private KeyMatch match(Target target, Entity entity) {
        KeyMatch.Refusal last =
                new KeyMatch.Refusal(CompilerRule.NO_INDEX_SERVES, 100, entity.name() + " is not in it");
        for (KeySpaceMember own : KeySpaceMember.of(target, entity)) {
            try {
                if (own.index() != null && own.index().when() != null) {
                    throw new KeyMatch.Refusal(
                            CompilerRule.NO_INDEX_SERVES,
                            3,
                            "it holds " + entity.name() + " only where "
                                    + own.index().when().text());
                }
                for (String name : target.isTable() ? List.<String>of() : Projections.visible(entity)) {
                    if (pattern.returned().isEmpty() || pattern.returned().contains(name)) {
                        requireTold(target, own, entity.attributes().get(name));
                    }
                }
                Pattern asked = pattern.askedBy(OwnNames.by(design, pattern, entity));
                KeyMatch match = KeyMatch.of(design, asked, target, own, new Bindings(entity, asked.by(), List.of()));
                for (Template.Variable unsure : match.compared()) {
                    throw new KeyMatch.Refusal(
                            CompilerRule.NO_INDEX_SERVES,
                            2,
                            "its keys do not tell " + unsure.attribute() + " from other values");
                }
                KeyMatch.requireEntries(pattern, own, applying(entity));
                return match;
            } catch (KeyMatch.Refusal refusal) {
                last = refusal;
            }
        }
        throw last;
    }

    private static void requireTold(Target target, KeySpaceMember own, Attribute attribute) {
        if (!target.tells(own.entity(), attribute, own.keys())) {
            throw new KeyMatch.Refusal(CompilerRule.NOT_PROJECTED, 0, "it does not hold " + attribute.name());
        }
    }

    private List<String> stored(Target target, List<Filter> filters) {
        if (pattern.returned().isEmpty()) {
            return List.of();
        }
        Set<String> stored = new LinkedHashSet<>(target.allKeyNames());
        if (target.table().typeAttribute() != null) {
            stored.add(target.table().typeAttribute());
        }
        for (Entity entity : entities) {
            for (String name : pattern.returned()) {
                Attribute attribute = entity.attributes().get(name);
                if (attribute != null && target.stores(attribute)) {
                    stored.add(attribute.stored());
                }
            }
        }
        filters.forEach(filter -> Projections.addFiltered(target, filter, stored));
        return List.copyOf(stored);
    }

    /** One value stands in the keys of all entities, so its text is the same only when they take the same kind of value. */
    private void requireSameKind(Entity first, Entity other) {
        OwnNames.of(design, pattern, other).forEach((asked, own) -> {
            Attribute one = first.attributes().get(asked);
            Attribute two = other.attributes().get(own);
            if (one != null
                    && two != null
                    && !(one.type().isLike(two.type()) && one.normalise().equals(two.normalise()))) {
                throw new KeyMatch.Refusal(
                        CompilerRule.NO_INDEX_SERVES,
                        1,
                        other.name() + "." + own + " is another kind of value than " + first.name() + "." + asked);
            }
        });
    }

    private void renamed(Entity entity, List<String> proved) {
        OwnNames.of(design, pattern, entity).forEach((asked, own) -> {
            if (!asked.equals(own)) {
                proved.add(entity.name() + " has " + asked + " at the same place of the key, as " + own);
            }
        });
    }

    /** What a match asks of its first keys, with what the caller gives under the pattern's names. */
    private List<String> shown(KeyMatch match, int terms) {
        Map<String, String> back = new LinkedHashMap<>();
        OwnNames.of(design, pattern, match.own().entity()).forEach((asked, own) -> back.put(own, asked));
        return match.terms().subList(0, terms).stream()
                .map(term -> shown(term, back))
                .toList();
    }

    private static String shown(KeyTerm term, Map<String, String> names) {
        if (term instanceof KeyTerm.Equal equal) {
            return term.key() + " = " + OwnNames.renamed(equal.template(), names);
        }
        if (term instanceof KeyTerm.Begins begins) {
            return term.key() + " begins with "
                    + KeyTerm.shown(OwnNames.renamed(begins.template(), names), begins.parts());
        }
        return term.toString();
    }

    private String names() {
        return String.join(" and ", entities.stream().map(Entity::name).toList());
    }
}
