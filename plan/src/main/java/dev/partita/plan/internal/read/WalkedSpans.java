package dev.partita.plan.internal.read;

import dev.partita.design.Design;
import dev.partita.design.model.Template.Format;
import dev.partita.plan.internal.value.Periods;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.List;

/**
 * The days, months, years or hours that one page of a walk goes through.
 *
 * <p>A walk goes back from now, or from the upper bound of the range, or forward from the lower bound; without one, forward from
 * as far back as the walk is long. How long it is says how far one page goes, not where the list ends: that is the other bound,
 * or now, or the beginning of time counting. With a lower bound alone, a time that callers set is looked for as far ahead of now,
 * or of the bound when that is later, as the walk is long. Conditions bound it as a range does.
 *
 * @param beyond the span behind the last; null when that is the end
 * @param isOpen whether it goes back without a lower bound
 * @param isAhead whether it goes forward without an upper bound, as far ahead as the walk is long
 */
record WalkedSpans(List<ZonedDateTime> starts, ZonedDateTime beyond, boolean isOpen, boolean isAhead) {

    private static final long SECONDS_A_DAY = 86_400;

    WalkedSpans {
        starts = List.copyOf(starts);
    }

    /**
     * @param from the label of the span that a cursor names; null to begin with the first
     * @param isWhole whether to go to the end at once, where there is one
     */
    static WalkedSpans of(
            Design design, Spread.Walk walk, ReadValues values, Instant now, String from, boolean isWhole) {
        Format.Kind bucket = walk.bucket();
        ZoneId zone = design.zone();
        Instant low = values.walked(walk.variable(), false, now);
        Instant high = values.walked(walk.variable(), true, now);
        boolean isAhead = high == null && low != null && values.mayLieAhead(walk.variable());
        if (isAhead) {
            high = (low.isAfter(now) ? low : now).plusSeconds(walk.seconds());
        }
        ZonedDateTime newest = (high == null ? now : high).atZone(zone);
        ZonedDateTime first = (low == null ? Instant.EPOCH : low).atZone(zone);
        boolean isBack = walk.newestFirst();
        ZonedDateTime begin = from != null
                ? edge(bucket, started(bucket, from, zone), isBack)
                : isBack ? newest : low != null ? first : shortened(walk, bucket, newest);
        ZonedDateTime end = isBack ? first : newest;
        List<ZonedDateTime> starts = new ArrayList<>();
        ZonedDateTime start = Periods.start(bucket, begin);
        ZonedDateTime last = Periods.start(bucket, end);
        boolean isBounded = !isWhole || isBack && low == null;
        int most = spans(walk, bucket, begin);
        while (!isPast(start, last, isBack) && (!isBounded || starts.size() < most)) {
            starts.add(start);
            start = isBack ? Periods.start(bucket, start.minusNanos(1)) : Periods.next(bucket, start);
        }
        return new WalkedSpans(
                starts, isPast(start, last, isBack) ? null : start, isBack && low == null, !isBack && isAhead);
    }

    static String label(Spread.Walk walk, ZonedDateTime start) {
        LocalDateTime local = start.toLocalDateTime();
        String text = local.toString();
        return switch (walk.bucket()) {
            case YEAR -> text.substring(0, 4);
            case MONTH -> text.substring(0, 7);
            case HOUR -> text.substring(0, 13);
            default -> text.substring(0, 10);
        };
    }

    private static boolean isPast(ZonedDateTime start, ZonedDateTime last, boolean isBack) {
        return isBack ? start.isBefore(last) : start.isAfter(last);
    }

    /** Thirty days are thirty partitions, today's among them; months and years count when any of their days does. */
    private static int spans(Spread.Walk walk, Format.Kind bucket, ZonedDateTime begin) {
        ZonedDateTime start = Periods.start(bucket, begin);
        boolean isWide = bucket == Format.Kind.MONTH || bucket == Format.Kind.YEAR;
        ZonedDateTime oldest = Periods.start(bucket, back(walk.seconds(), bucket, begin));
        int spans = 0;
        while (spans == 0 || start.isAfter(oldest) || isWide && start.equals(oldest)) {
            spans++;
            start = Periods.start(bucket, start.minusNanos(1));
        }
        return spans;
    }

    /** So far back by the calendar, where a day may have 23 hours; of months and years to the last day that is still looked at. */
    private static ZonedDateTime back(long seconds, Format.Kind bucket, ZonedDateTime begin) {
        long days = seconds / SECONDS_A_DAY;
        long rest = seconds % SECONDS_A_DAY;
        return switch (bucket) {
            case HOUR -> begin.minusSeconds(seconds);
            case MONTH, YEAR -> begin.minusDays(rest == 0 ? days - 1 : days);
            default -> begin.minusDays(days).minusSeconds(rest);
        };
    }

    /** The first of as many spans as the walk is long, of which {@code newest} lies in the last. */
    private static ZonedDateTime shortened(Spread.Walk walk, Format.Kind bucket, ZonedDateTime newest) {
        ZonedDateTime start = Periods.start(bucket, newest);
        for (int left = spans(walk, bucket, newest); left > 1; left--) {
            start = Periods.start(bucket, start.minusNanos(1));
        }
        return start;
    }

    /** The moment of a span from which the next page counts as far as it may go. */
    private static ZonedDateTime edge(Format.Kind bucket, ZonedDateTime start, boolean isBack) {
        return isBack ? Periods.next(bucket, start).minusNanos(1) : start;
    }

    private static ZonedDateTime started(Format.Kind bucket, String label, ZoneId zone) {
        try {
            return switch (bucket) {
                case YEAR -> LocalDate.parse(label + "-01-01").atStartOfDay(zone);
                case MONTH -> LocalDate.parse(label + "-01").atStartOfDay(zone);
                case HOUR -> LocalDateTime.parse(label + ":00").atZone(zone);
                default -> LocalDate.parse(label).atStartOfDay(zone);
            };
        } catch (DateTimeException e) {
            throw ListPosition.refused(label);
        }
    }
}
