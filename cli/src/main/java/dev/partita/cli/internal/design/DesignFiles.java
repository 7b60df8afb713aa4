package dev.partita.cli.internal.design;

import dev.partita.cli.internal.terminal.UsageException;
import dev.partita.design.Reader;
import dev.partita.design.Source;
import dev.partita.design.model.Finding;
import dev.partita.lint.JudgedDesign;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Design files by the names that commands are given: a path, or the name of a design that ships. */
public final class DesignFiles {

    /** @param name a file, or the name of a design that ships */
    public static JudgedDesign open(String name) {
        Path file = Path.of(name);
        if (!Files.isRegularFile(file)) {
            return JudgedDesign.of(source(name), Reader.read(source(name)));
        }
        try {
            // Bytes that are no text are the reader's to complain about, with their place.
            return JudgedDesign.of(source(name), Reader.read(name, Files.readAllBytes(file)));
        } catch (IOException problem) {
            throw new UsageException("Cannot read " + name + ": " + problem.getMessage());
        }
    }

    /** The same, for commands that need a design that works; one with errors is refused with the way to see them. */
    public static JudgedDesign openSound(String name) {
        JudgedDesign file = open(name);
        return refuse(file, file.findings(), name);
    }

    /** The same, for commands that can show also a design that does not work yet, if only it can be read. */
    static JudgedDesign openReadable(String name) {
        JudgedDesign file = open(name);
        return refuse(file, file.reading().findings(), name);
    }

    private static JudgedDesign refuse(JudgedDesign file, List<Finding> findings, String name) {
        long errors = findings.stream().filter(Finding::isError).count();
        if (errors > 0) {
            throw new UsageException(file.source().name() + " has " + Check.count((int) errors, "error")
                    + ".  partita check " + name + "  shows " + (errors == 1 ? "it." : "them."));
        }
        return file;
    }

    public static Source source(String name) {
        Path file = Path.of(name);
        try {
            if (Files.isRegularFile(file)) {
                return new Source(name, new String(Files.readAllBytes(file), StandardCharsets.UTF_8));
            }
        } catch (IOException problem) {
            throw new UsageException("Cannot read " + name + ": " + problem.getMessage());
        }
        if (ShippedDesigns.NAMES.contains(name)) {
            return new Source(name + ".yaml", ShippedDesigns.text(name));
        }
        if (Files.isDirectory(file)) {
            throw new UsageException(name + " is a directory; name a design file in it.");
        }
        throw new UsageException("There is no file " + name + ", and no design of that name ships with Partita ("
                + String.join(", ", ShippedDesigns.NAMES) + ").");
    }

    private DesignFiles() {}
}
