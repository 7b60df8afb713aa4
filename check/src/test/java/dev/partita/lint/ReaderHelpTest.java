package dev.partita.lint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.design.Reader;
import dev.partita.design.Source;
import dev.partita.design.internal.text.Pasted;
import dev.partita.design.internal.text.ReaderRule;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Help;
import dev.partita.design.model.Severity;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
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

/**
 * Everything the reader can find has an example, and its help is pasted: the design is without fault again. Where the help
 * is in words alone, the example says so.
 */
class ReaderHelpTest {

    private static final Path MISTAKES = Path.of("src", "test", "resources", "reader", "mistakes.txt");

    @TestFactory
    Stream<DynamicTest> theHelpOfEveryMistakeIsPasted() throws IOException {
        return Mistakes.of(MISTAKES).stream()
                .map(mistake -> DynamicTest.dynamicTest(mistake.toString(), () -> {
                    String design = mistake.planted(PlantedMistakes.design());
                    Finding finding = mistake.found(
                            Reader.read(new Source("shop.yaml", design)).findings());
                    assertThat(finding.help()).as("what to do about it").isNotNull();
                    boolean isInWords = finding.help().ways().stream()
                            .allMatch(way -> way.edits().isEmpty());
                    assertThat(isInWords).as(finding.advice()).isEqualTo(mistake.inWords());
                    for (Help.Way way : finding.help().ways()) {
                        if (!way.edits().isEmpty()) {
                            String pasted = Pasted.into(design, finding, way);
                            assertThat(Linter.untried(Reader.read(new Source("shop.yaml", pasted))))
                                    .as(finding.advice() + "\n" + pasted)
                                    .noneMatch(one -> one.severity() != Severity.ADVICE
                                            // Of something that was put in, and that nobody needed.
                                            && !one.rule().startsWith("unused-"));
                        }
                    }
                }));
    }

    @Test
    void everyPlaceThatReportsSomethingHasAMistake() throws IOException {
        List<Finding> all = new ArrayList<>();
        for (Mistakes mistake : Mistakes.of(MISTAKES)) {
            all.addAll(Reader.read(new Source("shop.yaml", mistake.planted(PlantedMistakes.design())))
                    .findings());
        }
        all.addAll(ofStrangeFiles());
        assertThat(CallSites.unmet("design", all)).isEmpty();
        Set<String> rules =
                Stream.of(ReaderRule.values()).map(ReaderRule::id).collect(Collectors.toCollection(HashSet::new));
        all.forEach(finding -> rules.remove(finding.rule()));
        assertThat(rules).isEmpty();
    }

    /** What no exchange of words makes. */
    private static List<Finding> ofStrangeFiles() throws IOException {
        List<Finding> all = new ArrayList<>();
        String shop = PlantedMistakes.design();
        StringBuilder wide = new StringBuilder("types:\n");
        for (int i = 0; i < 14; i++) {
            wide.append("  T").append(i).append(": { record: { a: { type: ").append(i == 0 ? "string" : "T" + (i - 1));
            wide.append(" }, b: { type: ")
                    .append(i == 0 ? "string" : "T" + (i - 1))
                    .append(" } } }\n");
        }
        for (String file : List.of(
                "",
                "[a]\n",
                "design: a\nabout: " + "[".repeat(60) + "]".repeat(60) + "\n",
                "design: a\nabout: " + "x".repeat(1_100_000) + "\n",
                shop.replace("entities:\n", wide + "entities:\n"),
                shop.replace("when: status = 'open'", "when: \"status = '" + "x".repeat(20_000) + "'\""),
                shop.replace("status = 'open'", "\"" + "NOT ".repeat(90) + "isPublic\""),
                shop.replace("status = 'open'", "\"" + "(".repeat(90) + "isPublic" + ")".repeat(90) + "\""),
                shop.replace("status = 'open'", "\"status IN ('a'" + ", 'a'".repeat(120) + ")\""),
                shop.replace("status = 'open'", "a" + ".a".repeat(90) + " = 'open'"),
                shop.replace("sk: META }", "sk: \"" + "x".repeat(20_000) + "\" }"),
                "design: a\ntables:\n" + "  a-b: { key: { partition: pk } }\n".repeat(1) + "patterns:\n" + many())) {
            all.addAll(Reader.read(new Source("strange.yaml", file)).findings());
        }
        all.addAll(Reader.read("strange.yaml", "design: \u00e4".getBytes(StandardCharsets.ISO_8859_1))
                .findings());
        assertThat(all).allMatch(finding -> finding.help() != null);
        return all;
    }

    private static String many() {
        StringBuilder patterns = new StringBuilder();
        for (int i = 0; i < 600; i++) {
            patterns.append("  p").append(i).append(": { wrong: true }\n");
        }
        return patterns.toString();
    }
}
