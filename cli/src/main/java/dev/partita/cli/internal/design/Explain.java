package dev.partita.cli.internal.design;

import dev.partita.cli.internal.terminal.Palette;
import dev.partita.cli.internal.terminal.ShellArguments;
import dev.partita.cli.internal.terminal.Terminal;
import dev.partita.cli.internal.terminal.UsageException;
import dev.partita.design.Design;
import dev.partita.document.Json;
import dev.partita.lint.JudgedDesign;
import dev.partita.plan.InvalidValues;
import dev.partita.plan.internal.read.Plan;
import dev.partita.plan.internal.read.ReadPlan;
import dev.partita.plan.internal.request.PlannedRequest;
import dev.partita.plan.internal.write.WritePlan;
import dev.partita.plan.run.Explanation;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Explains how a pattern is served: the plan, why it is right, and the exact requests. */
@Command(
        name = "explain",
        description = {
            "Explains how a pattern is served: by which table or index, why that is right, at what cost.",
            "With arguments it writes the exact requests to DynamoDB."
        },
        mixinStandardHelpOptions = true,
        sortOptions = false,
        usageHelpWidth = 110,
        footer = {
            "",
            "partita explain algoitny                            lists the patterns",
            "partita explain algoitny userHistory                the plan",
            "partita explain algoitny userHistory userId=1       the requests, with these values"
        })
public final class Explain implements Callable<Integer> {

    private static final Pattern TEMPLATE = Pattern.compile("\\{[A-Za-z][^}]*}");
    private static final Pattern TYPED_VALUE = Pattern.compile("\\{\\s+(\"[A-Z]+\" : [^\\n{}\\[]+?)\\s+}");
    private static final Pattern KEY_VALUE = Pattern.compile("(.*\"S\" : \")(.*)(\".*)");

    private final Terminal terminal;

    @Parameters(index = "0", paramLabel = "DESIGN", description = "A design file, or the name of a design that ships.")
    private String name;

    @Parameters(index = "1", arity = "0..1", paramLabel = "PATTERN", description = "The pattern to explain.")
    private String patternName;

    @Parameters(
            index = "2..*",
            arity = "0..*",
            paramLabel = "NAME=VALUE",
            description = "What the caller of the pattern would give.")
    private List<String> given = List.of();

    public Explain(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() {
        // A pattern that is served can be explained whatever is wrong with others.
        JudgedDesign file = patternName == null ? DesignFiles.openSound(name) : DesignFiles.openReadable(name);
        Design design = file.compiled().design();
        if (patternName == null) {
            new PatternList(terminal, new Palette(terminal, design)).print(file.compiled());
            return 0;
        }
        Plan plan = file.compiled().plans().get(patternName);
        if (plan == null && design.patterns().containsKey(patternName)) {
            throw new UsageException(
                    "Nothing serves " + patternName + " as it is.  partita check " + name + "  says why.");
        }
        if (plan == null) {
            throw new UsageException(design.name() + " has no pattern " + patternName + ".  partita explain " + name
                    + "  lists its patterns.");
        }
        plan.toString().lines().forEach(line -> terminal.out()
                .println(TEMPLATE.matcher(line)
                        .replaceAll(part -> Matcher.quoteReplacement(terminal.styled("36", part.group())))));
        if (!given.isEmpty()) {
            print(design, plan, ShellArguments.of(given, plan));
        }
        terminal.out().flush();
        return 0;
    }

    private void print(Design design, Plan plan, Map<String, Object> arguments) {
        List<PlannedRequest> requests;
        try {
            requests = requests(design, plan, System.getenv(), arguments);
        } catch (InvalidValues invalid) {
            throw new UsageException(invalid.getMessage());
        }
        for (PlannedRequest one : requests) {
            terminal.out().println();
            if (one.step() == 0) {
                terminal.out().println(one.note());
                continue;
            }
            String operation = one.request() == null ? "" : "  " + one.request().operation();
            terminal.out()
                    .println(terminal.bold(one.step() + operation)
                            + (one.note() == null ? "" : "  " + terminal.dim(one.note())));
            if (one.request() != null) {
                String json = TYPED_VALUE
                        .matcher(Json.write(Json.read(one.request().toJson())))
                        .replaceAll("{ $1 }");
                json.lines().forEach(line -> terminal.out().println("   " + coloured(line, design.separator())));
            }
        }
    }

    private static List<PlannedRequest> requests(
            Design design, Plan plan, Map<String, String> environment, Map<String, Object> arguments) {
        if (plan instanceof ReadPlan read) {
            return Explanation.of(read, arguments, environment, Instant.now());
        }
        try (WriteTrial rehearsal = new WriteTrial(design, environment)) {
            return rehearsal.requests((WritePlan) plan, arguments);
        }
    }

    /** A line of JSON, the parts of keys that vary in colour. */
    private String coloured(String line, String separator) {
        Matcher value = KEY_VALUE.matcher(line);
        if (!terminal.coloured() || !value.matches() || !value.group(2).contains(separator)) {
            return line;
        }
        List<String> parts = new ArrayList<>();
        for (String part : value.group(2).split(Pattern.quote(separator), -1)) {
            parts.add(part.matches("[A-Z_]*") ? part : terminal.styled("36", part));
        }
        return value.group(1) + String.join(separator, parts) + value.group(3);
    }
}
