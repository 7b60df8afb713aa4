package dev.partita.model;

import dev.partita.proof.Budget;
import dev.partita.proof.Directories;
import dev.partita.proof.Family;
import dev.partita.proof.Figures;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Sequences of calls of every kind, to an engine in memory and to one on disk in turns, each compared with a naive model: answers, texts of
 * refusals, streams, and everything kept beside the items; with restarts, expiry, and an index that comes and goes.
 */
public final class Models extends Family {

    private static final int CALLS = 1_000;

    public Models() {
        super("R9", "calls compared with a model", "sequences", 40);
    }

    @Override
    public Figures run(Budget budget, long seed) throws Exception {
        SplittableRandom seeds = new SplittableRandom(seed);
        long trials = 0;
        long compared = 0;
        List<String> violations = List.of();
        while (violations.isEmpty() && budget.allowsMore(trials)) {
            long own = seeds.nextLong();
            boolean onDisk = trials % 2 == 1;
            trials++;
            try {
                compared += once(own, onDisk);
            } catch (AssertionError e) {
                violations = List.of(e.getMessage() + " (new ModelRun(" + (onDisk ? "a directory" : "null") + ", " + own
                        + "L).run(" + CALLS + "); sequence " + trials + " of seed " + seed + ")");
            }
        }
        return new Figures(trials, compared, 0, violations, "half of them on disk");
    }

    static long once(long seed, boolean onDisk) throws IOException {
        if (!onDisk) {
            try (ModelRun run = new ModelRun(null, seed)) {
                return run.run(CALLS);
            }
        }
        Path parent = Files.createDirectories(Path.of("target", "model").toAbsolutePath());
        Path directory = Files.createTempDirectory(parent, "engine-");
        try (ModelRun run = new ModelRun(directory, seed)) {
            return run.run(CALLS);
        } finally {
            Directories.remove(directory);
        }
    }
}
