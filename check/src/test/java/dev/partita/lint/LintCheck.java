package dev.partita.lint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.design.Reader;
import dev.partita.design.Reading;
import dev.partita.design.Source;
import dev.partita.design.model.Finding;
import dev.partita.lint.rule.Rule;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Checks designs whose comments say what is found: carets below the place, the rule, and how the message begins.
 *
 * <pre>{@code
 * plans: { list: Plan, key: { pk: { begins-with: "PLAN#" } } }
 * #                                 ^^^^^^^^^^^ partition-key-not-exact: plans asks
 * }</pre>
 */
final class LintCheck {

    private static final Pattern CARETS = Pattern.compile("^\\s*#\\s*(\\^+) ([a-z0-9-]+)(?:: ?(.*))?$");

    /** The findings of one rule are those that the carets show; a design without carets is a near miss. */
    static void check(Rule rule, String design) {
        List<Finding> findings = lint(design);
        assertThat(findings.stream()
                        .filter(finding -> finding.rule().equals(Linter.RULE_FAILED))
                        .toList())
                .isEmpty();
        List<String> found = findings.stream()
                .filter(finding -> finding.rule().equals(rule.id()))
                .map(finding -> shown(finding, finding.message()))
                .toList();
        List<String> expected = expected(design);
        assertThat(found)
                .as("found:\n" + String.join("\n", found) + "\nexpected:\n" + String.join("\n", expected))
                .hasSameSizeAs(expected);
        for (int i = 0; i < expected.size(); i++) {
            assertThat(found.get(i)).startsWith(expected.get(i));
        }
    }

    static List<Finding> lint(String design) {
        return Linter.lint(read(design));
    }

    static Reading read(String design) {
        Reading reading = Reader.read(new Source("test.yaml", design));
        assertThat(reading.findings().stream().filter(Finding::isError).toList())
                .as("the design can be read")
                .isEmpty();
        return reading;
    }

    private static List<String> expected(String design) {
        List<String> expected = new ArrayList<>();
        List<String> lines = design.lines().toList();
        int pointedAt = 0;
        for (int i = 0; i < lines.size(); i++) {
            Matcher matcher = CARETS.matcher(lines.get(i));
            if (!matcher.matches()) {
                pointedAt = i + 1;
                continue;
            }
            String message = matcher.group(3) == null ? "" : matcher.group(3);
            expected.add(where(pointedAt, matcher.start(1) + 1, matcher.group(1).length()) + matcher.group(2) + ": "
                    + message);
        }
        return expected;
    }

    private static String shown(Finding finding, String message) {
        return where(
                        finding.place().line(),
                        finding.place().column(),
                        finding.place().length())
                + finding.rule() + ": " + message;
    }

    private static String where(int line, int column, int length) {
        return line + ":" + column + "+" + length + " ";
    }

    private LintCheck() {}
}
