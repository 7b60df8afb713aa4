package dev.partita.cli.internal.design;

import dev.partita.cli.internal.terminal.Terminal;
import dev.partita.design.DesignSchema;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** Prints the JSON Schema of design files, for editors. */
@Command(
        name = "schema",
        description = "Prints the JSON Schema of design files, by which editors complete and check them.",
        mixinStandardHelpOptions = true,
        usageHelpWidth = 110,
        footer = {
            "",
            "partita schema > " + DesignSchema.FILE,
            "",
            "Then begin a design with this line:",
            "# yaml-language-server: $schema=" + DesignSchema.FILE
        })
public final class SchemaCommand implements Callable<Integer> {

    private final Terminal terminal;

    public SchemaCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() {
        terminal.out().print(DesignSchema.text());
        return 0;
    }
}
