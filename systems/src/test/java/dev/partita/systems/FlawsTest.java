package dev.partita.systems;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Holds docs/flaws.md to the number of flaws of each document, and the linter to what that page says it finds. */
class FlawsTest {

    private static final Path PAGE = Path.of("..", "docs", "flaws.md");
    private static final Map<String, Integer> FLAWS =
            Map.of("000", 14, "001", 18, "002", 84, "003", 18, "004", 21, "ALL", 7);
    private static final Set<String> ANSWERS = Set.of("found", "ruled out", "resolved", "outside");
    private static final Pattern ROW =
            Pattern.compile("\\| ((?:\\d{3}|ALL)-F\\d+) \\| ([XWSCON]) \\| ([a-z ]+) \\| (.+) \\|");
    private static final Pattern RULE = Pattern.compile("^`([a-z-]+)`");

    private final List<Row> rows = rows();
    private final List<AsWritten> designs = AsWritten.all();

    private record Row(String flaw, String kind, String answer, String how) {

        boolean found() {
            return answer.equals("found");
        }

        /** The rule that finds it; the text begins with its name. */
        String rule() {
            Matcher matcher = RULE.matcher(how);
            assertTrue(matcher.find(), flaw + " is said to be found, but not by which rule");
            return matcher.group(1);
        }
    }

    @Test
    void everyFlawIsAnsweredExactlyOnce() {
        List<String> expected = FLAWS.entrySet().stream()
                .flatMap(e -> IntStream.rangeClosed(1, e.getValue()).mapToObj(n -> e.getKey() + "-F" + n))
                .sorted()
                .toList();
        assertEquals(expected, rows.stream().map(Row::flaw).sorted().toList());
        assertTrue(rows.stream().allMatch(row -> ANSWERS.contains(row.answer())));
    }

    @Test
    void aFlawSaidToBeFoundIsReportedOnEveryLineThatCarriesIt() {
        List<String> missing = new ArrayList<>();
        for (Row row : rows.stream().filter(Row::found).toList()) {
            boolean marked = false;
            for (AsWritten design : designs) {
                for (AsWritten.Mark mark : design.marks()) {
                    if (mark.flaw().equals(row.flaw())) {
                        marked = true;
                        if (!design.reports(row.rule(), mark.line())) {
                            missing.add(row.flaw() + ": no " + row.rule() + " at " + at(design, mark.line()));
                        }
                    }
                }
            }
            if (!marked) {
                missing.add(row.flaw() + ": no line carries it");
            }
        }
        assertTrue(missing.isEmpty(), () -> "\n" + String.join("\n", missing));
    }

    @Test
    void aLineCarriesOnlyFlawsThatAreSaidToBeFound() {
        Map<String, Row> byFlaw = new HashMap<>();
        rows.forEach(row -> byFlaw.put(row.flaw(), row));
        List<String> strangers = designs.stream()
                .flatMap(design -> design.marks().stream()
                        .filter(mark -> !byFlaw.containsKey(mark.flaw())
                                || !byFlaw.get(mark.flaw()).found())
                        .map(mark -> mark.flaw() + " at " + at(design, mark.line())))
                .toList();
        assertEquals(List.of(), strangers);
    }

    @Test
    void aFlawThatBreaksADesignIsFoundOrCannotBeWritten() throws IOException {
        Map<String, Long> breaking = rows.stream()
                .filter(row -> "XW".contains(row.kind()))
                .collect(Collectors.groupingBy(Row::answer, Collectors.counting()));
        assertEquals(Set.of("found", "ruled out"), breaking.keySet());

        long found = breaking.get("found");
        long ruledOut = breaking.get("ruled out");
        String figures = "Of the " + (found + ruledOut) + " flaws that break a design (X and W), " + found
                + " are found on their lines and " + ruledOut + " cannot be written.";
        System.out.println(figures);
        assertTrue(Files.readString(PAGE).contains(figures), figures);
    }

    private static String at(AsWritten design, int line) {
        String reported = design.findings().stream()
                .filter(f -> f.place().line() == line)
                .map(f -> f.rule())
                .distinct()
                .collect(Collectors.joining(", "));
        return design.source().name() + ":" + line + " (reported there: " + (reported.isEmpty() ? "nothing" : reported)
                + ")";
    }

    private static List<Row> rows() {
        try (Stream<String> lines = Files.lines(PAGE)) {
            return lines.map(ROW::matcher)
                    .filter(Matcher::matches)
                    .map(m -> new Row(m.group(1), m.group(2), m.group(3), m.group(4)))
                    .toList();
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
