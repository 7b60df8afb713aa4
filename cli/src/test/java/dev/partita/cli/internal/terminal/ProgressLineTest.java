package dev.partita.cli.internal.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

/** How long work that takes its time is shown to be under way. */
class ProgressLineTest {

    private StringWriter out = new StringWriter();

    @Test
    void progressIsALineNowAndThenOrABarThatMoves() {
        long[] nanos = new long[1];
        ProgressLine plain = new ProgressLine(terminal(false), () -> nanos[0]);
        plain.begins("orders", "copy");
        for (int second = 1; second <= 25; second++) {
            nanos[0] += 1_000_000_000L;
            plain.advances("orders", "copy", second * 100L, 10_000, 0);
        }
        plain.ends("orders", "copy", null);
        assertThat(text()).isEqualTo("""
                        orders
                          … copy  1,000 of about 10,000 · 90/s · 1:40 left
                          … copy  2,000 of about 10,000 · 95/s · 1:24 left
                          ✓ copy  0:25
                        """);
        ProgressLine live = new ProgressLine(terminal(true), () -> nanos[0]);
        live.begins("orders", "copy");
        live.advances("orders", "copy", 0, 10_000, 0);
        nanos[0] += 1_000_000_000L;
        live.advances("orders", "copy", 2_500, 10_000, 0);
        live.clear();
        assertThat(text().replaceAll("\u001b\\[[0-9;]*m", ""))
                .contains(
                        "\r\u001b[2K  copy                   █████░░░░░░░░░░░░░░░  25 % 2,500 of about 10,000 · 2,500/s"
                                + " · 0:03 left")
                .endsWith("\r\u001b[2K");
    }

    private Terminal terminal(boolean coloured) {
        PrintWriter writer = new PrintWriter(out, true);
        return new Terminal(writer, writer, coloured);
    }

    /** What was printed since the last time. */
    private String text() {
        String printed = out.toString();
        out = new StringWriter();
        return printed.replace("\r\n", "\n");
    }
}
