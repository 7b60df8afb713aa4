package dev.partita.cli.internal.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TerminalTest {

    @TempDir
    private Path directory;

    @Test
    void aProcessInTheBackgroundAsksNothing() throws Exception {
        Path stat = directory.resolve("stat");
        Files.writeString(stat, "17 (a (b) c) S 1 17 17 34816 17 4194304 0");
        assertThat(Terminal.isInForeground(stat)).isTrue();
        Files.writeString(stat, "17 (a (b) c) S 1 17 17 34816 23 4194304 0");
        assertThat(Terminal.isInForeground(stat)).isFalse();
        assertThat(Terminal.isInForeground(directory.resolve("none"))).isTrue();
    }

    @Test
    void noColorMeansNoColour() {
        assertThat(Terminal.wantsColour(Map.of())).isTrue();
        assertThat(Terminal.wantsColour(Map.of("NO_COLOR", ""))).isTrue();
        assertThat(Terminal.wantsColour(Map.of("NO_COLOR", "1"))).isFalse();
        assertThat(Terminal.wantsColour(Map.of("TERM", "dumb"))).isFalse();
    }
}
