package dev.partita.proof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every family at the size that fits into {@code ./verify}.
 *
 * <p>{@code -Dseed} repeats a run's choices, {@code -Dproof.family=R1,R7} picks families, {@code -Dproof.trials} makes them longer or shorter.
 */
@Tag("slow")
class FamiliesTest {

    private static final long SEED = Long.getLong("seed", System.nanoTime());

    static Stream<Family> families() {
        String picked = System.getProperty("proof.family");
        return Families.ALL.stream()
                .filter(family -> picked == null || ("," + picked + ",").contains("," + family.id() + ","));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("families")
    void noPromiseIsBroken(Family family) throws Exception {
        assumeTrue(family.lacks() == null, family.lacks());
        int trials = Integer.getInteger("proof.trials", family.gate());
        long started = System.nanoTime();

        Figures figures = family.run(Budget.trials(trials), SEED);

        System.out.printf(
                "%s %s: %,d %s, %,d checked, %,d faults made, %d broken promises, %d s%s, -Dseed=%d%n",
                family.id(),
                family.name(),
                figures.trials(),
                family.trials(),
                figures.checked(),
                figures.faults(),
                figures.violations().size(),
                (System.nanoTime() - started) / 1_000_000_000,
                figures.remark().isEmpty() ? "" : ", " + figures.remark(),
                SEED);
        assertThat(figures.violations()).as("%s, -Dseed=%d", family, SEED).isEmpty();
        assertThat(figures.trials()).isGreaterThanOrEqualTo(trials);
        assertThat(figures.checked()).as("things compared").isPositive();
    }

    @Test
    void eachFamilyHasANumberOfItsOwn() {
        assertThat(Families.ALL).extracting(Family::id).doesNotHaveDuplicates();
    }
}
