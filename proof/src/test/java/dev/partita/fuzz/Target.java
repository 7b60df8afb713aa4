package dev.partita.fuzz;

/** Something that reads bytes which others made. */
public interface Target {

    /** Reads them. The refusal that the reader declares ends here; whatever comes out is a fault of ours. */
    void read(byte[] input) throws Exception;
}
