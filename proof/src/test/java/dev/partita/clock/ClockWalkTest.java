package dev.partita.clock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The walks of {@link Clocks} notice what nobody did. */
class ClockWalkTest {

    private static final long SEED = Long.getLong("seed", System.nanoTime());

    @Test
    void aWriteThatNobodyMadeIsNoticed(@TempDir Path directory) {
        try (ClockWalk walk = new ClockWalk(directory, SEED)) {
            assertThat(walk.run(2)).as("-Dseed=%d", SEED).isPositive();
            walk.engine().call("PutItem", Map.of("TableName", "Walk", "Item", Map.of("pk", Map.of("S", "stranger"))));
            assertThatThrownBy(() -> walk.run(3))
                    .as("-Dseed=%d", SEED)
                    .isInstanceOf(AssertionError.class)
                    .hasMessageContaining("the stream tells");
        }
    }

    @Test
    void anItemThatNobodyWroteIsNoticed(@TempDir Path directory) {
        try (ClockWalk walk = new ClockWalk(directory, SEED)) {
            walk.engine()
                    .call(
                            "PutItem",
                            Map.of(
                                    "TableName",
                                    "Walk",
                                    "Item",
                                    Map.of("pk", Map.of("S", "secret"), "ttl", Map.of("N", "99999999999"))));
            assertThatThrownBy(() -> walk.run(1))
                    .as("-Dseed=%d", SEED)
                    .isInstanceOf(AssertionError.class)
                    .hasMessageContaining("an item came back");
        }
    }
}
