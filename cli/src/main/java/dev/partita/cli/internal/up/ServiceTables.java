package dev.partita.cli.internal.up;

import dev.partita.cli.internal.data.CloseOrder;
import dev.partita.cli.internal.data.RemoteClients;
import dev.partita.cli.internal.terminal.UsageException;
import dev.partita.console.RawEndpoint;
import dev.partita.embedded.Partita;
import dev.partita.plan.Endpoint;
import dev.partita.sdk.SdkEndpoint;
import dev.partita.wire.Wire;
import java.util.List;
import java.util.function.Supplier;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/**
 * Where the tables of a service are.
 *
 * @param streams their changes; asked for only where something follows them
 * @param url as {@code partita deploy --endpoint} names it
 * @param partita what holds them, when they are in this process; else null
 * @param nearby whether they are on this machine: then missing tables are made, and no bill is at stake
 * @param raw the same place, for requests that are JSON already
 */
public record ServiceTables(
        Endpoint endpoint,
        Supplier<DynamoDbStreamsClient> streams,
        String url,
        Partita partita,
        boolean nearby,
        RawEndpoint raw) {

    /** As many requests can be under way as the service has threads; the JDK would keep five connections open. */
    private static final String CONNECTIONS = "64";

    public static ServiceTables here(Partita partita, String url, Wire wire) {
        RawEndpoint raw = (target, body) -> wire.handle(new Wire.Request(target, null, false, null, body))
                .thenApply(answer -> new RawEndpoint.Answer(answer.status(), answer.body(), answer.length()));
        return new ServiceTables(partita.endpoint(), partita::streams, url, partita, true, raw);
    }

    /** @param endpoint null for Amazon DynamoDB */
    static ServiceTables elsewhere(String endpoint, String region, CloseOrder ending) {
        System.setProperty("http.maxConnections", System.getProperty("http.maxConnections", CONNECTIONS));
        DynamoDbClient client;
        try {
            client = RemoteClients.client(endpoint, region);
        } catch (SdkClientException problem) {
            // Most often there is no region to be found.
            throw new UsageException(
                    problem.getMessage() + "\nName the region: --region eu-west-1, AWS_REGION, or a profile.");
        }
        ending.first(client::close);
        return new ServiceTables(
                new SdkEndpoint(client, true),
                () -> {
                    DynamoDbStreamsClient streams = RemoteClients.streams(endpoint, region);
                    ending.first(streams::close);
                    return streams;
                },
                endpoint == null ? RemoteClients.AWS : endpoint,
                null,
                endpoint != null && RemoteClients.isOnThisMachine(endpoint),
                RemoteClients.raw(endpoint, region, ending));
    }

    boolean here() {
        return partita != null;
    }

    /** How many items of these tables expired since the start; for tables in this process. */
    long expiredItems(List<String> tables) {
        return tables.stream().mapToLong(partita::expiredItems).sum();
    }
}
