package dev.partita.cli.internal.design;

import dev.partita.cli.internal.terminal.Output;
import dev.partita.cli.internal.terminal.Terminal;
import dev.partita.exchange.WorkbenchExport;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Writes a design for another tool: a NoSQL Workbench model. */
@Command(
        name = "export",
        description =
                "Writes a design as a NoSQL Workbench data model: tables, indexes, a facet per entity, the samples.",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        usageHelpWidth = 110)
public final class Export implements Callable<Integer> {

    private final Terminal terminal;

    @Parameters(paramLabel = "DESIGN", description = "A design file, or the name of a design that ships.")
    private String name;

    @Option(names = "--workbench", required = true, description = "Write a NoSQL Workbench data model.")
    private boolean workbench;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE",
            description = "Write here instead of to the terminal.")
    private Path output;

    @Option(names = "--force", description = "Replace the output file if it exists.")
    private boolean force;

    public Export(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws IOException {
        Output.refuseToReplace(output, force);
        Output.write(
                terminal,
                output,
                WorkbenchExport.json(
                        DesignFiles.openSound(name).compiled().design(), System.getenv(), Clock.systemUTC()));
        return 0;
    }
}
