package dev.partita.crash;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Turns what a killed process left into what a power cut could have left.
 *
 * <p>A kill loses nothing that was written, since the kernel still holds it. So the process runs under a small C library
 * that notes every fsync and keeps what was overwritten, and {@link #cut} then takes away, by chance, what no fsync had
 * asked the disk to keep: the ends of files, sectors that were overwritten, and new files whose directory was not synced.
 */
final class PowerCut {

    /** What a disk writes as a whole. */
    static final int SECTOR_BYTES = 512;

    private final Path library;
    private final Path log;
    private final Path overwrittenBytes;

    private PowerCut(Path library, Path log) {
        this.library = library;
        this.log = log;
        this.overwrittenBytes = log.resolveSibling(log.getFileName() + ".before");
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

    /** A class of the tests as a process under the library. */
    ProcessBuilder program(Class<?> program, Path argument) {
        ProcessBuilder builder = new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                program.getName(),
                argument.toString());
        builder.environment().putAll(environment());
        return builder;
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

    /** A range of a file that was overwritten; what it held before begins at {@code where} of the kept bytes. */
    private record Overwrite(long offset, int length, long where) {

        long firstSector() {
            return offset / SECTOR_BYTES;
        }

        long lastSector() {
            return (offset + length - 1) / SECTOR_BYTES;
        }
    }

    /** What the log says, by inode. Overwrites are those not synced, oldest first. */
    private record Noted(Map<Long, Long> sizes, Map<Long, Entries> entries, Map<Long, List<Overwrite>> overwrites) {

        void synced(long inode, long size, long where) {
            // A sync that began earlier may end later.
            sizes.merge(inode, size, Math::max);
            overwrites.getOrDefault(inode, new ArrayList<>()).removeIf(overwrite -> overwrite.where() < where);
        }

        void gone(long inode) {
            sizes.remove(inode);
            overwrites.remove(inode);
        }
    }

    /**
     * Answers how many bytes the cut took. What it left in the directory is on the disk from now on; of other directories
     * nothing is known any more.
     */
    long cut(Path directory, SplittableRandom random) throws IOException {
        Noted noted = readLog();
        long takenBytes = 0;
        List<Path> files;
        try (Stream<Path> walk = Files.walk(directory)) {
            files = walk.filter(Files::isRegularFile).sorted().toList();
        }
        for (Path file : files) {
            long size = Files.size(file);
            long inode = inode(file);
            Entries entries = noted.entries().getOrDefault(inode(file.getParent()), Entries.none());
            if (!entries.mention(file) && random.nextBoolean()) {
                Files.delete(file);
                takenBytes += size;
            } else {
                try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
                    takenBytes += undo(channel, noted.overwrites().getOrDefault(inode, List.of()), random);
                    long synced = Math.min(size, noted.sizes().getOrDefault(inode, 0L));
                    long kept = synced + part(size - synced, random);
                    channel.truncate(kept);
                    takenBytes += size - kept;
                }
            }
        }
        noteAsSynced(directory);
        return takenBytes;
    }

    private Noted readLog() throws IOException {
        Noted noted = new Noted(new HashMap<>(), new HashMap<>(), new HashMap<>());
        Entries current = Entries.none();
        String text = Files.readString(log);
        // A kill may leave a torn line at the end: what it would have told was not yet done, or not yet answered.
        for (String line : text.substring(0, text.lastIndexOf('\n') + 1).lines().toList()) {
            String[] words = line.split(" ");
            long inode = Long.parseLong(words[1]);
            switch (words[0]) {
                case "over" ->
                    noted.overwrites()
                            .computeIfAbsent(inode, unknown -> new ArrayList<>())
                            .add(new Overwrite(
                                    Long.parseLong(words[2]), Integer.parseInt(words[3]), Long.parseLong(words[4])));
                case "sync" -> noted.synced(inode, Long.parseLong(words[2]), Long.parseLong(words[3]));
                case "gone" -> noted.gone(inode);
                case "dir" -> {
                    current = Entries.none();
                    noted.entries().put(inode, current);
                }
                case "entry" -> {
                    current.inodes().add(inode);
                    current.names().add(line.split(" ", 3)[2]);
                }
                default -> throw new IllegalStateException("power-cut log: " + line);
            }
        }
        return noted;
    }

    /**
     * Lets every overwritten sector show one of the versions it had since the last sync: the newest everywhere, or the
     * oldest, or each sector what chance decides. Answers how many bytes changed.
     */
    private long undo(FileChannel file, List<Overwrite> overwrites, SplittableRandom random) throws IOException {
        int choice = overwrites.isEmpty() ? 0 : random.nextInt(3);
        if (choice == 0) {
            return 0;
        }
        Map<Long, Integer> undosBySector = new TreeMap<>();
        for (Overwrite overwrite : overwrites) {
            for (long sector = overwrite.firstSector(); sector <= overwrite.lastSector(); sector++) {
                undosBySector.merge(sector, 1, Integer::sum);
            }
        }
        if (choice == 1) {
            undosBySector.replaceAll((sector, versions) -> random.nextInt(versions + 1));
        }
        long changedBytes = 0;
        try (FileChannel kept = FileChannel.open(overwrittenBytes)) {
            for (int i = overwrites.size() - 1; i >= 0; i--) {
                Overwrite overwrite = overwrites.get(i);
                byte[] before = read(kept, overwrite.where(), overwrite.length());
                for (long sector = overwrite.firstSector(); sector <= overwrite.lastSector(); sector++) {
                    int undos = undosBySector.get(sector);
                    if (undos > 0) {
                        undosBySector.put(sector, undos - 1);
                        changedBytes += restore(file, overwrite, before, sector);
                    }
                }
            }
        }
        return changedBytes;
    }

    private static long restore(FileChannel file, Overwrite overwrite, byte[] before, long sector) throws IOException {
        long from = Math.max(overwrite.offset(), sector * SECTOR_BYTES);
        long to = Math.min(overwrite.offset() + overwrite.length(), (sector + 1) * SECTOR_BYTES);
        // The file may have been cut since.
        int length = (int) (Math.min(to, file.size()) - from);
        if (length <= 0) {
            return 0;
        }
        int start = (int) (from - overwrite.offset());
        byte[] now = read(file, from, length);
        file.write(ByteBuffer.wrap(before, start, length), from);
        return IntStream.range(0, length)
                .filter(i -> now[i] != before[start + i])
                .count();
    }

    private static byte[] read(FileChannel channel, long position, int length) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(length);
        while (bytes.hasRemaining()) {
            if (channel.read(bytes, position + bytes.position()) < 0) {
                throw new EOFException("nothing at " + (position + bytes.position()));
            }
        }
        return bytes.array();
    }

    /** The log begins again with what is there: a machine that starts anew has nothing but its disk. */
    private void noteAsSynced(Path directory) throws IOException {
        StringBuilder lines = new StringBuilder();
        try (Stream<Path> walk = Files.walk(directory)) {
            for (Path path : walk.sorted().toList()) {
                if (Files.isDirectory(path)) {
                    lines.append("dir ").append(inode(path)).append('\n');
                    try (Stream<Path> entries = Files.list(path)) {
                        for (Path entry : entries.toList()) {
                            lines.append("entry %d %s\n".formatted(inode(entry), entry.getFileName()));
                        }
                    }
                } else {
                    lines.append("sync %d %d 0\n".formatted(inode(path), Files.size(path)));
                }
            }
        }
        Files.writeString(log, lines);
        Files.deleteIfExists(overwrittenBytes);
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
