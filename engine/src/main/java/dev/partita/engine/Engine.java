package dev.partita.engine;

import java.nio.file.Path;
import java.time.Clock;

/** A whole database: the store, its tables, the one thread that writes, and the work in the background. */
public final class Engine implements AutoCloseable {

    /** When an acknowledged write is safe. */
    public enum Durability {
        /** Before the answer: it survives a power cut. */
        FSYNC,
        /** In the operating system's hands: it survives the process, not a power cut. */
        OS
    }

    /** How an engine behaves; {@link #defaults()} suits most. */
    public record Options(
            Clock clock, String region, String accountId, Durability durability, long ttlDelaySeconds, long seed) {
        public static Options defaults() {
            return new Options(Clock.systemUTC(), "us-east-1", "000000000000", Durability.FSYNC, 0, 0);
        }

        public Options withClock(Clock newClock) {
            return new Options(newClock, region, accountId, durability, ttlDelaySeconds, seed);
        }
    }

    /** Nothing is kept after {@link #close()}. */
    public static Engine inMemory(Options options) {
        return new Engine();
    }

    /** Opens or creates the data directory. */
    public static Engine open(Path directory, Options options) {
        return new Engine();
    }

    /** A second engine that starts with everything this one holds now and then goes its own way; in memory only. */
    public Engine fork() {
        return new Engine();
    }

    /** The tables of a namespace; {@code ""} is the one everybody shares unless separation was asked for. */
    public Database database(String namespace) {
        return new Database();
    }

    @Override
    public void close() {}
}
