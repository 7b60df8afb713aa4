package dev.partita.cli;

import dev.partita.design.Finding;
import dev.partita.design.Reader;
import dev.partita.design.Reading;
import dev.partita.design.Severity;
import dev.partita.design.Source;
import dev.partita.lint.Linter;
import dev.partita.plan.Compiled;
import dev.partita.plan.Compiler;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * A design file, read, compiled and judged. {@code compiled} is null when there was nothing to compile. Whoever shows its findings
 * takes them from {@link #helped}.
 */
record DesignFile(Source source, Reading reading, Compiled compiled, List<Finding> findings) {

    /** @param name a file, or the name of a design that ships */
    static DesignFile open(String name) {
        Path file = Path.of(name);
        if (!Files.isRegularFile(file)) {
            return of(Reader.read(source(name)), source(name));
        }
        try {
            // Bytes that are no text are the reader's to complain about, with their place.
            return of(Reader.read(name, Files.readAllBytes(file)), source(name));
        } catch (IOException problem) {
            throw new UsageException("Cannot read " + name + ": " + problem.getMessage());
        }
    }

    /** The same, for commands that need a design that works; one with errors is refused with the way to see them. */
    static DesignFile openSound(String name) {
        DesignFile file = open(name);
        return refuse(file, file.findings(), name);
    }

    /** The same, for commands that can show also a design that does not work yet, if only it can be read. */
    static DesignFile openReadable(String name) {
        DesignFile file = open(name);
        return refuse(file, file.reading().findings(), name);
    }

    private static DesignFile refuse(DesignFile file, List<Finding> findings, String name) {
        long errors = findings.stream().filter(Finding::isError).count();
        if (errors > 0) {
            throw new UsageException(file.source().name() + " has " + Check.count((int) errors, "error")
                    + ".  partita check " + name + "  shows " + (errors == 1 ? "it." : "them."));
        }
        return file;
    }

    private static DesignFile of(Reading reading, Source source) {
        Compiled compiled = reading.design() == null ? null : Compiler.compile(reading.design());
        return new DesignFile(source, reading, compiled, Linter.untried(reading, compiled));
    }

    static Source source(String name) {
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

    /** The same, with help that was tried: it takes a while where there is much to help with. */
    DesignFile helped() {
        return new DesignFile(source, reading, compiled, Linter.tried(reading, findings));
    }

    DesignFile withoutAdvice() {
        return new DesignFile(
                source,
                reading,
                compiled,
                findings.stream().filter(f -> f.severity() != Severity.ADVICE).toList());
    }
}
