package dev.partita.design;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.design.model.Finding;
import dev.partita.design.model.Place;
import dev.partita.design.model.Severity;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReportTest {

    @Test
    void aFindingIsPrintedAsACompilerDoes() {
        check("""
                design: shop
                tables: { main: { keys: { partition: pk } } }
                """, """
                shop.yaml:2:19: error[unknown-word]: `keys` is not a word of a table
                    2 | tables: { main: { keys: { partition: pk } } }
                      |                   ^^^^
                      = help: did you mean `key`?

                1 error
                """);
    }

    @Test
    void tabsAndWideCharactersKeepTheCaretsInPlace() {
        check("design: shop\nabout: 1\ntables: {\tmain: 日本 }\n", """
                shop.yaml:3:17: error[wrong-kind]: a table is a map of words, not text
                    3 | tables: {   main: 日本 }
                      |                   ^^^^
                      = help: write `{ word: value }`, or the words on the lines below

                1 error
                """);
    }

    @Test
    void aLongLineIsCutAroundItsFault() {
        Source source = new Source("long.yaml", "x: " + "a".repeat(300) + " fault " + "b".repeat(300));
        String text = new Report(source, false)
                .text(new Finding("rule", Severity.ADVICE, "x", new Place(1, 305, 5), "message", (String) null));
        String[] lines = text.split("\n");
        assertThat(lines[1]).startsWith("    1 | …aaa").endsWith("bbb…").hasSizeLessThan(175);
        assertThat(lines[2].indexOf('^')).isEqualTo(lines[1].indexOf("fault"));
    }

    @Test
    void nothingInAFileReachesTheTerminalAsACommand() {
        Source source = new Source("evil.yaml", "about: \u001b[31mred\u202e\n");
        Finding finding = new Finding("rule", Severity.WARNING, "x", new Place(1, 8, 3), "about \u001b[31m", "\u0007");
        assertThat(new Report(source, false).text(finding)).doesNotContain("\u001b", "\u0007", "\u202e");
    }

    @Test
    void coloursAreOnlyThereWhenAskedFor() {
        Finding finding = new Finding("rule", Severity.WARNING, "x", new Place(1, 1, 1), "message", "advice");
        Source source = new Source("a.yaml", "a");
        String coloured = new Report(source, true).text(finding);
        assertThat(coloured).contains("\u001b[1;33mwarning[rule]");
        assertThat(coloured.replaceAll("\u001b\\[[0-9;]*m", "")).isEqualTo(new Report(source, false).text(finding));
    }

    @Test
    void theSummaryCountsEachKind() {
        Finding error = new Finding("r", Severity.ERROR, "x", Place.START, "m", (String) null);
        Finding warning = new Finding("r", Severity.WARNING, "x", Place.START, "m", (String) null);
        Finding advice = new Finding("r", Severity.ADVICE, "x", Place.START, "m", (String) null);
        assertThat(Report.summary(List.of(error, warning, error, error))).isEqualTo("3 errors, 1 warning");
        assertThat(Report.summary(List.of(advice, advice))).isEqualTo("2 pieces of advice");
        assertThat(Report.summary(List.of())).isEqualTo("no findings");
    }

    private static void check(String design, String report) {
        Source source = new Source("shop.yaml", design);
        assertThat(new Report(source, false).text(Reader.read(source).findings()))
                .isEqualTo(report);
    }
}
