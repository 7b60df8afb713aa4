package dev.partita.kernel;

import org.jetbrains.lincheck.datastructures.Operation;

/** A planted fault: threads count with neither lock nor atomic, so that a count can be lost. */
public final class LostUpdate {

    private int count;

    @Operation
    public int increment() {
        int before = count;
        count = before + 1;
        return before;
    }
}
