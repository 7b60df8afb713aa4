package dev.partita.cli.internal.terminal;

import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.charset.Charset;

/** The process's standard output, which remembers why a write failed; a {@link PrintWriter} alone keeps that to itself. */
public final class StandardOutput extends OutputStream {

    private final OutputStream out;
    private IOException failure;

    public StandardOutput() {
        this(new FileOutputStream(FileDescriptor.out));
    }

    StandardOutput(OutputStream out) {
        this.out = new BufferedOutputStream(out);
    }

    PrintWriter writer() {
        // Newer JVMs tell the terminal's encoding apart from that of files.
        String encoding = System.getProperty("stdout.encoding");
        return new PrintWriter(this, true, encoding == null ? Charset.defaultCharset() : Charset.forName(encoding));
    }

    /** Why not all of it was written; null when it was, or when the reader had enough ({@code partita rules | head}). */
    public synchronized IOException failure() {
        return failure != null && "Broken pipe".equals(failure.getMessage()) ? null : failure;
    }

    @Override
    public void write(int one) throws IOException {
        write(new byte[] {(byte) one}, 0, 1);
    }

    @Override
    public synchronized void write(byte[] bytes, int from, int length) throws IOException {
        try {
            out.write(bytes, from, length);
        } catch (IOException problem) {
            throw remember(problem);
        }
    }

    @Override
    public synchronized void flush() throws IOException {
        try {
            out.flush();
        } catch (IOException problem) {
            throw remember(problem);
        }
    }

    private IOException remember(IOException problem) {
        if (failure == null) {
            failure = problem;
        }
        return problem;
    }
}
