package dev.partita.crash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The loops of {@link Kills} and {@link PowerCuts} find what they look for. {@code -Dseed} repeats a run's choices.
 */
@Tag("slow")
class CrashTest {

    private static final long SEED = Long.getLong("seed", System.nanoTime());

    @BeforeAll
    static void printSeed() {
        System.out.println("crash tests: -Dseed=" + SEED);
    }

    /** {@link PowerCuts} must be able to fail: a server that does not sync has to be caught. */
    @Test
    void aPowerCutTakesWritesFromAServerThatDoesNotSync() throws Exception {
        assumeTrue(PowerCut.available(), "gcc is missing");
        long lost = 0;
        for (int attempt = 0; attempt < 5 && lost == 0; attempt++) {
            Path directory = newDirectory("power-cut-os-" + attempt);
            CrashLoop loop =
                    new CrashLoop(directory, SEED + attempt, PowerCut.prepare(directory), "--durability", "os");
            CrashLoop.Outcome outcome = loop.run(cycle -> cycle < 3);
            report("power cut without fsync", outcome);
            lost += outcome.lostItems();
            loop.removeFiles();
        }
        assertThat(lost).isPositive();
    }

    private static void report(String name, CrashLoop.Outcome outcome) {
        System.out.printf(
                "%s: %d cycles, %,d acknowledged writes checked, %d lost, %,d bytes cut, slowest start %d ms%n",
                name,
                outcome.cycles(),
                outcome.checkedWrites(),
                outcome.lostItems(),
                outcome.cutBytes(),
                outcome.slowestStart().toMillis());
    }

    private static Path newDirectory(String name) throws Exception {
        Path parent = Files.createDirectories(Path.of("target", "crash").toAbsolutePath());
        return Files.createTempDirectory(parent, name + "-");
    }
}
