package dev.partita.cli.internal.up;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Finds out which process listens on a port, where the system tells (Linux). */
final class PortHolder {

    private static final String LISTENING = "0A";

    private PortHolder() {}

    /** Such as {@code java (process 4711): java -jar DynamoDBLocal.jar}. */
    static Optional<String> of(int port) {
        try {
            Set<String> sockets = new HashSet<>();
            for (String table : List.of("/proc/net/tcp", "/proc/net/tcp6")) {
                listeners(Path.of(table), port, sockets);
            }
            return sockets.isEmpty() ? Optional.empty() : processWith(sockets);
        } catch (IOException | SecurityException unknown) {
            return Optional.empty();
        }
    }

    private static void listeners(Path table, int port, Set<String> sockets) throws IOException {
        if (!Files.isReadable(table)) {
            return;
        }
        String suffix = String.format(":%04X", port);
        for (String line : Files.readAllLines(table)) {
            // sl local_address rem_address st tx:rx tr:when retrnsmt uid timeout inode
            String[] columns = line.strip().split("\\s+");
            if (columns.length > 9 && columns[1].endsWith(suffix) && columns[3].equals(LISTENING)) {
                sockets.add("socket:[" + columns[9] + "]");
            }
        }
    }

    private static Optional<String> processWith(Set<String> sockets) throws IOException {
        try (DirectoryStream<Path> processes = Files.newDirectoryStream(Path.of("/proc"), "[0-9]*")) {
            for (Path process : processes) {
                if (holds(process.resolve("fd"), sockets)) {
                    long id = Long.parseLong(process.getFileName().toString());
                    return ProcessHandle.of(id).map(PortHolder::describe);
                }
            }
        }
        return Optional.empty();
    }

    /** Other users' processes do not show what they have open. */
    private static boolean holds(Path openFiles, Set<String> sockets) {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(openFiles)) {
            for (Path file : files) {
                if (sockets.contains(Files.readSymbolicLink(file).toString())) {
                    return true;
                }
            }
        } catch (IOException | SecurityException hidden) {
            return false;
        }
        return false;
    }

    private static String describe(ProcessHandle process) {
        String line =
                process.info().commandLine().or(() -> process.info().command()).orElse("");
        String shown = line.length() <= 100 ? line : line.substring(0, 97) + "...";
        return "process " + process.pid() + (shown.isEmpty() ? "" : " (" + shown + ")");
    }
}
