package dev.partita.deploy;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.ContinuousBackupsDescription;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndexDescription;
import software.amazon.awssdk.services.dynamodb.model.IndexStatus;
import software.amazon.awssdk.services.dynamodb.model.PointInTimeRecoveryDescription;
import software.amazon.awssdk.services.dynamodb.model.PointInTimeRecoveryStatus;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;
import software.amazon.awssdk.services.dynamodb.model.TableNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.TableStatus;
import software.amazon.awssdk.services.dynamodb.model.Tag;

/**
 * A table as it is at an endpoint.
 *
 * @param description null when there is no such table
 * @param expiry the attribute by which its items expire, or null
 * @param recovery whether point-in-time recovery can be had here, and how it is set
 * @param filledBy the {@link Fingerprint} of the index keys its items have; null when nobody noted it
 */
record FoundTable(TableDescription description, String expiry, Recovery recovery, String filledBy) {

    /**
     * Point-in-time recovery.
     *
     * @param unknown why it cannot be set here, or null
     * @param days 0 when it is off
     */
    record Recovery(String unknown, int days) {}

    private static final int DEFAULT_RECOVERY_DAYS = 35;

    /** What endpoints answer to calls they do not have; or that the caller may not make. */
    private static final Set<String> NOT_HAD =
            Set.of("UnknownOperationException", "AccessDeniedException", "UnsupportedOperationException");

    static FoundTable at(DynamoDbClient client, String name) {
        TableDescription description = Tables.description(client, name);
        return description == null
                ? new FoundTable(null, null, recovery(client, name), null)
                : new FoundTable(
                        description,
                        Tables.expiry(client, name),
                        recovery(client, name),
                        filledBy(client, description));
    }

    boolean exists() {
        return description != null;
    }

    /** Whether nothing is being made or changed: its indexes, too. */
    static boolean isActive(TableDescription table) {
        return (table.tableStatus() == null || table.tableStatus() == TableStatus.ACTIVE)
                && table.globalSecondaryIndexes().stream()
                        .allMatch(index -> index.indexStatus() == null || index.indexStatus() == IndexStatus.ACTIVE);
    }

    /** Without those that are going. */
    List<GlobalSecondaryIndexDescription> globalIndexes() {
        return description.globalSecondaryIndexes().stream()
                .filter(index -> index.indexStatus() != IndexStatus.DELETING)
                .toList();
    }

    /** S, N or B by the name of a key attribute. */
    Map<String, String> types() {
        return types(description.attributeDefinitions());
    }

    static Map<String, String> types(List<AttributeDefinition> definitions) {
        Map<String, String> types = new HashMap<>();
        definitions.forEach(one -> types.put(one.attributeName(), one.attributeTypeAsString()));
        return types;
    }

    static boolean isNotHad(DynamoDbException refused) {
        String code = refused.awsErrorDetails() == null
                ? ""
                : refused.awsErrorDetails().errorCode();
        return NOT_HAD.contains(code)
                // DynamoDB Local has no code of its own for what it leaves out.
                || String.valueOf(refused.getMessage()).contains("not currently supported");
    }

    private static Recovery recovery(DynamoDbClient client, String name) {
        try {
            ContinuousBackupsDescription found = client.describeContinuousBackups(request -> request.tableName(name))
                    .continuousBackupsDescription();
            PointInTimeRecoveryDescription recovery = found == null ? null : found.pointInTimeRecoveryDescription();
            if (recovery == null || recovery.pointInTimeRecoveryStatus() != PointInTimeRecoveryStatus.ENABLED) {
                return new Recovery(null, 0);
            }
            return new Recovery(
                    null,
                    recovery.recoveryPeriodInDays() == null ? DEFAULT_RECOVERY_DAYS : recovery.recoveryPeriodInDays());
        } catch (TableNotFoundException | ResourceNotFoundException missing) {
            return new Recovery(null, 0);
        } catch (DynamoDbException refused) {
            if (isNotHad(refused)) {
                return new Recovery(
                        "AccessDeniedException".equals(refused.awsErrorDetails().errorCode())
                                ? "these credentials may not look at it"
                                : "this endpoint has no point-in-time recovery",
                        0);
            }
            throw refused;
        }
    }

    private static String filledBy(DynamoDbClient client, TableDescription table) {
        try {
            String token = null;
            do {
                String from = token;
                var page = client.listTagsOfResource(
                        request -> request.resourceArn(table.tableArn()).nextToken(from));
                for (Tag tag : page.tags()) {
                    if (tag.key().equals(Fingerprint.TAG)) {
                        return tag.value();
                    }
                }
                token = page.nextToken();
            } while (token != null);
            return null;
        } catch (DynamoDbException refused) {
            // Without tags one does not know, and looks at some items instead.
            return null;
        }
    }
}
