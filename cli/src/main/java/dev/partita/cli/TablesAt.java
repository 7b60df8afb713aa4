package dev.partita.cli;

import dev.partita.embedded.Partita;
import dev.partita.plan.Endpoint;
import dev.partita.runtime.SdkEndpoint;
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
 */
record TablesAt(
        Endpoint endpoint, Supplier<DynamoDbStreamsClient> streams, String url, Partita partita, boolean nearby) {

    /** As many requests can be under way as the service has threads; the JDK would keep five connections open. */
    private static final String CONNECTIONS = "64";

    static TablesAt here(Partita partita, String url) {
        return new TablesAt(partita.endpoint(), partita::streams, url, partita, true);
    }

    /** @param endpoint null for Amazon DynamoDB */
    static TablesAt elsewhere(String endpoint, String region, Ending ending) {
        System.setProperty("http.maxConnections", System.getProperty("http.maxConnections", CONNECTIONS));
        DynamoDbClient client;
        try {
            client = Clients.client(endpoint, region);
        } catch (SdkClientException problem) {
            // Most often there is no region to be found.
            throw new UsageException(
                    problem.getMessage() + "\nName the region: --region eu-west-1, AWS_REGION, or a profile.");
        }
        ending.first(client::close);
        return new TablesAt(
                new SdkEndpoint(client, true),
                () -> {
                    DynamoDbStreamsClient streams = Clients.streams(endpoint, region);
                    ending.first(streams::close);
                    return streams;
                },
                endpoint == null ? "aws" : endpoint,
                null,
                endpoint != null && Clients.isOnThisMachine(endpoint));
    }

    boolean here() {
        return partita != null;
    }

    /** How many items of these tables expired since the start; for tables in this process. */
    long expiredItems(List<String> tables) {
        return tables.stream().mapToLong(partita::expiredItems).sum();
    }
}
