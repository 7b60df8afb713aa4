package dev.partita.cli.internal.terminal;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Writes what a command made to a file, or to the terminal when none is named. */
public final class Output {

    public static void refuseToReplace(Path file, boolean force) {
        if (file != null && Files.exists(file) && !force) {
            throw new UsageException(file + " exists already. Choose another name, or add --force to replace it.");
        }
    }

    public static void write(Terminal terminal, Path file, String text) throws IOException {
        if (file == null) {
            terminal.out().print(text);
            terminal.out().flush();
            return;
        }
        Path directory = file.toAbsolutePath().getParent();
        if (directory != null) {
            Files.createDirectories(directory);
        }
        Files.writeString(file, text);
        terminal.out().println(terminal.green("wrote") + " " + file);
    }

    private Output() {}
}
