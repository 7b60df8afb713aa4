package dev.partita.lint;

import dev.partita.design.Severity;
import java.util.ArrayList;
import java.util.List;

/** The page that explains every rule: {@code docs/rules.md}, made from the rules themselves. */
public final class RulesPage {

    private static final String INTRODUCTION = """
            # The rules

            Made from the rules themselves, in `design/src/main/java/dev/partita/lint`; a test keeps it so \
            (`-Dgolden=update` rewrites it).

            `partita check` judges a design by these %d rules, besides what the reader and the compiler find. An **error** \
            cannot work, or loses data; a **warning** is probably a mistake; **advice** may be heeded or not. Only errors \
            keep a design from running. Volumes that a rule speaks of are those that `expect:` states.

            What is right for a design in spite of a rule is said so in it, with the reason; errors cannot be ignored:

            ```yaml
            ignore:
              - { rule: low-cardinality-partition, at: User.GSI2, reason: "Five plans, a thousand users." }
            ```

            Below each rule stands a short design that has the fault, carets below the place, and what to change.
            """;

    public static String markdown() {
        StringBuilder page = new StringBuilder(INTRODUCTION.formatted(Rules.ALL.size()));
        for (Severity severity : Severity.values()) {
            List<Rule> rules =
                    Rules.ALL.stream().filter(r -> r.severity() == severity).toList();
            page.append("\n**")
                    .append(heading(severity))
                    .append("** (")
                    .append(rules.size())
                    .append("): ");
            page.append(String.join(
                    ", ",
                    rules.stream().map(r -> "[" + r.id() + "](#" + r.id() + ")").toList()));
            page.append(".\n");
        }
        Rules.ALL.forEach(rule -> append(rule, page));
        return page.toString();
    }

    private static void append(Rule rule, StringBuilder page) {
        page.append("\n## ").append(rule.id()).append("\n\n");
        page.append("*")
                .append(rule.severity().word())
                .append("* — ")
                .append(rule.explanation())
                .append("\n\n");
        page.append("```yaml\n").append(rule.bad()).append("```\n\n");
        page.append("```diff\n").append(change(rule.bad(), rule.good())).append("```\n");
    }

    private static String heading(Severity severity) {
        return switch (severity) {
            case ERROR -> "Errors";
            case WARNING -> "Warnings";
            case ADVICE -> "Advice";
        };
    }

    /** The lines that go, with a minus, and those that come, with a plus; carets and what stays are left out. */
    private static String change(String before, String after) {
        List<String> old = withoutCarets(before);
        List<String> now = withoutCarets(after);
        int[][] common = new int[old.size() + 1][now.size() + 1];
        for (int i = old.size() - 1; i >= 0; i--) {
            for (int j = now.size() - 1; j >= 0; j--) {
                common[i][j] = old.get(i).equals(now.get(j))
                        ? common[i + 1][j + 1] + 1
                        : Math.max(common[i + 1][j], common[i][j + 1]);
            }
        }
        List<String> lines = new ArrayList<>();
        int i = 0;
        int j = 0;
        while (i < old.size() || j < now.size()) {
            if (i < old.size() && j < now.size() && old.get(i).equals(now.get(j))) {
                i++;
                j++;
            } else if (j == now.size() || i < old.size() && common[i + 1][j] >= common[i][j + 1]) {
                lines.add("-" + old.get(i++));
            } else {
                lines.add("+" + now.get(j++));
            }
        }
        return String.join("\n", lines) + "\n";
    }

    private static List<String> withoutCarets(String design) {
        return design.lines()
                .filter(line -> !line.matches("\\s*#\\s*\\^+ .*") && !line.isBlank())
                .toList();
    }

    private RulesPage() {}
}
