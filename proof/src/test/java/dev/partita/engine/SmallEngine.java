package dev.partita.engine;

import dev.partita.store.RocksStore;
import java.nio.file.Path;

/** An engine whose buffers are so small that a few hundred writes fill and merge many files and use the journal's again. */
public final class SmallEngine {

    public static final RocksStore.Options SMALL = new RocksStore.Options(true, 0, 8 << 20, 64 << 10);

    private SmallEngine() {}

    public static Engine open(Path directory, Engine.Options options) {
        return Engine.open(directory, options, SMALL);
    }
}
