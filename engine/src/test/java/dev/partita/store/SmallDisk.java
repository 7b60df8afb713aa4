package dev.partita.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;

/** A disk that can be filled: in memory, of a size that a test chooses. */
public final class SmallDisk implements AutoCloseable {

    private final Path path;

    private SmallDisk(Path path) {
        this.path = path;
    }

    /** Where nothing may be mounted, the test is left out; not in CI. */
    public static SmallDisk mount(Path below, long bytes) throws IOException, InterruptedException {
        Path path = Files.createDirectory(below.resolve("disk"));
        boolean mounted;
        try {
            mounted = run("mount", "-t", "tmpfs", "-o", "size=" + bytes, "tmpfs", path.toString()) == 0;
        } catch (IOException e) {
            mounted = false;
        }
        if (!mounted) {
            String message =
                    "A full disk needs a tmpfs to be mounted, which is not allowed: nothing about it was tested";
            assertThat(System.getenv("CI")).as(message).isNotEqualTo("true");
            System.err.println("SKIPPED: " + message);
            Assumptions.abort(message);
        }
        return new SmallDisk(path);
    }

    public Path path() {
        return path;
    }

    /** Fills it until about so much is left; deleting the file makes room again. */
    public Path fill(long left) throws IOException {
        Path ballast = path.resolve("ballast");
        long bytes = path.toFile().getUsableSpace() - left;
        try (var out = Files.newOutputStream(ballast)) {
            byte[] block = new byte[4096];
            for (long written = 0; written < bytes; written += block.length) {
                out.write(block);
            }
        } catch (IOException e) {
            // RocksDB, which writes meanwhile, took the rest.
            assertThat(e).hasMessageContaining("No space left");
        }
        return ballast;
    }

    @Override
    public void close() throws IOException, InterruptedException {
        run("umount", path.toString());
    }

    private static int run(String... command) throws IOException, InterruptedException {
        return new ProcessBuilder(command).redirectErrorStream(true).start().waitFor();
    }
}
