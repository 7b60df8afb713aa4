package dev.partita.cli;

import dev.partita.cli.internal.terminal.Failures;
import dev.partita.cli.internal.terminal.Settings;
import dev.partita.cli.internal.terminal.StandardOutput;
import dev.partita.cli.internal.terminal.Terminal;
import dev.partita.cli.internal.terminal.UsageException;
import dev.partita.cli.internal.terminal.Version;
import dev.partita.cli.internal.terminal.WrongUsage;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** The {@code partita} command; each subcommand has a file of its own. */
@Command(
        name = "partita",
        description = "DynamoDB designs that run, on an exact, durable, fast DynamoDB on your machine.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        synopsisSubcommandLabel = "COMMAND",
        footer = {
            "",
            "Start with:  partita up                 DynamoDB's API on 8000, and five designs over HTTP on 8001",
            "             partita new orders         a first design, in orders.yaml"
        })
final class Main implements Runnable {

    private static final String NETTY_EVENTS = "io.netty.jfr.enabled";

    @Spec
    private CommandSpec spec;

    public static void main(String[] arguments) {
        // Netty's events for the flight recorder take a tenth of a second of the first answer, and nobody reads them.
        System.setProperty(NETTY_EVENTS, System.getProperty(NETTY_EVENTS, "false"));
        if (arguments.length > 0
                && arguments[0].equals("up")
                && !Arrays.asList(arguments).contains("--in-memory")) {
            ClassPreloader.begin();
        }
        StandardOutput out = new StandardOutput();
        Terminal terminal = Terminal.of(out);
        int exitCode = run(terminal, System.getenv(), arguments);
        terminal.out().flush();
        IOException lost = out.failure();
        if (lost != null) {
            // A script must not take half an answer for all of it.
            exitCode =
                    Math.max(exitCode, terminal.failed("Not everything could be written: " + lost.getMessage() + "."));
        }
        terminal.err().flush();
        System.exit(exitCode);
    }

    static int run(Terminal terminal, String... arguments) {
        return run(terminal, System.getenv(), arguments);
    }

    /** Runs one command and returns its exit code: 0 fine, 1 it failed, 2 it was called wrongly. */
    static int run(Terminal terminal, Map<String, String> environment, String... arguments) {
        CommandLine commandLine = new CommandLine(new Main());
        Commands commands = new Commands(terminal, environment);
        // To look at a command is to load all it is made of; so only the one that is called, unless that is not clear
        // yet.
        boolean known = arguments.length > 0 && Commands.NAMES.contains(arguments[0]);
        for (String name : known ? List.of(arguments[0]) : Commands.NAMES) {
            commandLine.addSubcommand(commands.make(name));
        }
        commandLine.getSubcommands().values().forEach(Main::debugged);
        Failures failures = new Failures(terminal);
        if (known && arguments[0].equals("up") && !isHelp(arguments)) {
            CommandLine up = commandLine.getSubcommands().get("up");
            try {
                up.setDefaultValueProvider(
                        new Settings(up.getCommandSpec(), environment, Settings.configNamedBy(arguments)));
            } catch (UsageException problem) {
                return failures.tell(problem, List.of(arguments).contains("--debug"));
            }
        }
        commandLine.setOut(terminal.out());
        commandLine.setErr(terminal.err());
        commandLine.setColorScheme(CommandLine.Help.defaultColorScheme(
                terminal.coloured() ? CommandLine.Help.Ansi.ON : CommandLine.Help.Ansi.OFF));
        commandLine.setCaseInsensitiveEnumValuesAllowed(true);
        commandLine.setExecutionExceptionHandler(failures);
        commandLine.setParameterExceptionHandler(new WrongUsage(terminal));
        return commandLine.execute(arguments);
    }

    /** Every command takes what an error of ours asks for. */
    private static void debugged(CommandLine command) {
        if (command.getCommandSpec().findOption("--debug") == null) {
            command.getCommandSpec()
                    .addOption(CommandLine.Model.OptionSpec.builder("--debug")
                            .type(boolean.class)
                            .description("Show where an error came from.")
                            .hidden(true)
                            .build());
        }
    }

    /** Help must come even where the configuration is broken. */
    private static boolean isHelp(String... arguments) {
        List<String> all = List.of(arguments);
        return all.contains("--help") || all.contains("-h");
    }

    @Override
    public void run() {
        throw new CommandLine.ParameterException(
                spec.commandLine(), "Say what to do, for example: partita up   (partita --help lists everything)");
    }
}
