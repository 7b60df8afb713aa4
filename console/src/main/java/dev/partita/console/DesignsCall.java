package dev.partita.console;

import dev.partita.design.Design;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Severity;
import dev.partita.document.ItemJson;
import dev.partita.document.Json;
import dev.partita.exchange.CompiledJson;
import dev.partita.http.HttpAnswer;
import dev.partita.http.HttpRequest;
import dev.partita.plan.InvalidValues;
import dev.partita.plan.internal.key.SampleItems;
import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** {@code designs}: what is served here, in short; {@code designs/<name>}: one of them, whole. */
final class DesignsCall implements Console.Call {

    private final Designs designs;

    DesignsCall(Designs designs) {
        this.designs = designs;
    }

    @Override
    public CompletableFuture<HttpAnswer> answer(HttpRequest request, String rest) {
        if (rest.isEmpty()) {
            return Console.ok(Json.map(
                    "designs", designs.all().stream().map(DesignsCall::brief).toList()));
        }
        for (Designs.Loaded loaded : designs.all()) {
            if (loaded.name().equals(rest)) {
                return Console.ok(whole(loaded));
            }
        }
        return Console.refused(404, "No design of that name is served here.");
    }

    private static Map<String, Object> brief(Designs.Loaded loaded) {
        Design design = loaded.compiled() == null ? null : loaded.compiled().design();
        return Json.map(
                "name",
                loaded.name(),
                "about",
                design == null ? null : design.about(),
                "file",
                loaded.file(),
                "tables",
                design == null
                        ? List.of()
                        : design.tables().values().stream()
                                .map(table -> table.physicalName(loaded.environment()))
                                .toList(),
                "entities",
                design == null ? List.of() : List.copyOf(design.entities().keySet()),
                "patterns",
                design == null ? List.of() : List.copyOf(design.patterns().keySet()),
                "samples",
                design == null
                        ? 0
                        : design.samples().values().stream()
                                .mapToInt(List::size)
                                .sum(),
                "errors",
                count(loaded, Severity.ERROR),
                "warnings",
                count(loaded, Severity.WARNING));
    }

    private static Map<String, Object> whole(Designs.Loaded loaded) {
        Map<String, Object> tree = new LinkedHashMap<>(brief(loaded));
        tree.put("text", loaded.text());
        tree.put(
                "findings", loaded.findings().stream().map(DesignsCall::finding).toList());
        if (loaded.compiled() != null) {
            tree.put("model", CompiledJson.of(loaded.compiled(), loaded.environment()));
            tree.put("sampleItems", samples(loaded));
        }
        return tree;
    }

    /** Stored items by entity; none when a sample is wrong, which a finding tells. */
    private static Map<String, Object> samples(Designs.Loaded loaded) {
        Map<String, Object> tree = new LinkedHashMap<>();
        try {
            SampleItems.of(loaded.compiled().design(), Clock.systemUTC())
                    .forEach((entity, items) ->
                            tree.put(entity, items.stream().map(ItemJson::write).toList()));
        } catch (InvalidValues wrong) {
            tree.clear();
        }
        return tree;
    }

    private static Object finding(Finding finding) {
        return Json.map(
                "rule", finding.rule(),
                "severity", finding.severity().name().toLowerCase(Locale.ROOT),
                "subject", finding.subject(),
                "line", finding.place() == null ? null : finding.place().line(),
                "column", finding.place() == null ? null : finding.place().column(),
                "message", finding.message(),
                "advice", finding.advice());
    }

    private static long count(Designs.Loaded loaded, Severity severity) {
        return loaded.findings().stream()
                .filter(finding -> finding.severity() == severity)
                .count();
    }
}
