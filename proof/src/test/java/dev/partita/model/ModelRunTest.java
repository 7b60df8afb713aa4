package dev.partita.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;

/** The model of {@link Models} notices what an engine does on its own. */
class ModelRunTest {

    private static final long SEED = Long.getLong("seed", System.nanoTime());

    @Test
    void anEngineThatDoesWhatItIsToldAgrees() {
        try (ModelRun run = new ModelRun(null, SEED)) {
            assertThat(run.run(300)).as("-Dseed=%d", SEED).isGreaterThan(200);
        }
    }

    @Test
    void anItemThatChangedByItselfIsNoticed() {
        try (ModelRun run = new ModelRun(null, SEED)) {
            run.run(50);
            Map<String, Object> item =
                    Map.of("pk", Map.of("S", "p1"), "sk", Map.of("N", "1"), "rest", Map.of("S", "not the model's"));
            run.engine().call("PutItem", Map.of("TableName", "Wide", "Item", item));
            assertThatThrownBy(() -> run.run(200)).as("-Dseed=%d", SEED).isInstanceOf(AssertionError.class);
        }
    }

    @Test
    void anItemThatVanishedIsNoticed() {
        try (ModelRun run = new ModelRun(null, SEED)) {
            run.run(300);
            for (int sk = -6; sk < 6; sk++) {
                Map<String, Object> key = Map.of("pk", Map.of("S", "p1"), "sk", Map.of("N", String.valueOf(sk)));
                run.engine().call("DeleteItem", Map.of("TableName", "Wide", "Key", key));
            }
            assertThatThrownBy(() -> run.run(500)).as("-Dseed=%d", SEED).isInstanceOf(AssertionError.class);
        }
    }
}
