package dev.partita.runtime;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Looks every minute for deletes that were cut off before their children were gone, and finishes them. Any number of processes may do so
 * at once. It takes one small query a minute for each table, and nothing for designs without {@code on-delete: cascade}.
 *
 * <p>It works in one thread of its own, which also tells of what was done; any thread may close it.
 */
public final class DeleteFinisher implements AutoCloseable {

    private static final Duration PAUSE = Duration.ofMinutes(1);

    private final List<Database> databases;
    private final Consumer<String> told;
    private final ScheduledExecutorService thread;

    private DeleteFinisher(Collection<Database> databases, Consumer<String> told) {
        this.databases = databases.stream()
                .filter(database -> database.plans().hasLongDeletes())
                .toList();
        this.told = told;
        this.thread = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread made = new Thread(task, "partita-deletes");
            made.setDaemon(true);
            return made;
        });
    }

    /**
     * Begins to look.
     *
     * @param told hears of what was finished, and of what could not be: one sentence each
     */
    public static DeleteFinisher start(Collection<Database> databases, Consumer<String> told) {
        DeleteFinisher finisher = new DeleteFinisher(databases, told);
        if (!finisher.databases.isEmpty()) {
            finisher.thread.scheduleWithFixedDelay(finisher::look, 0, PAUSE.toMillis(), TimeUnit.MILLISECONDS);
        }
        return finisher;
    }

    private void look() {
        for (Database database : databases) {
            String design = database.design().name();
            try {
                int finished = database.finishDeletes();
                if (finished > 0) {
                    told.accept("Of " + design + " " + finished + (finished == 1 ? " delete" : " deletes")
                            + " had been cut off and " + (finished == 1 ? "is" : "are") + " finished now");
                }
            } catch (RuntimeException e) {
                // Thrown on, it would be the last look.
                told.accept("Deletes of " + design + " that were cut off cannot be finished yet: " + e.getMessage());
            }
        }
    }

    /** Looks no more; what is under way is finished first, by whoever looks next if not here. */
    @Override
    public void close() {
        thread.shutdownNow();
    }
}
