package dev.partita.cli;

import dev.partita.engine.Engine;
import dev.partita.server.HttpLimits;
import dev.partita.server.Server;
import dev.partita.wire.Wire;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Starts the API and serves until told to stop. */
@Command(
        name = "up",
        description = "Starts DynamoDB's API on this machine. Ctrl-C stops it.",
        mixinStandardHelpOptions = true,
        showDefaultValues = true,
        sortOptions = false)
final class Up implements Callable<Integer> {

    /** Somewhere or nowhere. */
    private static final class Place {
        @Option(
                names = "--data",
                paramLabel = "DIR",
                defaultValue = "partita-data",
                description = "Where the data lives; made if missing.")
        private Path data;

        @Option(
                names = "--in-memory",
                showDefaultValue = picocli.CommandLine.Help.Visibility.NEVER,
                description = "Keep nothing: everything is gone when it stops.")
        private boolean inMemory;
    }

    private final Terminal terminal;

    @ArgGroup
    private Place place = new Place();

    @Option(names = "--port", paramLabel = "N", defaultValue = "8000", description = "0 takes any free one.")
    private int port;

    @Option(
            names = "--bind",
            paramLabel = "ADDRESS",
            defaultValue = "localhost",
            description = "Where to listen. Anything but this machine itself needs --insecure.")
    private String bind;

    @Option(
            names = "--durability",
            paramLabel = "fsync|os",
            defaultValue = "fsync",
            description =
                    "When a write is answered: fsync = it survives a power cut; os = it survives a crash of Partita.")
    private Engine.Durability durability;

    @Option(names = "--region", paramLabel = "NAME", defaultValue = "us-east-1", description = "Used in ARNs.")
    private String region;

    @Option(
            names = "--ttl-delay",
            paramLabel = "SECONDS",
            defaultValue = "0",
            description = "How long after its time an item expires; the service takes up to two days.")
    private long ttlDelaySeconds;

    @Option(
            names = "--separate",
            description = "Tables belong to the access key and region that made them, as in DynamoDB Local.",
            showDefaultValue = picocli.CommandLine.Help.Visibility.NEVER)
    private boolean separate;

    @Option(names = "--allow-host", paramLabel = "NAME", description = "A name this machine goes by; can be repeated.")
    private List<String> allowedHosts = List.of();

    @Option(
            names = "--allow-origin",
            paramLabel = "ORIGIN",
            description = "A web page's origin that may send requests; can be repeated.")
    private List<String> allowedOrigins = List.of();

    @Option(
            names = "--insecure",
            description = "Let other machines in, although nothing checks who they are.",
            showDefaultValue = picocli.CommandLine.Help.Visibility.NEVER)
    private boolean insecure;

    @Option(
            names = "--debug",
            description = "Show stack traces.",
            showDefaultValue = picocli.CommandLine.Help.Visibility.NEVER)
    private boolean debug;

    Up(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws InterruptedException {
        Engine.Options engineOptions = new Engine.Options(
                Clock.systemUTC(), region, "000000000000", durability, ttlDelaySeconds, System.nanoTime());
        Engine engine = place.inMemory ? Engine.inMemory(engineOptions) : Engine.open(place.data, engineOptions);
        Server server = Server.start(
                new Wire(engine, separate),
                new Server.Options(bind, port, allowedHosts, allowedOrigins, insecure, region, HttpLimits.defaults()));
        CountDownLatch stopped = new CountDownLatch(1);
        Runtime.getRuntime()
                .addShutdownHook(new Thread(
                        () -> {
                            server.close();
                            engine.close();
                            terminal.out().println("stopped");
                            stopped.countDown();
                        },
                        "partita-stop"));
        terminal.out().println("http://localhost:" + server.port());
        stopped.await();
        return 0;
    }
}
