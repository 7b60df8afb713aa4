package dev.partita.disk;

import java.io.OutputStream;
import java.io.PrintStream;

/** While a family makes faults by the thousand in its own process, what the store logs about them is nobody's to read. */
final class Silence implements AutoCloseable {

    private final PrintStream before = System.err;

    Silence() {
        System.setErr(new PrintStream(OutputStream.nullOutputStream()));
    }

    @Override
    public void close() {
        System.setErr(before);
    }
}
