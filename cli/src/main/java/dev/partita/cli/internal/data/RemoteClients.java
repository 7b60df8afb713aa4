package dev.partita.cli.internal.data;

import dev.partita.cli.internal.terminal.UsageException;
import dev.partita.console.RawEndpoint;
import dev.partita.console.SignedRequests;
import java.net.URI;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.auth.credentials.DefaultCredentialsProvider;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.awscore.client.builder.AwsClientBuilder;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.regions.providers.DefaultAwsRegionProviderChain;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/** Clients for tables elsewhere, with credentials and region as every AWS tool finds them. */
public final class RemoteClients {

    /** Amazon DynamoDB, where options name an endpoint. */
    public static final String AWS = "aws";

    private static final int RAW_THREADS = 8;

    /** A local database asks for no credentials, but the protocol has a place for them. */
    private static final AwsCredentialsProvider LOCAL =
            StaticCredentialsProvider.create(AwsBasicCredentials.create("local", "local"));

    /** @param endpoint null for Amazon DynamoDB */
    public static DynamoDbClient client(String endpoint, String region) {
        return configured(DynamoDbClient.builder(), endpoint, region)
                .httpClient(UrlConnectionHttpClient.create())
                .build();
    }

    /** The changes of the same tables. */
    public static DynamoDbStreamsClient streams(String endpoint, String region) {
        return configured(DynamoDbStreamsClient.builder(), endpoint, region)
                .httpClient(UrlConnectionHttpClient.create())
                .build();
    }

    /** The same place for requests that are JSON already, which only have to be signed. */
    public static RawEndpoint raw(String endpoint, String region, CloseOrder ending) {
        boolean local = endpoint != null && isOnThisMachine(endpoint);
        AwsCredentialsProvider credentials =
                local ? LOCAL : DefaultCredentialsProvider.builder().build();
        SdkHttpClient http = UrlConnectionHttpClient.create();
        ending.first(http::close);
        ExecutorService threads = Executors.newFixedThreadPool(RAW_THREADS, task -> {
            Thread thread = new Thread(task, "partita-console");
            thread.setDaemon(true);
            return thread;
        });
        ending.first(threads::shutdown);
        return new SignedRequests(endpoint, region(endpoint, region), credentials, http, threads);
    }

    /** The one that was named, or that every AWS tool would take. */
    public static String region(String endpoint, String named) {
        if (named != null) {
            return named;
        }
        return endpoint != null && isOnThisMachine(endpoint)
                ? Region.US_EAST_1.id()
                : new DefaultAwsRegionProviderChain().getRegion().id();
    }

    public static boolean isOnThisMachine(String endpoint) {
        return List.of("localhost", "127.0.0.1", "[::1]").contains(uri(endpoint).getHost());
    }

    private static <B extends AwsClientBuilder<B, ?>> B configured(B builder, String endpoint, String region) {
        if (region != null) {
            builder.region(Region.of(region));
        }
        if (endpoint != null) {
            builder.endpointOverride(uri(endpoint));
            if (isOnThisMachine(endpoint)) {
                builder.credentialsProvider(LOCAL);
                if (region == null) {
                    builder.region(Region.US_EAST_1);
                }
            }
        }
        return builder;
    }

    /** An endpoint that an option names, as clients take it: null for Amazon DynamoDB, which they find by themselves. */
    public static String address(String named) {
        return AWS.equals(named) ? null : named;
    }

    /** As a message names it. */
    public static String place(String endpoint, String region) {
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

    private RemoteClients() {}
}
