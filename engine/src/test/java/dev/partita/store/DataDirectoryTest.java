package dev.partita.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
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
        Path data = temporary.resolve("data");
        DataDirectory.open(data).close();
        Files.writeString(data.resolve("FORMAT"), "partita 7\n");
        assertRefused(data, "has format 7", "reads format 2");
        Files.writeString(data.resolve("FORMAT"), "nonsense");
        assertRefused(data, "FORMAT");
    }

    @Test
    void aFormatOfBytesThatAreNoTextIsRefusedAsDamaged() throws IOException {
        Path data = temporary.resolve("data");
        DataDirectory.open(data).close();
        Files.write(data.resolve("FORMAT"), new byte[] {'p', (byte) 0xe1, 'r', 't'});
        assertRefused(data, "damaged", "FORMAT", "backup");
    }

    @Test
    void aLostFormatIsRefused() throws IOException {
        Path data = temporary.resolve("data");
        RocksStore.open(data, RocksStoreTest.SMALL).close();
        Files.delete(data.resolve("FORMAT"));
        assertRefused(data, "lost its file FORMAT");
    }

    @Test
    void aStartThatDiedBeforeTheFormatWasWrittenIsStartedAgain() throws IOException {
        Path data = temporary.resolve("data");
        DataDirectory.open(data).close();
        Files.move(data.resolve("FORMAT"), data.resolve("FORMAT.tmp"));
        DataDirectory.open(data).close();
        assertThat(data.resolve("FORMAT")).hasContent("partita 2");
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
