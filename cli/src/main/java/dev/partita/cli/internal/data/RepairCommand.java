package dev.partita.cli.internal.data;

import dev.partita.cli.internal.terminal.Terminal;
import dev.partita.engine.Repair;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Makes a new data directory of what can be read of a damaged one. */
@Command(
        name = "repair",
        description = {
            "Makes a new data directory of all that can be read of a damaged one, which stays as it is.",
            "Indexes are made anew from the items. See first what would be lost: partita verify-data DIR"
        },
        mixinStandardHelpOptions = true,
        usageHelpWidth = 110,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:The new directory has everything.",
            "1:The new directory has what could be read, and what is lost was said; or it failed.",
            "2:It was called wrongly."
        },
        footer = {"", "partita repair partita-data --into repaired-data"})
public final class RepairCommand implements Callable<Integer> {

    private final Terminal terminal;

    @Parameters(paramLabel = "DIR", description = "The damaged directory; no process may have it open.")
    private Path directory;

    @Option(names = "--into", paramLabel = "NEW", required = true, description = "A new or empty directory.")
    private Path target;

    public RepairCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws IOException {
        Repair.Report report = Repair.run(directory, target, words -> VerifyData.tell(terminal, words));
        VerifyData.print(terminal, report);
        terminal.out().println("All of this is in " + target + " now: partita up --data " + target);
        return report.lost().isEmpty() ? 0 : 1;
    }
}
