package dev.partita.meter;

import dev.partita.design.Design;
import dev.partita.meter.AlarmState.State;
import java.math.BigDecimal;
import java.math.MathContext;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/** Judges one alarm again and again, and says once when it changes. Used under the meters' lock. */
final class AlarmWatch<T> {

    private static final Logger LOG = LoggerFactory.getLogger("dev.partita.alarms");

    /** A window is made of so many steps, so it may be longer than stated by one of them. */
    private static final int STEPS = 60;

    private static final long SHORTEST_STEP_MILLIS = 1_000;
    private static final Duration DEFAULT_PER = Duration.ofMinutes(5);

    private record Point<T>(long millis, T taken) {}

    private final String design;
    private final Design.Alarm alarm;
    private final AlarmMeasure<T> measure;
    private final Duration per;
    private final long stepMillis;
    private final List<Point<T>> points = new ArrayList<>();
    private AlarmState state;

    AlarmWatch(String design, Design.Alarm alarm, AlarmMeasure<T> measure, Duration unlessStated, Instant now) {
        this.design = design;
        this.alarm = alarm;
        this.measure = measure;
        this.per = alarm.perSeconds() != null && alarm.perSeconds() > 0
                ? Duration.ofSeconds(alarm.perSeconds())
                : unlessStated == null ? DEFAULT_PER : unlessStated;
        this.stepMillis = Math.max(SHORTEST_STEP_MILLIS, per.toMillis() / STEPS);
        begin(now);
    }

    AlarmState state() {
        return state;
    }

    void tick(Instant now) {
        long millis = now.toEpochMilli();
        if (millis < points.get(points.size() - 1).millis()) {
            // The clock was set back; nobody can say how long ago any of it was.
            begin(now);
            return;
        }
        T taken = measure.take();
        while (points.size() > 1 && points.get(1).millis() <= millis - per.toMillis()) {
            points.remove(0);
        }
        List<T> window = new ArrayList<>(points.size() + 1);
        points.forEach(point -> window.add(point.taken()));
        window.add(taken);
        judge(measure.over(window, per), per.minusMillis(millis - points.get(0).millis()), now);
        if (millis - points.get(points.size() - 1).millis() >= stepMillis) {
            points.add(new Point<>(millis, taken));
            measure.turn();
        }
    }

    private void begin(Instant now) {
        points.clear();
        points.add(new Point<>(now.toEpochMilli(), measure.take()));
        measure.turn();
        become(State.UNKNOWN, Double.NaN, per, now);
    }

    private void judge(double value, Duration left, Instant now) {
        Duration missing = left.isNegative() ? Duration.ZERO : left;
        boolean isWhole = missing.isZero();
        if (Double.isNaN(value)) {
            become(State.UNKNOWN, value, missing, now);
            return;
        }
        boolean isRaised = isRaised(value);
        // What only grows and is over the bound already will not come back under it before the window is whole.
        boolean isCertain = isWhole || measure.onlyGrows() && (alarm.above() != null) == isRaised;
        if (isCertain) {
            become(isRaised ? State.ALARM : State.OK, value, Duration.ZERO, now);
        } else {
            become(State.UNKNOWN, value, missing, now);
        }
    }

    private boolean isRaised(double value) {
        BigDecimal measured = BigDecimal.valueOf(value);
        return alarm.above() != null && measured.compareTo(alarm.above()) > 0
                || alarm.below() != null && measured.compareTo(alarm.below()) < 0;
    }

    private void become(State next, double value, Duration missing, Instant now) {
        State before = state == null ? null : state.state();
        Double measured = Double.isNaN(value) ? null : value;
        state = new AlarmState(
                design,
                alarm.name(),
                alarm.about(),
                alarm.metric().word(),
                alarm.above(),
                alarm.below(),
                per,
                next,
                measured,
                before == next ? state.since() : now.truncatedTo(ChronoUnit.MILLIS),
                missing,
                detail(next, measured, missing));
        if (before != null && before != next) {
            tell(before);
        }
    }

    private String detail(State next, Double value, Duration missing) {
        String bound = alarm.above() != null
                ? "above " + alarm.above().toPlainString()
                : "below " + alarm.below().toPlainString();
        String span = words(per);
        if (next == State.UNKNOWN) {
            if (!missing.isZero() && measure.isPossible()) {
                return alarm.metric().word() + " is measured over " + span + "; " + words(missing) + " to go";
            }
            return measure.nothing(span);
        }
        String shown = alarm.metric().word() + " is " + number(value) + " over " + span;
        return next == State.ALARM ? shown + ", which is " + bound : shown + "; the alarm is for " + bound;
    }

    private void tell(State before) {
        LOG.atLevel(state.state() == State.ALARM ? Level.WARN : Level.INFO)
                .addKeyValue("design", design)
                .addKeyValue("alarm", alarm.name())
                .addKeyValue("state", word(state.state()))
                .addKeyValue("before", word(before))
                .log(state.detail());
    }

    private static String word(State state) {
        return state.name().toLowerCase(Locale.ROOT);
    }

    private static String number(double value) {
        BigDecimal rounded = new BigDecimal(value, new MathContext(6)).stripTrailingZeros();
        return rounded.toPlainString();
    }

    private static String words(Duration span) {
        long seconds = Math.max(1, (span.toMillis() + 999) / 1_000);
        if (seconds % 86_400 == 0) {
            return counted(seconds / 86_400, "day");
        }
        if (seconds >= 7_200 || seconds % 3_600 == 0) {
            return counted((seconds + 3_599) / 3_600, "hour");
        }
        if (seconds >= 120 || seconds % 60 == 0) {
            return counted((seconds + 59) / 60, "minute");
        }
        return counted(seconds, "second");
    }

    private static String counted(long number, String unit) {
        return number + " " + unit + (number == 1 ? "" : "s");
    }
}
