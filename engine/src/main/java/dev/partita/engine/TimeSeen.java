package dev.partita.engine;

import dev.partita.item.ByteWriter;
import java.nio.ByteBuffer;

/** When this engine's data was last open under a clock that could be trusted. */
final class TimeSeen {

    private TimeSeen() {}

    /** In milliseconds, or 0 if nobody knows. */
    static long read(Engine engine) {
        byte[] stored = engine.store().get(Rows.timeSeen());
        return stored == null ? 0 : ByteBuffer.wrap(stored).getLong();
    }

    static Void write(Group group) {
        long now = group.engine().options().clock().millis();
        group.put(Rows.timeSeen(), new ByteWriter(8).int64(now).toByteArray());
        return null;
    }
}
