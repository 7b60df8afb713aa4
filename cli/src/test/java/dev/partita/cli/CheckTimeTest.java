package dev.partita.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.cli.internal.terminal.Terminal;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * How long the whole command takes for the largest design that ships. It is told, not judged: machines differ, and are busy; so the
 * time of the processor is told, too.
 */
@Tag("slow")
class CheckTimeTest {

    private static final int WARMING = 20;
    private static final int RUNS = 20;

    @Test
    void checkOfTheLargestDesign() {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        List<Long> micros = new ArrayList<>();
        List<Long> worked = new ArrayList<>();
        for (int i = 0; i < WARMING + RUNS; i++) {
            StringWriter out = new StringWriter();
            long began = System.nanoTime();
            long work = threads.getCurrentThreadCpuTime();
            int code = Main.run(new Terminal(new PrintWriter(out), new PrintWriter(out), false), "check", "algoitny");
            long took = (System.nanoTime() - began) / 1_000;
            assertThat(code).as(out.toString()).isZero();
            if (i >= WARMING) {
                micros.add(took);
                worked.add((threads.getCurrentThreadCpuTime() - work) / 1_000);
            }
        }
        micros.sort(Long::compare);
        worked.sort(Long::compare);
        System.out.printf(
                "check algoitny, warm, %d runs: median %.1f ms (%.1f to %.1f), of the processor %.1f ms (%.1f to %.1f)%n",
                RUNS,
                micros.get(RUNS / 2) / 1e3,
                micros.get(0) / 1e3,
                micros.get(RUNS - 1) / 1e3,
                worked.get(RUNS / 2) / 1e3,
                worked.get(0) / 1e3,
                worked.get(RUNS - 1) / 1e3);
    }
}
