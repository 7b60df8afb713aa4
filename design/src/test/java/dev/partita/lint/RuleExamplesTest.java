package dev.partita.lint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.design.Finding;
import dev.partita.design.Reader;
import dev.partita.design.Reading;
import dev.partita.plan.Compiled;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every rule finds the fault in its bad example, where its carets point, and none in its good one. */
class RuleExamplesTest {

    static Stream<Rule> rules() {
        return Rules.ALL.stream();
    }

    @ParameterizedTest
    @MethodSource("rules")
    void theBadExampleHasTheFaultWhereItsCaretsPoint(Rule rule) {
        List<Finding> findings = findings(rule, rule.bad());
        List<Carets> carets = Carets.in(rule.bad());
        assertThat(carets).as("carets in the bad example of %s", rule.id()).isNotEmpty();
        assertThat(findings)
                .as("findings of %s", rule.id())
                .hasSameSizeAs(carets)
                .allSatisfy(finding -> assertThat(carets).anyMatch(c -> c.pointsAt(finding)));
    }

    @ParameterizedTest
    @MethodSource("rules")
    void theGoodExampleIsANearMiss(Rule rule) {
        assertThat(rule.good()).isNotEqualTo(rule.bad());
        assertThat(findings(rule, rule.good())).as("findings of %s", rule.id()).isEmpty();
    }

    private static List<Finding> findings(Rule rule, String design) {
        Reading reading = Reader.read(rule.id() + ".yaml", design.getBytes(StandardCharsets.UTF_8));
        assertThat(reading.findings())
                .as("what cannot be read in an example of %s", rule.id())
                .isEmpty();
        return rule.check(new Compiled(reading.design(), Map.of(), List.of())).toList();
    }
}
