package dev.partita.cli.internal.up;

import dev.partita.cli.internal.data.CloseOrder;
import dev.partita.cli.internal.data.RemoteClients;
import dev.partita.cli.internal.terminal.Settings;
import dev.partita.cli.internal.terminal.Terminal;
import dev.partita.cli.internal.terminal.UsageException;
import dev.partita.console.ConsoleKey;
import dev.partita.embedded.Partita;
import dev.partita.engine.Engine;
import dev.partita.http.HttpLimits;
import dev.partita.http.HttpServer;
import dev.partita.http.StartException;
import dev.partita.http.TrustedProxies;
import dev.partita.log.Logs;
import dev.partita.server.Server;
import dev.partita.wire.Wire;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Starts the API and the service, and serves until told to stop. */
@Command(
        name = "up",
        description = {
            "Starts DynamoDB's API on this machine and, beside it, every design as an HTTP API under /api/<design>.",
            "Ctrl-C stops it.",
            ""
        },
        mixinStandardHelpOptions = true,
        sortOptions = false,
        customSynopsis = "partita up [OPTIONS] [DESIGN...]",
        usageHelpWidth = 110,
        footer = {
            "",
            "An option that is not given is taken from the environment (--service-port is PARTITA_SERVICE_PORT), then",
            "from the configuration file (service-port: 8001), then from its default.",
            "",
            "partita up                              the five designs that ship, on a database in ./partita-data",
            "partita up orders.yaml --in-memory      a design of yours, with nothing kept",
            "partita up --endpoint aws --samples no  the service alone, on Amazon DynamoDB"
        })
public final class Up implements Callable<Integer> {

    private static final String DEFAULT_REGION = "us-east-1";

    @Mixin
    private ServiceOptions service;

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
            description = "Where DynamoDB's API listens; 0 takes any free one (default: ${DEFAULT-VALUE}).")
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
            description = "Used in ARNs (default: " + DEFAULT_REGION + "); with --endpoint, the AWS region.")
    private String region;

    @Option(
            names = "--ttl-delay",
            paramLabel = "SECONDS",
            defaultValue = "0",
            description =
                    "How long after its time an item is deleted; Amazon takes up to two days (default: ${DEFAULT-VALUE}).")
    private long ttlDelaySeconds;

    @Option(
            names = "--trust-clock",
            description =
                    "The time is right, however long ago the data was last open. Without this, a clock that is more than"
                            + " a day ahead of that deletes no expired item.")
    private boolean trustClock;

    @Option(
            names = "--separate",
            description = "Tables belong to the access key and region that made them, as in DynamoDB Local. Otherwise a"
                    + " table is there for everybody.")
    private boolean separate;

    @Option(
            names = "--like-local",
            description =
                    "Answer a GET on the API's port with 400, as DynamoDB Local does; some test runners wait for that."
                            + " Otherwise it tells the health.")
    private boolean likeLocal;

    @Option(
            names = "--bind",
            paramLabel = "ADDRESS",
            defaultValue = "localhost",
            description =
                    "The address to listen on (default: ${DEFAULT-VALUE}). For one that others can reach the service wants "
                            + "tokens; DynamoDB's API asks for none, so without --insecure it stays on this machine.")
    private String bind;

    @Option(names = "--insecure", description = "Let other machines in, although nothing checks who they are.")
    private boolean insecure;

    @Option(
            names = "--allow-host",
            paramLabel = "NAME",
            split = ",",
            hideParamSyntax = true,
            description = "One more name this machine goes by; can be repeated.")
    private List<String> allowedHosts = List.of();

    @Option(
            names = "--allow-origin",
            paramLabel = "ORIGIN",
            split = ",",
            hideParamSyntax = true,
            description = "A web page's origin that may send requests; can be repeated.")
    private List<String> allowedOrigins = List.of();

    @Option(
            names = "--trust-proxy",
            paramLabel = "ADDRESS",
            split = ",",
            hideParamSyntax = true,
            description =
                    "A proxy before the service, or a network of such (10.0.0.0/8): what it says in X-Forwarded-For is who"
                            + " calls, for the limits of logins. Can be repeated.")
    private List<String> proxies = List.of();

    @Option(names = "--debug", description = "Show where an error came from.")
    private boolean debug;

    @Spec
    private CommandSpec spec;

    private final Terminal terminal;
    private final Map<String, String> environment;
    private final CloseOrder ending = new CloseOrder();
    private volatile boolean started;

    public Up(Terminal terminal, Map<String, String> environment) {
        this.terminal = terminal;
        this.environment = environment;
    }

    @Override
    public Integer call() throws InterruptedException {
        Settings settings = (Settings) spec.defaultValueProvider();
        if (service.showConfig) {
            terminal.out()
                    .print(new ShowConfig(spec, spec.commandLine().getParseResult(), settings, environment).text());
            terminal.out().flush();
        } else {
            Logs.configure(service.logFormat, service.logLevel);
        }
        settings.strangers(spec).forEach(terminal::warn);
        refuseWhatDoesNotFit();
        if (service.showConfig) {
            return 0;
        }
        CountDownLatch stopped = new CountDownLatch(1);
        ending.first(stopped::countDown);
        Thread stop = new Thread(ending::run, "partita-stop");
        Runtime.getRuntime().addShutdownHook(stop);
        try {
            start(settings);
        } catch (RuntimeException | Error problem) {
            if (ending.hasBegun()) {
                // Ctrl-C came first, and took away what was being started.
                stopped.await();
                return 0;
            }
            Runtime.getRuntime().removeShutdownHook(stop);
            ending.run();
            throw problem;
        }
        stopped.await();
        return 0;
    }

    private void start(Settings settings) {
        if (HttpLimits.lackingFiles() > 0) {
            terminal.warn(
                    "This process may have too few files open, by " + HttpLimits.lackingFiles()
                            + "; with many connections or much data, writes will be refused. Raise the limit (ulimit -n 1024).");
        }
        Banner banner = new Banner(terminal);
        if (service.endpoint != null) {
            ending.first(() -> say("Stopped."));
            RunningService running = listen();
            started = true;
            banner.elsewhere(RemoteClients.place(service.place(), region));
            // A directory that nobody named is a database's; this service has none.
            boolean keeps = isTyped("--data") || settings.origin(spec.findOption("--data")) != null;
            serve(
                    running,
                    ServiceTables.elsewhere(service.place(), region, ending),
                    keeps ? data.resolve("service") : null,
                    null,
                    banner);
            return;
        }
        Engine.Options options = Engine.Options.defaults()
                .withRegion(engineRegion())
                .withDurability(durability)
                .withTtlDelaySeconds(ttlDelaySeconds)
                .withMayCommit(HttpServer::isLoop);
        Engine engine = inMemory
                ? Engine.inMemory(options)
                : Engine.open(data, trustClock ? options.withClockIsRight() : options);
        ending.first(() -> say(inMemory ? "Stopped." : "Stopped; everything is on disk."));
        ending.first(engine::close);
        // Nothing checks who calls DynamoDB's API, so tokens do not open it to others.
        String apiBind = service.wanted && !insecure && isReachable() ? "localhost" : bind;
        Wire wire = new Wire(engine, separate);
        Server server = onPort(
                port,
                "--port",
                () -> Server.start(
                        wire,
                        new Server.Options(
                                apiBind,
                                port,
                                allowedHosts,
                                allowedOrigins,
                                insecure,
                                engineRegion(),
                                likeLocal,
                                HttpLimits.defaults())));
        ending.first(server);
        RunningService running = service.wanted ? listen() : null;
        started = true;
        banner.api(server.port(), apiBind, inMemory ? null : data, durability);
        if (running == null) {
            banner.end();
            return;
        }
        ServiceTables tables = ServiceTables.here(Partita.on(engine), Banner.url(apiBind, server.port()), wire);
        serve(running, tables, inMemory ? null : data.resolve("service"), wire, banner);
    }

    private RunningService listen() {
        return onPort(
                service.port,
                "--service-port",
                () -> new RunningService(
                        new HttpServer.Options(
                                bind,
                                service.port,
                                allowedHosts,
                                allowedOrigins,
                                true,
                                trusted(),
                                HttpLimits.defaults()),
                        service,
                        terminal,
                        environment,
                        ending));
    }

    private TrustedProxies trusted() {
        try {
            return new TrustedProxies(proxies);
        } catch (IllegalArgumentException problem) {
            throw new UsageException("--trust-proxy: " + problem.getMessage() + ".");
        }
    }

    private void serve(RunningService running, ServiceTables tables, Path kept, Wire api, Banner banner) {
        // The pages show and change everything, so they are for this machine alone.
        boolean shown = service.console && (!isReachable() || insecure);
        RunningConsole console = shown ? new RunningConsole(tables, api, Clock.systemUTC()) : null;
        List<String> designs = running.serve(tables, kept, console, shownRegion(tables));
        String pages = shown ? pages(running, kept) : null;
        banner.service(running.port(), bind, service.requiresTokens(environment), pages, designs);
        banner.end();
        running.offerSamples();
    }

    /** Where a browser finds the console. Its key is for somebody's eyes, and for no log. */
    private String pages(RunningService running, Path kept) {
        ConsoleKey key = running.consoleKey();
        if (key == null) {
            return "the same address, in a browser";
        }
        return kept == null || terminal.canAsk()
                ? Banner.url(bind, running.port()) + "/?key=" + key.text()
                : "the same address, with /?key= and what stands in " + kept.resolve(RunningService.CONSOLE_KEY);
    }

    /** What says where the tables are; null where nobody cares. */
    private String shownRegion(ServiceTables tables) {
        if (tables.here()) {
            return engineRegion();
        }
        return tables.nearby() ? region : RemoteClients.region(service.place(), region);
    }

    private void refuseWhatDoesNotFit() {
        if (service.endpoint != null) {
            if (!service.wanted) {
                throw new UsageException(
                        "--endpoint starts the service alone, and --no-service leaves it out: nothing is left.");
            }
            if (inMemory) {
                throw new UsageException(
                        "--in-memory is about a database here, and with --endpoint there is none. Leave one of them out.");
            }
        }
        if (service.redis != null && isTyped("--redis") && ServiceOptions.hasPassword(service.redis)) {
            throw new UsageException(
                    "Everybody on this machine can read a command line, and this one has the password of"
                            + " Redis in it. Set PARTITA_REDIS, or write `redis:` into the configuration file.");
        }
        if (service.wanted) {
            service.requireSecrets(environment);
        }
        if (service.wanted && isReachable() && !insecure && !service.requiresTokens(environment)) {
            throw new StartException(
                    StartException.Reason.UNSAFE,
                    "Refusing to listen on " + bind
                            + ": other machines could read and change everything, because no token"
                            + " is asked for.\nName the tokens to believe (--jwks or --jwt-secret-file), use the default (this"
                            + " machine only), or add --insecure if the network is yours alone, for example inside a"
                            + " container.",
                    null);
        }
    }

    private boolean isTyped(String option) {
        return spec.commandLine().getParseResult().hasMatchedOption(option);
    }

    private boolean isReachable() {
        return new HttpServer.Options(bind, 0, List.of(), List.of(), true, HttpLimits.defaults()).isReachable();
    }

    private String engineRegion() {
        return region == null ? DEFAULT_REGION : region;
    }

    private void say(String text) {
        if (!started) {
            return;
        }
        // The terminal has just shown ^C on the last line.
        terminal.out().print(terminal.coloured() ? "\n" : "");
        terminal.out().println(terminal.dim(text));
        terminal.out().flush();
    }

    /** Says who has the port, if that can be found out. */
    private static <T> T onPort(int port, String option, Supplier<T> start) {
        try {
            return start.get();
        } catch (StartException problem) {
            if (problem.reason() != StartException.Reason.PORT_IN_USE) {
                throw problem;
            }
            throw PortHolder.of(port)
                    .map(holder -> problem.withMessage("Port " + port + " is already in use by " + holder
                            + ".\nStop that, or choose another port, for example: partita up " + option + " "
                            + (port + 2)))
                    .orElseGet(
                            () -> problem.withMessage(problem.getMessage() + " Choose another with " + option + "."));
        }
    }
}
