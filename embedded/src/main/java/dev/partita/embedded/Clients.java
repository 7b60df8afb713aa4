package dev.partita.embedded;

import java.net.URI;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import software.amazon.awssdk.auth.credentials.AnonymousCredentialsProvider;
import software.amazon.awssdk.awscore.client.builder.AwsClientBuilder;
import software.amazon.awssdk.awscore.defaultsmode.DefaultsMode;
import software.amazon.awssdk.awscore.endpoints.AccountIdEndpointMode;
import software.amazon.awssdk.core.client.config.ClientAsyncConfiguration;
import software.amazon.awssdk.core.client.config.ClientOverrideConfiguration;
import software.amazon.awssdk.core.client.config.SdkAdvancedAsyncClientOption;
import software.amazon.awssdk.http.auth.spi.scheme.AuthSchemeOption;
import software.amazon.awssdk.profiles.ProfileFile;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.retries.DefaultRetryStrategy;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbBaseClientBuilder;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsAsyncClient;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsBaseClientBuilder;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/**
 * Builds the SDK's clients on a transport.
 *
 * <p>Whatever clients can share is made once: a client is then built in a fraction of a millisecond, so each test can have
 * its own. Nothing is read from the machine, neither profile nor environment nor credentials, so a test behaves the same
 * everywhere. Requests are not signed, because nobody checks, and not retried, because nothing fails by chance.
 */
final class Clients {

    /** Runs what follows an answer that was not there at once. */
    static final ExecutorService CALLBACKS = Executors.newCachedThreadPool(daemons("partita-callback"));

    private static final ScheduledExecutorService TIMER = Executors.newScheduledThreadPool(1, daemons("partita-timer"));
    private static final URI ENDPOINT = URI.create("http://" + Partita.HOST);
    private static final List<AuthSchemeOption> UNSIGNED =
            List.of(AuthSchemeOption.builder().schemeId("smithy.api#noAuth").build());

    private static final ClientOverrideConfiguration CONFIGURATION = ClientOverrideConfiguration.builder()
            .retryStrategy(DefaultRetryStrategy.doNotRetry())
            .scheduledExecutorService(TIMER)
            .defaultProfileFile(ProfileFile.aggregator().build())
            .defaultProfileName("default")
            .build();

    // An answer is taken apart where it arrives: on the caller's own thread, or on one of CALLBACKS.
    private static final ClientAsyncConfiguration ASYNC_CONFIGURATION = ClientAsyncConfiguration.builder()
            .advancedOption(SdkAdvancedAsyncClientOption.FUTURE_COMPLETION_EXECUTOR, Runnable::run)
            .build();

    private Clients() {}

    static DynamoDbClient client(Transport transport, String region) {
        return tables(DynamoDbClient.builder(), region)
                .httpClient(transport.blocking())
                .build();
    }

    static DynamoDbAsyncClient asyncClient(Transport transport, String region) {
        return tables(DynamoDbAsyncClient.builder(), region)
                .httpClient(transport.nonBlocking())
                .asyncConfiguration(ASYNC_CONFIGURATION)
                .build();
    }

    static DynamoDbStreamsClient streams(Transport transport, String region) {
        return streams(DynamoDbStreamsClient.builder(), region)
                .httpClient(transport.blocking())
                .build();
    }

    static DynamoDbStreamsAsyncClient asyncStreams(Transport transport, String region) {
        return streams(DynamoDbStreamsAsyncClient.builder(), region)
                .httpClient(transport.nonBlocking())
                .asyncConfiguration(ASYNC_CONFIGURATION)
                .build();
    }

    private static <B extends DynamoDbBaseClientBuilder<B, C> & AwsClientBuilder<B, C>, C> B tables(
            B builder, String region) {
        return common(builder, region)
                .authSchemeProvider(parameters -> UNSIGNED)
                .endpointDiscoveryEnabled(false)
                .accountIdEndpointMode(AccountIdEndpointMode.DISABLED);
    }

    private static <B extends DynamoDbStreamsBaseClientBuilder<B, C>, C> B streams(B builder, String region) {
        return common(builder, region).authSchemeProvider(parameters -> UNSIGNED);
    }

    private static <B extends AwsClientBuilder<B, C>, C> B common(B builder, String region) {
        return builder.region(Region.of(region))
                .credentialsProvider(AnonymousCredentialsProvider.create())
                .endpointOverride(ENDPOINT)
                .defaultsMode(DefaultsMode.STANDARD)
                .dualstackEnabled(false)
                .fipsEnabled(false)
                .overrideConfiguration(CONFIGURATION);
    }

    private static ThreadFactory daemons(String name) {
        AtomicInteger count = new AtomicInteger();
        return task -> {
            Thread thread = new Thread(task, name + "-" + count.incrementAndGet());
            thread.setDaemon(true);
            return thread;
        };
    }
}
