package dev.partita.plan.internal.read;

import dev.partita.design.Design;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * One stretch of a query whose key takes several values in turn.
 *
 * @param label names it in a cursor; empty when there is but one
 * @param value the value it stands for; null when there is but one
 * @param values what the key is filled with
 */
public record Subquery(String label, Object value, Map<String, Object> values) {

    /** The legs in the order in which they are read, from the first. Shards are no legs: they are read side by side. */
    public static Legs of(Design design, Step.Query query, ReadValues values, List<Object> listed, Instant now) {
        return of(design, query, values, listed, now, null, false);
    }

    /**
     * @param from the label of the leg that a cursor names; null to begin with the first
     * @param isWhole whether a walk that has an end goes there at once, and not as far as it may go for one page
     */
    public static Legs of(
            Design design,
            Step.Query query,
            ReadValues values,
            List<Object> listed,
            Instant now,
            String from,
            boolean isWhole) {
        List<Subquery> legs = List.of(new Subquery("", null, values.values()));
        String beyond = null;
        boolean isOpen = false;
        boolean isAhead = false;
        for (Spread spread : query.spreads()) {
            List<Subquery> longer = new ArrayList<>();
            WalkedSpans spans = spread instanceof Spread.Walk walk
                    ? WalkedSpans.of(design, walk, values, now, from, isWhole)
                    : null;
            for (Subquery leg : legs) {
                if (spread instanceof Spread.Each each && each.isGiven()) {
                    GivenValues given = values.given(each);
                    given.values()
                            .forEach((place, value) ->
                                    longer.add(leg.with(given.label(place), value, each.attribute(), value, values)));
                } else if (spread instanceof Spread.Each each) {
                    for (Object value : listed) {
                        longer.add(leg.with(String.valueOf(value), value, each.attribute(), value, values));
                    }
                } else if (spread instanceof Spread.Walk walk) {
                    for (ZonedDateTime start : spans.starts()) {
                        String attribute = walk.variable().attribute();
                        longer.add(leg.with(
                                WalkedSpans.label(walk, start),
                                leg.value,
                                attribute,
                                walk.variable().period() == null ? start.toLocalDate() : start.toInstant(),
                                values));
                    }
                    beyond = spans.beyond() == null ? null : WalkedSpans.label(walk, spans.beyond());
                    isOpen = spans.isOpen();
                    isAhead = spans.isAhead();
                } else {
                    longer.add(leg);
                }
            }
            legs = longer;
        }
        return new Legs(legs, beyond, isOpen, isAhead);
    }

    /**
     * What one page goes through.
     *
     * @param beyond the label of the leg behind the last; null when there is none
     * @param isOpen whether nothing says where it ends, so that whoever wants everything has to say how far
     * @param isAhead whether there may be more ahead of the last
     */
    public record Legs(List<Subquery> legs, String beyond, boolean isOpen, boolean isAhead) {
        public Legs {
            legs = List.copyOf(legs);
        }
    }

    private Subquery with(String name, Object stoodFor, String attribute, Object filled, ReadValues all) {
        return new Subquery(label.isEmpty() ? name : label + "/" + name, stoodFor, all.with(values, attribute, filled));
    }
}
