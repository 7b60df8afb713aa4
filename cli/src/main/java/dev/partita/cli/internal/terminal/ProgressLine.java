package dev.partita.cli.internal.terminal;

import dev.partita.deploy.Listener;
import java.time.Duration;
import java.util.Locale;
import java.util.function.LongSupplier;

/**
 * Shows how long work goes: on a terminal one line that changes, with a bar, the rate and the time left; elsewhere a line now
 * and then.
 */
public final class ProgressLine implements Listener {

    private static final String BAR = "█";
    private static final String REST = "░";
    private static final String SPINNER = "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏";
    private static final int BAR_CELLS = 20;
    private static final int NAME_CELLS = 22;
    private static final long LIVE_NANOS = Duration.ofMillis(100).toNanos();
    private static final long PLAIN_NANOS = Duration.ofSeconds(10).toNanos();
    /** A rate of fewer than so many nanoseconds says nothing. */
    private static final long FIRST_RATE_NANOS = Duration.ofMillis(500).toNanos();

    private final Terminal terminal;
    private final LongSupplier nanos;
    private String table;
    private long begun;
    private long shown;
    private long first = -1;
    private int turn;
    private boolean isOpen;
    private boolean isEnded;

    public ProgressLine(Terminal terminal) {
        this(terminal, System::nanoTime);
    }

    ProgressLine(Terminal terminal, LongSupplier nanos) {
        this.terminal = terminal;
        this.nanos = nanos;
    }

    @Override
    public synchronized void begins(String name, String step) {
        if (!name.equals(table)) {
            table = name;
            terminal.out().println(terminal.bold(name));
        }
        begun = nanos.getAsLong();
        shown = begun;
        first = -1;
        live("  " + terminal.dim("…") + " " + step);
    }

    @Override
    public synchronized void waits(String name, String step) {
        if (!isDue()) {
            return;
        }
        String elapsed = time(shown - begun);
        if (terminal.coloured()) {
            char spin = SPINNER.charAt(turn++ % SPINNER.length());
            live("  " + terminal.styled("36", String.valueOf(spin)) + " " + step + terminal.dim("  " + elapsed));
        } else {
            terminal.out().println("  … " + step + "  " + elapsed);
        }
    }

    @Override
    public synchronized void advances(String name, String step, long done, long total, long changed) {
        // What an earlier run has done is no measure of this one.
        first = first < 0 ? done : first;
        if (!isDue()) {
            return;
        }
        long passed = shown - begun;
        double rate = passed < FIRST_RATE_NANOS ? 0 : (done - first) * 1e9 / passed;
        StringBuilder text = new StringBuilder();
        boolean isKnown = total > 0 && done <= total;
        text.append(String.format(Locale.ROOT, "%,d", done));
        if (isKnown) {
            text.append(String.format(Locale.ROOT, " of about %,d", total));
        }
        if (changed > 0) {
            text.append(String.format(Locale.ROOT, ", %,d given keys", changed));
        }
        if (rate >= 1) {
            text.append(String.format(Locale.ROOT, " · %,.0f/s", rate));
            if (isKnown) {
                text.append(" · ")
                        .append(time((long) ((total - done) / rate * 1e9)))
                        .append(" left");
            }
        }
        if (terminal.coloured()) {
            live("  " + String.format(Locale.ROOT, "%-" + NAME_CELLS + "s", step) + " "
                    + (isKnown ? bar((double) done / total) + " " : "") + text);
        } else {
            terminal.out().println("  … " + step + "  " + text);
        }
    }

    @Override
    public synchronized void ends(String name, String step, String result) {
        long passed = nanos.getAsLong() - begun;
        clear();
        terminal.out()
                .println("  " + terminal.green("✓") + " " + step + (result == null ? "" : "  " + result)
                        + (passed < 1e9 ? "" : terminal.dim("  " + time(passed))));
        terminal.out().flush();
    }

    /** Takes away a line that is not finished, before something else is written. */
    public synchronized void clear() {
        if (isOpen) {
            terminal.out().print("\r\u001b[2K");
            terminal.out().flush();
            isOpen = false;
        }
    }

    /** Takes the line away for good: others may still be at work. */
    synchronized void end() {
        clear();
        isEnded = true;
    }

    private boolean isDue() {
        long now = nanos.getAsLong();
        if (now - shown < (terminal.coloured() ? LIVE_NANOS : PLAIN_NANOS)) {
            return false;
        }
        shown = now;
        return true;
    }

    private void live(String text) {
        if (terminal.coloured() && !isEnded) {
            terminal.out().print("\r\u001b[2K" + text);
            terminal.out().flush();
            isOpen = true;
        }
    }

    private String bar(double share) {
        int full = (int) Math.round(share * BAR_CELLS);
        return terminal.styled("36", BAR.repeat(full))
                + terminal.dim(REST.repeat(BAR_CELLS - full))
                + String.format(Locale.ROOT, " %3.0f %%", share * 100);
    }

    /** {@code 1:02:03}, {@code 4:05}. */
    static String time(long nanos) {
        Duration span = Duration.ofNanos(nanos);
        return span.toHours() > 0
                ? String.format(Locale.ROOT, "%d:%02d:%02d", span.toHours(), span.toMinutesPart(), span.toSecondsPart())
                : String.format(Locale.ROOT, "%d:%02d", span.toMinutes(), span.toSecondsPart());
    }
}
