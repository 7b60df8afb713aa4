package dev.partita.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MachineTest {

    @TempDir
    Path directory;

    @Test
    void aSyncTakesSomeTimeAndLeavesNothing() {
        assertThat(Machine.syncMicros(directory)).isPositive();
        assertThat(directory).isEmptyDirectory();
    }
}
