package dev.partita.meter;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;

/**
 * How an alarm of a design stands.
 *
 * @param metric what it measures, by the design's name for it
 * @param above the threshold, or null when it is {@code below}
 * @param below the threshold, or null when it is {@code above}
 * @param per how long it measures
 * @param value what was measured last; null when nothing could be
 * @param since when it got into this state
 * @param missing how much longer must be measured before it can be judged; zero when that is not what is missing
 * @param detail the state in a sentence
 */
public record AlarmState(
        String design,
        String alarm,
        String about,
        String metric,
        BigDecimal above,
        BigDecimal below,
        Duration per,
        State state,
        Double value,
        Instant since,
        Duration missing,
        String detail) {

    /** UNKNOWN: not enough was measured to say. */
    public enum State {
        OK,
        ALARM,
        UNKNOWN
    }
}
