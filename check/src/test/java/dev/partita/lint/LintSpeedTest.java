package dev.partita.lint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.design.Finding;
import dev.partita.design.Reader;
import dev.partita.design.Reading;
import dev.partita.plan.Compiled;
import dev.partita.plan.Compiler;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Says how long linting the largest design takes; what it should take is a matter for the benchmark. */
class LintSpeedTest {

    private static final Path LARGEST = Path.of("..", "systems", "designs", "algoitny.yaml");
    private static final int WARM_UP = 30;
    private static final int ROUNDS = 20;

    @Test
    void theLargestDesignIsLintedByEveryRule() throws IOException {
        Reading reading = Reader.read(LARGEST.getFileName().toString(), Files.readAllBytes(LARGEST));
        Compiled compiled = Compiler.compile(reading.design());
        for (int i = 0; i < WARM_UP; i++) {
            Linter.lint(reading, compiled);
        }
        // Processor time of this thread: what others do on the machine does not count.
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        long start = threads.getCurrentThreadCpuTime();
        List<Finding> findings = List.of();
        for (int i = 0; i < ROUNDS; i++) {
            findings = Linter.lint(reading, compiled);
        }
        System.out.printf(
                "linting algoitny by %d rules: %.1f ms%n",
                Rules.ALL.size(), (threads.getCurrentThreadCpuTime() - start) / 1e6 / ROUNDS);
        assertThat(findings).noneMatch(finding -> finding.rule().equals(Linter.RULE_FAILED));
    }
}
