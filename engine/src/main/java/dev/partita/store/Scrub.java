package dev.partita.store;

import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Reads the sorted files through, one after another and slowly, so that rot is noticed before a request meets it. A round of all
 * files takes at least a day.
 */
final class Scrub {

    private static final long ROUND_NANOS = TimeUnit.DAYS.toNanos(1);
    private static final long FILE_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final LongSupplier nanoTime;
    private final Supplier<List<Path>> files;
    private final Deque<Path> waiting = new ArrayDeque<>();
    private long roundNanos;
    private long fileNanos;

    Scrub(LongSupplier nanoTime, Supplier<List<Path>> files) {
        this.nanoTime = nanoTime;
        this.files = files;
        this.roundNanos = nanoTime.getAsLong() - ROUND_NANOS;
        this.fileNanos = nanoTime.getAsLong();
    }

    /** Called once a second or so: reads one file if it is time, and answers what is wrong with it, if anything is. */
    Optional<String> step() {
        long now = nanoTime.getAsLong();
        if (now - fileNanos < FILE_NANOS) {
            return Optional.empty();
        }
        fileNanos = now;
        if (waiting.isEmpty()) {
            if (now - roundNanos < ROUND_NANOS) {
                return Optional.empty();
            }
            roundNanos = now;
            waiting.addAll(files.get());
        }
        Path file = waiting.poll();
        return file == null ? Optional.empty() : Salvage.damageOf(file);
    }
}
