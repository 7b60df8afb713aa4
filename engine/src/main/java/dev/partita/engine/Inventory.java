package dev.partita.engine;

import dev.partita.engine.internal.table.Rows;
import dev.partita.engine.internal.table.Statistics;
import dev.partita.engine.internal.table.Table;
import dev.partita.engine.internal.table.TableCodec;
import dev.partita.engine.internal.table.TableDefinition;
import dev.partita.store.EntryCursor;
import dev.partita.store.StoreView;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * All that an engine reads before it starts. It is read twice: before anything in a data directory is changed, so that one
 * where it cannot be read is refused as it is, and then to be used.
 *
 * <p>Rows are met by walking over all of a kind, never by asking for one: a walk over what sorted files hold meets every
 * block that a later one meets, whatever the journal adds, so the second reading does not fail where the first did not.
 *
 * @param lastId the last id given to a table or a stream
 * @param lastSequence the last number given to a stream record
 * @param timeSeenMillis when the data was last open under a clock that could be trusted, or 0
 */
record Inventory(int lastId, long lastSequence, long timeSeenMillis, List<StreamInfo> streams, List<Table> tables) {

    static Inventory read(StoreView rows) {
        ByteBuffer counters = first(rows, Rows.COUNTERS);
        ByteBuffer timeSeen = first(rows, Rows.TIME_SEEN);
        return new Inventory(
                counters == null ? 0 : counters.getInt(),
                counters == null ? 0 : counters.getLong(),
                timeSeen == null ? 0 : timeSeen.getLong(),
                readStreams(rows),
                readTables(rows));
    }

    private static ByteBuffer first(StoreView rows, int kind) {
        try (EntryCursor cursor = walk(rows, kind)) {
            return cursor.next() ? ByteBuffer.wrap(cursor.value()) : null;
        }
    }

    private static List<StreamInfo> readStreams(StoreView rows) {
        List<StreamInfo> streams = new ArrayList<>();
        try (EntryCursor cursor = walk(rows, Rows.STREAM)) {
            while (cursor.next()) {
                streams.add(StreamInfo.read(cursor.value()));
            }
        }
        return streams;
    }

    private static List<Table> readTables(StoreView rows) {
        Map<Integer, byte[]> statistics = new HashMap<>();
        try (EntryCursor cursor = walk(rows, Rows.STATISTICS)) {
            while (cursor.next()) {
                statistics.put(ByteBuffer.wrap(cursor.key()).getInt(1), cursor.value());
            }
        }
        List<Table> tables = new ArrayList<>();
        try (EntryCursor cursor = walk(rows, Rows.TABLE)) {
            while (cursor.next()) {
                TableDefinition definition = TableCodec.decode(cursor.value());
                tables.add(new Table(definition, Statistics.read(statistics.get(definition.id()))));
            }
        }
        return tables;
    }

    private static EntryCursor walk(StoreView rows, int kind) {
        byte[] first = {(byte) kind};
        return rows.cursor(first, Rows.after(first), false);
    }
}
