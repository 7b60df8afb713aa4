package dev.partita.cli.internal.up;

import dev.partita.cli.internal.terminal.Terminal;
import dev.partita.cli.internal.terminal.Version;
import dev.partita.engine.Engine;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;

/** What {@code partita up} says once it listens: where to connect, and how. */
record Banner(Terminal terminal) {

    private static final int WIDTH = 100;

    /** {@code data} is null if nothing is kept. */
    void api(int port, String bind, Path data, Engine.Durability durability) {
        String url = url(bind, port);
        PrintWriter out = title();
        line(out, "API", terminal.bold(url) + terminal.dim(reach(bind)));
        line(
                out,
                "Data",
                data == null
                        ? "in memory, gone when it stops"
                        : data.toAbsolutePath().normalize() + kept(durability));
        line(out, "AWS CLI", "aws dynamodb list-tables --endpoint-url " + url);
        line(out, "Java", "DynamoDbClient.builder().endpointOverride(URI.create(\"" + url + "\")).build()");
        out.println();
        out.println(terminal.dim(
                "  Any region and credentials will do, but clients want some: AWS_REGION, AWS_ACCESS_KEY_ID,"));
        out.println(terminal.dim("  AWS_SECRET_ACCESS_KEY."));
        out.println();
        out.flush();
    }

    /** Where a service without a database of its own has its tables. */
    void elsewhere(String place) {
        PrintWriter out = title();
        line(out, "Tables", place);
        out.flush();
    }

    /**
     * The service, and what it serves.
     *
     * @param console where a browser finds pages; null for nowhere
     */
    void service(int port, String bind, boolean asksForTokens, String console, List<String> designs) {
        PrintWriter out = terminal.out();
        String url = url(bind, port);
        line(
                out,
                "Service",
                terminal.bold(url)
                        + terminal.dim(
                                asksForTokens ? "   (asks for tokens)" : "   (local mode: no token is asked for)"));
        if (console != null) {
            line(out, "Console", console);
        }
        if (designs.isEmpty()) {
            // The database stays up, for that is where the tables are to be mended.
            line(out, "Designs", terminal.red("none") + ": their tables are not as they should be, as said above");
            out.println();
            out.flush();
            return;
        }
        StringBuilder row = new StringBuilder();
        String label = "Designs";
        for (String design : designs) {
            String path = "/api/" + design;
            if (row.length() + path.length() > WIDTH - 12) {
                line(out, label, row.toString().stripTrailing());
                row.setLength(0);
                label = "";
            }
            row.append(path).append("  ");
        }
        line(out, label, row.toString().stripTrailing());
        line(out, "Try", "curl " + url + "/api/" + designs.get(0));
        out.println();
        out.flush();
    }

    void end() {
        terminal.out().println(terminal.dim("  Ctrl-C stops it."));
        terminal.out().println();
        terminal.out().flush();
    }

    private PrintWriter title() {
        PrintWriter out = terminal.out();
        out.println();
        out.println("  " + terminal.green("Partita") + " " + Version.number());
        out.println();
        return out;
    }

    private void line(PrintWriter out, String label, String text) {
        out.println("  " + terminal.dim(String.format("%-9s", label)) + text);
    }

    static String url(String bind, int port) {
        return "http://" + (bind.equals("0.0.0.0") || bind.equals("::") ? "localhost" : urlHost(bind)) + ":" + port;
    }

    private static String reach(String bind) {
        return isLoopback(bind) ? "   (this machine only)" : "   (reachable from other machines, unauthenticated)";
    }

    static boolean isLoopback(String bind) {
        return bind.equals("localhost") || bind.startsWith("127.") || bind.equals("::1");
    }

    private static String kept(Engine.Durability durability) {
        return switch (durability) {
            case FSYNC -> "   (every answered write survives a power cut)";
            case OS -> "   (an answered write may be lost in a power cut)";
        };
    }

    private static String urlHost(String bind) {
        return bind.indexOf(':') >= 0 ? "[" + bind + "]" : bind;
    }
}
