package dev.partita.lint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.design.model.Finding;
import dev.partita.design.model.Severity;
import dev.partita.lint.internal.read.StrongReadOnGsi;
import dev.partita.lint.rule.Rule;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** What holds of every rule. */
class RulesTest {

    @Test
    void idsAreKebabCaseAndUnique() {
        Set<String> seen = new HashSet<>();
        for (Rule rule : Rules.ALL) {
            assertThat(rule.id()).matches("[a-z]+(-[a-z0-9]+)+");
            assertThat(seen.add(rule.id())).as(rule.id()).isTrue();
        }
    }

    @Test
    void theListIsSorted() {
        List<String> ids = Rules.ALL.stream().map(Rule::id).toList();
        assertThat(ids).isSorted();
    }

    @Test
    void everyPageIsOfARuleAndHasNothingElse() throws Exception {
        // Where they are written: a build leaves the page of a rule that is gone where it puts them.
        Path pages = Path.of("src", "main", "resources", "dev", "partita", "lint");
        try (Stream<Path> files = Files.walk(pages)) {
            assertThat(files.map(file -> pages.relativize(file).toString()).filter(name -> name.endsWith(".md")))
                    .containsExactlyInAnyOrderElementsOf(
                            Rules.ALL.stream().map(RulesTest::page).toList());
        }
        for (Rule rule : Rules.ALL) {
            assertThat(Files.readString(pages.resolve(page(rule))))
                    .as(rule.id())
                    .matches("(?s)[^\\n].*?\\n\\n```yaml\\n.*?\\n```\\n(\\n```diff\\n([-+ ][^\\n]*\\n)+```\\n)?");
        }
    }

    /** Below the folder of this package: a page lies as its class does. */
    private static String page(Rule rule) {
        String room = rule.getClass()
                .getPackageName()
                .substring(RulesTest.class.getPackageName().length());
        return room.replaceFirst("^\\.", "").replace('.', '/') + (room.isEmpty() ? "" : "/") + rule.id() + ".md";
    }

    private static Path classes() throws URISyntaxException {
        return Path.of(
                Rules.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    }

    @Test
    void noRuleIsForgotten() throws Exception {
        List<String> names = new ArrayList<>();
        try (Stream<Path> files = Files.walk(classes().resolve("dev/partita/lint"))) {
            for (Path file :
                    files.filter(one -> one.toString().endsWith(".class")).toList()) {
                String name = classes().relativize(file).toString().replace(".class", "");
                Class<?> type = Class.forName(name.replace(file.getFileSystem().getSeparator(), "."));
                if (Rule.class.isAssignableFrom(type) && !type.isInterface() && type != FoundByCompiler.class) {
                    names.add(type.getSimpleName());
                }
            }
        }
        assertThat(Rules.ALL.stream()
                        .filter(rule -> !(rule instanceof FoundByCompiler))
                        .map(rule -> rule.getClass().getSimpleName()))
                .containsExactlyInAnyOrderElementsOf(names);
    }

    @Test
    void aRuleIsFoundByItsId() {
        assertThat(Rules.find("strong-read-on-gsi")).containsInstanceOf(StrongReadOnGsi.class);
        assertThat(Rules.find("no-such-rule")).isEmpty();
    }

    @Test
    void explanationsAreSentences() {
        for (Rule rule : Rules.ALL) {
            assertThat(rule.explanation()).as(rule.id()).endsWith(".").hasSizeBetween(60, 700);
        }
    }

    @TestFactory
    Stream<DynamicTest> badDesignsHaveTheFault() {
        return Rules.ALL.stream()
                .map(rule -> DynamicTest.dynamicTest(rule.id(), () -> {
                    assertThat(rule.bad()).contains("^ " + rule.id() + ":");
                    LintCheck.check(rule, rule.bad());
                }));
    }

    @TestFactory
    Stream<DynamicTest> whatIsNoErrorCanBeIgnoredAtWhatItIsAbout() {
        return Rules.ALL.stream()
                .filter(rule -> rule.severity() != Severity.ERROR && !rule.bad().contains("\nignore:"))
                .map(rule -> DynamicTest.dynamicTest(rule.id(), () -> {
                    List<Finding> found = LintCheck.lint(rule.bad()).stream()
                            .filter(finding -> finding.rule().equals(rule.id()))
                            .toList();
                    String ignoring = found.stream()
                            .map(Finding::subject)
                            .distinct()
                            .map(at -> "  - { rule: " + rule.id() + ", at: " + at + ", reason: It is meant. }\n")
                            .collect(Collectors.joining("", rule.bad() + "ignore:\n", ""));
                    assertThat(LintCheck.lint(ignoring))
                            .noneMatch(finding -> finding.rule().equals(rule.id())
                                    || finding.rule().equals(Linter.UNUSED_IGNORE));
                }));
    }

    @TestFactory
    Stream<DynamicTest> goodDesignsAreNearMisses() {
        return Rules.ALL.stream()
                .map(rule -> DynamicTest.dynamicTest(rule.id(), () -> {
                    LintCheck.check(rule, MendedExample.of(rule));
                    assertThat(LintCheck.lint(MendedExample.of(rule))).noneMatch(Finding::isError);
                }));
    }

    @Test
    void noGoodDesignPointsAtAFault() {
        for (Rule rule : Rules.ALL) {
            assertThat(MendedExample.of(rule))
                    .as(rule.id())
                    .doesNotContain("^^")
                    .doesNotContain("^ " + rule.id());
        }
    }
}
