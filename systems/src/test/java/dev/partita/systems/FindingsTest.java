package dev.partita.systems;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.design.Reader;
import dev.partita.design.Reading;
import dev.partita.design.Report;
import dev.partita.design.Source;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Severity;
import dev.partita.lint.Linter;
import dev.partita.plan.internal.compile.Compiler;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** What the linter says of the five designs: nothing of those that ship, all this of those as their documents have them. */
class FindingsTest {

    @TestFactory
    Stream<DynamicTest> findingsReadAsBefore() {
        return Systems.names().stream().map(name -> DynamicTest.dynamicTest(name, () -> check(AsWritten.of(name))));
    }

    @TestFactory
    Stream<DynamicTest> theShippedDesignsHaveNothingToExplain() {
        return Systems.names().stream()
                .map(name -> DynamicTest.dynamicTest(name, () -> {
                    Source source = Systems.source(name);
                    Reading reading = Reader.read(source);
                    List<Finding> findings = Linter.lint(reading, Compiler.compile(reading.design())).stream()
                            .filter(finding -> finding.severity() != Severity.ADVICE)
                            .toList();
                    assertThat(findings)
                            .as(new Report(source, false).text(findings))
                            .isEmpty();
                }));
    }

    private static void check(AsWritten design) {
        Golden.check("findings/" + design.name() + ".txt", new Report(design.source(), false).text(design.findings()));
    }
}
