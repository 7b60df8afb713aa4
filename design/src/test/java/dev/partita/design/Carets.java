package dev.partita.design;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.design.model.Finding;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Matcher;

/**
 * Designs with their findings written under the lines they are about:
 *
 * <pre>
 * patterns:
 *   everybody: { scan: Users }
 * #                    ^^^^^ unknown-name: there is no entity `Users` → did you mean `User`?
 * </pre>
 *
 * The lines with carets are taken out before the design is read; without a {@code #} carets can reach the first columns.
 */
final class Carets {

    private static final java.util.regex.Pattern MARK = java.util.regex.Pattern.compile("(#? *)(\\^+) (.*)");

    /** Reads the design and compares all its findings with the marks. */
    static void check(String marked, Function<Source, List<Finding>> findings) {
        List<String> plain = new ArrayList<>();
        StringBuilder expected = new StringBuilder();
        for (String line : marked.lines().toList()) {
            Matcher m = MARK.matcher(line);
            if (m.matches()) {
                expected.append(mark(m.group(1).length() + 1, m.group(2).length(), m.group(3)));
            } else {
                plain.add(line);
                expected.append(line).append('\n');
            }
        }
        Source source = new Source("test.yaml", String.join("\n", plain) + "\n");
        assertThat(mark(source, findings.apply(source))).isEqualTo(expected.toString());
    }

    /** The text with a mark under each line that has findings. */
    static String mark(Source source, List<Finding> findings) {
        StringBuilder out = new StringBuilder();
        List<String> lines = source.lines();
        for (int i = 0; i < lines.size(); i++) {
            out.append(lines.get(i)).append('\n');
            for (Finding finding : findings) {
                if (finding.place().line() == i + 1) {
                    String advice = finding.advice() == null ? "" : " → " + finding.advice();
                    out.append(mark(
                            finding.place().column(),
                            finding.place().length(),
                            finding.rule() + ": " + finding.message() + advice));
                }
            }
        }
        return out.toString();
    }

    private static String mark(int column, int length, String text) {
        String margin = column == 1 ? "" : "#" + " ".repeat(column - 2);
        return margin + "^".repeat(length) + " " + text + "\n";
    }

    private Carets() {}
}
