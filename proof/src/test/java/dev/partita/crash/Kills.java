package dev.partita.crash;

import dev.partita.proof.Budget;
import dev.partita.proof.Family;
import dev.partita.proof.Figures;

/** A server under load is killed and started again. */
public final class Kills extends Family {

    public Kills() {
        super("R1", "kill -9 under load", "kills", 100);
    }

    @Override
    public Figures run(Budget budget, long seed) throws Exception {
        return CrashLoop.figures(budget, seed, false);
    }
}
