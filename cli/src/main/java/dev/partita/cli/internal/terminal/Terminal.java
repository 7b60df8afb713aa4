package dev.partita.cli.internal.terminal;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** Where a command writes, and whether colour helps there. */
public record Terminal(PrintWriter out, PrintWriter err, boolean coloured) {

    public static Terminal of(StandardOutput out) {
        return new Terminal(
                out.writer(),
                new PrintWriter(System.err, true),
                System.console() != null && wantsColour(System.getenv()));
    }

    /** Whether there is somebody who could answer a question. */
    public boolean canAsk() {
        return (coloured || System.console() != null) && isInForeground(Path.of("/proc/self/stat"));
    }

    /** A process in the background ({@code partita up &}) that reads from its terminal is stopped by it, with all it serves. */
    static boolean isInForeground(Path stat) {
        try {
            String line = Files.readString(stat);
            // After the name, which may have any character in it: state, parent, process group, session, terminal, and
            // the process group in the terminal's foreground.
            String[] fields = line.substring(line.lastIndexOf(')') + 2).split(" ");
            return fields[2].equals(fields[5]);
        } catch (IOException | IndexOutOfBoundsException elsewhere) {
            return true;
        }
    }

    /** See no-color.org: any value but an empty one means no. */
    static boolean wantsColour(Map<String, String> environment) {
        return environment.getOrDefault("NO_COLOR", "").isEmpty() && !"dumb".equals(environment.get("TERM"));
    }

    /** Something that is not as it should be, and stops nothing. */
    public void warn(String message) {
        err.println(styled("1;33", "warning") + " " + message);
        err.flush();
    }

    /** Why it was not done. More lines may follow, so whoever writes the last one flushes. */
    void error(String message) {
        err.println(red("error") + " " + message);
    }

    /** The same for a command that ends with it; returns its exit code. */
    public int failed(String message) {
        error(message);
        err.flush();
        return 1;
    }

    public String bold(String text) {
        return styled("1", text);
    }

    public String dim(String text) {
        return styled("2", text);
    }

    public String green(String text) {
        return styled("1;32", text);
    }

    public String red(String text) {
        return styled("1;31", text);
    }

    public String styled(String code, String text) {
        return coloured ? "\u001b[" + code + "m" + text + "\u001b[0m" : text;
    }
}
