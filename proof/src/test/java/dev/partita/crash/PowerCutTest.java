package dev.partita.crash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
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
            run(powerCut, HalfSyncedWriter.class, files);
            powerCut.cut(files, random);
            syncedSizes.add(Files.size(files.resolve("synced")));
            listedSizes.add(Files.size(files.resolve("listed")));
            unlistedKept.add(Files.exists(files.resolve("unlisted")));
            assertThat(powerCut.cut(files, new SplittableRandom(i)))
                    .as("a second cut")
                    .isZero();
        }
        assertThat(syncedSizes).contains(100L).allMatch(size -> size >= 100 && size <= 150);
        assertThat(listedSizes).contains(0L).allMatch(size -> size <= 70);
        assertThat(unlistedKept).containsExactlyInAnyOrder(true, false);
    }

    private record Range(int offset, int length, int value) {

        ByteBuffer bytes() {
            byte[] bytes = new byte[length];
            Arrays.fill(bytes, (byte) value);
            return ByteBuffer.wrap(bytes);
        }

        byte[] over(byte[] file) {
            byte[] after = file.clone();
            Arrays.fill(after, offset, offset + length, (byte) value);
            return after;
        }
    }

    private static final Range WHOLE = new Range(0, 10_000, 1);
    private static final Range SYNCED = new Range(1000, 2000, 2);
    /** Overlaps nothing, the one before, the synced one; ends where the file ends. */
    private static final List<Range> UNSYNCED = List.of(
            new Range(4100, 2100, 3), new Range(5000, 2000, 4), new Range(2990, 900, 5), new Range(9400, 600, 6));

    /** Runs under the C library, twice: first makes the file and syncs it, then overwrites more without a sync. */
    static final class Overwriter {
        public static void main(String[] arguments) throws Exception {
            Path directory = Path.of(arguments[0]);
            Path file = directory.resolve("blocks");
            if (Files.exists(file)) {
                overwriteInEveryWay(file);
            } else {
                make(file);
                try (FileChannel parent = FileChannel.open(directory)) {
                    parent.force(true);
                }
            }
            Runtime.getRuntime().halt(0);
        }

        private static void make(Path file) throws IOException {
            try (FileChannel channel =
                    FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
                channel.write(WHOLE.bytes());
                channel.force(true);
                channel.write(SYNCED.bytes(), SYNCED.offset());
                channel.force(false);
                channel.write(UNSYNCED.get(0).bytes(), UNSYNCED.get(0).offset());
            }
        }

        private static void overwriteInEveryWay(Path file) throws IOException {
            try (RandomAccessFile readable = new RandomAccessFile(file.toFile(), "rw")) {
                FileChannel channel = readable.getChannel();
                channel.write(UNSYNCED.get(1).bytes(), UNSYNCED.get(1).offset());
                ByteBuffer all = UNSYNCED.get(2).bytes();
                channel.position(UNSYNCED.get(2).offset())
                        .write(new ByteBuffer[] {all.slice(0, 10), all.slice(10, all.capacity() - 10)});
                readable.seek(UNSYNCED.get(3).offset());
                readable.write(UNSYNCED.get(3).bytes().array());
            }
        }
    }

    @Test
    void overwrittenSectorsShowOneOfTheirVersionsSinceTheLastSync() throws Exception {
        assumeTrue(PowerCut.available(), "gcc is missing");
        PowerCut powerCut = PowerCut.prepare(directory);
        SplittableRandom random = new SplittableRandom(1);
        List<byte[]> versions = new ArrayList<>();
        versions.add(SYNCED.over(WHOLE.bytes().array()));
        UNSYNCED.forEach(range -> versions.add(range.over(versions.get(versions.size() - 1))));
        byte[] oldest = versions.get(0);
        byte[] newest = versions.get(versions.size() - 1);
        Set<String> outcomes = new HashSet<>();
        Set<Byte> overwrittenTwice = new HashSet<>();
        for (int i = 0; i < 12; i++) {
            Path files = Files.createDirectory(directory.resolve("files-" + i));
            run(powerCut, Overwriter.class, files);
            run(powerCut, Overwriter.class, files);
            Path blocks = files.resolve("blocks");
            assertThat(Files.readAllBytes(blocks)).isEqualTo(newest);

            long takenBytes = powerCut.cut(files, random);

            byte[] left = Files.readAllBytes(blocks);
            assertThat(left).hasSameSizeAs(newest);
            assertThat(takenBytes > 0).isEqualTo(!Arrays.equals(left, newest));
            for (int from = 0; from < left.length; from += PowerCut.SECTOR_BYTES) {
                int start = from;
                int end = Math.min(left.length, from + PowerCut.SECTOR_BYTES);
                assertThat(versions.stream().anyMatch(version -> Arrays.equals(version, start, end, left, start, end)))
                        .as("the sector at %d is one of its versions", start)
                        .isTrue();
            }
            outcomes.add(Arrays.equals(left, newest) ? "new" : Arrays.equals(left, oldest) ? "old" : "mixed");
            overwrittenTwice.add(left[5200]);

            assertThat(powerCut.cut(files, random)).as("a second cut").isZero();
            assertThat(Files.readAllBytes(blocks)).isEqualTo(left);
        }
        assertThat(outcomes).containsExactlyInAnyOrder("new", "old", "mixed");
        assertThat(overwrittenTwice).containsExactlyInAnyOrder((byte) 1, (byte) 3, (byte) 4);
    }

    /** The end of the log is torn, as a kill may leave it. */
    @Test
    void aSyncKeepsOnlyWhatWasOverwrittenBeforeItBegan() throws Exception {
        assumeTrue(PowerCut.available(), "gcc is missing");
        PowerCut powerCut = PowerCut.prepare(directory);
        SplittableRandom random = new SplittableRandom(1);
        Path files = Files.createDirectory(directory.resolve("files"));
        Path blocks = files.resolve("blocks");
        Set<Byte> overwrittenDuringTheSync = new HashSet<>();
        for (int i = 0; i < 12; i++) {
            Files.write(blocks, new Range(0, 1024, 2).bytes().array());
            Files.write(
                    directory.resolve("powercut.log.before"),
                    new Range(0, 1024, 1).bytes().array());
            Files.writeString(directory.resolve("powercut.log"), """
                    dir DIRECTORY
                    entry FILE blocks
                    over FILE 0 512 0
                    over FILE 512 512 512
                    sync FILE 1024 512
                    over FILE 0 51""".replace(
                            "DIRECTORY", "" + Files.getAttribute(files, "unix:ino"))
                    .replace("FILE", "" + Files.getAttribute(blocks, "unix:ino")));
            powerCut.cut(files, random);
            byte[] left = Files.readAllBytes(blocks);
            assertThat(left[0]).isEqualTo((byte) 2);
            overwrittenDuringTheSync.add(left[512]);
        }
        assertThat(overwrittenDuringTheSync).containsExactlyInAnyOrder((byte) 1, (byte) 2);
    }

    private static void run(PowerCut powerCut, Class<?> program, Path argument) throws Exception {
        assertThat(powerCut.program(program, argument).inheritIO().start().waitFor())
                .isZero();
    }
}
