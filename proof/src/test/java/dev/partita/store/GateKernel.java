package dev.partita.store;

import java.util.concurrent.atomic.AtomicInteger;
import org.jetbrains.lincheck.datastructures.Operation;

/** Threads go through a {@link Gate} while others want to be alone: never is anybody inside with one who is alone. */
public final class GateKernel {

    /** What each hears if the gate keeps its word. */
    public static final class Twin {
        public boolean pass() {
            return true;
        }

        public boolean alone() {
            return true;
        }
    }

    private final Gate gate = new Gate();
    private final AtomicInteger inside = new AtomicInteger();
    private volatile boolean alone;

    @Operation
    public boolean pass() {
        int stripe = gate.enter();
        inside.incrementAndGet();
        boolean fine = !alone;
        inside.decrementAndGet();
        gate.leave(stripe);
        return fine;
    }

    @Operation
    public boolean alone() {
        boolean[] fine = new boolean[1];
        gate.alone(() -> {
            fine[0] = !alone;
            alone = true;
            fine[0] &= inside.get() == 0;
            alone = false;
        });
        return fine[0];
    }
}
