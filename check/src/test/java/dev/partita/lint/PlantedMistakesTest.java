package dev.partita.lint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.design.model.Severity;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The table of planted mistakes is on the page of rules; here is what it rests on. */
class PlantedMistakesTest {

    @Test
    void theDesignThatTheyArePlantedIntoHasNoFault() throws IOException {
        assertThat(PasteTest.lint(PlantedMistakes.design()))
                .noneMatch(finding -> finding.severity() != Severity.ADVICE);
    }

    /** What cannot be seen in the file: where customers live, and what somebody may do who may do it. */
    @Tag("slow")
    @Test
    void allAreFoundButThese() throws IOException {
        List<String> missed = new ArrayList<>();
        for (PlantedMistakes.Mistake mistake : PlantedMistakes.ALL) {
            if (PlantedMistakes.found(mistake).isEmpty()) {
                missed.add(mistake.words());
            }
        }
        assertThat(missed)
                .containsExactly(
                        "dates in the server's zone, not the customers'", "an order that its customer may call paid");
    }

    @Test
    void thereAreManyAndNoneTwice() {
        assertThat(PlantedMistakes.ALL).hasSizeGreaterThanOrEqualTo(155).doesNotHaveDuplicates();
        assertThat(PlantedMistakes.ALL.stream().map(PlantedMistakes.Mistake::words))
                .doesNotHaveDuplicates();
    }
}
