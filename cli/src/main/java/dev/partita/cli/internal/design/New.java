package dev.partita.cli.internal.design;

import dev.partita.cli.internal.terminal.Terminal;
import dev.partita.cli.internal.terminal.UsageException;
import dev.partita.exchange.Starter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Writes a first design file, or a copy of one of the five that ship. */
@Command(
        name = "new",
        description = "Writes a commented starter design, or a copy of one that ships with Partita.",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        usageHelpWidth = 110,
        footer = {
            "",
            "partita new orders                     writes orders.yaml",
            "partita new mine --from algoitny       writes mine.yaml"
        })
public final class New implements Callable<Integer> {

    private final Terminal terminal;

    @Spec
    private CommandSpec spec;

    @Parameters(
            index = "0",
            paramLabel = "NAME",
            description = "The design's name, or a file to write: orders, designs/orders.yaml.")
    private String name;

    @Option(
            names = "--from",
            paramLabel = "DESIGN",
            description = "Begin with this design: a name that ships, or a file.")
    private String from;

    @Option(names = "--force", description = "Replace the file if it exists.")
    private boolean force;

    public New(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws IOException {
        Path file = Path.of(name.matches(".*\\.ya?ml") ? name : name + ".yaml");
        String design = file.getFileName().toString().replaceAll("\\.ya?ml$", "");
        if (!design.matches("[a-z][a-z0-9-]*")) {
            throw new ParameterException(
                    spec.commandLine(),
                    "\"" + design
                            + "\" is no name for a design: use lower-case letters, digits and hyphens, a letter first");
        }
        if (Files.exists(file) && !force) {
            throw new UsageException(file + " exists already. Choose another name, or add --force to replace it.");
        }
        String text = from == null
                ? Starter.text(design)
                : DesignFiles.source(from).text().replaceFirst("(?m)^design:.*$", "design: " + design);
        if (file.toAbsolutePath().getParent() != null) {
            Files.createDirectories(file.toAbsolutePath().getParent());
        }
        Files.writeString(file, text);
        terminal.out().println(terminal.green("wrote") + " " + file);
        terminal.out().println(terminal.dim("next:  partita check " + file));
        terminal.out().println(terminal.dim("       partita show " + file));
        terminal.out().println(terminal.dim("       partita up " + file));
        return 0;
    }
}
