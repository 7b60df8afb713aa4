package dev.partita.cli.internal.data;

import dev.partita.cli.internal.terminal.Terminal;
import dev.partita.engine.Repair;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Reads a whole data directory and says what of it cannot be read. */
@Command(
        name = "verify-data",
        description = {
            "Reads all of a data directory that no process has open, and says what of it cannot be read.",
            "Nothing in it is changed."
        },
        mixinStandardHelpOptions = true,
        usageHelpWidth = 110,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:Everything can be read.",
            "1:Something is damaged, or the directory cannot be looked through.",
            "2:It was called wrongly."
        },
        footer = {"", "partita verify-data partita-data"})
public final class VerifyData implements Callable<Integer> {

    private final Terminal terminal;

    @Parameters(paramLabel = "DIR", description = "The directory that partita up was given by --data.")
    private Path directory;

    public VerifyData(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws IOException {
        Repair.Report report = Repair.look(directory, words -> tell(terminal, words));
        print(terminal, report);
        if (report.isSound()) {
            terminal.out().println(terminal.green("Everything can be read."));
            return 0;
        }
        terminal.out().println("To keep the rest: partita repair " + directory + " --into NEW");
        return 1;
    }

    static void tell(Terminal terminal, String words) {
        terminal.err().println(words);
        terminal.err().flush();
    }

    /** What was found, table by table, and what was not. */
    static void print(Terminal terminal, Repair.Report report) {
        report.items().forEach((table, items) -> terminal.out().printf("%-40s %,12d items%n", table, items));
        for (String file : report.damagedFiles()) {
            terminal.out().println(terminal.red("damaged") + "  " + file);
        }
        for (String lost : report.lost()) {
            terminal.out().println(terminal.red("lost") + "     " + lost);
        }
        for (String derived : report.derived()) {
            terminal.out().println("anew     " + derived + "; a repair makes them from the items");
        }
    }
}
