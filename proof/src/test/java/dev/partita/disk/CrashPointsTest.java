package dev.partita.disk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.partita.engine.Engine;
import dev.partita.proof.Budget;
import dev.partita.proof.Directories;
import dev.partita.proof.Figures;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A test that cannot fail proves nothing. */
@Tag("slow")
class CrashPointsTest {

    @Test
    void withoutSyncsAPowerCutBreaksThePromise() throws Exception {
        CrashPoints unsynced = new CrashPoints(Engine.Durability.OS);
        assumeTrue(unsynced.lacks() == null, unsynced.lacks());

        Figures figures = unsynced.run(Budget.trials(400), 1);

        assertThat(figures.violations()).hasSize(1);
        assertThat(figures.violations().get(0))
                .contains("power cut")
                .contains("steps were acknowledged")
                .contains("-Dseed=1");
        Directories.remove(Path.of(figures.violations().get(0).replaceAll(".*kept in (.*);.*", "$1")));
    }
}
