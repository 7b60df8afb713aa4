package dev.partita.cli;

import dev.partita.engine.Engine;
import dev.partita.http.HttpLimits;
import dev.partita.http.StartException;
import dev.partita.server.Server;
import dev.partita.wire.Wire;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Starts the API and serves until told to stop. */
@Command(
        name = "up",
        description = "Starts DynamoDB's API on this machine. Ctrl-C stops it.",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        usageHelpWidth = 110)
final class Up implements Callable<Integer> {

    @Option(
            names = "--data",
            paramLabel = "DIR",
            defaultValue = "partita-data",
            description = "Where the data lives; made if missing (default: ./${DEFAULT-VALUE}).")
    private Path data;

    @Option(names = "--in-memory", description = "Keep nothing: everything is gone when it stops.")
    private boolean inMemory;

    @Option(
            names = "--port",
            paramLabel = "N",
            defaultValue = "8000",
            description = "Where to listen; 0 takes any free one (default: ${DEFAULT-VALUE}).")
    private int port;

    @Option(
            names = "--durability",
            paramLabel = "fsync|os",
            defaultValue = "fsync",
            description = {
                "When a write is answered. fsync: it survives a power cut (the default).",
                "os: it survives a crash of Partita, not of the machine."
            })
    private Engine.Durability durability;

    @Option(
            names = "--region",
            paramLabel = "NAME",
            defaultValue = "us-east-1",
            description = "Used in ARNs (default: ${DEFAULT-VALUE}).")
    private String region;

    @Option(
            names = "--ttl-delay",
            paramLabel = "SECONDS",
            defaultValue = "0",
            description =
                    "How long after its time an item is deleted; the service takes up to two days (default: ${DEFAULT-VALUE}).")
    private long ttlDelaySeconds;

    @Option(
            names = "--separate",
            description = "Tables belong to the access key and region that made them, as in DynamoDB Local. Otherwise a"
                    + " table is there for everybody.")
    private boolean separate;

    @Option(
            names = "--bind",
            paramLabel = "ADDRESS",
            defaultValue = "localhost",
            description =
                    "The address to listen on (default: ${DEFAULT-VALUE}). One that others can reach needs --insecure.")
    private String bind;

    @Option(names = "--insecure", description = "Let other machines in, although nothing checks who they are.")
    private boolean insecure;

    @Option(
            names = "--allow-host",
            paramLabel = "NAME",
            description = "One more name this machine goes by; can be repeated.")
    private List<String> allowedHosts = List.of();

    @Option(
            names = "--allow-origin",
            paramLabel = "ORIGIN",
            description = "A web page's origin that may send requests; can be repeated.")
    private List<String> allowedOrigins = List.of();

    @Option(names = "--debug", description = "Show where an error came from.")
    private boolean debug;

    private final Terminal terminal;

    Up(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws InterruptedException {
        Engine.Options options = Engine.Options.defaults()
                .withRegion(region)
                .withDurability(durability)
                .withTtlDelaySeconds(ttlDelaySeconds);
        Engine engine = inMemory ? Engine.inMemory(options) : Engine.open(data, options);
        Server server;
        try {
            server = Server.start(new Wire(engine, separate), serverOptions());
        } catch (RuntimeException problem) {
            engine.close();
            throw explained(problem);
        }
        CountDownLatch stopped = new CountDownLatch(1);
        Thread stop = new Thread(
                () -> {
                    server.close();
                    engine.close();
                    // The terminal has just shown ^C on the last line.
                    terminal.out().print(terminal.coloured() ? "\n" : "");
                    terminal.out().println(terminal.dim(inMemory ? "Stopped." : "Stopped; everything is on disk."));
                    stopped.countDown();
                },
                "partita-stop");
        Runtime.getRuntime().addShutdownHook(stop);
        new Banner(terminal).print(server.port(), bind, inMemory ? null : data, durability);
        stopped.await();
        return 0;
    }

    private Server.Options serverOptions() {
        return new Server.Options(bind, port, allowedHosts, allowedOrigins, insecure, region, HttpLimits.defaults());
    }

    /** Says who has the port, if that can be found out. */
    private RuntimeException explained(RuntimeException problem) {
        if (problem instanceof StartException start && start.reason() == StartException.Reason.PORT_IN_USE) {
            return PortHolder.of(port)
                    .map(holder -> start.withMessage("Port " + port + " is already in use by " + holder
                            + ".\nStop that, or choose another port, for example: partita up --port " + (port + 1)))
                    .orElse(start);
        }
        return problem;
    }
}
