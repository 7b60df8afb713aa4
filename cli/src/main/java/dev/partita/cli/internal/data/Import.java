package dev.partita.cli.internal.data;

import dev.partita.cli.internal.terminal.Output;
import dev.partita.cli.internal.terminal.Terminal;
import dev.partita.cli.internal.terminal.UsageException;
import dev.partita.exchange.DesignGuess;
import dev.partita.exchange.SampledTable;
import dev.partita.exchange.WorkbenchImport;
import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Makes a design file from what exists already: a NoSQL Workbench model, or tables at an endpoint. */
@Command(
        name = "import",
        description = {
            "Makes a design file from a NoSQL Workbench model, or from tables that exist, by sampling their items.",
            "Key templates, entities and types are guessed, and marked as guesses."
        },
        mixinStandardHelpOptions = true,
        sortOptions = false,
        usageHelpWidth = 110,
        footer = {
            "",
            "partita import --workbench model.json -o shop.yaml",
            "partita import --table orders --endpoint http://localhost:8000 -o orders.yaml"
        })
public final class Import implements Callable<Integer> {

    private final Terminal terminal;

    @ArgGroup(multiplicity = "1")
    private Origin origin;

    /** Where the design comes from. */
    private static final class Origin {
        @Option(names = "--workbench", paramLabel = "FILE", description = "A data model exported by NoSQL Workbench.")
        private Path workbench;

        @Option(
                names = "--table",
                paramLabel = "NAME",
                description = "A table that exists; may be given several times.")
        private List<String> tables;
    }

    @Option(
            names = "--endpoint",
            paramLabel = "URL",
            description = "Where the table is (default: Amazon DynamoDB, with the usual AWS credentials).")
    private String endpoint;

    @Option(names = "--region", paramLabel = "NAME", description = "The AWS region (default: as for every AWS tool).")
    private String region;

    @Option(
            names = "--items",
            paramLabel = "N",
            defaultValue = "1000",
            description = "How many items of a table to look at; reads are charged (default: ${DEFAULT-VALUE}).")
    private int items;

    @Option(names = "--name", paramLabel = "NAME", description = "The design's name (default: the table's).")
    private String name;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE",
            description = "Write here instead of to the terminal.")
    private Path output;

    @Option(names = "--force", description = "Replace the output file if it exists.")
    private boolean force;

    public Import(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws IOException {
        Output.refuseToReplace(output, force);
        Output.write(terminal, output, origin.workbench == null ? fromTables() : fromWorkbench());
        if (output != null) {
            terminal.out().println(terminal.dim("next:  partita check " + output));
        }
        return 0;
    }

    private String fromWorkbench() throws IOException {
        if (!Files.isRegularFile(origin.workbench)) {
            throw new UsageException("There is no file " + origin.workbench + ".");
        }
        try {
            return WorkbenchImport.design(Files.readString(origin.workbench));
        } catch (IllegalArgumentException | MalformedInputException problem) {
            throw new UsageException("Cannot import " + origin.workbench + ": " + problem.getMessage());
        }
    }

    private String fromTables() {
        if (items < 1) {
            throw new UsageException("--items must be at least 1.");
        }
        List<SampledTable> sampled = new ArrayList<>();
        for (String table : origin.tables) {
            sampled.add(LiveTable.sample(endpoint, region, table, items));
        }
        String tables = String.join(", ", origin.tables);
        return DesignGuess.text(
                name == null ? origin.tables.get(0) : name,
                "Imported from " + tables + ".",
                (origin.tables.size() == 1 ? "table " : "tables ") + tables,
                sampled);
    }
}
