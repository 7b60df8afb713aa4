package dev.partita.lint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.design.Reader;
import dev.partita.design.Source;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Help;
import dev.partita.plan.internal.compile.Compiler;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Everything the compiler can find has an example: a rule's own, one in the docs, or a mistake put into a shop. */
class CompilerHelpTest {

    private static final Path MISTAKES = Path.of("src", "test", "resources", "compiler", "mistakes.txt");

    @TestFactory
    Stream<DynamicTest> theHelpOfEveryMistakeIsPasted() throws IOException {
        return Mistakes.of(MISTAKES).stream()
                .map(mistake -> DynamicTest.dynamicTest(mistake.toString(), () -> {
                    String design = mistake.planted(PlantedMistakes.design());
                    List<Finding> before = PasteTest.lint(design);
                    Finding finding = mistake.found(before);
                    boolean isInWords = finding.help().ways().stream()
                            .allMatch(way -> way.edits().isEmpty());
                    assertThat(isInWords).as(finding.advice()).isEqualTo(mistake.inWords());
                    for (Help.Way way : finding.help().ways()) {
                        if (!way.edits().isEmpty()) {
                            assertThat(PasteTest.wrong(design, before, finding, way))
                                    .isEmpty();
                        }
                    }
                }));
    }

    @Test
    void everyPlaceThatReportsSomethingHasAnExample() throws IOException {
        List<String> designs = new ArrayList<>(Corpus.all());
        for (PlantedMistakes.Mistake mistake : PlantedMistakes.ALL) {
            designs.add(new Mistakes("", "", true, mistake.exchanged()).planted(PlantedMistakes.design()));
        }
        for (Mistakes mistake : Mistakes.of(MISTAKES)) {
            designs.add(mistake.planted(PlantedMistakes.design()));
        }
        List<Finding> all = new ArrayList<>();
        for (String design : designs) {
            var reading = Reader.read(new Source("test.yaml", design));
            if (reading.design() != null) {
                all.addAll(Compiler.compile(reading.design()).findings());
            }
        }
        assertThat(all).allMatch(finding -> finding.help() != null);
        // A fault of ours has no example.
        assertThat(CallSites.unmet("plan", all))
                .filteredOn(site -> !site.startsWith("Compiler.java"))
                .isEmpty();
    }
}
