package dev.partita.plan;

import dev.partita.design.Design;
import dev.partita.design.Template;
import dev.partita.design.Template.Format;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/**
 * One stretch of a query whose key takes several values in turn.
 *
 * @param label names it in a cursor; empty when there is but one
 * @param value the value it stands for; null when there is but one
 * @param values what the key is filled with
 */
record Leg(String label, Object value, Map<String, Object> values) {

    /** The legs in the order in which they are read. Shards are no legs: they are read side by side. */
    static List<Leg> of(Design design, Step.Query query, ReadValues values, List<Object> listed, Instant now) {
        List<Leg> legs = List.of(new Leg("", null, values.values()));
        for (Spread spread : query.spreads()) {
            List<Leg> longer = new ArrayList<>();
            for (Leg leg : legs) {
                if (spread instanceof Spread.Each each) {
                    for (Object value : listed) {
                        longer.add(leg.with(String.valueOf(value), value, each.attribute(), value, values));
                    }
                } else if (spread instanceof Spread.Walk walk) {
                    for (ZonedDateTime start : starts(walk, now.atZone(design.zone()))) {
                        String attribute = walk.variable().attribute();
                        longer.add(leg.with(
                                label(walk.variable(), start), leg.value, attribute, start.toInstant(), values));
                    }
                } else {
                    longer.add(leg);
                }
            }
            legs = longer;
        }
        return legs;
    }

    private Leg with(String name, Object stoodFor, String attribute, Object filled, ReadValues all) {
        return new Leg(label.isEmpty() ? name : label + "/" + name, stoodFor, all.with(values, attribute, filled));
    }

    private static List<ZonedDateTime> starts(Spread.Walk walk, ZonedDateTime now) {
        List<ZonedDateTime> starts = new ArrayList<>();
        Format.Kind bucket = Bindings.bucket(walk.variable());
        ZonedDateTime start = start(bucket, now);
        ZonedDateTime oldest = start(bucket, now.minusSeconds(walk.seconds()));
        // Thirty days are thirty partitions, today's among them; months and years count when any of their days does.
        boolean isWide = bucket == Format.Kind.MONTH || bucket == Format.Kind.YEAR;
        while (starts.isEmpty() || start.isAfter(oldest) || isWide && start.equals(oldest)) {
            starts.add(start);
            start = start(bucket, start.minusNanos(1));
        }
        if (!walk.newestFirst()) {
            Collections.reverse(starts);
        }
        return starts;
    }

    private static ZonedDateTime start(Format.Kind bucket, ZonedDateTime time) {
        return switch (bucket) {
            case YEAR -> time.truncatedTo(ChronoUnit.DAYS).withDayOfYear(1);
            case MONTH -> time.truncatedTo(ChronoUnit.DAYS).withDayOfMonth(1);
            case HOUR -> time.truncatedTo(ChronoUnit.HOURS);
            default -> time.truncatedTo(ChronoUnit.DAYS);
        };
    }

    private static String label(Template.Variable variable, ZonedDateTime start) {
        LocalDateTime local = start.toLocalDateTime();
        String text = local.toString();
        return switch (Bindings.bucket(variable)) {
            case YEAR -> text.substring(0, 4);
            case MONTH -> text.substring(0, 7);
            case HOUR -> text.substring(0, 13);
            default -> text.substring(0, 10);
        };
    }
}
