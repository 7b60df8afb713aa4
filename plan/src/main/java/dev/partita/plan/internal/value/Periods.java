package dev.partita.plan.internal.value;

import dev.partita.design.model.Template.Format;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;

/** The years, months, days and hours that keys are made of, by the calendar and the clock of the design's zone. */
public final class Periods {

    private Periods() {}

    /** The first moment of the period in which {@code time} lies. */
    public static ZonedDateTime start(Format.Kind period, ZonedDateTime time) {
        return switch (period) {
            case YEAR -> time.truncatedTo(ChronoUnit.DAYS).withDayOfYear(1);
            case MONTH -> time.truncatedTo(ChronoUnit.DAYS).withDayOfMonth(1);
            case HOUR -> time.truncatedTo(ChronoUnit.HOURS).withEarlierOffsetAtOverlap();
            default -> time.truncatedTo(ChronoUnit.DAYS);
        };
    }

    /** The first moment of the next one, of a period that begins at {@code start}. */
    public static ZonedDateTime next(Format.Kind period, ZonedDateTime start) {
        return switch (period) {
            case YEAR -> start.plusYears(1);
            case MONTH -> start.plusMonths(1);
            case HOUR -> nextHour(start);
            // Where clocks skip midnight a day begins later than the day before.
            default -> start(period, start.plusDays(1));
        };
    }

    /** When clocks go back, an hour comes twice and is one partition. */
    private static ZonedDateTime nextHour(ZonedDateTime start) {
        ZonedDateTime next = start;
        for (int hours = 1; !next.isAfter(start); hours++) {
            next = start(Format.Kind.HOUR, start.plusHours(hours));
        }
        return next;
    }
}
