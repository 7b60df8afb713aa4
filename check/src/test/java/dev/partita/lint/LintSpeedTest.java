package dev.partita.lint;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.partita.design.Design;
import dev.partita.design.Reader;
import dev.partita.design.Reading;
import dev.partita.design.model.Finding;
import dev.partita.lint.rule.Rule;
import dev.partita.plan.internal.compile.Compiled;
import dev.partita.plan.internal.compile.Compiler;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.ForkJoinPool;
import org.junit.jupiter.api.Test;

/**
 * How much work it is to lint the largest design. Time would say more about what else the machine does, so what is allocated is
 * counted: it is the same on every machine but for a few per cent, and a rule that looks at all pairs, or compiles the design
 * once more, allocates by as much more as it takes longer.
 */
class LintSpeedTest {

    private static final Path LARGEST = Path.of("..", "systems", "designs", "algoitny.yaml");
    private static final int WARM_UP = 3;
    private static final double MEGABYTE = 1 << 20;

    // Half as much again as it was when this was written, 24 MB, and twice what the rule with the most to compare took.
    private static final double MOST_OF_ALL = 36;
    private static final double MOST_OF_ONE_RULE = 2;

    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    @Test
    void theLargestDesignIsLintedWithLittleWork() throws Exception {
        Reading reading = reading();
        Compiled compiled = Compiler.compile(reading.design());
        // A pool of one thread: what its parallel streams do is done, and counted, on that thread.
        ForkJoinPool alone = new ForkJoinPool(1);
        try {
            alone.submit(() -> {
                        double megabytes = allocated(() -> Linter.lint(reading, compiled));
                        System.out.printf("linting algoitny by %d rules: %.1f MB%n", Rules.ALL.size(), megabytes);
                        assertThat(megabytes).isLessThan(MOST_OF_ALL);
                    })
                    .get();
        } finally {
            alone.shutdown();
        }
        assertThat(Linter.lint(reading, compiled)).extracting(Finding::rule).doesNotContain(Linter.RULE_FAILED);
    }

    @Test
    void noRuleDoesMostOfTheWork() throws IOException {
        Compiled compiled = Compiler.compile(reading().design());
        for (Rule rule : Rules.ALL) {
            double megabytes = allocated(() -> rule.check(compiled).forEach(finding -> {}));
            assertThat(megabytes).as(rule.id() + ", in MB").isLessThan(MOST_OF_ONE_RULE);
        }
    }

    /** A measure that sees no difference would hold whatever happens. */
    @Test
    void aRuleThatCompilesTheDesignOnceMoreWouldBeNoticed() throws IOException {
        Design design = reading().design();
        assertThat(allocated(() -> Compiler.compile(design))).isGreaterThan(MOST_OF_ONE_RULE);
    }

    private static Reading reading() throws IOException {
        return Reader.read(LARGEST.getFileName().toString(), Files.readAllBytes(LARGEST));
    }

    /** What the last of a few runs allocates: the first ones load classes. */
    private double allocated(Runnable run) {
        long before = 0;
        for (int i = 0; i <= WARM_UP; i++) {
            before = threads.getCurrentThreadAllocatedBytes();
            run.run();
        }
        return (threads.getCurrentThreadAllocatedBytes() - before) / MEGABYTE;
    }
}
