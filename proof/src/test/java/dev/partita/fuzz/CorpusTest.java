package dev.partita.fuzz;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every input in the tree, and so everything that fuzzing ever found, without Jazzer and in seconds. */
class CorpusTest {

    /** An input that somebody has to look at should fit on a page. */
    private static final long MOST_BYTES = 4096;

    static Set<String> targets() {
        return Targets.ALL.keySet();
    }

    @ParameterizedTest
    @MethodSource("targets")
    void isReadOrRefused(String name) throws Exception {
        Target target = Targets.named(name);
        for (Path file : Corpus.files(name)) {
            assertThat(Files.size(file)).as("bytes of %s", file).isLessThan(MOST_BYTES);
            try {
                Bounds.read(target, Corpus.bytes(file));
            } catch (Throwable problem) {
                throw new AssertionError(name + "/" + file.getFileName(), problem);
            }
        }
        assertThat(Corpus.files(name)).hasSizeGreaterThan(3);
    }

    @Tag("slow")
    @Test
    void whatTakesTooLongIsAFinding() {
        Target slow = input -> {
            long end = System.nanoTime() + 60_000_000_000L;
            for (long cpu = cpuNanos(); cpuNanos() - cpu < 1_200_000_000 && System.nanoTime() < end; ) {
                Thread.onSpinWait();
            }
        };
        assertThatThrownBy(() -> Bounds.read(slow, new byte[1]))
                .isInstanceOf(Bounds.Exceeded.class)
                .hasMessageContaining("1 bytes took 1");
    }

    @Test
    void whatTakesTooMuchMemoryIsAFinding() {
        Target large = input -> {
            for (int i = 0; i < 80; i++) {
                assertThat(new byte[1 << 20]).hasSize(1 << 20);
            }
        };
        assertThatThrownBy(() -> Bounds.read(large, new byte[1]))
                .isInstanceOf(Bounds.Exceeded.class)
                .hasMessageContaining("MB of memory");
    }

    @Test
    void whatIsThrownComesOut() {
        Target broken = input -> {
            throw new IndexOutOfBoundsException("planted");
        };
        assertThatThrownBy(() -> Bounds.read(broken, new byte[1])).isInstanceOf(IndexOutOfBoundsException.class);
    }

    private static long cpuNanos() {
        return java.lang.management.ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }
}
