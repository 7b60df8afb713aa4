package dev.partita.cli.internal.design;

import dev.partita.cli.internal.terminal.Palette;
import dev.partita.cli.internal.terminal.Terminal;
import dev.partita.design.Design;
import dev.partita.plan.run.Plans;
import dev.partita.rest.OpenApi;
import dev.partita.rest.RouteTable;
import dev.partita.rest.Routes;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Lists how the patterns of a design are called over HTTP. */
@Command(
        name = "routes",
        description =
                "Lists a design's HTTP API: method and path of every pattern, who may call it, and what it takes.",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        usageHelpWidth = 110,
        footer = {
            "",
            "?name stands in the query, {name} in the body; a name with ? behind it may be left out.",
            "Every pattern can also be called as /api/DESIGN/patterns/NAME."
        })
public final class RoutesCommand implements Callable<Integer> {

    private final Terminal terminal;

    @Parameters(paramLabel = "DESIGN", description = "A design file, or the name of a design that ships.")
    private String name;

    @Option(names = "--openapi", description = "Write the OpenAPI document instead, as JSON.")
    private boolean openApi;

    public RoutesCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() {
        Plans plans = new Plans(DesignFiles.openSound(name).compiled());
        Routes routes = Routes.of(plans);
        if (openApi) {
            terminal.out().print(OpenApi.indented(plans, routes, new OpenApi.Options(false, null)));
        } else {
            print(routes);
        }
        terminal.out().flush();
        return 0;
    }

    private void print(Routes routes) {
        Design design = routes.design();
        Palette palette = new Palette(terminal, design);
        List<RouteTable.Row> rows = RouteTable.rows(routes);
        int method = rows.stream().mapToInt(row -> row.method().length()).max().orElse(0);
        int path = rows.stream().mapToInt(row -> row.path().length()).max().orElse(0);
        int pattern =
                rows.stream().mapToInt(row -> row.pattern().length()).max().orElse(0);
        int allow = rows.stream().mapToInt(row -> row.allow().length()).max().orElse(0);
        terminal.out().println(terminal.bold(routes.base()));
        for (RouteTable.Row row : rows) {
            List<String> entities = design.patterns().get(row.pattern()).entities();
            String line = "  " + method(row.method(), method) + "  " + path(row.path(), path) + "  "
                    + palette.entity(entities.isEmpty() ? "" : entities.get(0), Show.pad(row.pattern(), pattern))
                    + "  " + Show.pad(row.allow(), allow) + "  " + terminal.dim(row.takes());
            terminal.out().println(terminal.coloured() ? line : line.stripTrailing());
        }
    }

    private String method(String method, int width) {
        String colour =
                switch (method) {
                    case "GET" -> "32";
                    case "DELETE" -> "31";
                    case "POST" -> "36";
                    default -> "33";
                };
        return terminal.styled(colour, Show.pad(method, width));
    }

    /** What is a value stands out from what is a name. */
    private String path(String path, int width) {
        StringBuilder text = new StringBuilder();
        for (String part : path.substring(1).split("/")) {
            text.append(terminal.dim("/")).append(part.startsWith("{") ? terminal.styled("35", part) : part);
        }
        return text + " ".repeat(Math.max(0, width - path.length()));
    }
}
