package dev.partita.systems;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.design.Reader;
import dev.partita.design.Reading;
import dev.partita.design.Report;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Severity;
import dev.partita.lint.Linter;
import dev.partita.plan.internal.compile.Compiled;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every pattern of the five designs has a plan, nobody has anything to say against it, and it is the one it was. */
class PlansTest {

    @ParameterizedTest
    @MethodSource("dev.partita.systems.Systems#names")
    void everyPatternHasAPlan(String name) {
        Compiled compiled = Systems.compiled(name);
        assertThat(compiled.plans().keySet())
                .isEqualTo(compiled.design().patterns().keySet());
    }

    @ParameterizedTest
    @MethodSource("dev.partita.systems.Systems#names")
    void theLinterHasNothingToSayThatIsNotAcceptedWithAReason(String name) {
        Reading reading = Reader.read(Systems.source(name));
        List<Finding> findings = Linter.lint(reading, Systems.compiled(name)).stream()
                .filter(finding -> finding.severity() != Severity.ADVICE)
                .toList();
        assertThat(new Report(Systems.source(name), false).text(findings)).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("dev.partita.systems.Systems#names")
    void thePlansAreAsBefore(String name) {
        StringBuilder text = new StringBuilder();
        Systems.compiled(name).plans().values().forEach(plan -> text.append(
                        plan.toString().strip())
                .append("\n\n"));
        Golden.check("plans/" + name + ".txt", text.toString());
    }
}
