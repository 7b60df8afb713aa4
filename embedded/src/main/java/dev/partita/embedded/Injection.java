package dev.partita.embedded;

import java.util.Map;
import java.util.function.Function;
import software.amazon.awssdk.enhanced.dynamodb.DynamoDbEnhancedAsyncClient;
import software.amazon.awssdk.enhanced.dynamodb.DynamoDbEnhancedClient;

/** What a test can ask for, by the name of the type: the Enhanced Client may not be there to have a class. */
final class Injection {

    private static final String SDK = "software.amazon.awssdk.";
    private static final Map<String, Function<Partita, Object>> BY_TYPE = Map.of(
            Partita.class.getName(),
            partita -> partita,
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
                    .build());

    private Injection() {}

    static boolean supports(Class<?> type) {
        return BY_TYPE.containsKey(type.getName());
    }

    static Object of(Class<?> type, Partita partita) {
        return BY_TYPE.get(type.getName()).apply(partita);
    }
}
