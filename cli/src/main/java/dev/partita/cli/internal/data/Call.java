package dev.partita.cli.internal.data;

import dev.partita.cache.Caches;
import dev.partita.cli.internal.design.DesignFiles;
import dev.partita.cli.internal.terminal.ShellArguments;
import dev.partita.cli.internal.terminal.Terminal;
import dev.partita.cli.internal.terminal.UsageException;
import dev.partita.design.Design;
import dev.partita.document.Json;
import dev.partita.lint.JudgedDesign;
import dev.partita.plan.CollectionTooLarge;
import dev.partita.plan.EndpointException;
import dev.partita.plan.InvalidValues;
import dev.partita.plan.OutcomeUnknown;
import dev.partita.plan.Result;
import dev.partita.plan.WriteRefused;
import dev.partita.plan.Written;
import dev.partita.plan.internal.read.Plan;
import dev.partita.plan.internal.write.WritePlan;
import dev.partita.runtime.Cursor;
import dev.partita.runtime.Database;
import dev.partita.runtime.PageRequest;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** Runs a pattern of a design at an endpoint, by its name. */
@Command(
        name = "call",
        description = "Runs a pattern of a design at an endpoint and writes what comes back as JSON.",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        usageHelpWidth = 110,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:It was done; a get that finds nothing writes null.",
            "1:The design or the endpoint refused.",
            "2:It was called wrongly."
        },
        footer = {
            "",
            "partita call orders.yaml signUp email=ada@example.com name=Ada",
            "partita call orders.yaml customerByEmail email=ada@example.com"
        })
public final class Call implements Callable<Integer> {

    private final Terminal terminal;

    @Parameters(index = "0", paramLabel = "DESIGN", description = "A design file, or the name of a design that ships.")
    private String name;

    @Parameters(index = "1", paramLabel = "PATTERN", description = "The pattern to run.")
    private String patternName;

    @Parameters(
            index = "2..*",
            arity = "0..*",
            paramLabel = "NAME=VALUE",
            description = "Its arguments; a value that begins with [ or { is JSON.")
    private List<String> given = List.of();

    @Option(
            names = "--endpoint",
            paramLabel = "URL",
            defaultValue = "http://localhost:8000",
            description = "Where the tables are (default: ${DEFAULT-VALUE}); \"aws\" is Amazon DynamoDB.")
    private String endpoint;

    @Option(names = "--region", paramLabel = "NAME", description = "The AWS region (default: as for every AWS tool).")
    private String region;

    @Option(names = "--limit", paramLabel = "N", description = "How many items at most (default: the pattern's page).")
    private Integer limit;

    @Option(names = "--cursor", paramLabel = "TEXT", description = "Go on where a page before ended.")
    private String cursor;

    @Option(names = "--as", paramLabel = "ID", description = "Who calls, for what the design sets to \"me\".")
    private String me;

    public Call(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() {
        JudgedDesign file = DesignFiles.openSound(name);
        Design design = file.compiled().design();
        Plan plan = file.compiled().plans().get(patternName);
        if (plan == null) {
            throw new UsageException(design.name() + " has no pattern " + patternName + ".  partita explain " + name
                    + "  lists its patterns.");
        }
        if (limit != null && limit < 1) {
            throw new UsageException("--limit is at least 1, not " + limit + ".");
        }
        Map<String, Object> arguments = ShellArguments.of(given, plan);
        String place = RemoteClients.address(endpoint);
        try (DynamoDbClient client = RemoteClients.client(place, region)) {
            Database database = Database.builder(design, client)
                    .caches(Caches.none())
                    .build()
                    .as(me);
            PageRequest page = new PageRequest(limit, cursor == null ? null : Cursor.of(cursor));
            Object answer = plan instanceof WritePlan
                    ? tree(database.write(patternName, arguments).run())
                    : tree(plan, database.read(patternName, arguments, page));
            terminal.out().print(Json.write(answer));
            terminal.out().flush();
            return 0;
        } catch (InvalidValues invalid) {
            throw new UsageException(invalid.getMessage());
        } catch (WriteRefused | CollectionTooLarge | OutcomeUnknown refused) {
            return terminal.failed(refused.getMessage());
        } catch (EndpointException problem) {
            return terminal.failed(
                    problem.code().equals("ResourceNotFoundException")
                            ? "The tables of " + design.name() + " are not at " + RemoteClients.place(place, region)
                                    + ": " + problem.getMessage()
                            : problem.getMessage());
        } catch (SdkClientException unreachable) {
            return terminal.failed(
                    "Cannot reach " + RemoteClients.place(place, region) + ": " + unreachable.getMessage());
        }
    }

    private static Object tree(Plan plan, Result result) {
        if (!result.parts().isEmpty()) {
            Map<String, Object> parts = new LinkedHashMap<>();
            result.parts().forEach((part, one) -> parts.put(part, tree(null, one)));
            return parts;
        }
        if (!result.counts().isEmpty()) {
            Map<String, Object> counts = new LinkedHashMap<>();
            result.counts().forEach((value, count) -> counts.put(String.valueOf(value), count));
            return counts;
        }
        String verb = plan == null ? "list" : plan.pattern().verb().word();
        if (verb.equals("count")) {
            return result.count();
        }
        if (verb.equals("get")) {
            return result.one() == null ? null : values(result.one().values());
        }
        List<Object> items = new ArrayList<>();
        boolean several = plan != null && plan.pattern().entities().size() > 1;
        for (Result.Found found : result.items()) {
            items.add(several ? Json.map(found.entity(), values(found.values())) : values(found.values()));
        }
        return result.stoppedAt() == null
                ? Json.map("items", items, "cursor", result.cursor())
                : Json.map("items", items, "cursor", result.cursor(), "stoppedAt", result.stoppedAt());
    }

    private static Object tree(Written written) {
        List<Object> parts = new ArrayList<>();
        written.parts().forEach(part -> parts.add(tree(part)));
        return Json.map(
                "outcome",
                written.outcome().name().toLowerCase(Locale.ROOT),
                "entity",
                written.entity(),
                "values",
                written.values().isEmpty() ? null : values(written.values()),
                "parts",
                parts.isEmpty() ? null : parts);
    }

    /** Times and the like as text; JSON has no better. */
    private static Object values(Object value) {
        if (value instanceof Map<?, ?> map) {
            Map<String, Object> tree = new LinkedHashMap<>();
            map.forEach((name, member) -> tree.put(String.valueOf(name), values(member)));
            return tree;
        }
        if (value instanceof Iterable<?> list) {
            List<Object> tree = new ArrayList<>();
            list.forEach(member -> tree.add(values(member)));
            return tree;
        }
        return value;
    }
}
