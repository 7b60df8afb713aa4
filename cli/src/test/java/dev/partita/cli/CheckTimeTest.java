package dev.partita.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** How long the whole command takes for the largest design that ships. It is told, not judged: machines differ. */
class CheckTimeTest {

    private static final int WARMING = 20;
    private static final int RUNS = 20;

    @Test
    void checkOfTheLargestDesign() {
        List<Long> micros = new ArrayList<>();
        for (int i = 0; i < WARMING + RUNS; i++) {
            StringWriter out = new StringWriter();
            long began = System.nanoTime();
            int code = Main.run(new Terminal(new PrintWriter(out), new PrintWriter(out), false), "check", "algoitny");
            long took = (System.nanoTime() - began) / 1_000;
            assertThat(code).as(out.toString()).isZero();
            if (i >= WARMING) {
                micros.add(took);
            }
        }
        micros.sort(Long::compare);
        System.out.printf(
                "check algoitny, warm: median %.1f ms, fastest %.1f ms, slowest %.1f ms of %d%n",
                micros.get(RUNS / 2) / 1e3, micros.get(0) / 1e3, micros.get(RUNS - 1) / 1e3, RUNS);
    }
}
