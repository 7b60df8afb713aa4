package dev.partita.plan.internal.compile;

import dev.partita.design.Design;
import dev.partita.design.model.Attribute;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Pattern;
import dev.partita.design.model.Pattern.Verb;
import dev.partita.design.model.Table;
import dev.partita.design.model.Template;
import dev.partita.design.model.Where;
import dev.partita.plan.internal.key.Bindings;
import dev.partita.plan.internal.key.Implication;
import dev.partita.plan.internal.key.KeySpaceMember;
import dev.partita.plan.internal.key.KeyTerm;
import dev.partita.plan.internal.key.SoftDeleteFilter;
import dev.partita.plan.internal.key.Target;
import dev.partita.plan.internal.read.Filter;
import dev.partita.plan.internal.read.Projections;
import dev.partita.plan.internal.read.ReadPlan;
import dev.partita.plan.internal.read.Spread;
import dev.partita.plan.internal.read.Step;
import dev.partita.plan.internal.value.Conditions;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * One way to serve a pattern by one entity's keys in one table or index, proved; or a refusal that says what is missing.
 *
 * @param step a Get or a Query
 * @param doubt what is not proven of the order; null when nothing
 * @param fetched attributes that only a second read of the whole item gives, and filters on them; null when none
 * @param score lower is better
 */
record Candidate(Step step, KeyMatch match, List<String> proof, String doubt, Whole fetched, int score) {

    /** What is read of the table once the index has given the keys. */
    record Whole(List<Filter> filters) {}

    static Candidate of(Design design, Pattern pattern, Target target, KeySpaceMember own, List<String> needed) {
        return new Maker(design, pattern, target, own, needed).make();
    }

    /** How many items a page has: as many as the pattern says, or as there are to be in all; null for all of them. */
    static Integer page(Pattern pattern) {
        return switch (pattern.verb()) {
            case GET -> 1;
            case LIST, SEARCH, SCAN ->
                pattern.page() != null
                        ? pattern.page()
                        : pattern.max() != null ? pattern.max() : Integer.valueOf(ReadPlan.DEFAULT_PAGE);
            default -> pattern.page();
        };
    }

    private static final class Maker {
        private final Design design;
        private final Pattern pattern;
        private final Target target;
        private final KeySpaceMember own;
        private final Entity entity;
        private final List<String> needed;
        private final List<String> proof = new ArrayList<>();
        /** The conditions from which it follows that an item is in the index. */
        private final List<Where> selecting = new ArrayList<>();

        private final boolean isStrong;

        /** @param needed attributes that must come back, by logical name */
        Maker(Design design, Pattern pattern, Target target, KeySpaceMember own, List<String> needed) {
            this.design = design;
            this.pattern = pattern;
            this.target = target;
            this.own = own;
            this.entity = own.entity();
            this.needed = needed;
            this.isStrong = Boolean.TRUE.equals(pattern.strong());
        }

        Candidate make() {
            List<Where> wanted = Conditions.all(pattern.where());
            SoftDeleteFilter hiding = SoftDeleteFilter.of(entity, pattern.where());
            KeyMatch match = KeyMatch.of(design, pattern, target, own, new Bindings(entity, pattern.by(), wanted));
            if (isStrong && target.isGlobal()) {
                throw new KeyMatch.Refusal(
                        CompilerRule.STRONG_READ_ON_GSI, 0, "a global index cannot be read strongly");
            }
            Set<String> implied = whenHolds(wanted, hiding);
            boolean isWhole = match.isWhole() && target.isTable();
            boolean isBatch = isWhole && isGiven() && match.spreads().isEmpty();
            boolean isGet = pattern.verb() == Verb.GET && isWhole || isBatch;
            requireToldApart(match);
            proveKeys(match, isGet);
            Ordering ordering = Ordering.of(pattern);
            boolean isForward = ordering == null || isGet || ordering.isForward(design, match);
            String doubt = ordering == null || isGet ? null : ordering.doubt(design, match);
            if (ordering != null && !isGet) {
                proof.add(ordering.proof(match, isForward));
            }
            KeyMatch.requireEntries(pattern, own, wanted);
            Discriminator apart = isGet ? null : Discriminator.of(design, target, List.of(entity), match.terms());
            if (apart != null) {
                proof.add(apart.proof());
            }

            List<Filter> filters = new ArrayList<>();
            List<Filter> later = new ArrayList<>();
            for (Where condition : wanted) {
                if (!match.used().contains(new Bindings.Root.Condition(condition))
                        && !implied.contains(condition.text())) {
                    place(new Filter.Wanted(entity, condition), Conditions.attributes(condition), filters, later);
                }
            }
            for (Template.Variable given : match.compared()) {
                place(new Filter.Wanted(entity, Conditions.isGiven(given)), Set.of(given.attribute()), filters, later);
            }
            for (KeyTerm term : match.terms()) {
                if (term instanceof KeyTerm.Within range && range.isEscaped()) {
                    place(
                            new Filter.InRange(entity, range),
                            Set.of(range.variable().attribute()),
                            filters,
                            later);
                }
            }
            if (hiding.condition() != null
                    && !implied.contains(hiding.condition().text())
                    && !own.losesDeleted(target)) {
                place(
                        new Filter.NotDeleted(entity, hiding.condition()),
                        Conditions.attributes(hiding.condition()),
                        filters,
                        later);
            } else if (hiding.condition() != null) {
                proof.add(target + " holds no deleted items");
            }
            if (entity.expiry() != null && target.table().expiry() != null) {
                String expiry = target.table().expiry();
                if (target.holds(expiry)) {
                    filters.add(new Filter.NotExpired(expiry));
                } else if (fetchesWhole()) {
                    later.add(new Filter.NotExpired(expiry));
                } else {
                    throw new KeyMatch.Refusal(
                            CompilerRule.NOT_PROJECTED,
                            0,
                            "it does not hold " + expiry + ", so expired items could not be hidden");
                }
            }
            if (apart != null && apart.filter() != null) {
                filters.add(apart.filter());
            }

            boolean isWholeRead = needsWhole(later);
            Step.Shown shown = isBatch && pattern.verb() == Verb.COUNT
                    ? Projections.counted(target, filters)
                    : Projections.shown(
                            target,
                            entity,
                            own.keys(),
                            isWholeRead ? List.of() : needed,
                            isWholeRead,
                            filters,
                            pattern);
            boolean byClient = apart != null && apart.byKey()
                    || filters.stream().anyMatch(filter -> !Projections.isServerSide(filter, target));
            Step step = isBatch
                    ? new Step.BatchGet(target, entity, match.terms(), null, isStrong, page(pattern), shown)
                    : isGet
                            ? new Step.Get(target, entity, match.terms(), isStrong, shown)
                            : new Step.Query(
                                    target,
                                    List.of(entity),
                                    match.terms(),
                                    isForward,
                                    isStrong,
                                    pattern.verb() == Verb.COUNT && !byClient,
                                    page(pattern),
                                    false,
                                    match.spreads(),
                                    shown);
            return new Candidate(
                    step,
                    match,
                    proof,
                    doubt,
                    isWholeRead ? new Whole(later) : null,
                    score(match, isGet, isWholeRead, doubt, implied));
        }

        private boolean isGiven() {
            return pattern.each() != null && pattern.each().isGiven();
        }

        /** No two values of {@code each:} find the same item: nothing could say which of them it is compared with. */
        private void requireToldApart(KeyMatch match) {
            if (pattern.each() != null
                    && match.compared().stream().anyMatch(given -> given.attribute()
                            .equals(pattern.each().attribute()))) {
                throw new KeyMatch.Refusal(
                        CompilerRule.NO_INDEX_SERVES,
                        2,
                        "its keys are the same for several values of "
                                + pattern.each().attribute());
            }
        }

        /** The conditions that the index itself makes sure of, as text. */
        private Set<String> whenHolds(List<Where> wanted, SoftDeleteFilter hiding) {
            Set<String> asked = new LinkedHashSet<>();
            wanted.forEach(condition -> asked.addAll(SoftDeleteFilter.sayings(condition)));
            hiding.implied().forEach(condition -> asked.addAll(SoftDeleteFilter.sayings(condition)));
            pattern.by().forEach(variable -> asked.add("exists(" + variable.attribute() + ")"));
            // What has no value lies in no range.
            if (pattern.range() != null) {
                asked.add("exists(" + pattern.range().attribute() + ")");
            }
            Set<String> implied = new LinkedHashSet<>();
            if (own.index() != null) {
                for (Where condition : Conditions.all(own.index().when())) {
                    String text = condition.text();
                    wanted.stream()
                            .filter(given -> Implication.follows(given, condition))
                            .forEach(selecting::add);
                    if (!asked.contains(text)
                            && wanted.stream().noneMatch(given -> Implication.follows(given, condition))) {
                        throw new KeyMatch.Refusal(
                                CompilerRule.NO_INDEX_SERVES, 1, "it holds only items where " + text);
                    }
                    implied.addAll(SoftDeleteFilter.sayings(condition));
                    implied.add(text);
                }
                if (own.index().when() != null) {
                    proof.add(target + " holds only items where "
                            + own.index().when().text() + ", which are the ones asked for");
                }
                if (hiding.wantsDeleted() && own.losesDeleted(target)) {
                    throw new KeyMatch.Refusal(CompilerRule.NO_INDEX_SERVES, 1, "it holds no deleted items");
                }
            }
            return implied;
        }

        private void proveKeys(KeyMatch match, boolean isGet) {
            List<KeyTerm> partition = match.terms()
                    .subList(
                            0, isGet ? match.terms().size() : target.partition().size());
            String what = isGet
                    ? "the whole key of " + entity.name()
                    : "the partition "
                            + partition.stream().map(KeyTerm::toString).collect(Collectors.joining(" and "));
            Set<String> known = new LinkedHashSet<>();
            Bindings bindings = new Bindings(entity, pattern.by(), Conditions.all(pattern.where()));
            boolean isSpread = false;
            for (KeyTerm term : partition) {
                for (Template.Variable variable :
                        ((KeyTerm.Equal) term).template().variables().toList()) {
                    bindings.roots(variable).forEach(root -> known.add(root.toString()));
                    isSpread = isSpread || !bindings.binds(variable);
                }
            }
            String from = known.isEmpty() ? "" : " is known from " + String.join(", ", known);
            proof.add(what
                    + (isSpread ? from : from.isEmpty() ? " is always the same" : from)
                    + (isSpread
                            ? (from.isEmpty() ? " is gone through part by part" : " and gone through part by part")
                            : ""));
            if (isGet) {
                return;
            }
            for (KeyTerm term : match.terms()) {
                if (term instanceof KeyTerm.Begins begins) {
                    proof.add("the prefix " + KeyTerm.shown(begins.template(), begins.parts())
                            + " ends where a part ends");
                } else if (term instanceof KeyTerm.Bounded bounded) {
                    proof.add(bounded.conditions().stream().map(Where::text).collect(Collectors.joining(" AND "))
                            + " bounds " + KeyTerm.shown(bounded.variable()) + ", and each item is checked");
                } else if (term instanceof KeyTerm.Within within) {
                    proof.add("both bounds stay inside "
                            + (within.parts() == 0 ? "the partition" : KeyTerm.shown(within.template(), within.parts()))
                            + ", and the last value is included");
                }
            }
            match.spreads().forEach(spread -> proof.add("asks for " + spread));
        }

        private void place(Filter filter, Set<String> attributes, List<Filter> now, List<Filter> later) {
            List<String> untold =
                    attributes.stream().filter(name -> !isTold(name)).toList();
            if (untold.isEmpty()) {
                now.add(filter);
            } else if (fetchesWhole()) {
                later.add(filter);
            } else {
                throw new KeyMatch.Refusal(
                        CompilerRule.NOT_PROJECTED,
                        0,
                        "it does not hold " + String.join(", ", untold) + ", which the condition needs");
            }
        }

        private boolean fetchesWhole() {
            return "whole".equals(pattern.fetch()) && !target.isTable();
        }

        private boolean needsWhole(List<Filter> later) {
            if (pattern.verb() == Verb.COUNT) {
                return !later.isEmpty();
            }
            List<String> missing = needed.stream().filter(name -> !isTold(name)).toList();
            if (missing.isEmpty() && later.isEmpty()) {
                if (target.index() != null && pattern.fetch() == null) {
                    proof.add(
                            target.index().projection() == Table.Projection.ALL
                                    ? target + " holds whole items"
                                    : target + " holds all that is returned");
                }
                return fetchesWhole() && target.index().projection() != Table.Projection.ALL;
            }
            if (fetchesWhole()) {
                proof.add("the rest of each item is fetched by its key");
                return true;
            }
            if (target.isLocal()) {
                proof.add("DynamoDB reads " + String.join(", ", missing) + " from the table, one read for each item");
                return false;
            }
            throw new KeyMatch.Refusal(CompilerRule.NOT_PROJECTED, 0, "it does not hold " + String.join(", ", missing));
        }

        private boolean isTold(String name) {
            Attribute attribute = entity.attributes().get(name);
            return attribute == null || target.tells(entity, attribute, own.keys());
        }

        private int score(KeyMatch match, boolean isGet, boolean isWholeRead, String doubt, Set<String> implied) {
            int score = isGet ? 0 : target.isTable() ? 100 : target.isLocal() ? 200 : 300;
            score += 40 * match.spreads().size() + (isWholeRead ? 60 : 0);
            if (target.isLocal() && needed.stream().anyMatch(name -> !isTold(name))) {
                score += 60;
            }
            int bound = 0;
            for (KeyTerm term : match.terms()) {
                bound += term instanceof KeyTerm.Equal ? 3 : 1;
            }
            // Each condition the key takes over is a filter less, and a filter reads what it throws away: that costs
            // more
            // than anything else.
            int filtered = 0;
            for (Where condition : isGet ? List.<Where>of() : Conditions.all(pattern.where())) {
                if (match.bounded().contains(condition)) {
                    filtered += 10;
                } else if (!match.used().contains(new Bindings.Root.Condition(condition))
                        && !implied.contains(condition.text())) {
                    // What selects a sparse index has left most of the others out.
                    filtered += selecting.contains(condition) ? 500 : 1_000;
                }
            }
            Ordering ordering = isGet ? null : Ordering.of(pattern);
            // What surely has the order is worth more than what is cheaper.
            int unsure = doubt != null || ordering != null && ordering.isGiven(match) ? 250 : 0;
            // A walk that is asked for is taken wherever it leads to the items.
            boolean isAskedFor =
                    pattern.walkSeconds() != null && match.spreads().stream().noneMatch(Spread.Walk.class::isInstance);
            return score - bound + filtered + unsure + (isAskedFor ? 5_000 : 0);
        }
    }
}
