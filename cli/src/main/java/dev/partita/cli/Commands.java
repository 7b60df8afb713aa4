package dev.partita.cli;

import dev.partita.cli.internal.data.Call;
import dev.partita.cli.internal.data.CopyCommand;
import dev.partita.cli.internal.data.Deploy;
import dev.partita.cli.internal.data.Import;
import dev.partita.cli.internal.data.RepairCommand;
import dev.partita.cli.internal.data.VerifyData;
import dev.partita.cli.internal.design.Check;
import dev.partita.cli.internal.design.Explain;
import dev.partita.cli.internal.design.Export;
import dev.partita.cli.internal.design.Generate;
import dev.partita.cli.internal.design.New;
import dev.partita.cli.internal.design.RoutesCommand;
import dev.partita.cli.internal.design.RulesCommand;
import dev.partita.cli.internal.design.SchemaCommand;
import dev.partita.cli.internal.design.Show;
import dev.partita.cli.internal.terminal.Prompt;
import dev.partita.cli.internal.terminal.Terminal;
import dev.partita.cli.internal.up.Up;
import java.util.List;
import java.util.Map;

/** Makes the commands, and hands them the terminal. */
record Commands(Terminal terminal, Map<String, String> environment) {

    /** In the order in which help lists them. */
    static final List<String> NAMES = List.of(
            "up",
            "new",
            "check",
            "rules",
            "schema",
            "explain",
            "call",
            "deploy",
            "copy",
            "generate",
            "show",
            "routes",
            "import",
            "export",
            "verify-data",
            "repair",
            "prepare");

    Object make(String name) {
        return switch (name) {
            case "up" -> new Up(terminal, environment);
            case "new" -> new New(terminal);
            case "check" -> new Check(terminal);
            case "rules" -> new RulesCommand(terminal);
            case "schema" -> new SchemaCommand(terminal);
            case "explain" -> new Explain(terminal);
            case "call" -> new Call(terminal);
            case "deploy" -> new Deploy(terminal, Prompt.atTheTerminal());
            case "copy" -> new CopyCommand(terminal);
            case "generate" -> new Generate(terminal);
            case "show" -> new Show(terminal);
            case "routes" -> new RoutesCommand(terminal);
            case "import" -> new Import(terminal);
            case "export" -> new Export(terminal);
            case "verify-data" -> new VerifyData(terminal);
            case "repair" -> new RepairCommand(terminal);
            case "prepare" -> new Prepare();
            default -> throw new IllegalArgumentException(name);
        };
    }
}
