package dev.partita.cli;

import dev.partita.design.Design;
import dev.partita.plan.Plan;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
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
final class Explain implements Callable<Integer> {

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

    Explain(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() {
        DesignFile file = DesignFile.openSound(name);
        Design design = file.compiled().design();
        if (patternName == null) {
            new PatternList(terminal, new Palette(terminal, design)).print(file.compiled());
            return 0;
        }
        Plan plan = file.compiled().plans().get(patternName);
        if (plan == null) {
            throw new UsageException(design.name() + " has no pattern " + patternName + ".  partita explain " + name
                    + "  lists its patterns.");
        }
        terminal.out().print(plan);
        if (!given.isEmpty()) {
            requests(plan, arguments());
        }
        terminal.out().flush();
        return 0;
    }

    private Map<String, Object> arguments() {
        Map<String, Object> arguments = new LinkedHashMap<>();
        for (String one : given) {
            int equals = one.indexOf('=');
            if (equals < 1) {
                throw new UsageException("\"" + one + "\" is no argument: write name=value.");
            }
            arguments.put(one.substring(0, equals), one.substring(equals + 1));
        }
        return arguments;
    }

    private void requests(Plan plan, Map<String, Object> arguments) {
        terminal.out().println();
    }
}
