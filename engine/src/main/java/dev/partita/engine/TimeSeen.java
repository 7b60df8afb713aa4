package dev.partita.engine;

import dev.partita.engine.internal.table.Rows;
import dev.partita.item.ByteWriter;

/** When this engine's data was last open under a clock that could be trusted. */
final class TimeSeen {

    private TimeSeen() {}

    static Void write(Group group) {
        long now = group.engine().options().clock().millis();
        group.put(Rows.timeSeen(), new ByteWriter(8).int64(now).toByteArray());
        return null;
    }
}
