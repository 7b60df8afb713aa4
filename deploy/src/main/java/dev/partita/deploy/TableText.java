package dev.partita.deploy;

import dev.partita.design.model.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.LocalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.Projection;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughput;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughputDescription;

/** Tables and their indexes in words. */
final class TableText {

    /** A table that is to be made, a line for each thing that the design says of it. */
    static List<String> lines(Table table, CreateTableRequest wanted) {
        List<String> lines = new ArrayList<>();
        Map<String, String> types = FoundTable.types(wanted.attributeDefinitions());
        lines.add("key " + key(types, wanted.keySchema()));
        for (LocalSecondaryIndex index : wanted.localSecondaryIndexes()) {
            lines.add("local index " + index.indexName() + ": " + key(types, index.keySchema()) + "; "
                    + shown(index.projection()));
        }
        for (GlobalSecondaryIndex index : wanted.globalSecondaryIndexes()) {
            lines.add("index " + index.indexName() + ": " + indexLine(wanted, index));
        }
        lines.add("billing "
                + (wanted.billingMode() == BillingMode.PAY_PER_REQUEST
                        ? "on demand"
                        : shown(wanted.provisionedThroughput())));
        if (wanted.streamSpecification() != null) {
            lines.add("stream " + wanted.streamSpecification().streamViewTypeAsString());
        }
        if (table.encryption() != null && wanted.sseSpecification() != null) {
            lines.add("encryption " + table.encryption());
        }
        if (wanted.tableClass() != null) {
            lines.add("class " + wanted.tableClassAsString());
        }
        if (Boolean.TRUE.equals(wanted.deletionProtectionEnabled())) {
            lines.add("deletion protection on");
        }
        return lines;
    }

    /** {@code pk (S), sk (S)}; several attributes of one half of a key are joined by a plus. */
    static String key(Map<String, String> types, List<KeySchemaElement> schema) {
        StringBuilder text = new StringBuilder();
        KeySchemaElement before = null;
        for (KeySchemaElement one : schema) {
            if (before != null) {
                text.append(one.keyType() == before.keyType() ? " + " : ", ");
            }
            text.append(one.attributeName())
                    .append(" (")
                    .append(types.get(one.attributeName()))
                    .append(')');
            before = one;
        }
        return text.toString();
    }

    /** {@code email (S), all attributes}. */
    static String indexLine(CreateTableRequest table, GlobalSecondaryIndex index) {
        return key(FoundTable.types(table.attributeDefinitions()), index.keySchema()) + "; "
                + shown(index.projection())
                + (index.provisionedThroughput() == null ? "" : "; " + shown(index.provisionedThroughput()));
    }

    static String shown(Projection projection) {
        return switch (projection.projectionType()) {
            case ALL -> "all attributes";
            case KEYS_ONLY -> "keys only";
            case INCLUDE -> String.join(", ", projection.nonKeyAttributes());
            case UNKNOWN_TO_SDK_VERSION -> projection.projectionTypeAsString();
        };
    }

    static String shown(ProvisionedThroughput units) {
        return units.readCapacityUnits() + " read, " + units.writeCapacityUnits() + " write";
    }

    static String shown(ProvisionedThroughputDescription units) {
        return units.readCapacityUnits() + " read, " + units.writeCapacityUnits() + " write";
    }

    private TableText() {}
}
