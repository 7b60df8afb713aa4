package dev.partita.cli.internal.design;

import dev.partita.cli.internal.terminal.Version;
import dev.partita.design.internal.text.ReaderRule;
import dev.partita.design.model.Finding;
import dev.partita.document.Json;
import dev.partita.lint.JudgedDesign;
import dev.partita.lint.Rules;
import dev.partita.lint.rule.Rule;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Findings as SARIF 2.1.0, which code hosts and editors show beside the lines. */
final class Sarif {

    static String of(List<JudgedDesign> files) {
        Map<String, Rule> known = new LinkedHashMap<>();
        Rules.ALL.forEach(rule -> known.put(rule.id(), rule));
        List<Object> rules = new ArrayList<>();
        Map<String, Integer> positions = new LinkedHashMap<>();
        List<Object> results = new ArrayList<>();
        for (JudgedDesign file : files) {
            for (Finding finding : file.findings()) {
                int position = positions.computeIfAbsent(finding.rule(), id -> {
                    rules.add(rule(id, known.get(id)));
                    return rules.size() - 1;
                });
                results.add(result(file, finding, position));
            }
        }
        return Json.write(Json.map(
                "$schema", "https://json.schemastore.org/sarif-2.1.0.json",
                "version", "2.1.0",
                "runs",
                        List.of(Json.map(
                                "tool",
                                Json.map(
                                        "driver",
                                        Json.map(
                                                "name",
                                                "Partita",
                                                "semanticVersion",
                                                Version.number(),
                                                "rules",
                                                rules)),
                                "columnKind",
                                "utf16CodeUnits",
                                "results",
                                results))));
    }

    private static Map<String, Object> rule(String id, Rule rule) {
        String explanation =
                rule == null ? ReaderRule.find(id).map(ReaderRule::explanation).orElse(null) : rule.explanation();
        return Json.map(
                "id", id,
                "fullDescription", explanation == null ? null : Json.map("text", explanation),
                "defaultConfiguration", rule == null ? null : Json.map("level", level(rule.severity())));
    }

    private static Map<String, Object> result(JudgedDesign file, Finding finding, int rule) {
        String text = finding.message() + (finding.advice() == null ? "" : ". " + capitalised(finding.advice()));
        return Json.map(
                "ruleId", finding.rule(),
                "ruleIndex", rule,
                "level", level(finding.severity()),
                "message", Json.map("text", text),
                "locations",
                        List.of(Json.map(
                                "physicalLocation",
                                Json.map(
                                        "artifactLocation",
                                                Json.map(
                                                        "uri",
                                                        file.source()
                                                                .name()
                                                                .replace('\\', '/')
                                                                .replace(" ", "%20")),
                                        "region",
                                                Json.map(
                                                        "startLine",
                                                                finding.place().line(),
                                                        "startColumn",
                                                                finding.place().column(),
                                                        "endColumn",
                                                                finding.place().column()
                                                                        + finding.place()
                                                                                .length())))));
    }

    private static String level(dev.partita.design.model.Severity severity) {
        return switch (severity) {
            case ERROR -> "error";
            case WARNING -> "warning";
            case ADVICE -> "note";
        };
    }

    private static String capitalised(String text) {
        return text.isEmpty() ? text : Character.toUpperCase(text.charAt(0)) + text.substring(1);
    }

    private Sarif() {}
}
