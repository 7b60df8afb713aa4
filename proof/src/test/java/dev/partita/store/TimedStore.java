package dev.partita.store;

import java.nio.file.Path;
import java.util.function.LongSupplier;

/** A store on disk in a time that the test moves. */
public final class TimedStore {

    private TimedStore() {}

    public static RocksStore open(Path directory, RocksStore.Options options, LongSupplier nanoTime) {
        return RocksStore.open(directory, options, nanoTime);
    }
}
