package dev.partita.kernel;

/** What {@link LostUpdate} should be. */
public final class Counter {

    private int count;

    public int increment() {
        return count++;
    }
}
