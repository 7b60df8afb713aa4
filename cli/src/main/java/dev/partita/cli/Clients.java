package dev.partita.cli;

import java.net.URI;
import java.util.List;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClientBuilder;

/** Clients for tables elsewhere, with credentials and region as every AWS tool finds them. */
final class Clients {

    /** @param endpoint null for Amazon DynamoDB */
    static DynamoDbClient client(String endpoint, String region) {
        DynamoDbClientBuilder builder = DynamoDbClient.builder().httpClient(UrlConnectionHttpClient.create());
        if (region != null) {
            builder.region(Region.of(region));
        }
        if (endpoint != null) {
            URI uri = uri(endpoint);
            builder.endpointOverride(uri);
            // A local database asks for no credentials, but the protocol has a place for them.
            if (List.of("localhost", "127.0.0.1", "[::1]").contains(uri.getHost())) {
                builder.credentialsProvider(
                        StaticCredentialsProvider.create(AwsBasicCredentials.create("local", "local")));
                if (region == null) {
                    builder.region(Region.US_EAST_1);
                }
            }
        }
        return builder.build();
    }

    /** As a message names it. */
    static String place(String endpoint, String region) {
        return endpoint == null ? "Amazon DynamoDB" + (region == null ? "" : " in " + region) : endpoint;
    }

    private static URI uri(String endpoint) {
        try {
            URI uri = URI.create(endpoint);
            if (uri.getScheme() != null && uri.getHost() != null) {
                return uri;
            }
        } catch (IllegalArgumentException noAddress) {
            // Said below, with an example.
        }
        throw new UsageException("\"" + endpoint + "\" is no endpoint; write it as http://localhost:8000.");
    }

    private Clients() {}
}
