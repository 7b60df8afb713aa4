package dev.partita.crash;

import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/**
 * Turns what a killed process left into what a power cut could have left.
 *
 * <p>A kill loses nothing that was written, since the kernel still holds it. So the process runs under a small C library
 * that notes every fsync, and {@link #cut} then takes away, by chance, what no fsync had asked the disk to keep: the ends
 * of files, and new files whose directory was not synced.
 */
final class PowerCut {

    private final Path library;
    private final Path log;

    private PowerCut(Path library, Path log) {
        this.library = library;
        this.log = log;
    }

    /** Builds the C library in {@code directory}, which also keeps the log. */
    static PowerCut prepare(Path directory) throws IOException, InterruptedException {
        Path source = directory.resolve("powercut.c");
        Path library = directory.resolve("powercut.so");
        try (InputStream in = PowerCut.class.getResourceAsStream("/crash/powercut.c")) {
            Files.write(source, in.readAllBytes());
        }
        Process compiler = new ProcessBuilder(
                        "gcc", "-O2", "-shared", "-fPIC", "-o", library.toString(), source.toString(), "-ldl")
                .inheritIO()
                .start();
        if (compiler.waitFor() != 0) {
            throw new IllegalStateException("gcc failed");
        }
        return new PowerCut(library, directory.resolve("powercut.log"));
    }

    static boolean available() {
        return Stream.of(System.getenv("PATH").split(":"))
                .anyMatch(directory -> Files.isExecutable(Path.of(directory, "gcc")));
    }

    /** For every process that writes the files, from the first to the last: what it syncs is kept. */
    Map<String, String> environment() {
        return Map.of("LD_PRELOAD", library.toString(), "POWERCUT_LOG", log.toString());
    }

    /** What a directory held when it was last synced. */
    private record Entries(Set<String> names, Set<Long> inodes) {

        static Entries none() {
            return new Entries(new HashSet<>(), new HashSet<>());
        }

        /** Under this name, or under the one it had before a rename. */
        boolean mention(Path file) throws IOException {
            return names.contains(file.getFileName().toString()) || inodes.contains(inode(file));
        }
    }

    /** Answers how many bytes the cut took. */
    long cut(Path directory, SplittableRandom random) throws IOException {
        Map<Long, Long> syncedSizes = new HashMap<>();
        Map<Long, Entries> syncedEntries = new HashMap<>();
        readLog(syncedSizes, syncedEntries);
        long takenBytes = 0;
        List<Path> files;
        try (Stream<Path> walk = Files.walk(directory)) {
            files = walk.filter(Files::isRegularFile).sorted().toList();
        }
        for (Path file : files) {
            long size = Files.size(file);
            Entries entries = syncedEntries.getOrDefault(inode(file.getParent()), Entries.none());
            if (!entries.mention(file) && random.nextBoolean()) {
                String gone = "gone " + inode(file) + "\n";
                Files.delete(file);
                Files.writeString(log, gone, StandardOpenOption.APPEND);
                takenBytes += size;
            } else {
                long synced = Math.min(size, syncedSizes.getOrDefault(inode(file), 0L));
                long kept = synced + part(size - synced, random);
                try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
                    channel.truncate(kept);
                }
                takenBytes += size - kept;
            }
        }
        return takenBytes;
    }

    private void readLog(Map<Long, Long> sizes, Map<Long, Entries> entries) throws IOException {
        Entries current = Entries.none();
        for (String line : Files.readAllLines(log)) {
            String[] words = line.split(" ", 3);
            switch (words[0]) {
                case "sync" -> sizes.put(Long.valueOf(words[1]), Long.valueOf(words[2]));
                case "gone" -> sizes.remove(Long.valueOf(words[1]));
                case "dir" -> {
                    current = Entries.none();
                    entries.put(Long.valueOf(words[1]), current);
                }
                case "entry" -> {
                    current.inodes().add(Long.valueOf(words[1]));
                    current.names().add(words[2]);
                }
                default -> throw new IllegalStateException("power-cut log: " + line);
            }
        }
    }

    /** All or nothing as often as something in between, since those are the interesting ends. */
    private static long part(long bytes, SplittableRandom random) {
        return switch (random.nextInt(3)) {
            case 0 -> 0;
            case 1 -> bytes;
            default -> random.nextLong(bytes + 1);
        };
    }

    private static long inode(Path path) throws IOException {
        return (Long) Files.getAttribute(path, "unix:ino");
    }
}
