package dev.partita.cli;

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
final class SchemaCommand implements Callable<Integer> {

    private final Terminal terminal;

    SchemaCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() {
        terminal.out().print(DesignSchema.text());
        return 0;
    }
}
