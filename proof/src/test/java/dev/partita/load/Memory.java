package dev.partita.load;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** How much memory a process takes, as the system counts it. */
final class Memory {

    /** Heap, RocksDB's caches and buffers, and what a JVM needs beside them. */
    static final long MOST_MB = 256 + 320 + 150;

    private Memory() {}

    /** Null where the system tells; otherwise what is missing. */
    static String lacks() {
        return Files.isReadable(Path.of("/proc/self/status"))
                ? null
                : "/proc, which tells how much memory a process takes";
    }

    static long residentMb(long pid) {
        return Long.parseLong(field(pid, "VmRSS:")) / 1024;
    }

    /** The most it ever took. */
    static long peakMb(long pid) {
        return Long.parseLong(field(pid, "VmHWM:")) / 1024;
    }

    private static String field(long pid, String name) {
        try {
            return Files.readAllLines(Path.of("/proc", String.valueOf(pid), "status")).stream()
                    .filter(line -> line.startsWith(name))
                    .map(line -> line.replaceAll("\\D", ""))
                    .findFirst()
                    .orElse("0");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What a server must never have written into its log. */
    static List<String> complaints(Path log) throws IOException {
        return Files.readAllLines(log).stream()
                .filter(line -> line.contains("OutOfMemoryError") || line.contains("StackOverflowError"))
                .toList();
    }
}
