package dev.partita.lint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.design.Severity;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** The table of planted mistakes is on the page of rules; here is what it rests on. */
class PlantedMistakesTest {

    @Test
    void theDesignThatTheyArePlantedIntoHasNoFault() throws IOException {
        assertThat(PasteTest.lint(PlantedMistakes.design()))
                .noneMatch(finding -> finding.severity() != Severity.ADVICE);
    }

    @Test
    void thereAreManyAndNoneTwice() {
        assertThat(PlantedMistakes.ALL).hasSizeGreaterThanOrEqualTo(60).doesNotHaveDuplicates();
        assertThat(PlantedMistakes.ALL.stream().map(PlantedMistakes.Mistake::words))
                .doesNotHaveDuplicates();
    }
}
