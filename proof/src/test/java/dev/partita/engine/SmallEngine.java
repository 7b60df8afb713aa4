package dev.partita.engine;

import dev.partita.engine.request.StreamViewType;
import dev.partita.store.RocksStore;
import dev.partita.store.Store;
import java.nio.file.Path;

/** An engine whose buffers are so small that a few hundred writes fill and merge many files and use the journal's again. */
public final class SmallEngine {

    public static final RocksStore.Options SMALL = new RocksStore.Options(true, 0, 8 << 20, 64 << 10);

    private static final int TABLES = 20;

    private SmallEngine() {}

    public static Engine open(Path directory, Engine.Options options) {
        return Engine.open(directory, options, SMALL);
    }

    /** Without any work in the background. */
    public static Engine openQuietly(Path directory) {
        return open(directory, Engine.Options.defaults().withBackground(new ManualBackground()));
    }

    /** What it keeps its rows in. */
    public static Store store(Engine engine) {
        return engine.store();
    }

    /** Everything that an engine reads when it starts: definitions, counts, streams, counters, the time. */
    public static void makeTables(Path directory) {
        try (Engine engine = openQuietly(directory)) {
            for (int table = 0; table < TABLES; table++) {
                TableMaker.table("Table" + table, "pk:S").stream(StreamViewType.NEW_IMAGE)
                        .request()
                        .run(engine.database(""))
                        .join();
            }
        }
    }
}
