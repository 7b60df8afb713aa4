package dev.partita.plan.internal.compile;

import dev.partita.design.Design;
import dev.partita.design.model.Attribute;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Pattern;
import dev.partita.design.model.Table;
import dev.partita.design.model.Template;
import dev.partita.design.model.Template.Format;
import dev.partita.design.model.Type;
import dev.partita.design.model.Where;
import dev.partita.plan.internal.key.Arguments;
import dev.partita.plan.internal.key.Bindings;
import dev.partita.plan.internal.key.Entries;
import dev.partita.plan.internal.key.KeyFormat;
import dev.partita.plan.internal.key.KeyShape;
import dev.partita.plan.internal.key.KeySpaceMember;
import dev.partita.plan.internal.key.KeyTerm;
import dev.partita.plan.internal.key.Target;
import dev.partita.plan.internal.read.BoundedKey;
import dev.partita.plan.internal.read.Narrowing;
import dev.partita.plan.internal.read.Spread;
import dev.partita.plan.internal.value.Conditions;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * How far the keys of a table or index are known from what a pattern gives: all of the partition, and of the sort keys as many
 * parts from the left as are known.
 *
 * @param terms what to ask of each key attribute
 * @param used the parts of {@code by} and the conditions that the terms make sure of
 * @param next the first part of the sort keys that is not known: the order of the items; null when all is known
 * @param nextOrder how {@code next} sorts
 * @param later the parts behind it
 * @param laterOrders how each of those sorts
 * @param isRanged whether the range is among the terms
 * @param bounded the conditions that bound a key
 * @param compared what is given but not made sure of: other values can have the same keys, so items are compared with it
 */
record KeyMatch(
        Target target,
        KeySpaceMember own,
        List<KeyTerm> terms,
        Set<Bindings.Root> used,
        Template.Variable next,
        KeyShape.Order nextOrder,
        List<Template.Variable> later,
        List<KeyShape.Order> laterOrders,
        boolean isRanged,
        List<Spread> spreads,
        Set<Template.Variable> compared,
        List<Where> bounded) {

    KeyMatch {
        terms = List.copyOf(terms);
        later = List.copyOf(later);
        laterOrders = List.copyOf(laterOrders);
        spreads = List.copyOf(spreads);
        bounded = List.copyOf(bounded);
    }

    /** Whether every key attribute has one known value. */
    boolean isWhole() {
        return next == null && terms.size() == target.keyNames().size();
    }

    /** Whether a walk goes through the days of an attribute that is a date, so that its partitions alone give order and bounds. */
    boolean isWalkedByDay(String attribute) {
        return spreads.stream().anyMatch(spread -> isByDay(spread, own.entity(), attribute));
    }

    private static boolean isByDay(Spread spread, Entity entity, String attribute) {
        return spread instanceof Spread.Walk walk
                && walk.variable().attribute().equals(attribute)
                && walk.bucket() == Format.Kind.DATE
                && entity.attributes().get(attribute).type() == Type.Simple.DATE;
    }

    /** Finds the match, or throws what is missing for it. */
    static KeyMatch of(Design design, Pattern pattern, Target target, KeySpaceMember own, Bindings bindings) {
        return new Finder(design, pattern, target, own, bindings).find();
    }

    /** Why a table or index does not serve. */
    static final class Refusal extends RuntimeException {
        private final CompilerRule rule;
        private final int distance;

        /** @param distance how far from serving it is: the least one makes the headline */
        Refusal(CompilerRule rule, int distance, String because) {
            super(because, null, false, false);
            this.rule = rule;
            this.distance = distance;
        }

        CompilerRule rule() {
            return rule;
        }

        int distance() {
            return distance;
        }
    }

    /** @throws Refusal when the index leaves out items that are meant */
    static void requireEntries(Pattern pattern, KeySpaceMember own, Collection<Where> conditions) {
        if (own.index() == null) {
            return;
        }
        List<Where> known = new ArrayList<>(conditions);
        // What the index asks for follows from the pattern, or it would not have come this far.
        known.addAll(Conditions.all(own.index().when()));
        List<String> lacking =
                Entries.meantBy(pattern, own.entity(), known).lacking(own.keys().values());
        if (!lacking.isEmpty()) {
            throw new Refusal(
                    CompilerRule.MISSING_INDEX_KEY,
                    0,
                    "it leaves out every " + own.name() + " without " + String.join(" or ", lacking));
        }
    }

    private static final class Finder {
        private final Design design;
        private final Pattern pattern;
        private final Target target;
        private final KeySpaceMember own;
        private final Entity entity;
        private final Bindings bindings;
        private final List<KeyTerm> terms = new ArrayList<>();
        private final Set<Bindings.Root> used = new LinkedHashSet<>();
        private final Set<Bindings.Root> narrowed = new LinkedHashSet<>();
        private final Set<Template.Variable> compared = new LinkedHashSet<>();
        private final List<Where> bounded = new ArrayList<>();
        private final List<Spread> spreads = new ArrayList<>();
        private final List<Template.Variable> open = new ArrayList<>();
        private final List<KeyShape.Order> orders = new ArrayList<>();
        private boolean isRanged;

        Finder(Design design, Pattern pattern, Target target, KeySpaceMember own, Bindings bindings) {
            this.design = design;
            this.pattern = pattern;
            this.target = target;
            this.own = own;
            this.entity = own.entity();
            this.bindings = bindings;
        }

        KeyMatch find() {
            for (Table.KeyAttribute key : target.partition()) {
                partition(key.name());
            }
            for (Table.KeyAttribute key : target.sort()) {
                sort(key.name());
            }
            requireAllUsed();
            return new KeyMatch(
                    target,
                    own,
                    terms,
                    used,
                    open.isEmpty() ? null : open.get(0),
                    orders.isEmpty() ? KeyShape.Order.ASCENDING : orders.get(0),
                    open.isEmpty() ? List.of() : open.subList(1, open.size()),
                    orders.isEmpty() ? List.of() : orders.subList(1, orders.size()),
                    isRanged,
                    spreads,
                    compared,
                    bounded);
        }

        private void partition(String key) {
            Template template = template(key);
            List<String> missing = new ArrayList<>();
            template.variables().forEach(variable -> {
                if (bindings.binds(variable)) {
                    use(variable);
                } else if (shards(variable) > 0) {
                    spreads.add(new Spread.Shards(variable, shards(variable)));
                } else if (pattern.walkSeconds() != null && isWalkable(variable)) {
                    spreads.add(new Spread.Walk(variable, pattern.walkSeconds(), Ordering.isBack(pattern)));
                } else {
                    missing.add(KeyTerm.shown(variable));
                }
            });
            if (!missing.isEmpty()) {
                boolean isTime = template.variables().anyMatch(v -> !bindings.binds(v) && isWalkable(v));
                throw new Refusal(
                        CompilerRule.NO_INDEX_SERVES,
                        10 * missing.size(),
                        "its partition key " + key + " is " + template + ", and " + String.join(", ", missing)
                                + (missing.size() == 1 ? " is" : " are") + " not given"
                                + (isTime && pattern.walkSeconds() == null
                                        ? "; `walk:` would go through the days"
                                        : ""));
            }
            terms.add(new KeyTerm.Equal(key, entity, template));
        }

        private boolean isWalkable(Template.Variable variable) {
            return Spread.Walk.bucket(variable, entity.attributes().get(variable.attribute())) != null;
        }

        private void use(Template.Variable variable) {
            if (bindings.isExact(variable)) {
                used.addAll(bindings.roots(variable));
                return;
            }
            narrowed.addAll(bindings.roots(variable));
            if (bindings.isDerived(variable)) {
                pattern.by().stream()
                        .filter(by -> by.formats().isEmpty()
                                && bindings.roots(variable).contains(new Bindings.Root.By(by)))
                        .forEach(compared::add);
            }
        }

        private void sort(String key) {
            Template template = template(key);
            if (!open.isEmpty()) {
                // A condition on this attribute would skip the one before it.
                open(key, template, 0);
                return;
            }
            List<Template.Part> parts = template.parts();
            int known = 0;
            while (known < parts.size()
                    && (parts.get(known) instanceof Template.Literal
                            || bindings.binds((Template.Variable) parts.get(known)))) {
                if (parts.get(known) instanceof Template.Variable variable) {
                    use(variable);
                }
                known++;
            }
            if (known == parts.size()) {
                terms.add(new KeyTerm.Equal(key, entity, template));
                return;
            }
            KeyShape look = KeyShape.of(design, entity, key, template);
            Template.Variable next = (Template.Variable) parts.get(known);
            open(key, template, known);
            if (known > 0 && !look.endsAtBoundary(known - 1)) {
                throw new Refusal(
                        CompilerRule.PREFIX_INSIDE_PART,
                        3,
                        "its sort key " + key + " is " + template + ": nothing shows where "
                                + KeyTerm.shown((Template.Variable) parts.get(known - 1)) + " ends and "
                                + KeyTerm.shown(next) + " begins");
            }
            if (serves(pattern.range(), next)) {
                range(key, template, known, next);
            } else if (!bounding(key, template, next).isEmpty()) {
                List<Where> conditions = bounding(key, template, next);
                bounded.addAll(conditions);
                terms.add(new KeyTerm.Bounded(
                        key, entity, template, known, conditions, orders.get(0) == KeyShape.Order.DESCENDING));
            } else if (known > 0) {
                terms.add(new KeyTerm.Begins(key, entity, template, known));
            }
        }

        /** The conditions that bound this part: all of them hold of the items asked for. */
        private List<Where> bounding(String key, Template template, Template.Variable next) {
            Attribute attribute = entity.attributes().get(next.attribute());
            if (!template.isLone() && !BoundedKey.keepsLetters(design) && BoundedKey.isText(attribute)) {
                return List.of();
            }
            return bindings.conditions().stream()
                    .filter(where -> {
                        Narrowing narrowing = Narrowing.of(where);
                        return narrowing != null && narrowing.bounds(next, attribute, isNumber(key, template));
                    })
                    .toList();
        }

        /** The parts from this one on are not known: the items are sorted by them. */
        private void open(String key, Template template, int from) {
            KeyShape look = KeyShape.of(design, entity, key, template);
            int shift = look.pieces().size() - template.parts().size();
            for (int i = from; i < template.parts().size(); i++) {
                if (template.parts().get(i) instanceof Template.Variable variable) {
                    KeyShape.Order order = look.pieces().get(i + shift).order();
                    boolean isFirst = open.isEmpty();
                    open.add(variable);
                    orders.add(
                            isNumber(key, template)
                                    ? KeyShape.Order.ASCENDING
                                    : isFirst && mayBeNoUlid(variable) ? KeyShape.Order.NONE : order);
                }
            }
        }

        /** Whether it is counted down as a ULID, and callers may give other text, which is not. */
        private boolean mayBeNoUlid(Template.Variable variable) {
            Attribute attribute = entity.attributes().get(variable.attribute());
            return variable.has(Format.Kind.NEWEST_FIRST)
                    && attribute != null
                    && attribute.type() == Type.Simple.STRING
                    && !WriteOrder.isSurelyUlid(design, entity, attribute);
        }

        private void range(String key, Template template, int known, Template.Variable next) {
            KeyShape.Order order = orders.get(0);
            // Stored numbers may all have one width; the bounds that callers give need not.
            boolean isUnpadded = !padding(next).isEmpty() && !isNumber(key, template);
            if (order == KeyShape.Order.NONE || isUnpadded) {
                throw new Refusal(
                        CompilerRule.ORDER_NOT_SERVED,
                        2,
                        "its sort key " + key + " is " + template + ", where " + KeyTerm.shown(next)
                                + " does not sort as its values do" + padding(next));
            }
            if (Bindings.fold(next) != null
                    && !KeyFormat.isExact(next, entity.attributes().get(next.attribute()))) {
                throw new Refusal(
                        CompilerRule.CASE_LOST_IN_KEY,
                        2,
                        "its sort key " + key + " is " + template + ", which does not tell small letters of "
                                + next.attribute() + " from capital ones, so a range of it has other ends");
            }
            String argument = Arguments.name(pattern.range());
            terms.add(new KeyTerm.Within(
                    key,
                    entity,
                    template,
                    known,
                    argument + "From",
                    argument + "To",
                    order == KeyShape.Order.DESCENDING));
            isRanged = true;
        }

        private String padding(Template.Variable variable) {
            Attribute attribute = entity.attributes().get(variable.attribute());
            return attribute != null
                            && attribute.type() == Type.Simple.INTEGER
                            && variable.formats().isEmpty()
                    ? "; {" + variable.attribute() + ":05} would"
                    : "";
        }

        private void requireAllUsed() {
            compared.removeIf(variable -> used.contains(new Bindings.Root.By(variable)));
            List<Template.Variable> missing = pattern.by().stream()
                    .filter(variable -> !used.contains(new Bindings.Root.By(variable)) && !compared.contains(variable))
                    .toList();
            List<String> unused = missing.stream().map(KeyTerm::shown).toList();
            boolean isNarrowed =
                    missing.stream().allMatch(variable -> narrowed.contains(new Bindings.Root.By(variable)));
            for (Template.Variable variable : missing) {
                Template.Variable folded = folded(variable);
                if (isNarrowed && folded != null) {
                    throw new Refusal(
                            CompilerRule.CASE_LOST_IN_KEY,
                            0,
                            "its keys " + shownKeys() + " are the same for other spellings of " + variable.attribute());
                }
            }
            if (isNarrowed && !unused.isEmpty()) {
                throw new Refusal(
                        CompilerRule.NO_INDEX_SERVES,
                        2,
                        "its keys " + shownKeys() + " do not tell " + String.join(", ", unused)
                                + " from other values with the same text");
            }
            if (!unused.isEmpty()) {
                throw new Refusal(
                        CompilerRule.NO_INDEX_SERVES,
                        unused.size() + 2,
                        "its keys " + shownKeys() + " do not have " + String.join(", ", unused)
                                + (open.isEmpty() ? "" : " before " + KeyTerm.shown(open.get(0))));
            }
            if (pattern.range() != null
                    && !isRanged
                    && !isWalkedByDay(pattern.range().attribute())) {
                throw new Refusal(
                        CompilerRule.NO_INDEX_SERVES,
                        2,
                        "its keys " + shownKeys() + " do not have " + KeyTerm.shown(pattern.range())
                                + " as the first part that is not given");
            }
        }

        private boolean isWalkedByDay(String attribute) {
            return spreads.stream().anyMatch(spread -> isByDay(spread, entity, attribute));
        }

        /** The part of a key in which only the case of the attribute's letters is lost; null when there is none. */
        private Template.Variable folded(Template.Variable by) {
            return target.keyNames().stream()
                    .map(own.keys()::get)
                    .filter(java.util.Objects::nonNull)
                    .flatMap(Template::variables)
                    .filter(part -> part.attribute().equals(by.attribute()) && Bindings.fold(part) != null)
                    .findFirst()
                    .orElse(null);
        }

        private Template template(String key) {
            Template template = own.keys().get(key);
            if (template == null) {
                throw new Refusal(CompilerRule.NO_INDEX_SERVES, 20, entity.name() + " does not fill its key " + key);
            }
            return template;
        }

        private String shownKeys() {
            List<String> shown = new ArrayList<>();
            target.keyNames()
                    .forEach(name -> shown.add(String.valueOf(own.keys().get(name))));
            return String.join(" / ", shown);
        }

        /** Whether the text of {@code part} sorts what {@code range} bounds, and is at least as fine. */
        private static boolean serves(Template.Variable range, Template.Variable part) {
            return range != null
                    && range.attribute().equals(part.attribute())
                    && Bindings.span(part.period()) <= Bindings.span(range.period());
        }

        private boolean isNumber(String key, Template template) {
            if (!template.isLone()) {
                return false;
            }
            Attribute attribute = entity.attributes()
                    .get(((Template.Variable) template.parts().get(0)).attribute());
            return attribute != null
                    && "N".equals(attribute.type().tag())
                    && (own.isStoredAsIs(key, template)
                            || target.sort().stream().anyMatch(k -> k.name().equals(key) && "N".equals(k.type())));
        }

        private static int shards(Template.Variable variable) {
            return variable.formats().stream()
                    .filter(format -> format.kind() == Format.Kind.SHARD)
                    .mapToInt(Format::number)
                    .findFirst()
                    .orElse(0);
        }
    }
}
