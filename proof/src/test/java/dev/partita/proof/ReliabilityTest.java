package dev.partita.proof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a run of {@code ./soak} leaves on the page, and what its command line takes. */
class ReliabilityTest {

    @TempDir
    Path directory;

    private static final class Named extends Family {
        Named(String id) {
            super(id, "what " + id + " tries", "kills", 1);
        }

        @Override
        public Figures run(Budget budget, long seed) {
            throw new UnsupportedOperationException();
        }
    }

    @Test
    void aRunReplacesItsOwnLinesAndKeepsTheOthers() throws Exception {
        Path page = directory.resolve("RELIABILITY.md");
        Reliability reliability = new Reliability(page);
        reliability.add(Map.of(new Named("R10"), outcome(100, List.of())), "a machine");
        reliability.add(Map.of(new Named("R2"), outcome(50, List.of())), "a machine");
        Files.writeString(page, Files.readString(page) + "\n## Planted bugs\n\nsixteen\n");
        reliability.add(Map.of(new Named("R2"), outcome(3_000, List.of("one lost"))), "another machine");

        String text = Files.readString(page);
        assertThat(text.lines().filter(line -> line.startsWith("| R")).toList())
                .containsExactly(
                        "| R2 | what R2 tries | 3,000 kills | 5 | 6 | **1** | – | 60 min | 2026-11-16 | 42 | also this |",
                        "| R10 | what R10 tries | 100 kills | 5 | 6 | 0 | 3.0 % | 60 min | 2026-11-16 | 42 | also this |");
        assertThat(text).contains("Last run on another machine.").endsWith("## Planted bugs\n\nsixteen\n");
    }

    @Test
    void whatCouldNotRunIsSaid() throws Exception {
        Path page = directory.resolve("RELIABILITY.md");
        new Reliability(page)
                .add(
                        Map.of(
                                new Named("R2"),
                                new Reliability.Outcome(null, "no gcc", Duration.ZERO, LocalDate.of(2026, 11, 16), 42)),
                        "a machine");
        assertThat(Files.readString(page))
                .contains("| R2 | what R2 tries | – | – | – | – | – | – | 2026-11-16 | – | not run: no gcc |");
    }

    @ParameterizedTest
    @CsvSource({"1, 100 %", "100, 3.0 %", "3000, 0.10 %", "10000, 0.030 %", "7, 43 %"})
    void theBoundIsThreeByTheNumberOfTrials(long trials, String bound) {
        assertThat(Reliability.bound(trials)).isEqualTo(bound);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--hours",
                "--hours soon",
                "--hours 0",
                "--hours -1",
                "--seed 1",
                "--hours 1 --family R99",
                "--hours 1 --at-once 0",
                "--hour 1",
                "--hours 1 --seed x"
            })
    void aCommandLineThatSaysTooLittleOrTooMuchIsRefused(String line) {
        assertThatThrownBy(() -> Soak.Options.of(List.of(line.split(" "))))
                .isInstanceOf(IllegalArgumentException.class)
                .message()
                .isNotBlank();
    }

    @Test
    void aCommandLineSaysHowLongAndWhat() {
        Soak.Options options = Soak.Options.of(List.of("--hours", "0.5", "--family", "R2,r1", "--seed", "42"));
        assertThat(options.time()).isEqualTo(Duration.ofMinutes(30));
        assertThat(options.seed()).isEqualTo(42);
        assertThat(options.families()).extracting(Family::id).containsExactly("R2", "R1");
    }

    private static Reliability.Outcome outcome(long trials, List<String> violations) {
        return new Reliability.Outcome(
                new Figures(trials, 5, 6, violations, "also this"),
                null,
                Duration.ofHours(1),
                LocalDate.of(2026, 11, 16),
                42);
    }
}
