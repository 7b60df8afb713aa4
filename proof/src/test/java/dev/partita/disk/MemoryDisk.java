package dev.partita.disk;

import dev.partita.proof.Directories;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A disk of a chosen size, in memory, that can be filled. */
final class MemoryDisk implements AutoCloseable {

    private final Path path;

    private MemoryDisk(Path path) {
        this.path = path;
    }

    /** Null if something can be mounted here. */
    static String lacks() {
        try {
            Path directory = Files.createTempDirectory("partita-disk");
            try (MemoryDisk disk = mount(directory, 1 << 20)) {
                return disk.path().toFile().getTotalSpace() == 1 << 20 ? null : "permission to mount a tmpfs";
            } catch (IllegalStateException e) {
                return "permission to mount a tmpfs";
            } finally {
                Directories.remove(directory);
            }
        } catch (IOException e) {
            return "permission to mount a tmpfs";
        }
    }

    static MemoryDisk mount(Path below, long bytes) throws IOException {
        Path path = Files.createDirectory(below.resolve("disk"));
        run("mount", "-t", "tmpfs", "-o", "size=" + bytes, "tmpfs", path.toString());
        return new MemoryDisk(path);
    }

    Path path() {
        return path;
    }

    /** Fills it until about so much is left. */
    void fill(long left) throws IOException {
        long bytes = path.toFile().getUsableSpace() - left;
        try (var out = Files.newOutputStream(ballast())) {
            byte[] block = new byte[4096];
            for (long written = 0; written < bytes; written += block.length) {
                out.write(block);
            }
        } catch (IOException e) {
            if (!String.valueOf(e.getMessage()).contains("No space left")) {
                throw e;
            }
            // The store, which writes meanwhile, took the rest.
        }
    }

    void makeRoom() throws IOException {
        Files.delete(ballast());
    }

    private Path ballast() {
        return path.resolve("ballast");
    }

    /** Also while a thread that hangs still uses it. */
    @Override
    public void close() throws IOException {
        run("umount", "-l", path.toString());
    }

    private static void run(String... command) throws IOException {
        try {
            if (new ProcessBuilder(command).redirectErrorStream(true).start().waitFor() != 0) {
                throw new IllegalStateException(String.join(" ", command) + " failed");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(e);
        }
    }
}
