package dev.partita.spring;

import dev.partita.cache.Caches;
import dev.partita.embedded.Partita;
import dev.partita.plan.Endpoint;
import dev.partita.sdk.SdkEndpoint;
import java.net.URI;
import java.time.Clock;
import java.util.List;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClientBuilder;

/**
 * Gives an application {@link Databases}, at the endpoint of its own {@code DynamoDbClient}, at the one its properties name, or
 * in memory.
 */
@AutoConfiguration(afterName = "io.awspring.cloud.autoconfigure.dynamodb.DynamoDbAutoConfiguration")
@EnableConfigurationProperties(PartitaProperties.class)
public class PartitaAutoConfiguration {

    @Bean
    @ConditionalOnMissingBean
    Databases partitaDatabases(
            Endpoint endpoint,
            PartitaProperties properties,
            Environment environment,
            Caches caches,
            ObjectProvider<Clock> clock,
            ObjectProvider<DatabaseCustomizer> customizers,
            ObjectProvider<OpenListener> listeners) {
        DatabaseCustomizer customizer = builder -> {
            builder.caches(caches);
            clock.ifUnique(builder::clock);
            customizers.orderedStream().forEach(other -> other.customize(builder));
        };
        return new Databases(
                endpoint,
                properties,
                environment,
                customizer,
                listeners.stream().toList());
    }

    /** One for all databases, so that each sees the others' writes. */
    @Bean
    @ConditionalOnMissingBean
    Caches partitaCaches() {
        return Caches.inProcess();
    }

    /** An engine in this process, when it is asked for. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnProperty(name = "partita.in-memory", havingValue = "true")
    @ConditionalOnClass(Partita.class)
    static class InMemory {

        @Bean
        @ConditionalOnMissingBean
        Partita partita() {
            return Partita.inMemory();
        }

        @Bean
        @ConditionalOnMissingBean
        Endpoint partitaEndpoint(Partita partita) {
            return partita.endpoint();
        }

        /** For code beside the designs; it sees the same tables. */
        @Bean(destroyMethod = "")
        @ConditionalOnMissingBean
        DynamoDbClient dynamoDbClient(Partita partita) {
            return partita.client();
        }
    }

    /** The same without the module it takes. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnProperty(name = "partita.in-memory", havingValue = "true")
    @ConditionalOnMissingClass("dev.partita.embedded.Partita")
    static class InMemoryWithoutEngine {

        @Bean
        Endpoint partitaEndpoint() {
            throw new IllegalStateException(
                    "partita.in-memory is true, but partita-embedded is not on the class path; add that dependency");
        }
    }

    /** The application's own client, or one made from the properties. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnProperty(name = "partita.in-memory", havingValue = "false", matchIfMissing = true)
    static class Elsewhere {

        @Bean
        @ConditionalOnMissingBean
        DynamoDbClient dynamoDbClient(PartitaProperties properties) {
            DynamoDbClientBuilder builder = DynamoDbClient.builder();
            if (properties.region() != null) {
                builder.region(Region.of(properties.region()));
            }
            URI endpoint = properties.endpoint();
            if (endpoint != null) {
                builder.endpointOverride(endpoint);
                // A local database asks for no credentials, but the protocol has a place for them.
                if (List.of("localhost", "127.0.0.1", "[::1]").contains(endpoint.getHost())) {
                    builder.credentialsProvider(
                            StaticCredentialsProvider.create(AwsBasicCredentials.create("local", "local")));
                    if (properties.region() == null) {
                        builder.region(Region.US_EAST_1);
                    }
                }
            }
            return builder.build();
        }

        @Bean
        @ConditionalOnMissingBean
        Endpoint partitaEndpoint(DynamoDbClient client) {
            return new SdkEndpoint(client, false);
        }
    }
}
