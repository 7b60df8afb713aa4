package dev.partita.crash;

import dev.partita.proof.Budget;
import dev.partita.proof.Family;
import dev.partita.proof.Figures;

/** A server under load loses its power: what was not synced is gone, or half there. */
public final class PowerCuts extends Family {

    public PowerCuts() {
        super("R2", "power cut under load", "cuts", 40);
    }

    @Override
    public String lacks() {
        return PowerCut.available() ? null : "gcc";
    }

    @Override
    public Figures run(Budget budget, long seed) throws Exception {
        return CrashLoop.figures(budget, seed, true);
    }
}
