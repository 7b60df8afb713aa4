package dev.partita.engine;

import dev.partita.engine.internal.table.Rows;
import dev.partita.engine.internal.table.Table;
import dev.partita.engine.internal.table.TableDefinition;
import dev.partita.item.ApiException;
import java.util.concurrent.CompletableFuture;

/** Names the attribute by which items expire, or stops expiry. */
public record UpdateTimeToLive(String tableName, String attributeName, boolean enabled)
        implements Operation<UpdateTimeToLive.Result> {

    public record Result(String attributeName, boolean enabled) {}

    private static final long INTERVAL_MILLIS = 3600_000;

    @Override
    public CompletableFuture<Result> run(Database database) {
        return database.engine().writer().submitAlone(group -> update(database, group));
    }

    private Result update(Database database, Group group) {
        Engine engine = group.engine();
        Table table = database.describedTable(tableName);
        TableDefinition.TimeToLive before = table.definition().timeToLive();
        long now = engine.options().clock().millis();
        check(before, now);

        TableDefinition.Builder after = table.definition().but();
        boolean empty = table.statistics().of(0).items() == 0;
        after.timeToLive = new TableDefinition.TimeToLive(attributeName, enabled, now, !enabled || empty);
        if (!enabled) {
            byte[] queue = Rows.expiryPrefix(table.id());
            group.deleteRange(queue, Rows.after(queue));
        }
        group.putTable(after.build(), table.statistics());
        group.afterCommit(engine.housekeeping()::wake);
        return new Result(attributeName, enabled);
    }

    private void check(TableDefinition.TimeToLive before, long now) {
        boolean isEnabled = before != null && before.enabled();
        if (isEnabled && !before.attribute().equals(attributeName)) {
            throw ApiException.validation("TimeToLive is active on a different AttributeName");
        }
        if (isEnabled == enabled) {
            throw ApiException.validation("TimeToLive is already " + (enabled ? "enabled" : "disabled"));
        }
        if (before != null && Math.abs(now - before.changedMillis()) < INTERVAL_MILLIS) {
            throw ApiException.validation("TimeToLive has been modified multiple times within a fixed interval");
        }
    }
}
