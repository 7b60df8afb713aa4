package dev.partita.fuzz;

import dev.partita.proof.Budget;
import dev.partita.proof.Family;
import dev.partita.proof.Figures;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Every parser and decoder is given what Jazzer makes of a corpus, led by the branches it reaches: no exception but the declared
 * refusal, at most a second and 64 MB each.
 *
 * <p>Inputs that reach something new are kept in {@code -Dfuzz.out} (target/fuzz), and so is each finding, below {@code crashes}. A finding
 * belongs into {@code src/test/resources/fuzz/TARGET}, where {@link CorpusTest} reads it for ever.
 */
public final class Fuzz extends Family {

    /** The first time round each target has a few seconds, then twice as long, up to what a family may take for one trial. */
    private static final int FIRST_SECONDS = 2;

    private static final int MOST_SECONDS = 16;
    private static final int AT_ONCE = 2;

    public Fuzz() {
        super("R11", "fuzzed input", "runs of a target", Targets.ALL.size());
    }

    @Override
    public Figures run(Budget budget, long seed) throws Exception {
        Path out = Path.of(System.getProperty("fuzz.out", "target/fuzz")).toAbsolutePath();
        List<String> targets = List.copyOf(Targets.ALL.keySet());
        SplittableRandom random = new SplittableRandom(seed);
        List<String> violations = new ArrayList<>();
        long executed = 0;
        long covered = 0;
        int done = 0;
        while (violations.isEmpty() && budget.allowsMore(done)) {
            List<JazzerRun> runs = new ArrayList<>();
            while (runs.size() < AT_ONCE && budget.allowsMore(done)) {
                int round = Math.min(done / targets.size(), 10);
                int seconds = Math.min(MOST_SECONDS, FIRST_SECONDS << round);
                runs.add(JazzerRun.start(targets.get(done % targets.size()), out, seconds, random.nextLong()));
                done++;
            }
            for (JazzerRun run : runs) {
                JazzerRun.Outcome outcome = run.end();
                executed += outcome.executed();
                covered += done <= targets.size() ? outcome.covered() : 0;
                if (outcome.finding() != null) {
                    violations.add(outcome.finding());
                }
            }
        }
        return new Figures(done, executed, executed, violations, String.format("%,d branches reached", covered));
    }
}
