package dev.partita.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DataDirectoryTest {

    @TempDir
    Path temporary;

    @Test
    void aSecondOpeningInThisProcessIsRefusedAndHarmless() {
        Path data = temporary.resolve("data");
        try (DataDirectory held = DataDirectory.open(data)) {
            for (int i = 0; i < 2; i++) {
                assertRefused(
                        data, "in use by process " + ProcessHandle.current().pid(), "started");
            }
            assertThat(held.path()).exists();
        }
        DataDirectory.open(data).close();
    }

    @Test
    void aSecondProcessIsToldWhoHoldsTheDirectory() throws Exception {
        Path data = temporary.resolve("data");
        Process holder = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Holder.class.getName(),
                        data.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try {
            assertThat(holder.inputReader().readLine()).isEqualTo("held");
            assertRefused(data, "in use by process " + holder.pid(), Holder.class.getName());
        } finally {
            holder.destroyForcibly().waitFor();
        }
        // A holder that was killed leaves its note behind, but not its lock.
        DataDirectory.open(data).close();
    }

    /** Holds a directory until it is killed. */
    static final class Holder {
        public static void main(String[] arguments) throws IOException {
            DataDirectory.open(Path.of(arguments[0]));
            System.out.println("held");
            System.in.read();
        }
    }

    @Test
    void anUnknownFormatIsRefusedByName() throws IOException {
        Path data = used();
        Files.writeString(data.resolve("FORMAT"), "partita 7\n");
        assertRefused(data, "has format 7", "reads format 2");
        Files.writeString(data.resolve("FORMAT"), "nonsense");
        assertRefused(data, "FORMAT");
    }

    @Test
    void aFormatOfBytesThatAreNoTextIsRefusedAsDamaged() throws IOException {
        Path data = used();
        Files.write(data.resolve("FORMAT"), new byte[] {'p', (byte) 0xe1, 'r', 't'});
        assertRefused(data, "damaged", "FORMAT", "backup");
    }

    @Test
    void aFormatWithAnyBitFlippedIsRefusedAsDamagedOrAsAnother() throws IOException {
        Path data = used();
        byte[] whole = Files.readAllBytes(data.resolve("FORMAT"));
        for (int bit = 0; bit < 8 * whole.length; bit++) {
            byte[] flipped = whole.clone();
            flipped[bit / 8] ^= (byte) (1 << bit % 8);
            Files.write(data.resolve("FORMAT"), flipped);
            boolean digit = bit / 8 == whole.length - 2 && flipped[bit / 8] >= '1' && flipped[bit / 8] <= '9';
            assertRefused(
                    data, digit ? "has format " + (char) flipped[bit / 8] + ";" : "FORMAT does not name a format");
        }
    }

    @Test
    void aLostFormatIsRefused() throws IOException {
        Path data = used();
        Files.delete(data.resolve("FORMAT"));
        assertRefused(data, "lost its file FORMAT");
    }

    @Test
    void aDirectoryThatWasUsedAndHasLostAnyOfItsPartsIsRefusedAsItIs() throws IOException {
        List<String> parts = List.of("FORMAT", "rocks/CURRENT", "rocks", "journal");
        for (int lost = 1; lost < (1 << parts.size()) - 1; lost++) {
            Path data = temporary.resolve("data" + lost);
            try (RocksStore store = RocksStore.open(data, RocksStoreTest.SMALL)) {
                RocksStoreTest.put(store, "key", "value");
            }
            List<String> gone = new ArrayList<>();
            for (int part = 0; part < parts.size(); part++) {
                if ((lost >> part & 1) == 1) {
                    gone.add(parts.get(part));
                    delete(data.resolve(parts.get(part)));
                }
            }
            if (gone.containsAll(List.of("FORMAT", "rocks", "journal"))) {
                // Nobody can tell that it was used.
                continue;
            }
            List<String> before = names(data);
            assertThatThrownBy(() -> RocksStore.open(data, RocksStoreTest.SMALL))
                    .as("without " + gone)
                    .isInstanceOfSatisfying(
                            StoreException.class, e -> assertThat(e.kind()).isEqualTo(StoreException.Kind.CANNOT_OPEN))
                    .hasMessageContaining(data.toString());
            assertThat(names(data)).as("without " + gone).isEqualTo(before);
        }
    }

    @Test
    void aStartThatDiedBeforeTheFormatWasWrittenIsStartedAgain() throws IOException {
        Path data = used();
        Files.move(data.resolve("FORMAT"), data.resolve("FORMAT.tmp"));
        for (String made : List.of("rocks/CURRENT", "rocks", "journal")) {
            RocksStore.open(data, RocksStoreTest.SMALL).close();
            assertThat(data.resolve("FORMAT")).hasContent("partita 2");
            Files.move(data.resolve("FORMAT"), data.resolve("FORMAT.tmp"));
            delete(data.resolve(made));
        }
        RocksStore.open(data, RocksStoreTest.SMALL).close();
    }

    @Test
    void whatIsNoFileIsCalledWhatItIs() throws IOException {
        for (String name : List.of("LOCK", "LOCK.holder", "FORMAT", "rocks/LOCK", "rocks/CURRENT", "journal/MARK")) {
            Path data = used();
            Path file = data.resolve(name);
            Files.deleteIfExists(file);
            Files.createDirectory(file);
            assertRefused(data, file + " is a directory");
            Files.delete(file);
            Files.createSymbolicLink(file, temporary.resolve("nowhere"));
            assertRefused(data, file + " is a symbolic link");
            delete(data);
        }
    }

    private Path used() {
        Path data = temporary.resolve("data");
        RocksStore.open(data, RocksStoreTest.SMALL).close();
        return data;
    }

    private static List<String> names(Path directory) throws IOException {
        try (Stream<Path> all = Files.walk(directory)) {
            return all.map(Path::toString)
                    .filter(name -> !name.contains("/LOCK"))
                    .sorted()
                    .toList();
        }
    }

    private static void delete(Path path) throws IOException {
        if (Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
            try (Stream<Path> all = Files.walk(path)) {
                for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(each);
                }
            }
        }
    }

    @Test
    void aDirectoryOfSomethingElseIsLeftAlone() throws IOException {
        Path data = Files.createDirectory(
                temporary.resolve("photos"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwxr-xr-x")));
        Files.writeString(data.resolve("beach.jpg"), "");
        assertRefused(data, "not a Partita data directory", "beach.jpg");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(data)))
                .isEqualTo("rwxr-xr-x");
        try (var entries = Files.list(data)) {
            assertThat(entries).hasSize(1);
        }
    }

    @Test
    void aFileIsNotADirectory() throws IOException {
        assertRefused(Files.writeString(temporary.resolve("data"), ""), "is a file");
    }

    @Test
    void aSymbolicLinkIsRefused() throws IOException {
        Path real = Files.createDirectory(temporary.resolve("real"));
        assertRefused(Files.createSymbolicLink(temporary.resolve("link"), real), "symbolic link");
    }

    @Test
    void onlyTheOwnerMayLookInside() throws IOException {
        Path data = temporary.resolve("above").resolve("data");
        DataDirectory.open(data).close();
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(data)))
                .isEqualTo("rwx------");
        Files.setPosixFilePermissions(data, PosixFilePermissions.fromString("rwxrwxrwx"));
        DataDirectory.open(data).close();
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(data)))
                .isEqualTo("rwx------");
    }

    private static void assertRefused(Path data, String... reasons) {
        assertThatThrownBy(() -> DataDirectory.open(data)).isInstanceOfSatisfying(StoreException.class, e -> {
            assertThat(e.kind()).isEqualTo(StoreException.Kind.CANNOT_OPEN);
            assertThat(e.getMessage()).contains(data.toString()).contains(reasons);
        });
    }
}
