package dev.partita.engine;

import dev.partita.engine.internal.table.Table;
import dev.partita.engine.internal.table.TableDefinition;
import dev.partita.engine.request.BillingMode;
import dev.partita.engine.request.TableClass;
import dev.partita.engine.request.TableSpec;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Changes a table's settings or its global indexes. */
public record UpdateTable(
        List<TableSpec.AttributeDefinition> attributeDefinitions,
        String tableName,
        BillingMode billingMode,
        TableSpec.Throughput provisionedThroughput,
        List<UpdateTable.IndexUpdate> globalSecondaryIndexUpdates,
        TableSpec.StreamSpecification streamSpecification,
        TableSpec.SseSpecification sseSpecification,
        TableClass tableClass,
        Boolean deletionProtectionEnabled,
        TableSpec.WarmThroughput warmThroughput,
        TableSpec.OnDemandThroughput onDemandThroughput)
        implements Operation<UpdateTable.Result> {

    /** Exactly one of the three is set in a valid request; {@code update} carries a name and throughput. */
    public record IndexUpdate(TableSpec.IndexRequest create, TableSpec.IndexRequest update, String deleteIndexName) {}

    public record Result(TableDescription tableDescription) {}

    @Override
    public CompletableFuture<Result> run(Database database) {
        TableUpdate.checkShape(this);
        return database.engine().writer().submitAlone(group -> update(database, group));
    }

    private Result update(Database database, Group group) {
        Engine engine = group.engine();
        Table table = database.describedTable(tableName);
        TableDefinition before = table.definition();
        TableDefinition.Builder after =
                new TableUpdate(this, before, engine.options().clock().millis()).apply();
        Streams.update(after, streamSpecification, group);
        TableDefinition definition = after.build();
        group.putTable(definition, table.statistics());
        group.afterCommit(engine.housekeeping()::wake);

        // The change holds at once; the answer shows the table on its way to it, as the service's does.
        after.status = TableDefinition.Status.UPDATING;
        after.throughput = before.throughput();
        return new Result(TableDescription.of(after.build(), table.statistics(), database));
    }
}
