package dev.partita.cli;

import dev.partita.engine.Engine;
import java.io.PrintWriter;
import java.nio.file.Path;

/** What {@code partita up} says once it listens: where to connect, and how. */
record Banner(Terminal terminal) {

    /** {@code data} is null if nothing is kept. */
    void print(int port, String bind, Path data, Engine.Durability durability) {
        String url =
                "http://" + (bind.equals("0.0.0.0") || bind.equals("::") ? "localhost" : urlHost(bind)) + ":" + port;
        PrintWriter out = terminal.out();
        out.println();
        out.println("  " + terminal.green("Partita") + " " + Version.number());
        out.println();
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
        out.println(terminal.dim("  AWS_SECRET_ACCESS_KEY. Ctrl-C stops it."));
        out.println();
        out.flush();
    }

    private void line(PrintWriter out, String label, String text) {
        out.println("  " + terminal.dim(String.format("%-9s", label)) + text);
    }

    private static String reach(String bind) {
        return bind.equals("localhost") || bind.startsWith("127.") || bind.equals("::1")
                ? "   (this machine only)"
                : "   (reachable from other machines, unauthenticated)";
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
