package dev.partita.cli.internal.up;

import dev.partita.cli.internal.data.RemoteClients;
import dev.partita.cli.internal.terminal.Secrets;
import dev.partita.cli.internal.terminal.SettingsFile;
import dev.partita.log.Logs;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.slf4j.event.Level;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** What {@code partita up} can be told about the service. */
public final class ServiceOptions {

    enum Samples {
        YES,
        NO,
        ASK
    }

    enum Auth {
        OFF,
        REQUIRED
    }

    @Parameters(
            paramLabel = "DESIGN",
            arity = "0..*",
            split = ",",
            hideParamSyntax = true,
            description = "The designs to serve: files, or names of designs that ship (default: all that ship).")
    List<String> designs = List.of();

    @Option(
            names = "--service-port",
            paramLabel = "N",
            defaultValue = "8001",
            description = "Where the designs are served over HTTP; 0 takes any free one (default: ${DEFAULT-VALUE}).")
    int port;

    @Option(
            names = "--service",
            negatable = true,
            defaultValue = "true",
            fallbackValue = "true",
            description = "--no-service starts DynamoDB's API alone.")
    boolean wanted;

    @Option(
            names = "--console",
            negatable = true,
            defaultValue = "true",
            fallbackValue = "true",
            description = "--no-console serves no pages. Without --insecure they are for this machine only, anyway.")
    boolean console;

    @Option(
            names = "--samples",
            paramLabel = "yes|no|ask",
            defaultValue = "ask",
            description =
                    "Whether the samples of a design are written into its empty tables (default: ask, when there is "
                            + "somebody to ask). At an --endpoint only with yes.")
    Samples samples;

    @Option(
            names = "--endpoint",
            paramLabel = "URL|aws",
            description =
                    "Serve tables that are elsewhere, and start no database here: the URL of another Partita or of "
                            + "anything that speaks DynamoDB's protocol, or aws for Amazon DynamoDB. Credentials and region are "
                            + "found as by every AWS tool.")
    String endpoint;

    @Option(
            names = "--redis",
            paramLabel = "URL",
            description = "Keep cached answers in Redis, for several services to share: redis://host:6379.")
    String redis;

    @Option(
            names = "--auth",
            paramLabel = "off|required",
            description =
                    "required: who calls is what the token says, and whoever has none is nobody. off: without a token "
                            + "everything is allowed; only for this machine (default: required when tokens are configured).")
    Auth auth;

    @Option(
            names = "--jwt-secret-file",
            paramLabel = "FILE",
            description = "The secret that tokens are signed with (HS256); or set " + Secrets.JWT_SECRET + ".")
    Path jwtSecretFile;

    @Option(
            names = "--jwks",
            paramLabel = "FILE|URL",
            description =
                    "The public keys that tokens are signed with (RS256, ES256), as an identity provider has them.")
    String jwks;

    @Option(names = "--issuer", paramLabel = "NAME", description = "Who must have issued a token.")
    String issuer;

    @Option(
            names = "--audience",
            paramLabel = "NAME",
            split = ",",
            hideParamSyntax = true,
            description = "Whom a token must be meant for; can be repeated.")
    List<String> audience = List.of();

    @Option(
            names = "--secret-file",
            paramLabel = "FILE",
            description =
                    "The secret of cursors and logins; or set " + Secrets.SECRET + ". All services on the same tables "
                            + "need the same one (default: one made in the data directory).")
    Path secretFile;

    @Option(
            names = "--metrics-token-file",
            paramLabel = "FILE",
            description = "The token that /metrics and the alarms then ask for; or set " + Secrets.METRICS_TOKEN
                    + " (default: none, and whoever reaches the port may read them).")
    Path metricsTokenFile;

    @Option(
            names = "--log-format",
            paramLabel = "text|json",
            defaultValue = "text",
            description = "How lines of the log look (default: ${DEFAULT-VALUE}).")
    Logs.Format logFormat;

    @Option(
            names = "--log-level",
            paramLabel = "error|warn|info|debug",
            defaultValue = "warn",
            description = "From where on to log (default: ${DEFAULT-VALUE}); info has a line for every request.")
    Level logLevel;

    @Option(
            names = "--rebuild-search",
            description =
                    "Build the search indexes again from the items; until that is done searches ask them as they are.")
    boolean rebuildSearch;

    @Option(
            names = "--config",
            paramLabel = "FILE",
            description =
                    "Where options stand that are not given here (default: ./" + SettingsFile.NAME + ", if there).")
    Path config;

    @Option(names = "--show-config", description = "Say what every option is and where that comes from; start nothing.")
    boolean showConfig;

    /** Whether something says which tokens to believe. */
    boolean hasTokens(Map<String, String> environment) {
        return jwtSecretFile != null
                || jwks != null
                || !environment.getOrDefault(Secrets.JWT_SECRET, "").isBlank();
    }

    boolean requiresTokens(Map<String, String> environment) {
        return auth == null ? hasTokens(environment) : auth == Auth.REQUIRED;
    }

    /**
     * Reads every secret that is named once, before anything is started.
     *
     * @throws UsageException when one cannot be read, or is too short
     */
    void requireSecrets(Map<String, String> environment) {
        Secrets secrets = new Secrets(environment);
        secret(secrets);
        jwtSecret(secrets);
        metricsToken(secrets);
    }

    byte[] secret(Secrets secrets) {
        return secrets.named(secretFile, "--secret-file", Secrets.SECRET);
    }

    byte[] jwtSecret(Secrets secrets) {
        return secrets.named(jwtSecretFile, "--jwt-secret-file", Secrets.JWT_SECRET);
    }

    byte[] metricsToken(Secrets secrets) {
        return secrets.named(metricsTokenFile, "--metrics-token-file", Secrets.METRICS_TOKEN);
    }

    /** The endpoint as clients take it: null for Amazon DynamoDB. */
    String place() {
        return RemoteClients.address(endpoint);
    }

    /** A URL with its password hidden. */
    static String masked(String url) {
        return url.replaceFirst("(//[^/@]*:)[^/@]*@", "$1***@");
    }

    static boolean hasPassword(String url) {
        try {
            String user = URI.create(url).getRawUserInfo();
            return user != null && user.contains(":") && !user.endsWith(":");
        } catch (IllegalArgumentException noUrl) {
            return false;
        }
    }
}
