package dev.partita.deploy;

import dev.partita.design.model.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndexDescription;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndexUpdate;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughput;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughputDescription;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;

/** What separates the capacity of a table and its indexes from what a design says of it. */
final class BillingDifferences {

    private final Table table;
    private final CreateTableRequest wanted;
    private final TableDescription there;
    private final Map<String, GlobalSecondaryIndexDescription> staying;
    private final TableDraft draft;

    /** @param staying the global indexes that are there and stay */
    BillingDifferences(
            Table table,
            CreateTableRequest wanted,
            TableDescription there,
            Map<String, GlobalSecondaryIndexDescription> staying,
            TableDraft draft) {
        this.table = table;
        this.wanted = wanted;
        this.there = there;
        this.staying = staying;
        this.draft = draft;
    }

    void find() {
        boolean isOnDemand = Tables.isOnDemand(there);
        boolean asksOnDemand = wanted.billingMode() == BillingMode.PAY_PER_REQUEST;
        if (!isStated()) {
            if (!isOnDemand) {
                draft.note(
                        "billing is " + TableText.shown(there.provisionedThroughput()) + "; the design does not say");
            }
            return;
        }
        if (asksOnDemand) {
            if (!isOnDemand) {
                draft.change(
                        "billing",
                        TableText.shown(there.provisionedThroughput()) + " → on demand",
                        request -> request.billingMode(BillingMode.PAY_PER_REQUEST));
            }
            return;
        }
        if (isOnDemand) {
            List<GlobalSecondaryIndexUpdate> indexes = new ArrayList<>();
            staying.keySet().forEach(name -> indexes.add(throughput(name, wantedThroughput(name))));
            draft.change(
                    "billing",
                    "on demand → " + TableText.shown(wanted.provisionedThroughput()),
                    request -> request.billingMode(BillingMode.PROVISIONED)
                            .provisionedThroughput(wanted.provisionedThroughput())
                            .globalSecondaryIndexUpdates(indexes.isEmpty() ? null : indexes));
            return;
        }
        if (!fits(there.provisionedThroughput(), wanted.provisionedThroughput(), table.billing())) {
            draft.change(
                    "billing",
                    TableText.shown(there.provisionedThroughput()) + " → "
                            + TableText.shown(wanted.provisionedThroughput()),
                    request -> request.provisionedThroughput(wanted.provisionedThroughput()));
        }
        for (GlobalSecondaryIndexDescription index : staying.values()) {
            ProvisionedThroughput asked = wantedThroughput(index.indexName());
            Table.Index declared = table.indexes().get(index.indexName());
            if (declared != null
                    && !fits(
                            index.provisionedThroughput(),
                            asked,
                            declared.billing() == null ? table.billing() : declared.billing())) {
                draft.change(
                        "billing of index " + index.indexName(),
                        TableText.shown(index.provisionedThroughput()) + " → " + TableText.shown(asked),
                        request -> request.globalSecondaryIndexUpdates(throughput(index.indexName(), asked)));
            }
        }
    }

    /** As the design says; an index it does not have gets what its table has. */
    private ProvisionedThroughput wantedThroughput(String index) {
        return wanted.globalSecondaryIndexes().stream()
                .filter(one -> one.indexName().equals(index) && one.provisionedThroughput() != null)
                .map(GlobalSecondaryIndex::provisionedThroughput)
                .findFirst()
                .orElse(wanted.provisionedThroughput());
    }

    private static GlobalSecondaryIndexUpdate throughput(String index, ProvisionedThroughput units) {
        return GlobalSecondaryIndexUpdate.builder()
                .update(update -> update.indexName(index).provisionedThroughput(units))
                .build();
    }

    /** What auto-scaling has chosen within its bounds is as the design says. */
    private static boolean fits(
            ProvisionedThroughputDescription is, ProvisionedThroughput asked, Table.Billing billing) {
        return fits(is.readCapacityUnits(), asked.readCapacityUnits(), billing.readUpTo())
                && fits(is.writeCapacityUnits(), asked.writeCapacityUnits(), billing.writeUpTo());
    }

    private static boolean fits(Long is, Long asked, Long upTo) {
        return upTo == null ? Objects.equals(is, asked) : is >= asked && is <= upTo;
    }

    private boolean isStated() {
        return table.node() == null || table.node().get("billing") != null;
    }
}
