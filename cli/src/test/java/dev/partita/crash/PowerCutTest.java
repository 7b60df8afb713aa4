package dev.partita.crash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A power cut keeps what was synced and may take the rest. */
class PowerCutTest {

    @TempDir
    Path directory;

    /** Runs under the C library: 100 bytes synced, 50 more not, a file without a sync, one without anything. */
    static final class HalfSyncedWriter {
        public static void main(String[] arguments) throws Exception {
            Path directory = Path.of(arguments[0]);
            Path temporary = directory.resolve("synced.tmp");
            try (FileChannel channel =
                    FileChannel.open(temporary, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
                channel.write(ByteBuffer.allocate(100));
                channel.force(false);
                channel.write(ByteBuffer.allocate(50));
            }
            Files.move(temporary, directory.resolve("synced"), StandardCopyOption.ATOMIC_MOVE);
            Files.write(directory.resolve("listed"), new byte[70]);
            try (FileChannel channel = FileChannel.open(directory)) {
                channel.force(true);
            }
            Files.write(directory.resolve("unlisted"), new byte[30]);
            Runtime.getRuntime().halt(0);
        }
    }

    @Test
    void aCutKeepsWhatWasSyncedAndMayTakeTheRest() throws Exception {
        assumeTrue(PowerCut.available(), "gcc is missing");
        PowerCut powerCut = PowerCut.prepare(directory);
        SplittableRandom random = new SplittableRandom(1);
        Set<Long> syncedSizes = new HashSet<>();
        Set<Long> listedSizes = new HashSet<>();
        Set<Boolean> unlistedKept = new HashSet<>();
        for (int i = 0; i < 12; i++) {
            Path files = Files.createDirectory(directory.resolve("files-" + i));
            write(powerCut, files);
            powerCut.cut(files, random);
            syncedSizes.add(Files.size(files.resolve("synced")));
            listedSizes.add(Files.size(files.resolve("listed")));
            unlistedKept.add(Files.exists(files.resolve("unlisted")));
        }
        assertThat(syncedSizes).contains(100L).allMatch(size -> size >= 100 && size <= 150);
        assertThat(listedSizes).contains(0L).allMatch(size -> size <= 70);
        assertThat(unlistedKept).containsExactlyInAnyOrder(true, false);
    }

    private static void write(PowerCut powerCut, Path files) throws Exception {
        ProcessBuilder builder = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        HalfSyncedWriter.class.getName(),
                        files.toString()))
                .inheritIO();
        builder.environment().putAll(powerCut.environment());
        assertThat(builder.start().waitFor()).isZero();
    }
}
