package dev.partita.design.model;

import java.time.Instant;

/**
 * The moment of a request, or one so long before or after it: {@code now}, {@code now + 10 minutes}, {@code now - 1 day}. Immutable.
 *
 * @param seconds after now; below nought before it
 */
public record Moment(long seconds) {

    public static final Moment NOW = new Moment(0);

    private static final String WORD = "now";

    public Instant at(Instant now) {
        return now.plusSeconds(seconds);
    }

    /** As it is written in the file. */
    public String text() {
        return seconds == 0 ? WORD : WORD + (seconds < 0 ? " - " : " + ") + duration(Math.abs(seconds));
    }

    private static String duration(long seconds) {
        return seconds % 86_400 == 0
                ? counted(seconds / 86_400, "day")
                : seconds % 3600 == 0
                        ? counted(seconds / 3600, "hour")
                        : seconds % 60 == 0 ? counted(seconds / 60, "minute") : counted(seconds, "second");
    }

    private static String counted(long count, String unit) {
        return count + " " + unit + (count == 1 ? "" : "s");
    }
}
