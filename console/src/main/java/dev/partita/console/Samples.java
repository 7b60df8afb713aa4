package dev.partita.console;

/** Writes the samples of designs, which make a console worth looking at. */
@FunctionalInterface
public interface Samples {

    /**
     * @return how many items were written
     * @throws IllegalArgumentException when no such design is served, or it has no samples
     */
    int write(String design);
}
