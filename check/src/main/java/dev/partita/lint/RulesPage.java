package dev.partita.lint;

import dev.partita.design.Reader;
import dev.partita.design.Reading;
import dev.partita.design.Source;
import dev.partita.design.model.Finding;
import dev.partita.lint.rule.Rule;
import dev.partita.plan.internal.compile.Compiler;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** The page that explains every rule: {@code docs/rules.md}, made from the rules themselves. */
public final class RulesPage {

    private static final Pattern CARETS = Pattern.compile("\\s*#\\s*\\^+ .*");

    private static final String INTRODUCTION = """
            # The rules

            Made from the rules themselves, in `check/src/main/java/dev/partita/lint/internal`; a test keeps it so \
            (`-Dgolden=update` rewrites it).

            `partita check` judges a design by these %d rules, besides what the reader finds. An **error** \
            cannot work, or loses data; a **warning** is probably a mistake; **advice** may be heeded or not. Only errors \
            keep a design from running. Volumes that a rule speaks of are those that `expect:` states.

            What is right for a design in spite of a rule is said so in it, with the reason; errors cannot be ignored:

            ```yaml
            ignore:
              - { rule: low-cardinality-partition, at: User.GSI2, reason: "Five plans, a thousand users." }
            ```

            First all of them by the part of the file they are about, then each with a short design that has the fault, \
            carets below the place, and what to change.
            """;

    private static final String PINNED = "pinned";

    private static final String ABOUT_PINNED = """
            Only a request that stands in the design as it is sent, by `key:`, `index:` or `filter:`, can break these: what \
            Partita plans by itself is right in these respects. They look at no other pattern.

            """;

    private static final Map<String, String> SECTIONS = sections();

    private static Map<String, String> sections() {
        Map<String, String> sections = new LinkedHashMap<>();
        sections.put("tables", "Tables and indexes");
        sections.put("types", "Types");
        sections.put("entities", "Entities");
        sections.put("quotas", "Quotas");
        sections.put("roles", "Roles");
        sections.put("patterns", "Patterns");
        sections.put(PINNED, "Pinned requests");
        sections.put("alarms", "Alarms");
        sections.put("samples", "Samples");
        return sections;
    }

    public static String markdown() {
        StringBuilder page = new StringBuilder(INTRODUCTION.formatted(Rules.ALL.size()));
        SECTIONS.forEach((section, heading) -> {
            List<Rule> rules = Rules.ALL.stream()
                    .filter(rule -> section(rule).equals(section))
                    .sorted(Comparator.comparing(Rule::severity).thenComparing(Rule::id))
                    .toList();
            if (!rules.isEmpty()) {
                page.append("\n## ").append(heading).append("\n\n");
                page.append(section.equals(PINNED) ? ABOUT_PINNED : "");
                page.append("| rule | | for example |\n|---|---|---|\n");
                rules.forEach(rule -> page.append(row(rule)));
            }
        });
        page.append("\n## One by one\n");
        Rules.ALL.forEach(rule -> append(rule, page));
        return page.toString();
    }

    /** The part of a design file that the carets of the bad example point into; pinned requests are one of their own. */
    private static String section(Rule rule) {
        if (Rules.isOfPinned(rule)) {
            return PINNED;
        }
        String section = "patterns";
        for (String line : rule.bad().lines().toList()) {
            if (CARETS.matcher(line).matches()) {
                return section;
            }
            int colon = line.indexOf(':');
            if (colon > 0 && SECTIONS.containsKey(line.substring(0, colon))) {
                section = line.substring(0, colon);
            }
        }
        return section;
    }

    private static String row(Rule rule) {
        return "| [" + rule.id() + "](#" + rule.id() + ") | " + rule.severity().word() + " | "
                + message(rule).replace("|", "\\|") + " |\n";
    }

    private static String message(Rule rule) {
        Reading reading = Reader.read(new Source(rule.id(), rule.bad()));
        return Linter.lint(reading, Compiler.compile(reading.design())).stream()
                .filter(finding -> finding.rule().equals(rule.id()))
                .map(Finding::message)
                .findFirst()
                .orElse("");
    }

    private static void append(Rule rule, StringBuilder page) {
        page.append("\n### ").append(rule.id()).append("\n\n");
        page.append("*").append(rule.severity().word()).append("* — ");
        page.append(rule.explanation()).append("\n\n");
        page.append("```yaml\n").append(rule.bad()).append("```\n\n");
        page.append("```diff\n")
                .append(change(rule.bad(), MendedExample.of(rule)))
                .append("```\n");
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
                .filter(line -> !CARETS.matcher(line).matches() && !line.isBlank())
                .toList();
    }

    private RulesPage() {}
}
