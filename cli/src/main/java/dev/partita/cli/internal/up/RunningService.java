package dev.partita.cli.internal.up;

import dev.partita.access.Callers;
import dev.partita.access.MetricsAccess;
import dev.partita.access.SignIn;
import dev.partita.access.Tokens;
import dev.partita.cache.Caches;
import dev.partita.cli.internal.data.CloseOrder;
import dev.partita.cli.internal.design.ShippedDesigns;
import dev.partita.cli.internal.terminal.Secrets;
import dev.partita.cli.internal.terminal.Terminal;
import dev.partita.cli.internal.terminal.UsageException;
import dev.partita.cli.internal.terminal.Version;
import dev.partita.console.ConsoleKey;
import dev.partita.design.Design;
import dev.partita.http.Handler;
import dev.partita.http.HttpServer;
import dev.partita.meter.DesignMeter;
import dev.partita.meter.Meters;
import dev.partita.meter.Readiness;
import dev.partita.plan.Endpoint;
import dev.partita.plan.EndpointException;
import dev.partita.redis.RedisCaches;
import dev.partita.runtime.Changes;
import dev.partita.runtime.Database;
import dev.partita.runtime.DeleteFinisher;
import dev.partita.search.SearchIndexes;
import dev.partita.service.Service;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.core.exception.SdkClientException;

/** The service of {@code partita up}, from its options to designs that answer. */
public final class RunningService {

    /** The file that holds what the console asks for. */
    static final String CONSOLE_KEY = "console-key";

    private final ServiceOptions options;
    private final Terminal terminal;
    private final Map<String, String> environment;
    private final CloseOrder ending;
    private final PendingHandler handler = new PendingHandler();
    private final Clock clock = Clock.systemUTC();
    private final HttpServer http;
    private SampleOffers samples;
    private ConsoleKey consoleKey;

    /** Listens, so that the port is ours. Requests wait until {@link #serve} is through. */
    public RunningService(
            HttpServer.Options where,
            ServiceOptions options,
            Terminal terminal,
            Map<String, String> environment,
            CloseOrder ending) {
        this.options = options;
        this.terminal = terminal;
        this.environment = environment;
        this.ending = ending;
        this.http = HttpServer.start(handler, where);
        ending.first(http);
    }

    public int port() {
        return http.port();
    }

    /**
     * Loads the designs, sees to their tables and begins to answer.
     *
     * @param kept where a service keeps its own things; null when nothing is kept
     * @param console what is seen on the pages; null for none
     * @return the names of the designs that are served
     */
    public List<String> serve(ServiceTables tables, Path kept, RunningConsole console, String region) {
        List<Design> designs = ServedDesigns.load(options.designs, environment, terminal.coloured());
        refuseTokensNobodyHas(designs);
        byte[] secret = secret(kept);
        Meters meters = new Meters(clock).start();
        ending.first(meters);
        Readiness readiness = new Readiness(clock);
        if (tables.here()) {
            readiness.needsStore(tables.partita()::readOnlyReason);
        }
        Tokens tokens = tokens(secret);
        Service.Builder builder = Service.builder()
                .callers(options.requiresTokens(environment) ? Callers.withTokens(tokens) : Callers.local(tokens))
                .meters(meters)
                .watchers(watchers())
                .readiness(readiness)
                .environment(environment)
                .clock(clock)
                .secret(secret);
        Caches shared = options.redis == null ? null : RedisCaches.at(options.redis);
        if (shared != null) {
            ending.first(shared);
        }
        samples = new SampleOffers(options.samples, tables.here(), terminal, kept);
        List<String> served = new ArrayList<>();
        Map<BackgroundSearch, Database> searches = new LinkedHashMap<>();
        List<Database> followed = new ArrayList<>();
        for (Design design : designs) {
            DesignMeter meter = meters.design(design, environment);
            Endpoint endpoint = meter.metered(tables.endpoint());
            BackgroundSearch search = SearchIndexes.areNeeded(design) ? new BackgroundSearch(design, meter) : null;
            Database database = database(
                    design, console == null ? endpoint : console.watched(endpoint, design.name()), shared, search);
            meter.caches(database.caches().metrics());
            if (tables.here()) {
                meter.ttlDeletions(() -> tables.expiredItems(physicalNames(design)));
            }
            if (hasTables(database, tables)) {
                readiness.needsTables(design, environment, tables.endpoint());
                if (search != null) {
                    readiness.needs("search of " + design.name(), search::finding);
                    searches.put(search, database);
                }
                builder.design(database);
                followed.add(database);
                served.add(design.name());
                samples.add(
                        design,
                        new SampleData(
                                database.plans(), database.caches().watching(tables.endpoint()), environment, clock));
            }
        }
        meters.version(Version.number());
        meters.connections(http::connections);
        meters.ready(() -> readiness.report().ready());
        // Closed after the service, whose last calls may still search.
        searches.keySet().forEach(ending::first);
        Service service = builder.build();
        ending.first(service);
        ending.first(service::stop);
        ending.first(samples);
        samples.writeIfWanted();
        consoleKey = console != null && options.requiresTokens(environment) ? consoleKey(kept) : null;
        handler.set(console == null ? service : pages(console, service, designs, region));
        ending.first(DeleteFinisher.start(followed, terminal::warn));
        if (!tables.here()) {
            followed.forEach(database -> follow(database, tables));
        }
        searches.forEach((search, database) -> {
            Path folder = kept == null
                    ? null
                    : kept.resolve("search").resolve(database.design().name());
            search.open(tables, folder, environment, clock, database.caches(), options.rebuildSearch);
        });
        return served;
    }

    /** What others write to tables elsewhere is known to their streams only; in this process the engine tells. */
    private void follow(Database database, ServiceTables tables) {
        Design design = database.design();
        boolean isWanted = design.patterns().values().stream().anyMatch(pattern -> pattern.cacheSeconds() != null)
                && design.tables().values().stream()
                        .anyMatch(table ->
                                table.stream() != null && !table.stream().equals("off"));
        if (!isWanted) {
            return;
        }
        try {
            ending.first(Changes.of(database, tables.streams().get()).build().start(change -> {}));
        } catch (RuntimeException unreachable) {
            terminal.warn("The stream of " + design.name()
                    + " cannot be followed, so cached answers do not see what others write: "
                    + unreachable.getMessage());
        }
    }

    public void offerSamples() {
        samples.make();
    }

    /** @param shared and {@code search}: null for none */
    private Database database(Design design, Endpoint endpoint, Caches shared, BackgroundSearch search) {
        Database.Builder builder =
                Database.builder(design, endpoint).environment(environment).clock(clock);
        if (shared != null) {
            builder.caches(shared);
        }
        if (search != null) {
            builder.search(search);
        }
        return builder.build();
    }

    private Handler pages(RunningConsole console, Service service, List<Design> designs, String region) {
        List<String> names = options.designs.isEmpty() ? ShippedDesigns.NAMES : options.designs;
        return console.before(
                service, new ConsoleDesigns(names, designs, environment), samples::write, region, consoleKey);
    }

    private static ConsoleKey consoleKey(Path kept) {
        byte[] text = kept == null ? Secrets.fresh() : Secrets.kept(kept.resolve(CONSOLE_KEY));
        return new ConsoleKey(new String(text, StandardCharsets.US_ASCII));
    }

    /** What the pages need; null when they need nothing, or there are none. */
    ConsoleKey consoleKey() {
        return consoleKey;
    }

    private List<String> physicalNames(Design design) {
        return design.tables().values().stream()
                .map(table -> table.physicalName(environment))
                .toList();
    }

    /** Makes the tables where that costs nobody anything; elsewhere looks at them. */
    private boolean hasTables(Database database, ServiceTables tables) {
        List<String> wrong;
        try {
            if (tables.nearby()) {
                database.createTables();
                return true;
            }
            wrong = database.tableDifferences();
        } catch (IllegalStateException different) {
            wrong = List.of(different.getMessage());
        } catch (SdkClientException unreachable) {
            throw new UsageException("Cannot reach " + tables.url() + ": " + unreachable.getMessage());
        } catch (EndpointException refused) {
            throw new UsageException(tables.url() + " refuses: " + refused.getMessage());
        }
        if (wrong.isEmpty()) {
            return true;
        }
        String message = String.join(".\n", wrong) + ".\n        partita deploy " + nameOf(database.design())
                + " --endpoint " + tables.url() + "  shows and makes the difference";
        if (!tables.here()) {
            throw new UsageException(message + ".");
        }
        terminal.warn(
                "The design " + database.design().name() + " is not served yet.\n" + message + "; then start again.");
        return false;
    }

    /** As the command line named it, so that it can be typed again. */
    private String nameOf(Design design) {
        return ShippedDesigns.NAMES.contains(design.name()) || design.source() == null
                ? design.name()
                : design.source().name();
    }

    private byte[] secret(Path kept) {
        byte[] named = options.secret(new Secrets(environment));
        if (named != null) {
            return named;
        }
        if (kept != null) {
            return Secrets.kept(kept.resolve("secret"));
        }
        if (options.endpoint != null) {
            terminal.warn(
                    "Without --secret-file this service makes a secret of its own: cursors and logins end with it,"
                            + " and other services on the same tables do not know them.");
        }
        return Secrets.fresh();
    }

    private MetricsAccess watchers() {
        byte[] token = options.metricsToken(new Secrets(environment));
        return token == null ? MetricsAccess.everybody() : MetricsAccess.withToken(token);
    }

    private Tokens tokens(byte[] secret) {
        byte[] shared = options.jwtSecret(new Secrets(environment));
        Tokens.Builder builder =
                Tokens.builder().signIn(secret).audience(options.audience).clock(clock);
        if (shared != null) {
            builder.secret(shared);
        }
        if (options.issuer != null) {
            builder.issuer(options.issuer);
        }
        boolean isUrl = options.jwks != null && options.jwks.matches("https?://.*");
        if (isUrl) {
            try {
                builder.keys(URI.create(options.jwks));
            } catch (IllegalArgumentException problem) {
                throw new UsageException("--jwks: " + problem.getMessage() + ".");
            }
        } else if (options.jwks != null) {
            builder.keys(Path.of(options.jwks));
        }
        Tokens tokens = builder.build();
        if (options.jwks != null) {
            try {
                tokens.readKeys();
            } catch (IOException problem) {
                String message = "--jwks " + options.jwks + ": " + problem.getMessage();
                if (!isUrl) {
                    throw new UsageException(message);
                }
                // The server of the keys may be late; it is asked again when a token comes.
                terminal.warn(message);
            }
        }
        return tokens;
    }

    private void refuseTokensNobodyHas(List<Design> designs) {
        if (options.requiresTokens(environment)
                && !options.hasTokens(environment)
                && designs.stream().noneMatch(SignIn::isPossible)) {
            throw new UsageException(
                    "--auth required needs to know which tokens to believe: --jwks or --jwt-secret-file."
                            + " None of these designs has accounts to sign in to.");
        }
    }
}
