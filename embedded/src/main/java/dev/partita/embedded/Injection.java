package dev.partita.embedded;

import dev.partita.plan.Endpoint;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import software.amazon.awssdk.enhanced.dynamodb.DynamoDbEnhancedAsyncClient;
import software.amazon.awssdk.enhanced.dynamodb.DynamoDbEnhancedClient;

/** What a test can ask for, by the name of the type: the Enhanced Client may not be there to have a class. */
record Injection(Map<String, Function<Partita, ?>> byType) {

    private static final String SDK = "software.amazon.awssdk.";

    /** The database itself, and what it is reached through. */
    static final Injection STANDARD = new Injection(Map.of(
            Partita.class.getName(),
            partita -> partita,
            Endpoint.class.getName(),
            Partita::endpoint,
            SDK + "services.dynamodb.DynamoDbClient",
            Partita::client,
            SDK + "services.dynamodb.DynamoDbAsyncClient",
            Partita::asyncClient,
            SDK + "services.dynamodb.streams.DynamoDbStreamsClient",
            Partita::streams,
            SDK + "services.dynamodb.streams.DynamoDbStreamsAsyncClient",
            Partita::asyncStreams,
            SDK + "enhanced.dynamodb.DynamoDbEnhancedClient",
            partita -> DynamoDbEnhancedClient.builder()
                    .dynamoDbClient(partita.client())
                    .build(),
            SDK + "enhanced.dynamodb.DynamoDbEnhancedAsyncClient",
            partita -> DynamoDbEnhancedAsyncClient.builder()
                    .dynamoDbClient(partita.asyncClient())
                    .build()));

    Injection {
        byType = Map.copyOf(byType);
    }

    <T> Injection and(Class<T> type, Function<Partita, T> maker) {
        Map<String, Function<Partita, ?>> all = new HashMap<>(byType);
        all.put(type.getName(), maker);
        return new Injection(all);
    }

    boolean supports(Class<?> type) {
        return byType.containsKey(type.getName());
    }

    Object of(Class<?> type, Partita partita) {
        return byType.get(type.getName()).apply(partita);
    }
}
