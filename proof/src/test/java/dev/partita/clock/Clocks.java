package dev.partita.clock;

import dev.partita.log.Logs;
import dev.partita.proof.Budget;
import dev.partita.proof.Directories;
import dev.partita.proof.Family;
import dev.partita.proof.Figures;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import org.slf4j.event.Level;

/** Clocks that are set, frozen, turned back or ten years ahead, also while the engine is closed. */
public final class Clocks extends Family {

    private static final int EVENTS = 30;

    public Clocks() {
        super("R15", "clocks that are wrong", "walks", 30);
    }

    @Override
    public Figures run(Budget budget, long seed) throws Exception {
        // Every event is worth a warning.
        Logs.configure(Logs.Format.TEXT, Level.ERROR);
        try {
            return walks(budget, seed);
        } finally {
            Logs.configure(Logs.Format.TEXT, Level.WARN);
        }
    }

    private static Figures walks(Budget budget, long seed) throws IOException {
        SplittableRandom seeds = new SplittableRandom(seed);
        Path parent = Files.createDirectories(Path.of("target", "clock").toAbsolutePath());
        long trials = 0;
        long checked = 0;
        List<String> violations = List.of();
        while (violations.isEmpty() && budget.allowsMore(trials)) {
            long own = seeds.nextLong();
            Path directory = Files.createTempDirectory(parent, "walk-");
            trials++;
            try (ClockWalk walk = new ClockWalk(directory, own)) {
                checked += walk.run(EVENTS);
            } catch (AssertionError e) {
                violations = List.of(e.getMessage() + " (new ClockWalk(a directory, " + own + "L).run(" + EVENTS
                        + "); walk " + trials + " of seed " + seed + ")");
            }
            Directories.remove(directory);
        }
        return new Figures(trials, checked, trials * EVENTS, violations, "");
    }
}
