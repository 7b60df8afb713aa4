package dev.partita.engine;

import static dev.partita.engine.Fixture.item;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partita.store.SmallDisk;
import dev.partita.store.StoreException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The directory a repair makes is there as a whole or not at all, and nothing else is touched. */
class RepairTargetTest {

    private static final int ITEMS = 300;

    @TempDir
    Path temporary;

    private Path data;
    private Path target;

    @BeforeEach
    void fill() {
        data = temporary.resolve("data");
        target = temporary.resolve("repaired");
        try (Fixture fixture = new Fixture(data)) {
            fixture.run(TableMaker.table("Orders", "pk:S").request());
            fixture.run(TableMaker.table("Later", "pk:S").request());
            for (int i = 0; i < ITEMS; i++) {
                fixture.put("Orders", item("pk", "p" + i));
            }
        }
    }

    /** At each step what is there is copied, as a kill would leave it. */
    @Test
    void whatAKilledRepairLeavesIsNoDataDirectoryAndIsNamed() throws IOException {
        List<Path> left = new ArrayList<>();
        Repair.run(data, target, words -> {
            Path copy = temporary.resolve("left" + left.size());
            copyAll(target, copy);
            left.add(copy);
        });
        assertThat(left).hasSize(2);
        for (Path half : left) {
            TreeMap<String, String> before = contents(half);
            assertThatThrownBy(() -> new Fixture(half)).isInstanceOf(StoreException.class);
            assertThatThrownBy(() -> Repair.look(half, words -> {})).hasMessageContaining("was interrupted");
            assertThatThrownBy(() -> Repair.run(data, half, words -> {})).hasMessageContaining("was interrupted");
            assertThatThrownBy(() -> Repair.run(half, temporary.resolve("other"), words -> {}))
                    .hasMessageContaining("was interrupted");
            assertThat(contents(half)).isEqualTo(before);
            assertThat(temporary.resolve("other")).doesNotExist();
        }
    }

    @Test
    void aRepairUsesWhatRoomThereIsAndLeavesNothingWhereThatIsTooLittle() throws IOException, InterruptedException {
        try (SmallDisk disk = SmallDisk.mount(temporary, 48 << 20)) {
            Path ballast = disk.fill(1 << 20);
            assertThatThrownBy(() -> Repair.run(data, disk.path().resolve("repaired"), words -> {}))
                    .isInstanceOf(StoreException.class);
            assertThat(disk.path().resolve("repaired")).doesNotExist();
            Files.delete(ballast);
            assertThat(Repair.run(data, disk.path().resolve("repaired"), words -> {})
                            .isSound())
                    .isTrue();
            assertThat(Repair.look(disk.path().resolve("repaired"), words -> {}).items())
                    .containsEntry("Orders", (long) ITEMS);
        }
    }

    @Test
    void whatWasDeletedSinceAnInterruptedRepairDoesNotComeBack() throws IOException {
        Repair.run(data, target, words -> copyAll(target, temporary.resolve(words.length() + "")));
        deleteAll(target);
        try (Fixture fixture = new Fixture(data)) {
            fixture.run(new DeleteTable("Later"));
            for (int i = 0; i < 100; i++) {
                fixture.delete("Orders", item("pk", "p" + i));
            }
        }
        assertThat(Repair.run(data, target, words -> {}).items()).containsOnly(Map.entry("Orders", 200L));
    }

    @Test
    void nobodyElseCanReadWhatIsMadeAndNothingIsMadeBesideIt() throws IOException {
        List<String> open = new ArrayList<>();
        Repair.run(data, target, words -> {
            try {
                for (Path beside : list(temporary)) {
                    if (!beside.equals(data) && !permissions(beside).equals("rwx------")) {
                        open.add(beside + " " + permissions(beside));
                    }
                }
                assertThat(list(temporary)).containsExactlyInAnyOrder(data, target);
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        });
        assertThat(open).isEmpty();
        assertThat(permissions(target)).isEqualTo("rwx------");
        assertThat(names(target)).containsExactlyInAnyOrder("FORMAT", "journal", "rocks");
    }

    @Test
    void aFailureRemovesWhatWasMadeAndNothingElse() throws IOException {
        Path stranger = Files.createDirectories(temporary.resolve("repaired.salvaged.tmp"));
        Files.writeString(stranger.resolve("mine"), "keep");
        TreeMap<String, String> before = contents(temporary);
        Path deep = temporary.resolve("a").resolve("b").resolve("c");
        for (Path into : List.of(target, deep)) {
            assertThatThrownBy(() -> Repair.run(data, into, words -> {
                        throw new IllegalStateException("stopped");
                    }))
                    .hasMessage("stopped");
            assertThat(contents(temporary)).isEqualTo(before);
        }
        // A directory that was there stays.
        Files.createDirectory(target);
        assertThatThrownBy(() -> Repair.run(temporary.resolve("nothing"), target, words -> {}))
                .hasMessageContaining("not a data directory");
        assertThat(target).isEmptyDirectory();
        Repair.run(data, target, words -> {});
        assertThat(stranger.resolve("mine")).hasContent("keep");
        Repair.run(data, deep, words -> {});
        assertThat(names(deep)).contains("FORMAT");
    }

    @Test
    void whatCanBeNoNewDirectoryIsRefusedByNameAndNothingIsChanged() throws IOException {
        Path file = Files.writeString(temporary.resolve("file"), "x");
        Path empty = Files.createDirectory(temporary.resolve("empty"));
        Path link = Files.createSymbolicLink(temporary.resolve("link"), empty);
        Path nowhere = Files.createSymbolicLink(temporary.resolve("nowhere"), temporary.resolve("gone"));
        Path toData = Files.createSymbolicLink(temporary.resolve("toData"), data);
        Path full = Files.createDirectory(temporary.resolve("full"));
        Files.writeString(full.resolve("mine"), "x");
        TreeMap<String, String> before = contents(temporary);
        refused(data, "is within", before);
        refused(data.resolve("new"), "is within", before);
        refused(data.resolve("rocks"), "is within", before);
        refused(data.resolve("a").resolve("b"), "is within", before);
        refused(toData.resolve("new"), "is within", before);
        refused(temporary.resolve("x").resolve("..").resolve("data").resolve("new"), "is within", before);
        refused(file, "is a file", before);
        refused(file.resolve("new"), "file is not a directory", before);
        refused(link, "is a symbolic link", before);
        refused(nowhere, "is a symbolic link", before);
        refused(nowhere.resolve("new"), "nowhere is not a directory", before);
        refused(full, "is not empty", before);
        // Beside it, with a name that begins alike, is not within it.
        Repair.run(data, temporary.resolve("data-repaired"), words -> {});
    }

    private void refused(Path into, String why, TreeMap<String, String> before) throws IOException {
        assertThatThrownBy(() -> Repair.run(data, into, words -> {}))
                .as("%s", into)
                .isInstanceOf(StoreException.class)
                .hasMessageContaining(why);
        assertThat(contents(temporary)).as("%s", into).isEqualTo(before);
    }

    @Test
    void whoeverIsStoppedByAPersonLeavesNothing() throws Exception {
        TreeMap<String, String> before = contents(temporary);
        Path system = Files.createDirectory(temporary.resolve("system"));
        for (int step = 1; step <= 3; step++) {
            Process process = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-Djava.io.tmpdir=" + system,
                            "-cp",
                            System.getProperty("java.class.path"),
                            Stopped.class.getName(),
                            data.toString(),
                            step == 3 ? "" : target.toString(),
                            step == 3 ? "1" : step + "")
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            try {
                assertThat(process.inputReader().readLine()).isEqualTo("here");
                process.destroy();
                assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
                assertThat(process.exitValue()).isEqualTo(128 + 15);
            } finally {
                process.destroyForcibly();
            }
            assertThat(target).doesNotExist();
            try (Stream<Path> made = Files.list(system)) {
                // RocksDB's own library may be unpacked there.
                assertThat(made.filter(Files::isDirectory)).isEmpty();
            }
        }
        deleteAll(system);
        Files.deleteIfExists(data.resolve("LOCK.holder"));
        assertThat(contents(temporary)).isEqualTo(before);
    }

    /** Goes on from a given step only once it is asked to end. */
    static final class Stopped {
        public static void main(String[] arguments) throws IOException {
            int[] step = {Integer.parseInt(arguments[2])};
            if (arguments[1].isEmpty()) {
                Repair.look(Path.of(arguments[0]), words -> waitForTheEnd(step));
            } else {
                Repair.run(Path.of(arguments[0]), Path.of(arguments[1]), words -> waitForTheEnd(step));
            }
        }

        private static void waitForTheEnd(int[] step) {
            if (--step[0] == 0) {
                System.out.println("here");
                try {
                    while (true) {
                        Thread probe = new Thread(() -> {});
                        Runtime.getRuntime().addShutdownHook(probe);
                        Runtime.getRuntime().removeShutdownHook(probe);
                        Thread.onSpinWait();
                    }
                } catch (IllegalStateException ending) {
                    // So it goes on, and finds out by itself.
                }
            }
        }
    }

    /** Each file below a directory with its size, each link with where it leads. */
    private static TreeMap<String, String> contents(Path directory) throws IOException {
        TreeMap<String, String> contents = new TreeMap<>();
        try (Stream<Path> all = Files.walk(directory)) {
            for (Path path : all.toList()) {
                String what = Files.isSymbolicLink(path)
                        ? Files.readSymbolicLink(path).toString()
                        : Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS)
                                ? new String(Files.readAllBytes(path), StandardCharsets.ISO_8859_1)
                                : permissions(path);
                contents.put(directory.relativize(path).toString(), what);
            }
        }
        return contents;
    }

    private static String permissions(Path path) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    }

    private static List<String> names(Path directory) throws IOException {
        return list(directory).stream()
                .map(path -> path.getFileName().toString())
                .toList();
    }

    private static List<Path> list(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.toList();
        }
    }

    private static void copyAll(Path from, Path to) {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.toList()) {
                Files.copy(file, to.resolve(from.relativize(file).toString()));
            }
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static void deleteAll(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
