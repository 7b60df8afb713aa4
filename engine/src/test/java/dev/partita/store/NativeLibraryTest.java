package dev.partita.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NativeLibraryTest {

    @TempDir
    Path cache;

    @Test
    void theLibraryIsUnpackedOnce() throws IOException {
        Path library = library(NativeLibrary.unpacked(cache));
        FileTime longAgo = FileTime.fromMillis(1_000_000);
        Files.setLastModifiedTime(library, longAgo);
        NativeLibrary.unpacked(cache);
        assertThat(Files.getLastModifiedTime(library)).isEqualTo(longAgo);
    }

    @Test
    void aLibraryOfTheWrongSizeIsUnpackedAgain() throws IOException {
        Path library = library(NativeLibrary.unpacked(cache));
        long size = Files.size(library);
        Files.writeString(library, "half");
        NativeLibrary.unpacked(cache);
        assertThat(library).hasSize(size);
    }

    @Test
    void aLibraryOthersMayWriteIsNotLoaded() throws IOException {
        Path library = library(NativeLibrary.unpacked(cache));
        Files.setPosixFilePermissions(library, PosixFilePermissions.fromString("rwxrwxrwx"));
        assertThatThrownBy(() -> NativeLibrary.unpacked(cache)).hasMessageContaining("another user");
    }

    @Test
    void aLinkToALibraryIsReplacedByTheLibrary() throws IOException {
        Path library = library(NativeLibrary.unpacked(cache));
        Path elsewhere = Files.move(library, cache.resolve("elsewhere.so"));
        Files.createSymbolicLink(library, elsewhere);
        NativeLibrary.unpacked(cache);
        assertThat(Files.isSymbolicLink(library)).isFalse();
    }

    private static Path library(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            List<Path> all = files.toList();
            assertThat(all).hasSize(1);
            return all.get(0);
        }
    }
}
