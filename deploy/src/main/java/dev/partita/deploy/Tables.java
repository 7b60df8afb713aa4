package dev.partita.deploy;

import dev.partita.plan.Pause;
import java.time.Duration;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;
import software.amazon.awssdk.services.dynamodb.model.TimeToLiveDescription;
import software.amazon.awssdk.services.dynamodb.model.TimeToLiveStatus;

/** Tables at an endpoint. */
public final class Tables {

    private static final Duration FIRST_LOOK = Duration.ofMillis(25);
    private static final Duration LONGEST_BETWEEN_LOOKS = Duration.ofSeconds(5);

    /** Null when there is no such table. */
    public static TableDescription description(DynamoDbClient client, String table) {
        try {
            return client.describeTable(request -> request.tableName(table)).table();
        } catch (ResourceNotFoundException missing) {
            return null;
        }
    }

    /** The attribute by which items of a table expire, or null. */
    public static String expiry(DynamoDbClient client, String table) {
        TimeToLiveDescription found =
                client.describeTimeToLive(request -> request.tableName(table)).timeToLiveDescription();
        boolean isOn = found != null
                && (found.timeToLiveStatus() == TimeToLiveStatus.ENABLED
                        || found.timeToLiveStatus() == TimeToLiveStatus.ENABLING);
        return isOn ? found.attributeName() : null;
    }

    public static boolean isOnDemand(TableDescription table) {
        return table.billingModeSummary() != null
                && table.billingModeSummary().billingMode() == BillingMode.PAY_PER_REQUEST;
    }

    /** Returns when the table and all its indexes are active. A large index takes hours, so there is no limit. */
    public static void awaitActive(DynamoDbClient client, String table, Pause pause) {
        awaitActive(client, table, pause, () -> {});
    }

    /** @param looking hears of each look that finds something still under way */
    static void awaitActive(DynamoDbClient client, String table, Pause pause, Runnable looking) {
        RetriedCalls persistent = new RetriedCalls(pause);
        Duration wait = FIRST_LOOK;
        while (!FoundTable.isActive(persistent.call(
                () -> client.describeTable(request -> request.tableName(table)).table()))) {
            looking.run();
            pause.of(wait);
            wait = wait.multipliedBy(2).compareTo(LONGEST_BETWEEN_LOOKS) > 0
                    ? LONGEST_BETWEEN_LOOKS
                    : wait.multipliedBy(2);
        }
    }

    /** Its key in words: {@code pk (S), sk (S)}. */
    public static String key(TableDescription table) {
        return TableText.key(FoundTable.types(table.attributeDefinitions()), table.keySchema());
    }

    private Tables() {}
}
