package dev.partita.plan.internal.compile;

import dev.partita.design.Design;
import dev.partita.design.model.Attribute;
import dev.partita.design.model.Attribute.SetOn;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Pattern;
import dev.partita.design.model.Template;
import dev.partita.design.model.Type;
import dev.partita.plan.internal.key.Arguments;
import dev.partita.plan.internal.key.KeyShape;
import dev.partita.plan.internal.key.KeyTerm;
import dev.partita.plan.internal.read.Spread;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The order a pattern asks for.
 *
 * @param attribute null when any time, or whatever comes next in the key, will do
 * @param isByTime whether it is {@code newest-first} or {@code oldest-first}
 */
record Ordering(String attribute, boolean isDescending, boolean isByTime) {

    /** Null when the pattern asks for none. */
    static Ordering of(Pattern pattern) {
        Pattern.Order order = pattern.order();
        return order == null || order.text().isBlank()
                ? null
                : new Ordering(order.attribute(), order.isDescending(), order.isByTime());
    }

    /** Whether to read forward to get it. */
    boolean isForward(Design design, KeyMatch match) {
        Template.Variable next = match.next();
        if (attribute != null && match.isWalkedByDay(attribute)) {
            return true;
        }
        if (next == null) {
            throw new KeyMatch.Refusal(
                    CompilerRule.ORDER_NOT_SERVED, 1, "all parts of its keys are given, so nothing is left to sort by");
        }
        Attribute sorted = match.own().entity().attributes().get(next.attribute());
        if (attribute != null && !attribute.equals(next.attribute())) {
            throw new KeyMatch.Refusal(
                    CompilerRule.ORDER_NOT_SERVED, 1, "it sorts by " + KeyTerm.shown(next) + ", not by " + attribute);
        }
        if (isByTime
                && isTime(sorted)
                && isText(sorted)
                && !WriteOrder.isSurelyUlid(design, match.own().entity(), sorted)) {
            throw new KeyMatch.Refusal(
                    CompilerRule.ORDER_NOT_SERVED,
                    0,
                    "it sorts by " + KeyTerm.shown(next)
                            + ", which callers may give as any text: it tells the time only with "
                            + "`type: ulid` or `read-only: true`");
        }
        if (isByTime
                && attribute == null
                && isTime(sorted)
                && WriteOrder.isUlid(design, match.own().entity(), sorted)
                && !WriteOrder.isItsOwn(design, match.own().entity(), sorted)) {
            throw new KeyMatch.Refusal(
                    CompilerRule.ORDER_NOT_SERVED,
                    1,
                    "it sorts by " + KeyTerm.shown(next) + ", which tells when another item was made");
        }
        if (isByTime && !isTime(sorted)) {
            throw new KeyMatch.Refusal(
                    CompilerRule.ORDER_NOT_SERVED, 1, "it sorts by " + KeyTerm.shown(next) + ", which is no time");
        }
        if (match.nextOrder() == KeyShape.Order.NONE) {
            throw new KeyMatch.Refusal(
                    CompilerRule.ORDER_NOT_SERVED,
                    1,
                    "it sorts by " + KeyTerm.shown(next) + ", whose texts do not sort as its values do");
        }
        for (Spread spread : match.spreads()) {
            if (spread instanceof Spread.Walk walk
                    && !isWalked(design, match.own().entity(), walk, sorted)) {
                throw new KeyMatch.Refusal(
                        CompilerRule.ORDER_NOT_SERVED,
                        1,
                        "it goes through " + KeyTerm.shown(walk.variable()) + " first, and sorts by "
                                + KeyTerm.shown(next) + " only within one " + Arguments.name(walk.variable()));
            }
        }
        return isDescending == (match.nextOrder() == KeyShape.Order.DESCENDING);
    }

    /**
     * Whether a walk comes by items in the order of what the key sorts by: of the same time, or of ULIDs made at it. Where callers
     * may give the ULID, what is made today may have one of last year: that is no order of ULIDs, but the newest of today come first.
     */
    private boolean isWalked(Design design, Entity entity, Spread.Walk walk, Attribute sorted) {
        Attribute walked = entity.attributes().get(walk.variable().attribute());
        return walked.name().equals(sorted.name())
                || WriteOrder.isSurelyUlid(design, entity, sorted)
                        && WriteOrder.isItsOwn(design, entity, sorted)
                        && (isByTime || walked.set() == SetOn.ON_CREATE && WriteOrder.isMadeUp(design, entity, sorted));
    }

    /** Whether a walk goes back: it does unless the oldest come first. */
    static boolean isBack(Pattern pattern) {
        Ordering ordering = of(pattern);
        return ordering == null || ordering.isDescending();
    }

    /**
     * What is behind the time in the key: items of one second come in the order in which they were written, so what tells them
     * apart must grow with each write, and be stored in the same direction as the time.
     *
     * @return null when that is so, or else what is not known of them
     * @throws KeyMatch.Refusal when they come in the opposite order, or a day is all that the key knows of the time
     */
    String doubt(Design design, KeyMatch match) {
        Entity entity = match.own().entity();
        if (attribute != null && match.isWalkedByDay(attribute)) {
            return null;
        }
        Attribute sorted = entity.attributes().get(match.next().attribute());
        if (WriteOrder.isSurelyUlid(design, entity, sorted) || !isByTime && (attribute == null || !isTime(sorted))) {
            // No order of times was asked for, or there are no two of one time.
            return null;
        }
        boolean isCoarse = match.next().period() != null;
        Set<String> given = given(match);
        // An id tells when an item was made, and says nothing of later writes.
        SetOn set = WriteOrder.set(design, entity, sorted);
        boolean isOnWrite = set == SetOn.ON_WRITE;
        for (int i = 0; i < match.later().size(); i++) {
            Template.Variable part = match.later().get(i);
            if (given.contains(part.attribute())) {
                continue;
            }
            KeyShape.Order order = match.laterOrders().get(i);
            boolean isSame = part.attribute().equals(sorted.name());
            Attribute later = entity.attributes().get(part.attribute());
            boolean grows = !isOnWrite
                    && WriteOrder.growsAmong(design, entity, later, known(match))
                    && (!isCoarse || isSureOfTime(design, entity, later));
            if (!isSame && !grows || order == KeyShape.Order.NONE) {
                break;
            }
            if (order != match.nextOrder()) {
                throw new KeyMatch.Refusal(
                        CompilerRule.TIES_OUT_OF_ORDER,
                        0,
                        "of items with the same " + KeyTerm.shown(match.next()) + " the last one written comes "
                                + (isDescending ? "last" : "first") + ", since " + KeyTerm.shown(part)
                                + " runs the other way");
            }
            if (!isSame && (!isCoarse || set == SetOn.ON_CREATE)) {
                return null;
            }
            isCoarse = isCoarse && part.period() != null;
        }
        if (isCoarse) {
            throw new KeyMatch.Refusal(
                    CompilerRule.ORDER_NOT_SERVED,
                    1,
                    "it sorts by " + KeyTerm.shown(match.next()) + ", and within one " + Arguments.name(match.next())
                            + (match.later().isEmpty()
                                    ? " by nothing"
                                    : " by " + KeyTerm.shown(match.later().get(0))));
        }
        // In a table the time alone is the whole sort key, so there are no two of one time; of an index whose made-up
        // key
        // ends in the time, index-order-undefined says so.
        boolean isAlone = match.later().isEmpty() && (match.target().isTable() || !endsStored(match));
        boolean isPromised = set == SetOn.ON_CREATE || isOnWrite && isByTime;
        return isAlone || !isPromised
                ? null
                : "of items with the same " + sorted.name() + " nothing in " + match.target()
                        + " says which was written first";
    }

    /** Whether it tells the time where the key itself knows the day only: what callers may give tells nothing. */
    private boolean isSureOfTime(Design design, Entity entity, Attribute later) {
        boolean isUlid = later.sequence() == null && later.set() != SetOn.ON_CREATE;
        return !isUlid
                || (attribute == null
                        ? WriteOrder.isSurelyUlid(design, entity, later)
                        : WriteOrder.isMadeUp(design, entity, later));
    }

    /** What is the same for all items of a partition, so that it tells none of them apart. */
    private static Set<String> given(KeyMatch match) {
        return match.target().partition().stream()
                .map(key -> match.own().keys().get(key.name()))
                .filter(Objects::nonNull)
                .flatMap(Template::variables)
                .filter(variable -> variable.formats().isEmpty())
                .map(Template.Variable::attribute)
                .collect(Collectors.toSet());
    }

    /** What is the same for all items that are read: what is given, and what stands in front of what they are sorted by. */
    private static Set<String> known(KeyMatch match) {
        Set<String> known = match.target().keyNames().stream()
                .map(name -> match.own().keys().get(name))
                .filter(Objects::nonNull)
                .flatMap(Template::variables)
                .filter(variable -> variable.formats().isEmpty())
                .filter(variable ->
                        !variable.equals(match.next()) && !match.later().contains(variable))
                .map(Template.Variable::attribute)
                .collect(Collectors.toSet());
        known.addAll(given(match));
        return known;
    }

    /** The sentence that proves it. */
    String proof(KeyMatch match, boolean isForward) {
        if (attribute != null && match.isWalkedByDay(attribute)) {
            return (isDescending ? "descending" : "ascending") + ": the days of " + attribute + " are gone through so";
        }
        String how = match.nextOrder() == KeyShape.Order.DESCENDING ? "stored newest first" : "stored in its order";
        String coarse = match.later().isEmpty() || !isByTime && !isTime(sorted(match))
                ? ""
                : "; within one " + Arguments.name(match.next()) + " by "
                        + KeyTerm.shown(match.later().get(0));
        return (isByTime ? (isDescending ? "newest first" : "oldest first") : isDescending ? "descending" : "ascending")
                + ": " + match.next().attribute() + " is " + how + " and read " + (isForward ? "forward" : "backward")
                + coarse;
    }

    /** Whether the last sort key is an attribute as it is stored, which has no room for anything behind it. */
    private static boolean endsStored(KeyMatch match) {
        List<String> keys = match.target().keyNames();
        String last = keys.get(keys.size() - 1);
        return match.own().isStoredAsIs(last, match.own().keys().get(last));
    }

    private static Attribute sorted(KeyMatch match) {
        return match.own().entity().attributes().get(match.next().attribute());
    }

    /** Whether a caller can give the time of creation: a list by it may put what was written last anywhere. */
    boolean isGiven(KeyMatch match) {
        Attribute sorted = match.next() == null ? null : sorted(match);
        return isByTime && attribute == null && sorted != null && sorted.set() != SetOn.ON_CREATE && !sorted.readOnly();
    }

    private static boolean isText(Attribute attribute) {
        return attribute.type() == Type.Simple.STRING;
    }

    static boolean isTime(Attribute attribute) {
        return attribute != null
                && (attribute.type().isTime()
                        || attribute.type() == Type.Simple.ULID
                        || attribute.generate() != null && attribute.generate().contains("ulid"));
    }
}
