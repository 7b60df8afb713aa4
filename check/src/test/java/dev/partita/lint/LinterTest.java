package dev.partita.lint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.design.Reader;
import dev.partita.design.Reading;
import dev.partita.design.Source;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Severity;
import dev.partita.lint.rule.Rule;
import dev.partita.plan.internal.compile.Compiled;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** How findings are gathered, sorted and ignored. */
class LinterTest {

    private static final String DESIGN = """
            design: shop
            tables:
              main:
                key: { partition: pk }
                indexes:
                  byEmail: { partition: email, projection: all }
            entities:
              User:
                key: { pk: "USER#{userId}" }
                attributes:
                  userId: { type: string }
                  email: { type: string }
            patterns:
              users: { scan: User }
              byEmail: { list: User, by: email }
            """;

    @Test
    void aDesignIsJudgedByEveryRule() {
        assertThat(rules(DESIGN)).contains("scan-without-reason", "unnormalised-key-part");
    }

    @Test
    void findingsComeInTheOrderOfTheFile() {
        assertThat(lint(DESIGN).stream().map(Finding::place).toList()).isSorted();
    }

    @Test
    void anIgnoreHidesTheFindingItNames() {
        assertThat(rules(DESIGN + "ignore: [ { rule: scan-without-reason, at: users, reason: Once a year. } ]\n"))
                .doesNotContain("scan-without-reason", "unused-ignore");
    }

    @Test
    void anIgnoreForTheWholeDesignHidesTheRule() {
        assertThat(rules(DESIGN + "ignore: [ { rule: scan-without-reason, reason: Small tables. } ]\n"))
                .doesNotContain("scan-without-reason");
    }

    @Test
    void anIgnoreForAnEntityCoversWhatIsInside() {
        assertThat(rules(
                        DESIGN + "ignore: [ { rule: unnormalised-key-part, at: User, reason: Lower case by now. } ]\n"))
                .doesNotContain("unnormalised-key-part", "unused-ignore");
    }

    @Test
    void anIgnoreInsideTheThingItselfNeedsNoPlace() {
        assertThat(rules(DESIGN.replace(
                        "{ scan: User }", "{ scan: User, ignore: { scan-without-reason: Once a year. } }")))
                .doesNotContain("scan-without-reason", "unused-ignore");
    }

    @Test
    void anIgnoreForSomethingElseHidesNothing() {
        assertThat(rules(DESIGN + "ignore: [ { rule: scan-without-reason, at: byEmail, reason: Once a year. } ]\n"))
                .contains("scan-without-reason", "unused-ignore");
    }

    @Test
    void anIgnoreOfNothingIsAFinding() {
        List<Finding> unused = lint(DESIGN + "ignore: [ { rule: open-range, at: User, reason: Seen. } ]\n").stream()
                .filter(finding -> finding.rule().equals("unused-ignore"))
                .toList();
        assertThat(unused).hasSize(1);
        assertThat(unused.get(0).message()).isEqualTo("nothing to ignore: User has no finding open-range");
        assertThat(unused.get(0).place().line()).isEqualTo(16);
    }

    @Test
    void anIgnoreOfAnUnknownRuleSaysSo() {
        assertThat(lint(DESIGN + "ignore: [ { rule: scan-without-raeson, at: users, reason: Seen. } ]\n").stream()
                        .filter(finding -> finding.rule().equals("unused-ignore"))
                        .map(finding -> finding.message() + "; " + finding.advice()))
                .containsExactly("there is no rule scan-without-raeson; did you mean `scan-without-reason`?");
    }

    @Test
    void anIgnoreOfARuleThereOnceWasSaysWhichTookItsPlace() {
        String design = DESIGN + "ignore:\n  - { rule: guard-on-stale-count, reason: Nobody hurries. }\n";
        assertThat(lint(design).stream()
                        .filter(finding -> finding.rule().equals("unused-ignore"))
                        .map(finding -> finding.severity() + ": " + finding.message() + "; " + finding.advice()))
                .containsExactly(
                        "WARNING: guard-on-stale-count is no rule any more: count-then-write finds what it found;"
                                + " remove the ignore");
    }

    @Test
    void anIgnoreOfARuleThatIsGoneSaysWhy() {
        String design = DESIGN + "ignore:\n  - { rule: key-named-after-field, reason: It is meant. }\n";
        assertThat(lint(design).stream()
                        .filter(finding -> finding.rule().equals("unused-ignore"))
                        .map(finding -> finding.severity() + ": " + finding.message() + "; " + finding.advice()))
                .containsExactly("WARNING: key-named-after-field is no rule any more:"
                        + " it guessed by a key's name what the key was made for; remove the ignore");
    }

    @Test
    void errorsCannotBeIgnored() {
        String design = DESIGN.replace("byEmail: { partition", "by email: { partition")
                + "ignore: [ { rule: illegal-name, at: main, reason: We like it. } ]\n";
        assertThat(rules(design)).contains("illegal-name", "unused-ignore");
    }

    @Test
    void whatCannotBeReadIsNotJudged() {
        String design = DESIGN.replace("scan: User }", "scan: User, oops: 1 }");
        Reading reading = Reader.read(new Source("test.yaml", design));
        List<String> rules = Linter.lint(reading, new Compiled(reading.design(), Map.of(), List.of())).stream()
                .map(Finding::rule)
                .toList();
        assertThat(rules).contains("unknown-word", "unnormalised-key-part").doesNotContain("scan-without-reason");
    }

    @Test
    void patternsOfAnEntityThatCannotBeReadAreNotJudged() {
        String design = DESIGN.replace("userId: { type: string }", "userId: { type: strnig }");
        Reading reading = Reader.read(new Source("test.yaml", design));
        List<Finding> findings = Linter.lint(reading, new Compiled(reading.design(), Map.of(), List.of()));
        assertThat(findings.stream().map(Finding::rule)).doesNotContain("scan-without-reason");
    }

    @Test
    void textThatIsNoDesignHasOnlyTheReadersFindings() {
        Reading reading = Reader.read(new Source("test.yaml", "- a\n- b\n"));
        assertThat(Linter.lint(reading, null)).isEqualTo(reading.findings());
    }

    @Test
    void findingsOfTheCompilerAreAmongThem() {
        Reading reading = LintCheck.read(DESIGN);
        Finding finding = new Finding(
                "no-plan",
                Severity.ERROR,
                "byEmail",
                reading.design().node().place(),
                "nothing serves byEmail",
                (String) null);
        assertThat(Linter.lint(reading, new Compiled(reading.design(), Map.of(), List.of(finding))))
                .contains(finding);
    }

    @Test
    void aRuleThatFailsTakesNoOtherDown() {
        Reading reading = LintCheck.read(DESIGN);
        List<Rule> rules = new ArrayList<>(Rules.ALL);
        rules.add(new Failing());
        List<String> found = Linter.lint(reading, new Compiled(reading.design(), Map.of(), List.of()), rules).stream()
                .map(Finding::rule)
                .toList();
        assertThat(found).contains("rule-failed", "scan-without-reason");
    }

    private static List<String> rules(String design) {
        return lint(design).stream().map(Finding::rule).toList();
    }

    private static List<Finding> lint(String design) {
        return LintCheck.lint(design);
    }

    /** A rule with a bug. */
    private static final class Failing implements Rule.Error {
        @Override
        public Stream<Finding> check(Compiled compiled) {
            throw new IllegalStateException("bug");
        }
    }
}
