package dev.partita.store;

import java.nio.file.Path;
import java.util.SplittableRandom;
import java.util.function.LongSupplier;

/** A store on disk in a time that the test moves. */
public final class TimedStore {

    private TimedStore() {}

    public static RocksStore open(Path directory, RocksStore.Options options, LongSupplier nanoTime) {
        return RocksStore.open(directory, options, nanoTime);
    }

    /** On a simulated disk, with something simple in RocksDB's place; all else is the product's. */
    public static RocksStore simulated(
            Path directory, RocksStore.Options options, LongSupplier nanoTime, SplittableRandom random) {
        return RocksStore.open(
                directory,
                options,
                new RocksStore.Surroundings(nanoTime, below -> Long.MAX_VALUE, new SimulatedFiles.Simulation(random)));
    }
}
