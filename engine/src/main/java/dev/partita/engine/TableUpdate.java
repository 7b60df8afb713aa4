package dev.partita.engine;

import dev.partita.engine.internal.table.IndexDefinition;
import dev.partita.engine.internal.table.TableDefinition;
import dev.partita.engine.request.BillingMode;
import dev.partita.engine.request.TableSpec;
import dev.partita.item.ApiException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;

/** What UpdateTable makes of a definition. Checks come first; a refusal leaves nothing changed. */
final class TableUpdate {

    private final UpdateTable request;
    private final TableDefinition before;
    private final TableDefinition.Builder after;
    private final long nowMillis;

    TableUpdate(UpdateTable request, TableDefinition before, long nowMillis) {
        this.request = request;
        this.before = before;
        this.after = before.but();
        this.nowMillis = nowMillis;
    }

    /** The checks that need no table. */
    static void checkShape(UpdateTable request) {
        List<UpdateTable.IndexUpdate> updates = indexUpdates(request);
        if (request.provisionedThroughput() == null
                && request.billingMode() == null
                && updates.isEmpty()
                && request.streamSpecification() == null
                && request.sseSpecification() == null
                && request.tableClass() == null
                && request.deletionProtectionEnabled() == null
                && request.warmThroughput() == null
                && request.onDemandThroughput() == null) {
            throw ApiException.validation("At least one of ProvisionedThroughput, BillingMode, UpdateStreamEnabled,"
                    + " GlobalSecondaryIndexUpdates or SSESpecification or ReplicaUpdates is required");
        }
        if (request.billingMode() == BillingMode.PAY_PER_REQUEST) {
            TableValidation.checkThroughput(request.provisionedThroughput(), true);
        }
        if (request.provisionedThroughput() != null) {
            TableValidation.checkBounds(request.provisionedThroughput());
        }
        Set<String> names = new HashSet<>();
        for (UpdateTable.IndexUpdate update : updates) {
            if (update.create() == null && update.update() == null && update.deleteIndexName() == null) {
                throw ApiException.invalidParameter("One of GlobalSecondaryIndexUpdate.Update,"
                        + " GlobalSecondaryIndexUpdate.Create, GlobalSecondaryIndexUpdate.Delete must not be null");
            }
            if (!names.add(name(update))) {
                throw ApiException.invalidParameter("Only one global secondary index update per index is allowed"
                        + " simultaneously. Index: " + name(update));
            }
        }
        Streams.check(request.streamSpecification());
    }

    /** Everything but the stream, which needs an id. */
    TableDefinition.Builder apply() {
        checkOneOnlineOperation();
        billing();
        for (UpdateTable.IndexUpdate update : indexUpdates(request)) {
            if (update.create() != null) {
                create(update.create());
            } else if (update.update() != null) {
                update(update.update());
            } else {
                delete(update.deleteIndexName());
            }
        }
        settings();
        requireIndexThroughput();
        return after;
    }

    private void checkOneOnlineOperation() {
        List<UpdateTable.IndexUpdate> online = indexUpdates(request).stream()
                .filter(update -> update.update() == null)
                .toList();
        if (online.isEmpty()) {
            return;
        }
        for (IndexDefinition index : before.indexes()) {
            boolean cancels = index.name().equals(online.get(0).deleteIndexName())
                    && index.status() == IndexDefinition.Status.CREATING;
            if (index.status() != IndexDefinition.Status.ACTIVE && !cancels) {
                throw oneAtATime();
            }
        }
        if (online.size() > 1) {
            throw oneAtATime();
        }
    }

    private void billing() {
        BillingMode mode = request.billingMode() == null ? before.billingMode() : request.billingMode();
        TableSpec.Throughput asked = request.provisionedThroughput();
        if (mode == BillingMode.PAY_PER_REQUEST) {
            TableValidation.checkThroughput(asked, true);
            if (before.billingMode() != mode) {
                after.onDemandSinceMillis = nowMillis;
                after.throughput = null;
                after.indexes = after.indexes.stream()
                        .map(index -> index.withThroughput(null))
                        .toList();
            }
        } else if (before.billingMode() != mode) {
            TableValidation.checkThroughput(asked, false);
            after.throughput = asked;
        } else if (asked != null) {
            requireChange("table", "table", before.throughput(), asked);
            count(before.throughput(), asked);
            after.throughput = asked;
        }
        after.billingMode = mode;
    }

    private void count(TableSpec.Throughput from, TableSpec.Throughput to) {
        if (to.readCapacityUnits() > from.readCapacityUnits() || to.writeCapacityUnits() > from.writeCapacityUnits()) {
            after.throughputIncreasedMillis = nowMillis;
        }
        if (to.readCapacityUnits() < from.readCapacityUnits() || to.writeCapacityUnits() < from.writeCapacityUnits()) {
            Long last = before.throughputDecreasedMillis();
            boolean today = last != null && TableDescription.day(last) == TableDescription.day(nowMillis);
            after.throughputDecreases = today ? before.throughputDecreases() + 1 : 1;
            after.throughputDecreasedMillis = nowMillis;
        }
    }

    private void create(TableSpec.IndexRequest index) {
        if (find(index.indexName()) != null) {
            throw ApiException.invalidParameter("Duplicate index name: " + index.indexName());
        }
        List<TableSpec.AttributeDefinition> definitions = merged();
        TableValidation.checkGlobalIndex(
                index, TableValidation.names(definitions), after.billingMode == BillingMode.PAY_PER_REQUEST);
        List<IndexDefinition> indexes = new ArrayList<>(after.indexes);
        indexes.add(IndexDefinition.of(after.nextIndexId++, index, true, IndexDefinition.Status.CREATING));
        TableValidation.checkGlobalIndexCount(
                (int) indexes.stream().filter(IndexDefinition::global).count());
        TableValidation.checkProjectedCount(indexes.stream()
                .map(one -> one.projection().nonKeyAttributes())
                .mapToInt(names -> names == null ? 0 : names.size())
                .sum());
        after.indexes = indexes;
        after.attributeDefinitions = IndexWork.used(definitions, after);
    }

    /** The stored definitions, then those of the request that name something new: a stored type stays. */
    private List<TableSpec.AttributeDefinition> merged() {
        List<TableSpec.AttributeDefinition> all = new ArrayList<>(before.attributeDefinitions());
        if (request.attributeDefinitions() != null) {
            List<String> stored = TableValidation.names(all);
            request.attributeDefinitions().stream()
                    .filter(definition -> !stored.contains(definition.attributeName()))
                    .forEach(all::add);
        }
        return all;
    }

    private void update(TableSpec.IndexRequest asked) {
        IndexDefinition index = find(asked.indexName());
        if (index == null || !index.global()) {
            throw ApiException.notFound("Requested resource not found");
        }
        TableSpec.Throughput throughput = asked.provisionedThroughput();
        if (throughput != null) {
            if (after.billingMode == BillingMode.PAY_PER_REQUEST) {
                throw ApiException.invalidParameter("ProvisionedThroughput should not be specified for index: "
                        + index.name() + " when BillingMode is PAY_PER_REQUEST");
            }
            TableValidation.checkBounds(throughput);
            if (index.throughput() != null) {
                requireChange("index " + index.name(), "index", index.throughput(), throughput);
            }
        }
        replace(index.id(), old -> old.withSettings(asked));
    }

    private void delete(String name) {
        IndexDefinition index = find(name);
        if (index == null || !index.global()) {
            throw ApiException.notFound("Requested resource not found");
        }
        replace(index.id(), old -> old.withStatus(IndexDefinition.Status.DELETING));
    }

    private void settings() {
        if (request.sseSpecification() != null) {
            after.sse = request.sseSpecification();
        }
        if (request.tableClass() != null) {
            after.tableClass = request.tableClass();
        }
        if (request.deletionProtectionEnabled() != null) {
            after.deletionProtection = request.deletionProtectionEnabled();
        }
        if (request.warmThroughput() != null) {
            after.warmThroughput = request.warmThroughput();
        }
        if (request.onDemandThroughput() != null) {
            after.onDemandThroughput = request.onDemandThroughput();
        }
    }

    private void requireIndexThroughput() {
        if (after.billingMode == BillingMode.PROVISIONED) {
            for (IndexDefinition index : after.indexes) {
                if (index.global() && index.throughput() == null && index.status() != IndexDefinition.Status.DELETING) {
                    throw ApiException.invalidParameter(
                            "ProvisionedThroughput must be specified for index: " + index.name());
                }
            }
        }
    }

    private static void requireChange(
            String which, String kind, TableSpec.Throughput current, TableSpec.Throughput asked) {
        if (current.equals(asked)) {
            throw ApiException.validation("The provisioned throughput for the " + which + " will not change. The"
                    + " requested value equals the current value. Current ReadCapacityUnits provisioned for the " + kind
                    + ": " + current.readCapacityUnits() + ". Requested ReadCapacityUnits: "
                    + asked.readCapacityUnits() + ". Current WriteCapacityUnits provisioned for the " + kind + ": "
                    + current.writeCapacityUnits() + ". Requested WriteCapacityUnits: " + asked.writeCapacityUnits()
                    + ". Refer to the Amazon DynamoDB Developer Guide for current limits and how to request higher"
                    + " limits.");
        }
    }

    private IndexDefinition find(String name) {
        for (IndexDefinition index : after.indexes) {
            if (index.name().equals(name)) {
                return index;
            }
        }
        return null;
    }

    private void replace(int id, UnaryOperator<IndexDefinition> change) {
        after.indexes = after.indexes.stream()
                .map(index -> index.id() == id ? change.apply(index) : index)
                .toList();
    }

    private static List<UpdateTable.IndexUpdate> indexUpdates(UpdateTable request) {
        return request.globalSecondaryIndexUpdates() == null ? List.of() : request.globalSecondaryIndexUpdates();
    }

    private static String name(UpdateTable.IndexUpdate update) {
        if (update.update() != null) {
            return update.update().indexName();
        }
        return update.create() != null ? update.create().indexName() : update.deleteIndexName();
    }

    private static ApiException oneAtATime() {
        return ApiException.of(
                ApiException.Code.LIMIT_EXCEEDED,
                "Subscriber limit exceeded: Only 1 online index can be created or deleted simultaneously per table");
    }
}
